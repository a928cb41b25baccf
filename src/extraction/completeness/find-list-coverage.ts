import type { ListCoverage, SkippedBlocks } from '../../runtime/contracts/list-coverage.ts';
import { findPagination } from '../../page/links/find-pagination.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import type { PageReading } from '../../page/page-reading.ts';
import { type PageIndex, indexPage } from '../analysis/index-page.ts';
import { getOrMake } from '../../runtime/collections.ts';
import { nameFirstPlaces } from '../../runtime/name-first.ts';
import { parseJsonPointer, toJsonPointer, isRecord } from '../../runtime/plain-json.ts';
import { type Covered, type Looker, coverItems } from './cover-items.ts';
import { type LocatedRecord, type PageRange, createRecordLocator } from './locate-records.ts';
import { findMostItems } from '../schema/find-schemas-at-path.ts';
import { listSchemaFields } from '../schema/list-schema-fields.ts';
import { type PageFacts, analysePage } from '../analysis/analyse-page.ts';
import { splitWords, toSingular } from '../lexicon/fold-label.ts';
import { listSteps, readBlockPaths } from '../analysis/element-paths.ts';
import { asksForPageParts } from '../structure/find-page-parts.ts';
import { findRepeats } from '../tables/find-repeats.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';

const maxItems = 5_000;
/** Places of one value that are looked at, those nearest to the others of its item; fewer where there are many items. */
const minPlaces = 12;
const maxPlaces = 60;
const allPlaces = 60_000;
/** Items of one value each have none to be near to: all places of theirs are looked at, up to these. */
const maxLonePlaces = 600;
/** Lists that are looked for in the page's JSON-LD, all of which is read for each. */
const maxStated = 10;
const maxSnippetLength = 120;

export interface FindListCoverageInput {
  readonly value: unknown;
  readonly prompt: string;
  readonly schema: JsonSchema | undefined;
}

export interface ListFindings {
  readonly lists: readonly ListCoverage[];
  readonly warnings: readonly string[];
}

/** Holds each list of a value against the blocks that the page shows. */
export function findListCoverage(
  reading: PageReading,
  { value, prompt, schema }: FindListCoverageInput,
): ListFindings {
  if (asksForPageParts(prompt)) return { lists: [], warnings: [] };
  const page = indexPage(reading);
  const { lists: held, faulty, unheld } = coverLists(value, prompt, page);
  const empty = findEmptyLists(reading, value, schema).map(
    ({ path, shown, text }): ListCoverage => ({
      path,
      returned: 0,
      shown,
      skipped: [{ reason: 'left out', count: shown, ...toSnippet(text) }],
    }),
  );
  const lists = [...held, ...empty];
  const warnings = [
    ...describeCoverages(lists, schema),
    ...nameFirst(faulty.repeated, describeRepeats, 'items again that the page shows once'),
    ...nameFirst(
      faulty.misplaced,
      describeMisplaced,
      'values that stand where another item stands',
    ),
  ];
  if (unheld === 0) return { lists, warnings };
  const count = unheld === 1 ? 'One list was' : `${unheld} lists were`;
  const cut = `${count} not held against the page: the lists of the result have more than ${maxItems} items.`;
  return { lists, warnings: [...warnings, cut] };
}

function coverLists(
  value: unknown,
  prompt: string,
  page: PageIndex,
): {
  readonly lists: readonly ListCoverage[];
  readonly faulty: Readonly<Record<'repeated' | 'misplaced', readonly HeldList[]>>;
  readonly unheld: number;
} {
  const held: HeldList[] = [];
  let unheld = 0;
  const looker: Looker = {
    paths: readBlockPaths(page),
    locator: createRecordLocator(page),
    prompt,
    itemsLeft: maxItems,
    statedLeft: maxStated,
  };
  const whole: PageRange = { start: 0, end: page.elements.length };
  const pending: { value: unknown; path: string; range: PageRange; isInner: boolean }[] = [
    { value, path: '', range: whole, isInner: false },
  ];
  // Grows while it is read: the lists in a list's items follow.
  for (const next of pending) {
    const { path, range, isInner } = next;
    if (Array.isArray(next.value)) {
      const items: readonly unknown[] = next.value;
      if (items.length > looker.itemsLeft) {
        unheld += 1;
        continue;
      }
      if (items.length === 0) continue;
      looker.itemsLeft -= items.length;
      const { covered, repeated } = coverList(items, range, looker);
      if (covered !== undefined) held.push({ path, items, covered, repeated, isInner });
      items.forEach((item, at) => {
        const inner = covered?.ranges[at];
        if (inner !== undefined && typeof item === 'object' && item !== null) {
          pending.push({
            value: item,
            path: path + toJsonPointer([at]),
            range: inner,
            isInner: true,
          });
        }
      });
    } else if (typeof next.value === 'object' && next.value !== null) {
      for (const [name, inner] of Object.entries(next.value)) {
        pending.push({ value: inner, path: path + toJsonPointer([name]), range, isInner });
      }
    }
  }
  const taken = new Set(
    held.flatMap(({ covered: { ranges } }) => ranges.flatMap((range) => range?.start ?? [])),
  );
  const faulty = {
    repeated: held.filter(({ repeated }) => repeated.length > 0),
    misplaced: held.filter(({ covered }) => covered.misplaced.length > 0),
  };
  return { lists: addNext(held, taken, page), faulty, unheld };
}

/** With the page's next page where a list goes on there: no part of one thing does, whose page leads to another thing. */
function addNext(
  held: readonly HeldList[],
  taken: ReadonlySet<number>,
  page: PageIndex,
): readonly ListCoverage[] {
  const next = held.length === 0 ? null : findPagination(page.reading).next;
  const isListing = next !== null && isFurtherPage(next, page.reading.url);
  return held.map((list) => {
    const coverage = toCoverage(list, taken);
    const goesOn = next !== null && !list.isInner && (isListing || areLinked(list, page));
    return goesOn ? { ...coverage, next } : coverage;
  });
}

/** Whether an address is that of a further page of what a page lists, and not of another thing: below it, or with other numbers. */
function isFurtherPage(address: string, url: string): boolean {
  const [next, own] = [URL.parse(address), URL.parse(url)];
  if (next === null || own === null || next.origin !== own.origin) return false;
  const stem = own.pathname.replace(/(?:\.\w{2,5}|\/)$/, '');
  const isBelow =
    next.pathname.startsWith(stem) && !/^\p{L}/u.test(next.pathname.slice(stem.length));
  return isBelow || maskNumbers(next.pathname) === maskNumbers(own.pathname);
}

function maskNumbers(path: string): string {
  return path.replaceAll(/\d+/g, '0');
}

/** Whether most things of a list stand beside links: these are what listings have, and not what one thing consists of. */
function areLinked({ items, covered: { ranges } }: HeldList, { elements }: PageIndex): boolean {
  if (!items.every((item) => isRecord(item))) return false;
  // Things that stand in no blocks of their own share one range.
  const places = [...new Set(ranges)].filter((range) => range !== undefined);
  const linked = places.filter(({ start, end }) =>
    elements.slice(start, end).some(({ node }) => node.name === 'a' && node.attribs['href']),
  );
  return places.length > 1 && linked.length * 2 > places.length;
}

/** Covers a list without the records that it has again and the page does not, as models repeat themselves. */
function coverList(
  items: readonly unknown[],
  range: PageRange,
  looker: Looker,
): Pick<HeldList, 'repeated'> & { readonly covered: Covered | undefined } {
  const covered = coverAll(items, range, looker);
  const firsts = listFirsts(items);
  const places = new Set<string>();
  const isAgain = items.map((_, at) => {
    const start = covered?.ranges[at]?.start;
    const place = `${firsts[at]} ${start}`;
    const isElsewhere = start !== undefined && !places.has(place);
    places.add(place);
    return firsts[at] !== at && !isElsewhere;
  });
  // Plain values are often the same, and stand in lines.
  if (!isAgain.includes(true) || !items.every(isRecord)) return { covered, repeated: [] };
  const kept = firsts.flatMap((_, at) => (isAgain[at] ? [] : [at]));
  const placeOf = new Map(kept.map((at, place) => [at, place]));
  const once = coverAll(
    kept.map((at) => items[at]),
    range,
    looker,
  );
  if (once === undefined) return { covered, repeated: [] };
  const ranges = firsts.map(
    (first, at) => once.ranges[placeOf.get(at) ?? placeOf.get(first) ?? -1],
  );
  const again = items.filter((_, at) => isAgain[at]);
  const isTold = again.length * once.skipped.length <= maxPairs;
  // What another block says was not read from the same one again.
  const repeated = isTold
    ? again.filter((item) => !once.skipped.some(({ text }) => statesAll(text, item)))
    : [];
  const misplaced = once.misplaced.map(({ item, name }) => ({ item: kept[item] ?? item, name }));
  return { covered: { ...once, ranges, misplaced }, repeated };
}

function statesAll(text: string, item: object): boolean {
  const texts = Object.values(item).filter((value) => typeof value === 'string');
  return texts.every((value) => text.includes(foldText(value)));
}

/** For each item the place of the first one that is equal to it. */
function listFirsts(items: readonly unknown[]): readonly number[] {
  const known = new Map<string, number>();
  return items.map((item, at) => getOrMake(known, JSON.stringify(item), () => at));
}

function coverAll(
  items: readonly unknown[],
  range: PageRange,
  looker: Looker,
): Covered | undefined {
  const isPlain = items.every((item) => typeof item !== 'object');
  const most = isPlain ? Math.max(maxPlaces, Math.min(maxLonePlaces, items.length * 2)) : maxPlaces;
  const limit = Math.min(most, Math.max(minPlaces, Math.floor(allPlaces / items.length)));
  const records: readonly LocatedRecord[] = items.map((item) =>
    looker.locator.locate(item, range, limit),
  );
  return coverItems(items, records, range, looker);
}

interface HeldList {
  readonly path: string;
  readonly items: readonly unknown[];
  readonly covered: Covered;
  /** Items that are in the list already, and on the page once. */
  readonly repeated: readonly unknown[];
  /** Whether it is in an item of another list. */
  readonly isInner: boolean;
}

/** Tells what a list lacks; `taken` has the blocks that some list of the result holds. */
function toCoverage({ path, items, covered }: HeldList, taken: ReadonlySet<number>): ListCoverage {
  const { found, ranges, mixed, hasMore } = covered;
  const besides = covered.skipped.filter(
    ({ reason, elsewhere }) => reason !== 'left out' || !taken.has(elsewhere?.start ?? -1),
  );
  const leftOut = besides.filter(({ reason }) => reason === 'left out').map(({ text }) => text);
  const unfound = items.filter((_, at) => ranges[at] === undefined).map((item) => textsOf(item));
  const reworded = matchReworded(unfound, leftOut);
  return {
    path,
    returned: items.length,
    shown: found + leftOut.length,
    skipped: groupByReason(besides, reworded),
    ...(mixed.length === 0 ? {} : { mixed: { count: mixed.length, ...toSnippet(mixed[0] ?? '') } }),
    ...(hasMore ? { more: true } : {}),
  };
}

/** Blocks by reason, those left out first and without those that items stand in in other words. */
function groupByReason(skipped: Covered['skipped'], reworded: number): readonly SkippedBlocks[] {
  const groups = [...Map.groupBy(skipped, ({ reason }) => reason)].map(
    ([reason, blocks]): SkippedBlocks => {
      const count = blocks.length - (reason === 'left out' ? reworded : 0);
      return { reason, count, ...toSnippet(blocks[0]?.text ?? '') };
    },
  );
  return groups
    .filter(({ count }) => count > 0)
    .sort((a, b) => Number(b.reason === 'left out') - Number(a.reason === 'left out'));
}

function toSnippet(text: string): { readonly snippet?: string } {
  return text === '' ? {} : { snippet: text.slice(0, maxSnippetLength) };
}

function textsOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  return Object.values(item)
    .filter((value) => typeof value !== 'object')
    .join(' ');
}

const maxPairs = 100_000;
const minCommon = 0.7;
const minWords = 2;
const word = /\p{L}{2,}|\p{N}+/gu;

/** How many of the first texts say what one of the second ones says in other words or signs, each taken once. */
export function matchReworded(items: readonly string[], blocks: readonly string[]): number {
  if (items.length * blocks.length > maxPairs) return 0;
  const left = blocks.map((text) => wordsOf(text));
  let matched = 0;
  for (const item of items) {
    const own = wordsOf(item);
    const at = left.findIndex((words) => areAlike(own, words));
    if (at < 0) continue;
    matched += 1;
    left.splice(at, 1);
  }
  return matched;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(word));
}

function areAlike(first: ReadonlySet<string>, second: ReadonlySet<string>): boolean {
  const least = Math.min(first.size, second.size);
  if (least < minWords) return false;
  let common = 0;
  for (const each of first) if (second.has(each)) common += 1;
  return common >= least * minCommon;
}

export interface EmptyList {
  readonly path: string;
  readonly shown: number;
  readonly text: string;
}

const minBlocks = 3;
/** Most words of a class or a heading that names a list: in longer ones the word stands for something else. */
const maxClassWords = 2;
const maxHeadingWords = 3;
const maxLists = 10;

/** Lists that are empty or absent although the page's classes or a heading call many blocks by the list's name. */
export function findEmptyLists(
  reading: PageReading,
  value: unknown,
  schema: JsonSchema | undefined,
): readonly EmptyList[] {
  const paths = [...listSchemaPaths(value, schema), ...listValuePaths(value)];
  const empty = new Map(paths.map((path) => [toJsonPointer(path), path] as const));
  if (empty.size === 0) return [];
  const facts = analysePage(reading, new Set());
  const named = readNamedBlocks(facts);
  return [...empty].slice(0, maxLists).flatMap(([pointer, path]) => {
    const wanted = splitWords(path.at(-1) ?? '').map((word) => toSingular(word));
    const blocks = named.find(({ names }) => names.some((words) => isNamed(wanted, words)));
    return blocks === undefined ? [] : [{ path: pointer, shown: blocks.shown, text: blocks.text }];
  });
}

function listSchemaPaths(
  value: unknown,
  schema: JsonSchema | undefined,
): readonly (readonly string[])[] {
  if (schema === undefined) return [];
  return listSchemaFields(schema)
    .filter(({ types, arrayDepth }) => arrayDepth === 0 && types.includes('array'))
    .map(({ path }) => path)
    .filter((path) => {
      const around = valueAt(value, path.slice(0, -1));
      const own = valueAt(value, path);
      return isRecord(around) && (own === undefined || own === null || isEmpty(own));
    });
}

function listValuePaths(value: unknown): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  const pending: { value: unknown; path: readonly string[] }[] = [{ value, path: [] }];
  for (const next of pending) {
    if (isEmpty(next.value)) found.push(next.path);
    else if (isRecord(next.value)) {
      for (const [name, inner] of Object.entries(next.value)) {
        pending.push({ value: inner, path: [...next.path, name] });
      }
    }
  }
  return found;
}

interface NamedBlocks {
  readonly names: readonly ReadonlySet<string>[];
  readonly shown: number;
  readonly text: string;
}

/** Parts that repeat which are looked at for their names. */
const maxNamedLists = 16;

/** What repeats in the page's content, most text first, with what the page calls it: its classes, and the heading before it. */
function readNamedBlocks({ page, zones }: PageFacts): readonly NamedBlocks[] {
  const headings = page.elements.filter(({ node }) => /^h[1-6]$/.test(node.name));
  return findRepeats(page, listSteps(page))
    .slice(0, maxNamedLists)
    .flatMap(({ parents: [parent], blocks }) => {
      const [first] = blocks;
      const block = page.elements[first?.start ?? -1];
      if (first === undefined || block === undefined || parent === undefined) return [];
      if (blocks.length < minBlocks || zones.isAside(parent)) return [];
      // Paragraphs below a heading are its text.
      if (/^(?:p|h[1-6])$/.test(block.node.name)) return [];
      const heading = headings.findLast(({ position }) => position < first.start);
      const classes = (block.node.attribs['class'] ?? '').split(/\s+/).map(toWords);
      const title = toWords(heading === undefined ? '' : page.lineOf(heading));
      return [
        {
          names: [
            ...classes.filter(({ size }) => size <= maxClassWords),
            ...(title.size <= maxHeadingWords ? [title] : []),
          ],
          shown: blocks.length,
          text: foldText(page.text.slice(first.from, first.to)),
        },
      ];
    });
}

function toWords(name: string): ReadonlySet<string> {
  return new Set(splitWords(name).map((word) => toSingular(word)));
}

function isNamed(wanted: readonly string[], words: ReadonlySet<string>): boolean {
  return wanted.length > 0 && wanted.every((word) => words.has(word));
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const name of path) at = isRecord(at) ? at[name] : undefined;
  return at;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

const maxMissing = 0.1;
const maxNamed = 5;
const maxNamedLength = 60;

/** Warns of lists that lack a tenth of what the page shows, unless the schema allows no more, and of two kinds of blocks. */
export function describeCoverages(
  coverages: readonly ListCoverage[],
  schema: JsonSchema | undefined,
): readonly string[] {
  const incomplete = coverages.filter((coverage) => isIncomplete(coverage, schema));
  const mixed = coverages.filter((coverage) => coverage.mixed !== undefined);
  return [
    ...nameFirst(incomplete, describe, 'less than what the page shows'),
    ...nameFirst(mixed, describeMixed, 'items in blocks of two kinds'),
  ];
}

function nameFirst<List>(
  lists: readonly List[],
  toSentence: (list: List) => string,
  fault: string,
): readonly string[] {
  const named = lists.slice(0, maxNamed).map((list) => toSentence(list));
  const rest = lists.length - named.length;
  if (rest === 0) return named;
  const more = rest === 1 ? 'One more list has' : `${rest} more lists have`;
  return [...named, `${more} ${fault}.`];
}

function isIncomplete(coverage: ListCoverage, schema: JsonSchema | undefined): boolean {
  const missing = countLeftOut(coverage);
  if (missing === 0 || missing < coverage.shown * maxMissing) return false;
  const limit =
    schema === undefined ? undefined : findMostItems(schema, parseJsonPointer(coverage.path) ?? []);
  return limit === undefined || coverage.returned < limit;
}

function countLeftOut({ skipped }: ListCoverage): number {
  return skipped.find(({ reason }) => reason === 'left out')?.count ?? 0;
}

function describe(coverage: ListCoverage): string {
  const { path, returned, shown, skipped } = coverage;
  const example = toExample(skipped[0]?.snippet);
  if (returned === 0) {
    return `${nameList(path)} is empty; the page shows ${shown} blocks of that name${example}.`;
  }
  const reasons = skipped.map(({ reason, count }, at) =>
    at === 0 ? `${count} ${reason}${example}` : `${count} ${reason}`,
  );
  const has = shown - countLeftOut(coverage);
  return `${nameList(path)} has ${has} of the ${shown} that the page shows; without an item: ${reasons.join(', ')}.`;
}

function describeMixed({ path, returned, mixed }: ListCoverage): string {
  const { count = 0, snippet } = mixed ?? {};
  const stand = count === 1 ? 'stands in a block' : 'stand in blocks';
  return `${nameList(path)} mixes two kinds: ${count} of its ${returned} items ${stand} of another kind than the others${toExample(snippet)}.`;
}

function describeRepeats({ path, repeated }: HeldList): string {
  const items = repeated.length === 1 ? '1 item' : `${repeated.length} items`;
  const example = toExample(foldText(textsOf(repeated[0])));
  return `${nameList(path)} has ${items} again that the page shows once${example}.`;
}

function describeMisplaced({ path, covered: { misplaced } }: HeldList): string {
  const places = misplaced.map(({ item, name }) => path + toJsonPointer([item, name]));
  const [values, stand] =
    places.length === 1 ? ['1 value', 'stands'] : [`${places.length} values`, 'stand'];
  return `${nameList(path)} has ${values} that ${stand} where another of its items stands: ${nameFirstPlaces(places, maxNamed)}.`;
}

function toExample(snippet = ''): string {
  return snippet === '' ? '' : ` (the first: "${shorten(snippet)}")`;
}

function nameList(path: string): string {
  const name = (parseJsonPointer(path) ?? []).join('/');
  return name === '' ? 'The list' : `\`${name}\``;
}

function shorten(text: string): string {
  return text.length <= maxNamedLength ? text : `${text.slice(0, maxNamedLength - 1)}…`;
}
