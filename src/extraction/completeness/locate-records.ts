import {
  addTo,
  findFirstPlace,
  findLastUpTo,
  getOrMake,
  maxOf,
  minOf,
} from '../../runtime/collections.ts';
import type { PageIndex } from '../analysis/index-page.ts';
import { findImageSource } from '../../page/tree/pictures.ts';
import { chainHashes } from '../../runtime/unicode/chain-hashes.ts';

interface LocatedValue {
  /** Names of the properties that lead to it, without places in lists. */
  readonly name: string;
  readonly places: readonly Place[];
}

interface Place {
  readonly position: number;
  readonly share: number;
  /** Where the value starts in the page's text; of an address where the text of its element starts. */
  readonly offset: number;
}

export type LocatedRecord = readonly LocatedValue[];

export interface PageRange {
  readonly start: number;
  readonly end: number;
}

export interface RecordLocator {
  locate(item: unknown, range: PageRange, limit: number): LocatedRecord;
}

const maxValues = 16;
/** Places of one value in a page; more are those of a sign, or of a word such as "and". */
const maxPlaces = 20_000;
const maxDepth = 8;
const maxDistance = 40;
/** Of the values that stand together at one place, the share that must stand together at another place of the record. */
const minTogether = 0.7;
/** Of the share of words that a value has at its fullest place, what it must have at another one. */
const minWhole = 0.5;

/** Makes a locator for a page, whose text and addresses are indexed when they are first needed. */
export function createRecordLocator(page: PageIndex): RecordLocator {
  let words: ReturnType<typeof indexWords> | undefined;
  let addresses: ReadonlyMap<string, readonly number[]> | undefined;

  const known = new Map<string, readonly Place[]>();

  function addressPlaces(value: string): readonly Place[] {
    addresses ??= indexAddresses(page);
    const positions = addresses.get(toAddressKey(value, page.reading.url)) ?? [];
    return positions.map((position) => ({
      position,
      share: 1,
      offset: page.elements[position]?.textStart ?? 0,
    }));
  }

  function textPlaces(value: string | number): readonly Place[] {
    words ??= indexWords(page.text);
    for (const spelling of typeof value === 'number' ? spellNumber(value) : [value]) {
      const places: Place[] = [];
      for (const { start, end } of words.find(spelling, maxPlaces)) {
        const element = page.elements[elementAround(page, start, end)];
        if (element === undefined) continue;
        const share = words.count(start, end) / words.count(element.textStart, element.textEnd);
        places.push({ position: element.position, share, offset: start });
      }
      if (places.length > 0) return places;
    }
    return [];
  }

  /** All places of a value in the page, by where they start; a column of equal values is looked up once. */
  function placesOf(value: string | number): readonly Place[] {
    return getOrMake(known, `${typeof value} ${value}`, () => {
      const isAddress = typeof value === 'string' && /^https?:\/\//.test(value);
      return isAddress ? addressPlaces(value) : textPlaces(value);
    });
  }

  function placesIn(value: string | number, { start, end }: PageRange): readonly Place[] {
    const places = placesOf(value);
    if (start === 0 && end >= page.elements.length) return places;
    const from = page.elements[start]?.textStart ?? 0;
    const to = page.elements[start]?.textEnd ?? 0;
    return places
      .slice(firstFrom(places, from), firstFrom(places, to + 1))
      .filter(({ position }) => position >= start && position < end);
  }

  return {
    locate(item, range, limit) {
      const found = listValues(item).flatMap(({ name, value }) => {
        const places = placesIn(value, range);
        return places.length === 0 ? [] : [{ name, places }];
      });
      return keepWhole(keepTogether(keepOwn(keepNear(found, limit), page)));
    },
  };
}

function firstFrom(places: readonly Place[], offset: number): number {
  return findFirstPlace(places.length, (at) => (places[at]?.offset ?? 0) >= offset);
}

/** Of values in more places than are looked at, those nearest to the places of the record's rarest value. */
function keepNear(record: LocatedRecord, limit: number): LocatedRecord {
  const rarest = record.toSorted((a, b) => a.places.length - b.places.length)[0]?.places ?? [];
  const anchors = rarest.length > limit ? [] : rarest;
  const side = Math.max(1, Math.floor(limit / Math.max(1, anchors.length) / 2));
  return record.map(({ name, places }) => {
    if (places.length <= limit) return { name, places };
    if (anchors.length === 0) return { name, places: places.slice(0, limit) };
    const near = new Set<Place>();
    for (const { offset } of anchors) {
      const at = firstFrom(places, offset);
      for (const place of places.slice(Math.max(0, at - side), at + side)) near.add(place);
    }
    return { name, places: [...near] };
  });
}

const quoteTags: ReadonlySet<string> = new Set(['blockquote', 'q']);

/** Leaves out the places in quotes where a value has places that are in fewer: a later post quotes an earlier one, and names who wrote it. */
function keepOwn(record: LocatedRecord, page: PageIndex): LocatedRecord {
  return record.map(({ name, places }) => {
    if (places.length < 2) return { name, places };
    const depths = places.map(({ position }) => countQuotes(page, position));
    const least = minOf(depths);
    return { name, places: places.filter((_, at) => depths[at] === least) };
  });
}

function countQuotes({ elements }: PageIndex, position: number): number {
  let quotes = 0;
  for (let at = position; at >= 0; at = elements[at]?.parent ?? -1)
    if (quoteTags.has(elements[at]?.node.name ?? '')) quotes += 1;
  return quotes;
}

/** Leaves out values' places far from the other values: a title stands in its card, and in the navigation too. */
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
    const least = maxOf(places.map(({ share }) => share)) * minWhole;
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

function elementAround(page: PageIndex, start: number, end: number): number {
  const { elements } = page;
  let at =
    findFirstPlace(elements.length, (place) => (elements[place]?.textStart ?? 0) > start) - 1;
  while (at >= 0 && (page.elements[at]?.textEnd ?? 0) < end) at = page.elements[at]?.parent ?? -1;
  return at;
}

/** Addresses that are resolved; the rest of a page full of them is not looked at. */
const maxAddresses = 50_000;

function indexAddresses({ elements, reading }: PageIndex): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>();
  let count = 0;
  for (const { node, position } of elements) {
    const { href, src } = node.attribs;
    // A lazy picture stands for what it will load as well as for what it holds.
    const picture = node.name === 'img' ? findImageSource(node.attribs) : undefined;
    for (const address of new Set([href, src, picture])) {
      if (address === undefined || count >= maxAddresses) continue;
      count += 1;
      addTo(positions, toAddressKey(address, reading.url), position);
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

/** The words of a text in order, found by their characters without regard to case and punctuation. */
interface TextWords {
  /** At most `limit` places where a value's words follow each other; none once the text's share of work is done. */
  find(value: string, limit: number): readonly TextPlace[];
  /** How many words lie between two offsets. */
  count(start: number, end: number): number;
}

interface TextPlace {
  readonly start: number;
  readonly end: number;
}

const maxWords = 24;
/** Words of the text that are looked at for all values together: a page's longest table takes less than a tenth. */
const maxLooks = 20_000_000;

/** Indexes the words of a text. Takes time and room in proportion to its length: 16 bytes a word. */
function indexWords(text: string): TextWords {
  const { hashes, starts, ends } = readWords(text, text.length / 2 + 1);
  const chains = chainHashes(hashes);
  let looks = 0;
  const countBefore = (offset: number): number => findLastUpTo(starts, offset - 1) + 1;
  return {
    count: (start, end) => countBefore(end) - countBefore(start),
    find(value, limit) {
      const wanted = readWords(value, maxWords).hashes;
      let rarest = 0;
      wanted.forEach((hash, at) => {
        if (chains.count(hash) < chains.count(wanted[rarest] ?? 0)) rarest = at;
      });
      const places: TextPlace[] = [];
      const [head] = wanted;
      if (head === undefined) return places;
      let at = chains.first(wanted[rarest] ?? head);
      for (; at >= 0 && places.length < limit && looks < maxLooks; at = chains.next(at)) {
        const from = at - rarest;
        let same = 0;
        while (same < wanted.length && hashes[from + same] === wanted[same]) same += 1;
        looks += 1 + same;
        if (same < wanted.length) continue;
        places.push({ start: starts[from] ?? 0, end: ends[from + same - 1] ?? 0 });
      }
      return places;
    },
  };
}

interface Words {
  readonly hashes: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Reads the first words of a text: runs of letters, runs of digits, and single characters of scripts without spaces. */
function readWords(text: string, most: number): Words {
  const lower = text.toLowerCase();
  // A few letters become longer in lower case, which would move all places behind them.
  const folded = lower.length === text.length ? lower : text;
  const hashes = new Int32Array(Math.min(most, folded.length));
  const starts = new Int32Array(hashes.length);
  const ends = new Int32Array(hashes.length);
  let count = 0;
  let kind = gap;
  let hash = 0;
  for (let at = 0; at <= folded.length; at += 1) {
    const code = at < folded.length ? folded.charCodeAt(at) : space;
    const now = kindOf(code);
    if (kind !== gap && (now !== kind || kind === single)) {
      hashes[count] = hash;
      ends[count] = at;
      count += 1;
      kind = gap;
      if (count === hashes.length) break;
    }
    if (now === gap) continue;
    if (kind === gap) {
      starts[count] = at;
      hash = fnvBasis;
      kind = now;
    }
    hash = Math.imul(hash ^ code, fnvPrime);
  }
  return {
    hashes: hashes.subarray(0, count),
    starts: starts.subarray(0, count),
    ends: ends.subarray(0, count),
  };
}

const fnvBasis = 0x81_1c_9d_c5;
const fnvPrime = 0x01_00_01_93;
const space = 0x20;

type Kind = 0 | 1 | 2 | 3;
const gap: Kind = 0;
const letter: Kind = 1;
const digit: Kind = 2;
const single: Kind = 3;

const asciiKinds = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) return letter;
  return /\d/.test(character) ? digit : gap;
});

function kindOf(code: number): Kind {
  if (code < 0x80) return asciiKinds[code] as Kind;
  // Latin-1: signs, but for three fractions and three letters among them.
  if (code < 0xc0) return code >= 0xbc && code <= 0xbe ? digit : gap;
  if (code === 0xd7 || code === 0xf7) return gap;
  // Punctuation, currencies, arrows, forms; then those of East Asia.
  if ((code >= 0x20_00 && code < 0x2c_00) || (code >= 0x30_00 && code < 0x30_40)) return gap;
  // Thai, Lao, Myanmar, Khmer; kana and Chinese characters.
  if (code >= 0x0e_00 && code < 0x10_a0) return code >= 0x0f_00 && code < 0x10_00 ? letter : single;
  if (code >= 0x17_80 && code < 0x18_00) return single;
  if (code >= 0x30_40 && code < 0xa0_00) return single;
  // Surrogates: pictures mostly, and rare characters.
  return code >= 0xd8_00 && code < 0xf9_00 ? gap : letter;
}
