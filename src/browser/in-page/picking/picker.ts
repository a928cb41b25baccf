import type { Selector } from '../../../runtime/contracts/recipe/recipe.ts';
import type { RankedSelector } from '../../../runtime/contracts/recipe/fingerprint.ts';
import { type PickedField, fieldOf, listFields } from './picked-fields.ts';
import { listGroupSelectors } from './group-selectors.ts';
import * as dom from '../dom.ts';
import { findAll } from '../finder.ts';
import { markOf, elementOf } from '../marks.ts';
import { kindsBeside, type BlockKind } from './block-kinds.ts';
import { pickLists } from './level-finder.ts';

/** What was pointed at: a place in the window in CSS pixels, a marked element, or the first match of a selector. */
export type PickPoint =
  | { readonly x: number; readonly y: number }
  | { readonly mark: number }
  | { readonly selector: Selector['parts'] };

/** Elements of one kind, by their marks. */
interface MarkedKind {
  /** Tag and classes, as in a selector. */
  readonly label: string;
  readonly marks: readonly number[];
}

/** A list around the element that was pointed at. */
export interface MarkedList {
  readonly items: readonly number[];
  readonly misses: readonly MarkedKind[];
}

export type PickInput = PickPoint;

/** What was pointed at and the lists around it, the likeliest first. */
export interface PickOutput {
  /** `undefined` where there is no element. */
  readonly mark: number | undefined;
  readonly lists: readonly MarkedList[];
  /** Whether more blocks stand beside one another around the element than one list may have, so that none was looked for. */
  readonly isTooLong: boolean;
}

/** Selectors of items that a person wrote, best first. */
export interface MatchInput {
  readonly selectors: readonly Selector['parts'][];
}

/** What written selectors lead to. */
export interface MatchOutput {
  /** For each selector, the elements that it matches. */
  readonly counts: readonly number[];
  /** What the first selector that matches anything leads to, and the blocks beside that. */
  readonly list: MarkedList;
}

export interface ProposeInput {
  /** Marks of the items; `undefined`: the page is one item. */
  readonly items: readonly number[] | undefined;
  /** Mark of the element whose field is wanted; `undefined`: all fields. */
  readonly field: number | undefined;
}

export interface ProposeOutput {
  /** Selectors of the items; empty for a page, and where none leads to exactly them. */
  readonly items: readonly RankedSelector[];
  readonly fields: readonly PickedField[];
  /** For each field, the last name of the key under which the page's JSON-LD states its values; empty where it does not. */
  readonly keys: readonly string[];
}

/** Most items of a list. */
const maxItems = 5_000;
/** Characters of all JSON-LD of a page, and values of it, that are read. */
const maxJson = 2_000_000;
const maxValues = 20_000;

function elementAt(point: PickPoint): Element | undefined {
  if ('mark' in point) return elementOf(point.mark);
  if ('selector' in point) return findAll(point.selector, document)[0];
  return dom.elementAt(point.x, point.y);
}

function toMarked({ label, elements }: BlockKind): MarkedKind {
  return { label, marks: elements.map(markOf) };
}

function elementsOf(marks: readonly number[]): readonly Element[] {
  return marks
    .map(elementOf)
    .filter((element) => element !== undefined)
    .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
}

/** A value as JSON-LD and as the page shows it: words alone, or digits alone for amounts. */
function fold(said: string): string {
  const tidy = said.replace(/\s+/g, ' ').trim().toLowerCase();
  const amount = /^\D{0,4}(\d[\d.,]*\d|\d)\D{0,4}$/.exec(tidy);
  return amount === null ? tidy : (amount[1] ?? '').replace(/,(?=\d{3})/g, '');
}

/** The keys of the page's JSON-LD by value. */
function readKeys(): ReadonlyMap<string, ReadonlySet<string>> {
  const keys = new Map<string, Set<string>>();
  let left = maxJson;
  let count = 0;
  for (const block of document.querySelectorAll('script[type="application/ld+json"]')) {
    const json = block.textContent ?? '';
    left -= json.length;
    if (left < 0) break;
    let parsed: unknown;
    try {
      parsed = JSON.parse(json);
    } catch {
      // Not JSON: the page says nothing here.
      continue;
    }
    const stack: { readonly value: unknown; readonly key: string }[] = [{ value: parsed, key: '' }];
    for (let next = stack.pop(); next !== undefined && count < maxValues; next = stack.pop()) {
      const { value, key } = next;
      if (typeof value === 'string' || typeof value === 'number') {
        count += 1;
        const said = fold(String(value));
        if (said === '' || key.startsWith('@')) continue;
        const known = keys.get(said);
        if (known === undefined) keys.set(said, new Set([key]));
        else known.add(key);
      } else if (Array.isArray(value)) {
        for (const one of value) stack.push({ value: one, key });
      } else if (typeof value === 'object' && value !== null) {
        for (const [name, one] of Object.entries(value)) stack.push({ value: one, key: name });
      }
    }
  }
  return keys;
}

function keyOf(
  { samples, attribute }: PickedField,
  keys: ReadonlyMap<string, ReadonlySet<string>>,
): string {
  if (keys.size === 0) return '';
  const votes = new Map<string, number>();
  for (const sample of samples) {
    const isAddress = attribute === 'href' || attribute === 'src';
    const said = isAddress ? dom.toUrl(sample) : sample;
    for (const key of keys.get(fold(said)) ?? []) votes.set(key, (votes.get(key) ?? 0) + 1);
  }
  const [best] = [...votes].sort(([, a], [, b]) => b - a);
  return best !== undefined && best[1] * 2 > samples.length ? best[0].slice(0, 60) : '';
}

export function pick(input: PickInput): PickOutput {
  const element = elementAt(input);
  if (element === undefined) return { mark: undefined, lists: [], isTooLong: false };
  const found = pickLists(element);
  return {
    mark: markOf(element),
    isTooLong: found === undefined,
    lists: (found ?? []).map(({ items, misses }) => ({
      items: items.map(markOf),
      misses: misses.map(toMarked),
    })),
  };
}

export function match({ selectors: written }: MatchInput): MatchOutput {
  const hits = written.map((parts) => findAll(parts, document));
  const items = (hits.find((found) => found.length > 0) ?? []).slice(0, maxItems);
  return {
    counts: hits.map((found) => found.length),
    list: { items: items.map(markOf), misses: kindsBeside(items).map(toMarked) },
  };
}

export function propose({ items, field }: ProposeInput): ProposeOutput {
  const elements = items === undefined ? [document.documentElement] : elementsOf(items);
  const wanted = field === undefined ? undefined : elementOf(field);
  const one = wanted === undefined ? undefined : fieldOf(wanted, elements);
  const keys = readKeys();
  const isStated = (said: string): boolean => keys.has(fold(said));
  // Of a page that is one item only what it names is a field: everything else on it is text.
  const all = () => listFields(elements, items === undefined ? isStated : undefined);
  const found = field === undefined ? all() : one === undefined ? [] : [one];
  return {
    items: items === undefined ? [] : listGroupSelectors(elements),
    fields: found,
    keys: found.map((each) => keyOf(each, keys)),
  };
}
