import type { PageIndex } from '../structure/analysis/index-page.ts';
import { indexWords } from './index-words.ts';

/** A value of a record, and the elements of the page that it may stand in. */
export interface LocatedValue {
  /** Names of the properties that lead to it, without places in lists. */
  readonly name: string;
  /** In page order. */
  readonly places: readonly Place[];
}

interface Place {
  /** Of the smallest element around it. */
  readonly position: number;
  /** Share of the element's words that the value is. */
  readonly share: number;
  /** Where the value starts in the page's text; of an address where the text of its element starts. */
  readonly offset: number;
}

/** The values of one item of a list that stand on the page. */
export type LocatedRecord = readonly LocatedValue[];

/** A part of the page: positions from `start` to before `end`. */
export interface PageRange {
  readonly start: number;
  readonly end: number;
}

/** Looks items of lists up in one page. */
export interface RecordLocator {
  locate(item: unknown, range: PageRange, limit: number): LocatedRecord;
}

/** Values of an item that are looked up: enough to recognise it by. */
const maxValues = 16;
const maxDepth = 8;
/** Elements between two values of one record. */
const maxDistance = 40;
/** Of the values that stand together at one place, the share that must stand together at another place of the record. */
const minTogether = 0.7;
/** Of the share of words that a value has at its fullest place, what it must have at another one. */
const minWhole = 0.5;

/** Makes a locator for a page, whose text and addresses are indexed when they are first needed. */
export function createRecordLocator(page: PageIndex): RecordLocator {
  let words: ReturnType<typeof indexWords> | undefined;
  let addresses: ReadonlyMap<string, readonly number[]> | undefined;

  function addressPlaces(value: string, limit: number): readonly Place[] {
    addresses ??= indexAddresses(page);
    const positions = addresses.get(toAddressKey(value, page.reading.url)) ?? [];
    return positions.slice(0, limit).map((position) => ({
      position,
      share: 1,
      offset: page.elements[position]?.textStart ?? 0,
    }));
  }

  function textPlaces(value: string | number, limit: number): readonly Place[] {
    words ??= indexWords(page.text);
    for (const spelling of typeof value === 'number' ? spellNumber(value) : [value]) {
      const places: Place[] = [];
      for (const { start, end } of words.find(spelling, limit)) {
        const element = page.elements[elementAround(page, start, end)];
        if (element === undefined) continue;
        const share = words.count(start, end) / words.count(element.textStart, element.textEnd);
        places.push({ position: element.position, share, offset: start });
      }
      if (places.length > 0) return places;
    }
    return [];
  }

  return {
    locate(item, range, limit) {
      const located: LocatedValue[] = [];
      for (const { name, value } of listValues(item)) {
        const isAddress = typeof value === 'string' && /^https?:\/\//.test(value);
        const all = isAddress ? addressPlaces(value, limit) : textPlaces(value, limit);
        const places = all.filter(
          ({ position }) => position >= range.start && position < range.end,
        );
        if (places.length > 0) located.push({ name, places });
      }
      return keepWhole(keepTogether(located));
    },
  };
}

/**
 * Leaves out the places of a record's values that are far from its other values: a title stands in its card, and in the
 * navigation too.
 */
function keepTogether(record: LocatedRecord): LocatedRecord {
  const places = record.flatMap((located, value) =>
    located.places.map(({ position: at }) => ({ at, value })),
  );
  if (record.length < 2) return record;
  places.sort((a, b) => a.at - b.at);
  const near = new Map<number, number>();
  const inside = new Int32Array(record.length);
  let values = 0;
  let most = 0;
  let from = 0;
  let to = 0;
  for (const { at } of places) {
    for (; to < places.length && (places[to]?.at ?? 0) <= at + maxDistance; to += 1) {
      const value = places[to]?.value ?? 0;
      if (inside[value] === 0) values += 1;
      inside[value] = (inside[value] ?? 0) + 1;
    }
    for (; (places[from]?.at ?? 0) < at - maxDistance; from += 1) {
      const value = places[from]?.value ?? 0;
      inside[value] = (inside[value] ?? 0) - 1;
      if (inside[value] === 0) values -= 1;
    }
    near.set(at, values);
    most = Math.max(most, values);
  }
  const least = most * minTogether;
  return record.flatMap(({ name, places: all }) => {
    const kept = all.filter(({ position }) => (near.get(position) ?? 0) >= least);
    return kept.length === 0 ? [] : [{ name, places: kept }];
  });
}

/** Leaves out the places in longer texts where a value has places that it fills: "whisk" is an item, and a word of prose. */
function keepWhole(record: LocatedRecord): LocatedRecord {
  return record.map(({ name, places }) => {
    const least = Math.max(...places.map(({ share }) => share)) * minWhole;
    return { name, places: places.filter(({ share }) => share >= least) };
  });
}

/** The first texts and numbers of an item, those in lists of plain values among them. */
function listValues(
  item: unknown,
): readonly { readonly name: string; readonly value: string | number }[] {
  const values: { name: string; value: string | number }[] = [];
  const pending: { name: string; value: unknown; depth: number }[] = [
    { name: '', value: item, depth: 0 },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { name, value, depth } = next;
    if (values.length >= maxValues) break;
    if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) {
      values.push({ name, value });
    } else if (typeof value === 'object' && value !== null && depth < maxDepth) {
      const inner = Array.isArray(value)
        ? value.slice(0, maxValues).map((entry: unknown) => ({ name, value: entry }))
        : Object.entries(value).map(([key, entry]) => ({
            name: `${name}/${key}`,
            value: entry as unknown,
          }));
      for (const entry of inner.reverse()) pending.push({ ...entry, depth: depth + 1 });
    }
  }
  return values;
}

/** How pages write a number: with all its decimals or two, thousands apart or not. */
function spellNumber(value: number): readonly string[] {
  const digits = String(Math.abs(value));
  const [whole = '', fraction] = digits.split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ' ');
  const ends =
    fraction === undefined ? ['', ' 00'] : [` ${fraction}`, ` ${fraction.padEnd(2, '0')}`];
  return [...new Set([whole, grouped])].flatMap((start) => ends.map((end) => start + end));
}

/** The smallest element that holds all of a stretch of the page's text; -1 where none does. */
export function elementAround(page: PageIndex, start: number, end: number): number {
  let low = 0;
  let high = page.elements.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((page.elements[middle]?.textStart ?? 0) <= start) low = middle;
    else high = middle - 1;
  }
  let at = low;
  while (at >= 0 && (page.elements[at]?.textEnd ?? 0) < end) at = page.elements[at]?.parent ?? -1;
  return at;
}

const addressAttributes = ['href', 'src', 'data-src'] as const;
/** Addresses that are resolved; the rest of a page full of them is not looked at. */
const maxAddresses = 50_000;

function indexAddresses({ elements, reading }: PageIndex): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>();
  let count = 0;
  for (const { node, position } of elements) {
    for (const name of addressAttributes) {
      const address = node.attribs[name];
      if (address === undefined || count >= maxAddresses) continue;
      count += 1;
      const key = toAddressKey(address, reading.url);
      const known = positions.get(key);
      if (known === undefined) positions.set(key, [position]);
      else known.push(position);
    }
  }
  return positions;
}

/** An absolute address without its fragment. */
function toAddressKey(address: string, base: string): string {
  const url = URL.parse(address.trim(), base);
  if (url === null) return address;
  url.hash = '';
  return url.href;
}
