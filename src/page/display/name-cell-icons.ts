import { type ChildNode, Text } from 'domhandler';
import {
  type ElementVisitor,
  LinkedElement,
  type PageNames,
  statesHidden,
} from '../parse/linked-tree.ts';
import type { Hiding } from '../hidden/find-hidden-elements.ts';
import { isUnseenByItself } from '../hidden/judge-style.ts';
import type { PageStyles } from '../hidden/page-styles.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** What holds a value by itself. */
const cellTags: ReadonlySet<string> = new Set(['td', 'th', 'dd']);
/** Nodes of a cell; one with an icon alone has fewer. */
const maxNodes = 100;
/** Characters of a value that an icon shows. */
const maxLength = 200;
/** What says something besides its text, or is a control whose label is no value. */
const told: ReadonlySet<string> = toWordSet(
  'a audio button canvas iframe input math meter object picture progress script select table template textarea video',
);

interface CellIconNamerInput {
  readonly names: PageNames;
  readonly styles: PageStyles;
  readonly hidings: Map<LinkedElement, Hiding>;
  readonly isForModel: boolean;
}

/**
 * Gives a cell of a table or list that shows nothing but an icon what the icon says: its label, its title, or for people the text
 * for screen readers beside it. Without it a check mark and a cross are two empty cells. `undefined` for a page without cells.
 */
export function createCellIconNamer(input: CellIconNamerInput): ElementVisitor | undefined {
  const { names, styles, hidings, isForModel } = input;
  if (!mayHoldCells(names)) return undefined;
  return (element) => {
    if (!cellTags.has(element.name)) return;
    const { icons, unseen } = readCell(element, hidings) ?? {};
    if (icons === undefined || unseen === undefined) return;
    const named = icons.find((icon) => labelOf(icon) !== '');
    if (named !== undefined) {
      named.attribs['aria-label'] = labelOf(named);
      named.attribs['role'] = 'img';
    } else if (!isForModel && icons.length > 0) {
      for (const text of unseen) if (isForScreenReaders(text, styles)) hidings.delete(text);
    }
  };
}

function mayHoldCells(names: PageNames): boolean {
  return [...cellTags].some((tag) => names.has(tag));
}

interface IconCell {
  /** Elements without a text that people see, drawn or of a font. */
  readonly icons: readonly LinkedElement[];
  /** The outermost elements that people do not see. */
  readonly unseen: readonly LinkedElement[];
}

/** Returns what is in a cell; `undefined` where that is a text, or more than an icon. */
function readCell(
  cell: LinkedElement,
  hidings: ReadonlyMap<LinkedElement, Hiding>,
): IconCell | undefined {
  const icons: LinkedElement[] = [];
  const unseen: LinkedElement[] = [];
  const pending: (ChildNode | null)[] = [cell.head];
  for (let looked = 0; looked < maxNodes; looked += 1) {
    const node = pending.pop();
    if (node === undefined) return { icons, unseen };
    if (node === null) continue;
    pending.push(node.next);
    if (node instanceof Text && node.data.trim() !== '') return undefined;
    if (!(node instanceof LinkedElement)) continue;
    if (hidings.has(node)) {
      unseen.push(node);
    } else if (told.has(node.name) || (node.attribs['alt'] ?? '').trim() !== '') {
      return undefined;
    } else if (node.name === 'svg' || node.head === null) {
      icons.push(node);
    } else {
      pending.push(node.head);
    }
  }
  return undefined;
}

/** What an icon says that is not left out by screen readers. */
function labelOf(icon: LinkedElement): string {
  const { 'aria-hidden': isUnspoken, 'aria-label': label, title } = icon.attribs;
  if (isUnspoken === 'true') return '';
  const said = (label ?? title ?? drawnTitle(icon)).trim();
  return said.length > maxLength ? '' : said;
}

/** The `<title>` of a drawing. */
function drawnTitle({ name, head }: LinkedElement): string {
  if (name !== 'svg') return '';
  let node = head;
  for (let looked = 0; node !== null && looked < maxNodes; looked += 1) {
    if (node instanceof LinkedElement && node.name === 'title')
      return node.head instanceof Text ? node.head.data : '';
    node = node.next;
  }
  return '';
}

/** Whether a text is displayed, and moved away or clipped: what is not displayed is not read aloud either. */
function isForScreenReaders(element: LinkedElement, styles: PageStyles): boolean {
  if (statesHidden(element)) return false;
  const style = styles.getResolver('plain').resolve(element);
  return !isUnseenByItself(element.name, style, false);
}
