import type { Evidence, InferredValue } from '../contracts/evidence.ts';
import type { PageReading } from '../page/page-reading.ts';
import { readBlocks } from '../page/content/blocks/read-blocks.ts';
import { toNodePath } from '../page/tree/node-path.ts';
import { foldForSearch, indexLines, type LineHit, type LineIndex } from './index-lines.ts';
import { toJsonPointer } from '../schema/json-pointer.ts';

/** Most values of one result that are looked up: a page's longest table fits. */
const maxLeaves = 5_000;
/** Values deeper than this are not looked up; answers are no deeper. */
const maxDepth = 64;
/** Characters of paths and snippets in all: what 5,000 values of usual pages take ten times over. */
const maxOutputLength = 8 * 1_024 * 1_024;
/** Most places considered for one value. */
const maxHits = 50;
const maxSnippetLength = 200;
/** Fewest characters of a distinctive value; shorter ones ("5", "XL") occur in a page by chance. */
const shortestTellingLength = 3;
/** Months are looked up in the page's language and in this one, the most common on the web. */
const commonLanguage = 'en';

export interface FindEvidenceInput {
  /** The result. */
  readonly value: unknown;
  /** The values that the extractor worked out. */
  readonly inferred: readonly InferredValue[];
}

/**
 * Returns where each string and number of a result occurs in the page, in the result's order. Searches the whole page,
 * not only the part that a model received; of several places, returns the one nearest to the record's other values.
 * Values beyond a limit are left out, and `warn` is called with a sentence that says so.
 */
export function findEvidence(
  { value: answer, inferred }: FindEvidenceInput,
  reading: PageReading,
  warn: (warning: string) => void,
): readonly Evidence[] {
  const index = indexLines(readBlocks(reading), reading.url);
  const languages = [...new Set([reading.language ?? commonLanguage, commonLanguage])];
  const rules = new Map(inferred.map(({ path, rule }) => [path, rule]));
  const leaves: AnswerLeaf[] = [];
  const found = new Map<AnswerLeaf, LineHit | undefined>();
  let isComplete = true;
  for (const leaf of listLeaves(answer)) {
    isComplete = leaves.length < maxLeaves;
    if (!isComplete) break;
    leaves.push(leaf);
  }
  for (const record of Map.groupBy(leaves, (leaf) => leaf.record).values()) {
    isComplete = locateRecord(record, index, languages, found) && isComplete;
  }
  const reports: Evidence[] = [];
  let length = 0;
  for (const leaf of leaves) {
    // What was not looked up is not said to be missing.
    if (!found.has(leaf)) continue;
    const report = toEvidence(leaf, found.get(leaf), rules.get(leaf.path));
    length += lengthOf(report);
    isComplete &&= length <= maxOutputLength;
    if (length > maxOutputLength) break;
    reports.push(report);
  }
  if (!isComplete) warn(incomplete);
  return reports;
}

const incomplete =
  'Evidence was looked up for a part of the values: there are too many, or they occur too often on the page.';

function lengthOf(report: Evidence): number {
  const { path } = report;
  const { node = '', snippet = '' } = report.status === 'unsupported' ? {} : report;
  return path.length + node.length + snippet.length;
}

/**
 * Locates a record by its rarest value; the other values are taken from the nearest places. Returns `false` when the search
 * took too much work to go on.
 */
function locateRecord(
  leaves: readonly AnswerLeaf[],
  index: LineIndex,
  languages: readonly string[],
  found: Map<AnswerLeaf, LineHit | undefined>,
): boolean {
  const located: { readonly leaf: AnswerLeaf; readonly hits: readonly LineHit[] }[] = [];
  for (const leaf of leaves) {
    const hits = findSpelled(leaf, index, languages);
    if (hits === undefined) return false;
    found.set(leaf, undefined);
    if (hits.length > 0) located.push({ leaf, hits });
  }
  located.sort((a, b) => a.hits.length - b.hits.length);
  let anchor: number | undefined;
  for (const { leaf, hits } of located) {
    const folded = foldForSearch(String(leaf.value));
    const best = hits.reduce((kept, hit) =>
      isBetter(hit, kept, leaf, folded, anchor) ? hit : kept,
    );
    if (isShown(best)) anchor ??= best.line.block;
    found.set(leaf, best);
  }
  return true;
}

function findSpelled(
  { value }: AnswerLeaf,
  index: LineIndex,
  languages: readonly string[],
): readonly LineHit[] | undefined {
  for (const spelling of spellValue(value, languages)) {
    const hits = index.find(spelling, maxHits);
    if (hits === undefined || hits.length > 0) return hits;
  }
  return [];
}

/**
 * Whether one place is better than another. Visible text comes first, since people can find it in the page; for a value
 * so short that it may occur by chance, the place that names its property. Then nearness to the record's other values,
 * then lines that hold only the value, `folded` for searching.
 */
function isBetter(
  hit: LineHit,
  kept: LineHit,
  leaf: AnswerLeaf,
  folded: string,
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
  return hit.line.text === folded && kept.line.text !== folded;
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

function toEvidence(
  { path, value }: AnswerLeaf,
  hit: LineHit | undefined,
  inferredBy: string | undefined,
): Evidence {
  const source = hit?.line.sourceAt(hit.offset);
  if (hit === undefined || source === undefined) {
    if (inferredBy === undefined) return { path, status: 'unsupported' };
    return { path, status: 'inferred', rule: inferredBy };
  }
  const isEqual = hit.line.shown.startsWith(String(value), hit.offset);
  const rule = typeof value === 'number' ? 'number' : 'spelling';
  return {
    path,
    ...(isEqual ? { status: 'supported' } : { status: 'normalised', rule }),
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

/**
 * Yields the strings and numbers of a result in order, without empty strings, nulls and booleans, which cannot be looked
 * up, and without what is too deep. Recursion follows the answer, to a bounded depth.
 */
function* listLeaves(value: unknown, place = rootPlace): Generator<AnswerLeaf> {
  const { path, name, record, depth } = place;
  if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) {
    yield { path, name, value, record };
  } else if (typeof value === 'object' && value !== null && depth < maxDepth) {
    const isList = Array.isArray(value);
    const own = isList ? record : path;
    for (const key of isList ? value.keys() : Object.keys(value)) {
      const inner: unknown = Reflect.get(value, key);
      const at = path + toJsonPointer([key]);
      yield* listLeaves(inner, {
        path: at,
        name: isList ? name : String(key),
        record: own,
        depth: depth + 1,
      });
    }
  }
}

const rootPlace = { path: '', name: '', record: '', depth: 0 };

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
