import { isAlike } from './find-purchase-block.ts';
import { headingLevel, type PageZones } from './find-zones.ts';
import type { IndexedElement, PageIndex } from './index-page.ts';

/** Blocks of one form beside each other, as the cards of a listing. */
export interface AlikeBlocks {
  /** All blocks of the form, those without a value too; without the one that is about the page's own subject. */
  readonly blocks: readonly IndexedElement[];
  /** Number of the blocks that are things of their own with a value of their own. */
  readonly things: number;
}

/** Fewer blocks with a value are variants, or two amounts of one thing. */
const minThings = 3;
/** Elements around a value that may be its block. */
const maxClimb = 12;
/** Elements of a block that are searched for a link or a heading. */
const maxExamined = 200;
/** Characters from which the text of a block, such as a review, is more than a label and a value. */
const minProse = 80;
/** Characters of a block by which it is told from others. */
const maxNameLength = 200;
/** Least letters of what a row is about; "1+", "S" and "XL" are choices of one thing. */
const minRowLetters = 3;

/**
 * Returns the alike blocks one of which holds `element`, where several hold one of `places` (ascending positions of such
 * values) and each is a thing of its own; `undefined` for an element of what the page is about. A thing has a heading, a link, or
 * a text, and other words than the blocks beside it.
 */
export function findAlikeBlocks(
  page: PageIndex,
  { mainHeading, purchase }: PageZones,
  element: IndexedElement,
  places: readonly number[],
): AlikeBlocks | undefined {
  const own = [mainHeading, purchase?.action].filter((part) => part !== undefined);
  if (purchase !== undefined && contains(purchase.core, element.position)) return undefined;
  let block = element;
  for (let step = 0; step < maxClimb; step += 1) {
    const parent = page.elements[block.parent];
    if (parent === undefined || own.some(({ position }) => contains(block, position))) break;
    const blocks = page
      .childrenOf(parent)
      .filter(
        (child) => isAlike(block, child) && !own.some(({ position }) => contains(child, position)),
      );
    if (blocks.length >= minThings && isThing(page, block)) {
      const names = new Set(
        blocks
          .filter((child) => holdsPlace(child, places) && isThing(page, child))
          .map((child) => nameOf(page, child)),
      );
      if (names.size >= minThings) return { blocks, things: names.size };
    }
    block = parent;
  }
  return undefined;
}

function isThing(page: PageIndex, block: IndexedElement): boolean {
  if (block.node.name === 'tr') return nameOf(page, block).length >= minRowLetters;
  if (block.textEnd - block.textStart >= minProse) return true;
  const end = Math.min(block.end, block.position + maxExamined);
  for (let at = block.position; at < end; at += 1) {
    const element = page.elements[at];
    if (element === undefined) break;
    if (headingLevel(element) !== undefined || isLink(element)) return true;
  }
  return false;
}

function isLink({ node: { name, attribs } }: IndexedElement): boolean {
  return name === 'a' && /^(?!#|[a-z]+:(?!\/\/))./i.test(attribs['href'] ?? '');
}

/** The letters that a block begins with: numbers differ between the quantities of one thing, too. */
function nameOf(page: PageIndex, { textStart, textEnd }: IndexedElement): string {
  return page.text
    .slice(textStart, Math.min(textEnd, textStart + maxNameLength))
    .replaceAll(/[^\p{L}]+/gu, '');
}

/** Whether a position lies in an element. */
function contains({ position, end }: IndexedElement, inner: number): boolean {
  return inner >= position && inner < end;
}

/** Whether one of the ascending positions lies in an element; by halving. */
function holdsPlace(block: IndexedElement, places: readonly number[]): boolean {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < block.position) low = middle + 1;
    else high = middle;
  }
  const first = places[low];
  return first !== undefined && contains(block, first);
}
