import { type AnyNode, type Document, type Element, hasChildren, isTag, isText } from 'domhandler';
import { readPictureLabel } from './pictures.ts';
import { isBlockTag } from './node-text.ts';
import { collapseSpace, foldText } from '../../runtime/unicode/fold-text.ts';
import { stripInvisible } from '../../runtime/unicode/strip-invisible.ts';
import { findNode } from './node-path.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** A place on the page that can be marked. */
export interface PreviewPlace {
  /** Path of the node in the cleaned page, as in evidence. */
  readonly node: string;
  /** Offsets in the text of the node, white space collapsed; absent: all of the node. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** A page as something to look at. */
export interface PagePreview {
  /**
   * HTML of a fixed set of elements, without any address, style, script, form or attribute but `class`, `data-e` (numbers of the
   * places that begin or lie there, joined by commas), `colspan` and `rowspan`.
   */
  readonly html: string;
  /** Whether the page is longer than was asked for, and ends early. */
  readonly isCut: boolean;
}

/** Elements that a page keeps; others become `div` or `span`. */
const keptTags: ReadonlySet<string> = toWordSet(
  'article aside b blockquote br caption code dd del dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i ins ' +
    'kbd li main nav ol p pre s section small strong sub sup table tbody td tfoot th thead tr u ul',
);
const emptyTags: ReadonlySet<string> = new Set(['br', 'hr']);
const leftOut: ReadonlySet<string> = new Set(['head', 'title', 'script', 'style', 'template']);
const noPlaces: readonly number[] = [];

interface Range {
  readonly place: number;
  readonly start: number;
  readonly end: number;
}

/** A page as inert HTML of at most about `maxLength` characters, in which the places can be found by their number in `places`. */
export function toPagePreview(
  document: Document,
  places: readonly PreviewPlace[],
  maxLength: number,
): PagePreview {
  const { elements, texts } = locate(document, places);
  const parts: string[] = [];
  let length = 0;
  let isCut = false;

  function add(part: string): void {
    parts.push(part);
    length += part.length;
  }

  function addText(text: string, ranges: readonly Range[]): void {
    const borders = [
      ...new Set([0, text.length, ...ranges.flatMap(({ start, end }) => [start, end])]),
    ]
      .filter((border) => border <= text.length)
      .toSorted((one, other) => one - other);
    for (const [index, from] of borders.slice(0, -1).entries()) {
      const to = borders[index + 1] ?? text.length;
      const numbers = ranges.filter(({ start, end }) => start <= from && end >= to);
      const piece = escapeText(text.slice(from, to));
      const places = numbers.map(({ place }) => place);
      add(places.length === 0 ? piece : `<mark data-e="${places.join(',')}">${piece}</mark>`);
    }
  }

  function addElement(element: Element): void {
    const numbers = elements.get(element) ?? noPlaces;
    if (element.name === 'img') {
      const label = foldText(readPictureLabel(element).slice(0, 500));
      add(
        `<span class="picture"${toMark(numbers)}>${escapeText(label === '' ? 'picture' : label)}</span>`,
      );
      return;
    }
    const name = toName(element);
    add(
      `<${name}${element.name === 'a' ? ' class="link"' : ''}${toSpans(element)}${toMark(numbers)}>`,
    );
    if (emptyTags.has(name)) return;
    addChildren(element);
    add(`</${name}>`);
  }

  function addChildren(parent: AnyNode): void {
    for (const child of hasChildren(parent) ? parent.children : []) {
      if (length > maxLength) {
        isCut = true;
        return;
      }
      if (isText(child)) {
        const room = maxLength - length + 1;
        const ranges = texts.get(child) ?? [];
        const text =
          ranges.length === 0 && isPreformatted(child) ? child.data : toShown(child.data);
        isCut ||= text.length > room;
        addText(text.slice(0, room), ranges);
      } else if (isTag(child) && !leftOut.has(child.name)) addElement(child);
    }
  }

  addChildren(document);
  return { html: parts.join(''), isCut };
}

function locate(
  document: Document,
  places: readonly PreviewPlace[],
): {
  readonly elements: ReadonlyMap<AnyNode, readonly number[]>;
  readonly texts: ReadonlyMap<AnyNode, readonly Range[]>;
} {
  const elements = new Map<AnyNode, number[]>();
  const texts = new Map<AnyNode, Range[]>();
  for (const [place, { node: path, start, end }] of places.entries()) {
    const node = path === '' ? undefined : findNode(document, path);
    if (node === undefined) continue;
    if (isText(node)) {
      const shown = toShown(node.data);
      // Offsets of evidence count from the first character that is no white space.
      const from = shown.startsWith(' ') ? 1 : 0;
      const range = {
        place,
        start: from + (start ?? 0),
        end: end === undefined ? shown.trimEnd().length : from + end,
      };
      texts.set(node, [...(texts.get(node) ?? []), range]);
    } else elements.set(node, [...(elements.get(node) ?? []), place]);
  }
  return { elements, texts };
}

function toShown(data: string): string {
  return collapseSpace(stripInvisible(data));
}

function isPreformatted(node: AnyNode): boolean {
  for (let at = node.parent; at !== null; at = at.parent)
    if (isTag(at) && at.name === 'pre') return true;
  return false;
}

function toName({ name }: Element): string {
  if (keptTags.has(name)) return name;
  return isBlockTag(name) ? 'div' : 'span';
}

/** `colspan` and `rowspan`, as browsers read them. */
function toSpans({ name, attribs }: Element): string {
  if (name !== 'td' && name !== 'th') return '';
  return ['colspan', 'rowspan']
    .filter((each) => /^[1-9]\d?$/.test(attribs[each] ?? ''))
    .map((each) => ` ${each}="${attribs[each]}"`)
    .join('');
}

function toMark(numbers: readonly number[]): string {
  return numbers.length === 0 ? '' : ` data-e="${numbers.join(',')}"`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
