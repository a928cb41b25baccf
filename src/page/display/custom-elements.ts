import { type AnyNode, type Element, isText } from 'domhandler';
import { LinkedElement } from '../parse/linked-tree.ts';
import { isBlockTag } from '../tree/node-text.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** Elements of a page's own kind that stand within a line. Only names with a hyphen are looked up. */
const inline = new WeakSet<Element>();

/** Whether a tag is of a page's own kind. */
export function isOwnName(name: string): boolean {
  return name.includes('-');
}

/** Whether an element is of a page's own kind (`<x-card>`), and a part of the page that starts on a line of its own. */
export function isOwnBlock(element: Element): boolean {
  return isOwnName(element.name) && !inline.has(element);
}

/** Notes of a copy whether it stands within a line, as its original does. */
export function copyOwnDisplay(original: Element, copy: Element): void {
  if (inline.has(original)) inline.add(copy);
}

/** What a page's style sheet says of an element: `none` where it says nothing. */
export type StatedDisplay = 'block' | 'inline' | 'none';

/**
 * Notes whether an element of a page's own kind stands within a line. Browsers show it so where the style sheet says nothing else;
 * most sheets are not read, so an element that has no text beside it and is in no line is taken for a block, and so is one that
 * holds blocks.
 */
export function noteOwnElement(element: LinkedElement, stated: StatedDisplay): void {
  const isInline =
    stated === 'none' ? isWithinLine(element) && !holdsBlock(element.head) : stated === 'inline';
  if (isInline) inline.add(element);
}

/** Elements whose content is one line, or a paragraph. */
const lineHolders: ReadonlySet<string> = toWordSet(
  'p h1 h2 h3 h4 h5 h6 a b strong i em span code small label button summary dt caption figcaption',
);
/** Nodes on either side that are looked at, and nodes inside. */
const maxLooked = 60;

function isWithinLine(element: LinkedElement): boolean {
  const { parent } = element;
  if (parent instanceof LinkedElement && (lineHolders.has(parent.name) || inline.has(parent)))
    return true;
  return hasTextBeside(element, 'prev') || hasTextBeside(element, 'next');
}

/** Whether text stands beside an element, with nothing but elements of lines between. */
function hasTextBeside(element: LinkedElement, side: 'prev' | 'next'): boolean {
  let node: AnyNode | null = element[side];
  for (let looked = 0; node !== null && looked < maxLooked; looked += 1, node = node[side]) {
    if (isText(node) && /\S/.test(node.data)) return true;
    if (!(node instanceof LinkedElement)) continue;
    if (node.name === 'br' || isBlockTag(node.name)) return false;
    if (!isOwnName(node.name) && hasOwnText(node.head)) return true;
  }
  return false;
}

function hasOwnText(first: AnyNode | null): boolean {
  let node = first;
  for (let looked = 0; node !== null && looked < maxLooked; looked += 1, node = node.next)
    if (isText(node) && /\S/.test(node.data)) return true;
  return false;
}

function holdsBlock(first: AnyNode | null): boolean {
  const pending: (AnyNode | null)[] = [first];
  for (let looked = 0; looked < maxLooked; looked += 1) {
    const node = pending.pop();
    if (node === undefined) return false;
    if (node === null) continue;
    pending.push(node.next);
    if (!(node instanceof LinkedElement)) continue;
    if (isBlockTag(node.name)) return true;
    pending.push(node.head);
  }
  return true;
}
