import type { Evidence } from '../contracts/evidence.ts';
import type { PageReading } from '../contracts/page-reading.ts';
import { readBlocks } from '../page/content/blocks/read-blocks.ts';
import { toNodePath } from '../page/tree/node-path.ts';
import { foldForSearch, indexLines, type LineHit, type LineIndex } from './index-lines.ts';
import { toJsonPointer } from '../schema/json-pointer.ts';

/** Values looked up in one answer: a page's longest table fits, and the search stays within about 0.3 s. */
const maxLeaves = 5_000;
/** Places considered for one value. */
const maxHits = 50;
const maxSnippetLength = 200;
/** Shorter values ("5", "XL") stand in a page by chance. */
const shortestTellingLength = 3;
/** Months are spelled in the page's own language and in the web's commonest. */
const commonLanguage = 'en';

/**
 * Where in the page each string and number of an answer stands, in the answer's order. Looked up in all of the page,
 * not only in what a model was shown; of several places the one nearest to the record's other values counts.
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

/** The rarest value of a record says where the record stands; the others are taken nearest to it. */
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
 * Visible text comes first, since it can be looked up in the page; of a value so short that it may stand there by chance
 * the place that names it. Then nearness to the record's other values, then lines that say nothing else.
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

/** A plain value in an answer. */
interface AnswerLeaf {
  /** JSON Pointer in the answer. */
  readonly path: string;
  /** Name of the property that holds it, or holds the list that it is in; empty at the root. */
  readonly name: string;
  readonly value: string | number;
  /** Pointer of the record that it belongs to: the values of one record stand near each other in a page. */
  readonly record: string;
}

interface Place {
  readonly value: unknown;
  readonly path: readonly (string | number)[];
  readonly name: string;
  readonly record: string;
}

/** Strings and numbers of an answer, in its order; what is empty, null or a yes or no stands nowhere in a page. */
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
 * How a value may stand in a page, likeliest first: numbers with point or comma and with or without groups,
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
    // A page may say anything in its `lang` attribute.
    return [];
  }
}
