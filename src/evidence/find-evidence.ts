import type { Evidence } from '../contracts/evidence.ts';
import type { PageReading } from '../contracts/page-reading.ts';
import { readBlocks } from '../page/content/blocks/read-blocks.ts';
import { toNodePath } from '../page/tree/node-path.ts';
import { foldForSearch, indexLines, type LineHit, type LineIndex } from './index-lines.ts';
import { toJsonPointer } from '../schema/json-pointer.ts';

/**
 * Most values of one result that are looked up: a page's longest table fits, and the search takes at most about 0.3
 * s.
 */
const maxLeaves = 5_000;
/** Most places considered for one value. */
const maxHits = 50;
const maxSnippetLength = 200;
/** Fewest characters of a distinctive value; shorter ones ("5", "XL") occur in a page by chance. */
const shortestTellingLength = 3;
/** Months are looked up in the page's language and in this one, the most common on the web. */
const commonLanguage = 'en';

/**
 * Returns where each string and number of a result occurs in the page, in the result's order. Searches the whole page,
 * not only the part that a model received; of several places, returns the one nearest to the record's other values.
 */
export function findEvidence(answer: unknown, reading: PageReading): readonly Evidence[] {
  const index = indexLines(readBlocks(reading), reading.url);
  const languages = [...new Set([reading.language ?? commonLanguage, commonLanguage])];
  const leaves = listLeaves(answer, maxLeaves);
  const found = new Map<AnswerLeaf, LineHit>();
  for (const record of Map.groupBy(leaves, (leaf) => leaf.record).values()) {
    locateRecord(record, index, languages, found);
  }
  return leaves.map((leaf) => toEvidence(leaf, found.get(leaf)));
}

/** Locates a record by its rarest value; the other values are taken from the nearest places. */
function locateRecord(
  leaves: readonly AnswerLeaf[],
  index: LineIndex,
  languages: readonly string[],
  found: Map<AnswerLeaf, LineHit>,
): void {
  const located = leaves
    .map((leaf) => ({ leaf, hits: findSpelled(leaf, index, languages) }))
    .filter(({ hits }) => hits.length > 0)
    .sort((a, b) => a.hits.length - b.hits.length);
  let anchor: number | undefined;
  for (const { leaf, hits } of located) {
    const best = hits.reduce((kept, hit) => (isBetter(hit, kept, leaf, anchor) ? hit : kept));
    if (isShown(best)) anchor ??= best.line.block;
    found.set(leaf, best);
  }
}

function findSpelled(
  { value }: AnswerLeaf,
  index: LineIndex,
  languages: readonly string[],
): readonly LineHit[] {
  for (const spelling of spellValue(value, languages)) {
    const hits = index.find(spelling, maxHits);
    if (hits.length > 0) return hits;
  }
  return [];
}

/**
 * Whether one place is better than another. Visible text comes first, since people can find it in the page; for a value
 * so short that it may occur by chance, the place that names its property. Then nearness to the record's other values,
 * then lines that hold only the value.
 */
function isBetter(
  hit: LineHit,
  kept: LineHit,
  leaf: AnswerLeaf,
  anchor: number | undefined,
): boolean {
  const shown = Number(isShown(hit)) - Number(isShown(kept));
  const named = Number(isNamed(hit, leaf)) - Number(isNamed(kept, leaf));
  const isShort = String(leaf.value).length < shortestTellingLength;
  const [first, second] = isShort ? [named, shown] : [shown, named];
  if (first !== 0) return first > 0;
  if (second !== 0) return second > 0;
  const nearer =
    anchor === undefined
      ? 0
      : Math.abs(kept.line.block - anchor) - Math.abs(hit.line.block - anchor);
  if (nearer !== 0) return nearer > 0;
  return isWholeLine(hit, leaf) && !isWholeLine(kept, leaf);
}

function isShown({ line }: LineHit): boolean {
  return line.kind === 'text';
}

/** Whether the line itself bears the property's name: `offers.price` for `price`. */
function isNamed({ line }: LineHit, { name }: AnswerLeaf): boolean {
  const wanted = name.toLowerCase();
  return (
    wanted !== '' &&
    (line.name === wanted || line.name.endsWith(`.${wanted}`) || line.name.endsWith(`:${wanted}`))
  );
}

function isWholeLine({ line }: LineHit, { value }: AnswerLeaf): boolean {
  return line.text === foldForSearch(String(value));
}

function toEvidence({ path }: AnswerLeaf, hit: LineHit | undefined): Evidence {
  const source = hit?.line.sourceAt(hit.offset);
  if (hit === undefined || source === undefined) return { path, found: false };
  return {
    path,
    found: true,
    kind: hit.line.kind,
    node: toNodePath(source.node),
    ...(source.attribute === undefined ? {} : { attribute: source.attribute }),
    ...(source.pointer === undefined ? {} : { pointer: source.pointer }),
    snippet: snippetAround(hit),
  };
}

function snippetAround({ line: { shown }, offset }: LineHit): string {
  if (shown.length <= maxSnippetLength) return shown;
  const latest = shown.length - maxSnippetLength;
  const start = Math.max(0, Math.min(offset - maxSnippetLength / 4, latest));
  return shown.slice(start, start + maxSnippetLength);
}

/** A plain value in a result. */
interface AnswerLeaf {
  /** JSON Pointer into the result. */
  readonly path: string;
  /** Name of the property that holds the value or the list with the value; empty at the root. */
  readonly name: string;
  readonly value: string | number;
  /** JSON Pointer of the value's record: the values of one record are near each other in a page. */
  readonly record: string;
}

interface Place {
  readonly value: unknown;
  readonly path: readonly (string | number)[];
  readonly name: string;
  readonly record: string;
}

/**
 * Returns the strings and numbers of a result in order, without empty strings, nulls and booleans, which cannot be
 * looked up.
 */
function listLeaves(answer: unknown, maxLeaves: number): readonly AnswerLeaf[] {
  const leaves: AnswerLeaf[] = [];
  const places: Place[] = [{ value: answer, path: [], name: '', record: '' }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, path, name, record } = place;
    if (leaves.length === maxLeaves) break;
    if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) {
      leaves.push({ path: toJsonPointer(path), name, value, record });
    } else if (Array.isArray(value)) {
      // Pushed last first, so that they come off in order.
      for (let index = value.length - 1; index >= 0; index -= 1) {
        places.push({ value: value[index], path: [...path, index], name, record });
      }
    } else if (typeof value === 'object' && value !== null) {
      const own = toJsonPointer(path);
      for (const [key, item] of Object.entries(value).reverse()) {
        places.push({ value: item, path: [...path, key], name: key, record: own });
      }
    }
  }
  return leaves;
}

/** Smallest amount that pages group by thousands. */
const groupedFrom = 1_000;

/**
 * Returns the spellings of a value in a page, likeliest first: numbers with point or comma and with or without groups,
 * ISO dates with the month's name in the given languages.
 */
function spellValue(value: string | number, languages: readonly string[]): readonly string[] {
  if (typeof value === 'number') return spellNumber(value);
  const day = /^(\d{4}-\d{2}-\d{2})(?:$|T)/.exec(value)?.[1];
  const spellings = day === undefined ? [value] : [value, day, ...spellDay(day, languages)];
  return [...new Set(spellings)];
}

function spellNumber(value: number): readonly string[] {
  const exact = String(value);
  const plain = Number.isInteger(value) ? [exact, value.toFixed(2)] : [exact, value.toFixed(2)];
  const withPoint = plain.filter((digits) => Number(digits) === value);
  const grouped = Math.abs(value) < groupedFrom ? [] : withPoint.flatMap(spellGroups);
  const all = [...withPoint, ...withPoint.map((digits) => digits.replace('.', ',')), ...grouped];
  return [...new Set(all)];
}

function spellGroups(digits: string): readonly string[] {
  const [whole = '', fraction] = digits.split('.');
  const group = (separator: string) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, separator);
  const end = (point: string) => (fraction === undefined ? '' : `${point}${fraction}`);
  return [
    `${group(',')}${end('.')}`,
    `${group('.')}${end(',')}`,
    `${group(' ')}${end(',')}`,
    `${group('’')}${end('.')}`,
  ];
}

function spellDay(day: string, languages: readonly string[]): readonly string[] {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return [];
  return languages.flatMap((language) => {
    const [locale] = supported(language);
    if (locale === undefined) return [];
    return (['long', 'medium'] as const).map((dateStyle) =>
      new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(date),
    );
  });
}

function supported(language: string): readonly string[] {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language);
  } catch {
    // The page's `lang` attribute may be invalid.
    return [];
  }
}
