import renderNodes from 'dom-serializer';
import {
  type AnyNode,
  type Document,
  type Element,
  hasChildren,
  isTag,
  isText,
  type ParentNode,
  Text,
} from 'domhandler';
import { findAll } from 'domutils';
import { isApart, readPictureLabel } from '../images/read-picture-label.ts';
import { keepNodes } from './keep-nodes.ts';

/**
 * Images that stay: all, only those with a `data:` URI (`embedded`), or none. The others are replaced by their
 * alternative text, in the document as well.
 */
export type KeptImages = 'alt' | 'embedded' | 'keep';

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
