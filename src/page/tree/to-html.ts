import renderNodes from 'dom-serializer';
import {
  type AnyNode,
  type ChildNode,
  type Document,
  type Element,
  type ParentNode,
  Text,
  cloneNode,
  hasChildren,
  isTag,
  isText,
} from 'domhandler';
import { findAll } from 'domutils';
import { isApart, readPictureLabel } from './pictures.ts';
import { copyOwnDisplay, isOwnName } from '../display/custom-elements.ts';
import { LinkedElement } from '../parse/linked-tree.ts';

/**
 * Images that stay: all, only those with a `data:` URI (`embedded`), or none. The others are replaced by their
 * alternative text, in the document as well.
 */
type KeptImages = 'alt' | 'embedded' | 'keep';

/** Characters. The most that a page of 10 MB needs, but for one that is made of characters that have to be escaped. */
const maxLength = 16_000_000;
/** Characters of `&quot;` and `&nbsp;`, as which one character may be written. */
const longestEscape = 6;
const escaped = /[&<>"\u00A0]/g;
const lengthWarning = `The page takes more than ${maxLength} characters as HTML; the rest was left out.`;

/**
 * Returns a cleaned page as HTML, with the images that `images` keeps. Calls `warn` with a sentence where it is cut to
 * 16 million characters.
 */
export function toHtml(
  document: Document,
  images: KeptImages,
  warn?: (warning: string) => void,
): string {
  if (images !== 'keep') nameImages(document, images === 'embedded');
  const shown = findStart(document);
  if (shown !== undefined) warn?.(lengthWarning);
  return renderNodes(shown ?? document, { encodeEntities: 'utf8' });
}

/** Replaces images by their alternative text. */
function nameImages(document: Document, keepsEmbedded: boolean): void {
  // Where the search for the next image of a parent begins: a search of all children takes the square of their number.
  const places = new Map<ParentNode, number>();
  for (const image of findAll(isImage, document.children)) {
    const { parent, prev, next } = image;
    if (parent === null) continue;
    if (keepsEmbedded && /^\s*data:/i.test(image.attribs['src'] ?? '')) continue;
    const text = new Text(toInlineText(image));
    const index = parent.children.indexOf(image, places.get(parent));
    places.set(parent, index);
    parent.children[index] = text;
    text.parent = parent;
    text.prev = prev;
    text.next = next;
    if (prev !== null) prev.next = text;
    if (next !== null) next.prev = text;
    image.parent = null;
  }
}

function isImage(element: Element): boolean {
  return element.name === 'img';
}

function toInlineText(image: Element): string {
  const label = readPictureLabel(image);
  if (!isApart(label)) return label;
  return `${image.prev === null ? '' : ' '}${label}${image.next === null ? '' : ' '}`;
}

/** Returns a copy of the start of a document that is too long as HTML; `undefined` for one that is not. */
function findStart(document: Document): Document | undefined {
  if (!isTooLong(document, (text) => text.length * longestEscape)) return undefined;
  const leaves = new Set<AnyNode>();
  return isTooLong(document, measureEscaped, leaves) ? keepNodes(document, leaves) : undefined;
}

function measureEscaped(text: string): number {
  let { length } = text;
  for (const _escaped of text.matchAll(escaped)) length += longestEscape - 1;
  return length;
}

/** Whether a document is longer than the limit; `leaves` receives the nodes without children before the limit. */
function isTooLong(
  document: Document,
  lengthOf: (text: string) => number,
  leaves?: Set<AnyNode>,
): boolean {
  let length = 0;
  const pending: AnyNode[] = [document];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isText(node)) length += lengthOf(node.data);
    else if (isTag(node)) {
      length += node.name.length * 2 + 5;
      for (const name in node.attribs)
        length += name.length + lengthOf(node.attribs[name] ?? '') + 4;
    }
    if (length > maxLength) return true;
    const children = hasChildren(node) ? node.children : [];
    for (let index = children.length - 1; index >= 0; index -= 1) {
      pending.push(children[index] as AnyNode);
    }
    if (children.length === 0) leaves?.add(node);
  }
  return false;
}

interface OpenCopy {
  readonly original: ParentNode;
  readonly copy: ParentNode;
  /** Whether all content of the node is kept, or the node only surrounds kept nodes. */
  readonly isWhole: boolean;
}

/**
 * Returns a copy of a document with the given nodes, all their content, and the elements around them. The
 * document is not changed.
 */
export function keepNodes(document: Document, nodes: ReadonlySet<AnyNode>): Document {
  const holders = listHolders(nodes);
  const root = cloneNode(document);
  const pending: OpenCopy[] = [{ original: document, copy: root, isWhole: nodes.has(document) }];
  for (let open = pending.pop(); open !== undefined; open = pending.pop()) {
    const { original, copy, isWhole } = open;
    const kept = isWhole
      ? original.children
      : original.children.filter((child) => nodes.has(child) || holders.has(child));
    // `map` gives the array its exact length: an array that grows reserves 17 places.
    copy.children = kept.map(copyNode);
    for (let index = 0; index < kept.length; index += 1) {
      const child = copy.children[index] as ChildNode;
      const from = kept[index] as ChildNode;
      child.parent = copy;
      child.prev = copy.children[index - 1] ?? null;
      child.next = copy.children[index + 1] ?? null;
      if (!hasChildren(from) || !hasChildren(child) || from.children.length === 0) continue;
      pending.push({ original: from, copy: child, isWhole: isWhole || nodes.has(from) });
    }
  }
  return root;
}

/**
 * Returns a copy of the node without its children. Elements keep their class: rendering elements of two classes is
 * slower.
 */
function copyNode(node: ChildNode): ChildNode {
  if (isText(node)) return new Text(node.data);
  if (!(node instanceof LinkedElement)) return cloneNode(node);
  const copy = new LinkedElement(node.name, { ...node.attribs }, node.spaceRule);
  copy.children = [];
  if (node.namespace !== undefined) copy.namespace = node.namespace;
  if (isOwnName(node.name)) copyOwnDisplay(node, copy);
  return copy;
}

function listHolders(nodes: ReadonlySet<AnyNode>): ReadonlySet<AnyNode> {
  const holders = new Set<AnyNode>();
  for (const node of nodes) {
    for (
      let holder = node.parent;
      holder !== null && !holders.has(holder);
      holder = holder.parent
    ) {
      holders.add(holder);
    }
  }
  return holders;
}

/** Takes elements out of the tree in time that grows with their number and that of their siblings together. */
export function removeElements(elements: Iterable<ChildNode>): void {
  const gone = new Set(elements);
  const parents = new Set<ParentNode>();
  for (const { parent } of gone) if (parent !== null) parents.add(parent);
  for (const parent of parents) {
    parent.children = parent.children.filter((child) => !gone.has(child));
    for (const [index, child] of parent.children.entries()) {
      child.prev = parent.children[index - 1] ?? null;
      child.next = parent.children[index + 1] ?? null;
    }
  }
  for (const element of gone) {
    element.parent = null;
    element.prev = null;
    element.next = null;
  }
}
