import { isTag } from 'domhandler';
import { findImageSource } from '../../page/tree/pictures.ts';
import { type IndexedElement, type PageIndex, holds } from '../analysis/index-page.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { toSingular } from '../lexicon/fold-label.ts';
import type { Cell } from './column.ts';
import type { Block } from './block.ts';
import { findLink } from './find-repeats.ts';
import { maxLinkElements } from './leaf-values.ts';

const maxSiblings = 100;
/** Elements around a value that hold nothing else: an item of a list around its link. */
const maxWrappers = 2;
const maxItem = 2_000;
/** What may stand between the items of a list: commas and "and". */
const wordBetween = /[\p{L}\p{N}]{4}|\p{N}/u;

/**
 * The values beside one of a record that are of its kind: the other tags of a post, the other pictures of a product. They are elements of
 * the same name and class in the same element, with nothing but separators between them, which their class or that of the element around
 * them calls as the field is called; pictures stand beside nothing else. A value alone in an element of its own is a list of one; none
 * where nothing says that there is a list.
 */
export function listAlike(
  page: PageIndex,
  { source }: Cell,
  block: Block,
  plan: FieldPlan,
): readonly Cell[] {
  const first = isTag(source.node) ? page.elementOf(source.node) : undefined;
  if (first === undefined) return [];
  let item = first;
  for (let step = 0; step <= maxWrappers; step += 1) {
    const siblings = listSiblings(page, item, block);
    if (siblings.length > 1) {
      if (!areOfField(page, item, siblings, plan)) return [];
      return siblings.flatMap((sibling) => {
        const element = findKind(page, sibling, first);
        return element === undefined ? [] : (toCell(page, element) ?? []);
      });
    }
    const parent = page.elements[item.parent];
    if (parent === undefined || !isAlone(parent, item) || parent.position <= block.start) break;
    item = parent;
  }
  const own = item === first ? undefined : toCell(page, first);
  return own === undefined ? [] : [own];
}

/** Whether elements beside each other are what a field asks for, by what they or the element around them are called. */
function areOfField(
  page: PageIndex,
  { node, parent }: IndexedElement,
  siblings: readonly IndexedElement[],
  plan: FieldPlan,
): boolean {
  const around = page.elements[parent];
  if (around === undefined) return false;
  if (plan.kind === 'image')
    return node.name !== 'img' || page.childrenOf(around).length === siblings.length;
  const called = [...page.tokensOf(around), ...siblings.flatMap((one) => [...page.tokensOf(one)])];
  const words = new Set(called.map((word) => toSingular(word)));
  return plan.tokens.some((token) => token.every((word) => words.has(toSingular(word))));
}

/** An element and those beside it of the same name and class in a record, with no words between them. */
function listSiblings(
  page: PageIndex,
  item: IndexedElement,
  { start, end }: Block,
): readonly IndexedElement[] {
  const parent = page.elements[item.parent];
  if (parent === undefined) return [];
  const all = page
    .childrenOf(parent)
    .filter((child) => child.position >= start && child.end <= end && isAlike(child, item));
  const at = all.indexOf(item);
  let from = at;
  while (from > 0 && isNextTo(page, all[from - 1], all[from])) from -= 1;
  let to = at + 1;
  while (to < all.length && isNextTo(page, all[to - 1], all[to])) to += 1;
  return all.slice(from, Math.min(to, from + maxSiblings));
}

function isNextTo(
  page: PageIndex,
  before: IndexedElement | undefined,
  after: IndexedElement | undefined,
): boolean {
  if (before === undefined || after === undefined) return false;
  return !wordBetween.test(page.text.slice(before.textEnd, after.textStart));
}

/** Of an element the first one in it, or itself, that is of the kind of another. */
function findKind(
  page: PageIndex,
  { position, end }: IndexedElement,
  kind: IndexedElement,
): IndexedElement | undefined {
  return page.elements
    .slice(position, Math.min(end, position + maxWrappers + 1))
    .find((element) => isAlike(element, kind));
}

function isAlike(one: IndexedElement, other: IndexedElement): boolean {
  return (
    one.node.name === other.node.name && one.node.attribs['class'] === other.node.attribs['class']
  );
}

function isAlone(outer: IndexedElement, inner: IndexedElement): boolean {
  return (
    holds(outer, inner) && outer.textStart === inner.textStart && outer.textEnd === inner.textEnd
  );
}

function toCell(page: PageIndex, element: IndexedElement): Cell | undefined {
  const { node } = element;
  if (node.name === 'img') {
    const href = findImageSource(node.attribs);
    if (href === undefined || /\.svg(?:$|\?)/i.test(href)) return undefined;
    return { text: node.attribs['alt'] ?? '', source: { node, attribute: 'src' }, href };
  }
  const text = page.lineOf(element, maxItem);
  // A label before the items, and how many more there are.
  if (/[:：]$/.test(text) || /^\+\s?\d/.test(text)) return undefined;
  const href = findLink(page, element, maxLinkElements)?.node.attribs['href'];
  return text === '' && href === undefined ? undefined : { text, source: { node }, href };
}
