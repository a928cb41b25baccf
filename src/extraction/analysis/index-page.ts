import { type AnyNode, type Element, hasChildren, isTag, isText } from 'domhandler';
import { getOrMake } from '../../runtime/collections.ts';
import type { PageReading } from '../../page/page-reading.ts';
import { isBlockTag } from '../../page/tree/node-text.ts';
import { foldText, isSpace } from '../../runtime/unicode/fold-text.ts';
import { foldLabel, splitWords } from '../lexicon/fold-label.ts';
import { isNoteMark, joinBefore } from './is-note-mark.ts';

/** An element with its place: `position` in document order, descendants are `position + 1` up to `end`. */
export interface IndexedElement {
  readonly node: Element;
  readonly position: number;
  readonly parent: number;
  readonly depth: number;
  end: number;
  readonly textStart: number;
  textEnd: number;
}

export interface PageIndex {
  readonly reading: PageReading;
  /** The page's title up to 1,000 characters: titles are compared with each heading and entity. */
  readonly title: string;
  readonly elements: readonly IndexedElement[];
  readonly text: string;
  /** Text on one line; empty when longer than `maxLength`, so that reading all elements stays linear. */
  readonly lineOf: (element: IndexedElement, maxLength?: number) => string;
  readonly linesOf: (element: IndexedElement) => readonly string[];
  readonly labelOf: (element: IndexedElement) => string;
  /** Words of class, id and the attributes that tests and frameworks use as names. */
  readonly tokensOf: (element: IndexedElement) => ReadonlySet<string>;
  readonly childrenOf: (element: IndexedElement) => readonly IndexedElement[];
  /** The element and those around it, nearest first, at most `most` together. */
  readonly around: (element: IndexedElement, most?: number) => readonly IndexedElement[];
  /** The element of a node of the tree; of a text the one around it. */
  readonly elementOf: (node: AnyNode) => IndexedElement | undefined;
}

/** Whether an element is another one or holds it. */
export function holds({ position, end }: IndexedElement, inner: IndexedElement): boolean {
  return position <= inner.position && inner.position < end;
}

interface OpenElement extends IndexedElement {
  readonly piece: number;
}

/** Longer texts are bodies, not values; they are read only where a body is asked for. */
const maxValueLength = 300;
const maxLabelLength = 60;
const maxTitleLength = 1_000;
const maxBodyLength = 20_000;
const letterFirst = /^\p{L}/u;
const wordLast = /[\p{L}\d]$/u;
/** Behind it what is raised is an exponent, and no further digits: "1.99 × 10"; of 10 alone one digit is, and two are its cents. */
const powerBase = /[×·⋅*]\s?10$/;
const loneBase = /(?<![\p{L}\p{Nd}\p{Sc}.,]\s?)10$/u;
const loneExponent = /^(?:[-−–]\d{1,2}|\d)$/;
const nameAttributes: ReadonlySet<string> = new Set(['class', 'id', 'itemprop', 'property']);

/** Kept as long as the reading: extraction and completeness ask for the same page. */
const indexes = new WeakMap<PageReading, PageIndex>();

/** Walks the page once. Iterative; linear in the number of nodes. */
export function indexPage(reading: PageReading): PageIndex {
  return getOrMake(indexes, reading, () => readIndex(reading));
}

function readIndex(reading: PageReading): PageIndex {
  const elements: IndexedElement[] = [];
  const pieces: string[] = [];
  let length = 0;
  // A style may separate the words of inline elements that touch, without white space between.
  let touching = false;
  const write = (text: string): void => {
    if (text === '') return;
    if (touching && letterFirst.test(text) && wordLast.test(pieces.at(-1) ?? '')) {
      pieces.push(' ');
      length += 1;
    }
    touching = false;
    pieces.push(text);
    length += text.length;
  };
  const open: OpenElement[] = [];
  let sortKeys = 0;
  const dropText = (element: OpenElement): void => {
    pieces.length = element.piece;
    length = element.textStart;
    for (let at = element.position + 1; at < element.end; at += 1) {
      const inner = elements[at];
      if (inner !== undefined) Object.assign(inner, { textStart: length, textEnd: length });
    }
  };
  const leave = (): void => {
    const element = open.pop();
    if (element === undefined) return;
    element.end = elements.length;
    if (isSortKey(element.node)) {
      sortKeys -= 1;
      if (sortKeys === 0) dropText(element);
    } else if (isFootnoteMark(element, pieces) || isHeadingMark(element, pieces, open)) {
      dropText(element);
    }
    element.textEnd = length;
    write(gapAfter(element.node.name));
    touching = element.node.next !== null && isTag(element.node.next);
  };
  let node: AnyNode | null = reading.document.children[0] ?? null;
  while (node !== null) {
    let into: AnyNode | null = null;
    if (isText(node)) write(node.data);
    else if (isTag(node)) {
      write(isBlockTag(node.name) || node.name === 'br' ? '\n' : gapAfter(node.name));
      if (node.name === 'sup' && isExponent(node, pieces.at(-1) ?? '')) write('^');
      const element: OpenElement = {
        node,
        piece: pieces.length,
        position: elements.length,
        parent: open.at(-1)?.position ?? -1,
        depth: open.length,
        end: elements.length + 1,
        textStart: length,
        textEnd: length,
      };
      elements.push(element);
      open.push(element);
      if (isSortKey(node)) sortKeys += 1;
      into = node.children[0] ?? null;
      if (into === null) leave();
    } else if (hasChildren(node)) into = node.children[0] ?? null;
    if (into !== null) {
      node = into;
      continue;
    }
    while (node !== null && node.next === null) {
      node = node.parent;
      if (node !== null && isTag(node)) leave();
    }
    node = node?.next ?? null;
  }
  const text = pieces.join('');
  const title = reading.title.slice(0, maxTitleLength);
  return { reading, title, elements, text, ...readersOf(elements, text) };
}

function readersOf(
  elements: readonly IndexedElement[],
  text: string,
): Omit<PageIndex, 'reading' | 'title' | 'elements' | 'text'> {
  const lines = new Map<number, string>();
  const labels = new Map<number, string>();
  const tokens = new Map<number, ReadonlySet<string>>();
  const tokensByName = new Map<string, ReadonlySet<string>>();
  let byNode: ReadonlyMap<AnyNode, IndexedElement> | undefined;
  const lineOf: PageIndex['lineOf'] = (element, maxLength = maxValueLength) => {
    // White space of indented markup does not count as length; the factor bounds how much text is examined.
    if (element.textEnd - element.textStart > maxLength * 4 + 200) return '';
    let { textStart: start, textEnd: end } = element;
    while (start < end && isSpace(text.charCodeAt(start))) start += 1;
    while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
    // By place in the text: of elements within each other many have the same.
    const place = start * (text.length + 1) + end;
    const line = getOrMake(lines, place, () => foldText(text.slice(start, end)));
    return line.length <= maxLength ? line : '';
  };
  return {
    lineOf,
    labelOf(element) {
      return getOrMake(labels, element.position, () => foldLabel(lineOf(element, maxLabelLength)));
    },
    linesOf({ textStart, textEnd }) {
      if (textEnd - textStart > maxBodyLength) return [];
      return text
        .slice(textStart, textEnd)
        .split('\n')
        .map((line) => foldText(line))
        .filter((line) => line !== '');
    },
    tokensOf(element) {
      return getOrMake(tokens, element.position, () => {
        // The items of a list are called alike.
        const names = listNames(element.node);
        return getOrMake(tokensByName, names, () => readTokens(names));
      });
    },
    childrenOf(element) {
      const children: IndexedElement[] = [];
      let position = element.position + 1;
      while (position < element.end) {
        const child = elements[position];
        if (child === undefined) break;
        children.push(child);
        position = child.end;
      }
      return children;
    },
    around(element, most = Number.POSITIVE_INFINITY) {
      const around: IndexedElement[] = [];
      let at: IndexedElement | undefined = element;
      for (; at !== undefined && around.length < most; at = elements[at.parent]) around.push(at);
      return around;
    },
    elementOf(node) {
      byNode ??= new Map(elements.map((element) => [element.node, element]));
      return byNode.get(node) ?? (node.parent === null ? undefined : byNode.get(node.parent));
    },
  };
}

const maxNameLength = 1_000;
/** What tests of a site find its elements by. */
const testAttribute = /^data-(?:qa|test|(?:auto(?:mation)?|hook|cy|e2e)(?:-?id)?$)/;
const noTokens: ReadonlySet<string> = new Set();

/** The names of an element, parted by line ends: its classes, its id and what tests and data call it. */
export function listNames({ attribs }: Element): string {
  let names = '';
  for (const name of Object.keys(attribs)) {
    if (!nameAttributes.has(name) && !testAttribute.test(name)) continue;
    const value = attribs[name] ?? '';
    if (value.length <= maxNameLength) names += names === '' ? value : `\n${value}`;
  }
  return names;
}

/** Names of styles that hold a value of their own, as frameworks write them: `bg-[--brand-color]`. */
const styleName = /\S*\[\S*/g;

function readTokens(names: string): ReadonlySet<string> {
  return names === '' ? noTokens : new Set(splitWords(names.replaceAll(styleName, ' ')));
}

/** Whether an element holds a key that a script sorts by, which is not part of the text. */
function isSortKey({ name, attribs }: Element): boolean {
  return name === 'span' && attribs['class'] === 'sortkey';
}

function isFootnoteMark({ node, piece }: OpenElement, pieces: readonly string[]): boolean {
  if (node.name !== 'sup' || pieces.length - piece > 12) return false;
  return isNoteMark(node, pieces.slice(piece).join(''), joinBefore(pieces, piece));
}

function isExponent({ children }: Element, before: string): boolean {
  if (powerBase.test(before)) return true;
  const [only] = children;
  return (
    loneBase.test(before) &&
    children.length === 1 &&
    only !== undefined &&
    isText(only) &&
    loneExponent.test(only.data.trim())
  );
}

const maxHeadingMark = 4;

/** Whether an element is the `#` or `¶` with which a heading links to itself. */
function isHeadingMark(
  { node, piece }: OpenElement,
  pieces: readonly string[],
  around: readonly OpenElement[],
): boolean {
  if (node.name !== 'a' || pieces.length === piece || pieces.length - piece > maxHeadingMark)
    return false;
  if (node.attribs['href']?.startsWith('#') !== true) return false;
  const isInHeading = around.some((outer) => /^h[1-6]$/.test(outer.node.name));
  return isInHeading && !/[\p{L}\p{N}]/u.test(pieces.slice(piece).join(''));
}

function gapAfter(tag: string): string {
  if (isBlockTag(tag)) return '\n';
  return tag === 'td' || tag === 'th' || tag === 'button' ? ' ' : '';
}
