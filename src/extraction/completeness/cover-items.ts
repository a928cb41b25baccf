import { addTo, countAll, findLastUpTo, maxOf } from '../../runtime/collections.ts';
import type { SkipReason } from '../../runtime/contracts/list-coverage.ts';
import { isBlockTag } from '../../page/tree/node-text.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import type { PageIndex } from '../analysis/index-page.ts';
import {
  createHeadFinder,
  createTitleFinder,
  isAdvert,
  judgeBlocks,
  minTelling,
  standsInText,
  textOf,
} from './judge-blocks.ts';
import { compareSteps, usualSteps } from './compare-steps.ts';
import { type Block, type BlockSet, findBlocks, standsIn } from './find-blocks.ts';
import { type Misplaced, findMisplaced, minAlone } from './find-misplaced.ts';
import type { BlockPaths } from '../analysis/element-paths.ts';
import type { LocatedRecord, PageRange, RecordLocator } from './locate-records.ts';
import { paginationLabels } from '../../page/links/pagination-labels.ts';
import { joinName, splitWords } from '../lexicon/fold-label.ts';

/** How many times longer than the longest line with an item a line of the same list may be. */
const maxLonger = 3;
const minStrays = 2;

export interface Looker {
  readonly paths: BlockPaths;
  readonly locator: RecordLocator;
  readonly prompt: string;
  itemsLeft: number;
  statedLeft: number;
}

/** What the page shows beside the items of a list. */
export interface Skipped {
  readonly text: string;
  readonly reason: SkipReason;
  /** Its block where this does not stand among those with items. */
  readonly elsewhere?: PageRange | undefined;
}

export interface Covered {
  readonly found: number;
  readonly skipped: readonly Skipped[];
  readonly ranges: readonly (PageRange | undefined)[];
  readonly mixed: readonly string[];
  /** Values that stand where another item stands. */
  readonly misplaced: readonly Misplaced[];
  readonly hasMore: boolean;
}

/** Finds where a list's items stand, and what the page shows beside them: in blocks, else in lines, else in JSON-LD. */
export function coverItems(
  items: readonly unknown[],
  records: readonly LocatedRecord[],
  range: PageRange,
  looker: Looker,
): Covered | undefined {
  return (
    coverBlocks(items, records, range, looker) ??
    coverLines(items, records, range, looker) ??
    coverStated(items, records, range, looker)
  );
}

/** Holds items against the blocks that they stand in; `undefined` where they stand in none. */
function coverBlocks(
  items: readonly unknown[],
  records: readonly LocatedRecord[],
  range: PageRange,
  looker: Looker,
): Covered | undefined {
  const { paths, prompt } = looker;
  const set = findBlocks(paths, records, range);
  if (set === undefined) return undefined;
  const { page } = paths;
  const blocks = [...set.near, ...set.far];
  const ranges = set.blockOf.map((at) => blocks[at]);
  if (lieAcross(records, ranges)) return undefined;
  const arePlain = items.every((item) => typeof item !== 'object');
  if (arePlain && standByChance(items, records, ranges, looker)) return undefined;
  // Several items may stand in one block; an item that was returned twice counts once.
  const found = new Set(
    set.blockOf.flatMap((at, item) => (at < 0 ? [] : [`${at} ${JSON.stringify(items[item])}`])),
  );
  const matched = [...new Set(ranges)].filter((block) => block !== undefined);
  const own = new Set(matched.map(({ container }) => container));
  const skipped = judgeBlocks(paths, set, prompt, namesOf(items)).map(({ block, reason }) => ({
    text: textOf(page, block),
    reason,
    elsewhere: own.has(block.container) ? undefined : block,
  }));
  const last = matched.toSorted((a, b) => b.start - a.start)[0];
  const hasMore = last !== undefined && hasMoreControl(paths, last.container, last);
  const strays = findStrays(records, set, range, paths);
  const mixed = findMixedBlocks(paths, matched, strays).map((block) => textOf(page, block));
  const misplaced = findMisplaced(items, records, ranges, range, looker);
  return { found: found.size, skipped, ranges, mixed, misplaced, hasMore };
}

/** How many times longer than a value a text of several lines is that speaks of it. */
const maxMentioned = 10;
const minProse = 120;
/** Values by which it is seen whether the text only speaks of them. */
const maxTried = 100;
const siteTags: ReadonlySet<string> = new Set(['nav', 'header', 'footer']);

interface HeldValue {
  readonly block: Block;
  readonly value: string;
  readonly record: LocatedRecord;
}

/**
 * Whether blocks are not those of a list of plain values, which page data may state alone: paragraphs that speak of them, a menu that has
 * only some of them or is not where they are from, and any blocks in which most of the values do not stand.
 */
function standByChance(
  items: readonly unknown[],
  records: readonly LocatedRecord[],
  ranges: readonly (Block | undefined)[],
  looker: Looker,
): boolean {
  const { paths } = looker;
  const { page } = paths;
  const held = items.flatMap((item, at): readonly HeldValue[] => {
    const block = ranges[at];
    return block === undefined ? [] : [{ block, value: String(item), record: records[at] ?? [] }];
  });
  if (held.length * 2 <= items.length) return true;
  const tried = held.slice(0, maxTried);
  // One name may stand above a comment; in a heading it is what its block is about.
  const mustHead = items.length === 1;
  const mentions = tried.filter((each) => isMentioned(paths, each, mustHead));
  if (mentions.length * 2 > tried.length) return true;
  const first = page.elements[held[0]?.block.start ?? -1];
  if (first === undefined || !page.around(first).some(({ node }) => siteTags.has(node.name)))
    return false;
  const entries = new Set(held.map(({ block }) => block.container));
  const all = [...entries].reduce((sum, container) => sum + paths.children(container).length, 0);
  if (new Set(held.map(({ block }) => block)).size * 2 >= all) return false;
  // One word stands in a menu by chance, several only where they are its own.
  const isMenu = items.length > 1 && held.length >= items.length * minFound;
  return !isMenu || areStated(items, looker);
}

/** Whether a value stands in a block that is much longer than it, and nowhere there by itself. */
function isMentioned(
  paths: BlockPaths,
  { block, value, record }: HeldValue,
  mustHead: boolean,
): boolean {
  const { length } = textOf(paths.page, block);
  if (length <= minProse || length <= value.length * maxMentioned) return false;
  const places = record
    .flatMap((located) => located.places)
    .filter(
      ({ position, share }) => share >= minAlone && position > block.start && position < block.end,
    );
  return !places
    .slice(0, maxMentioned)
    .some(({ position }) =>
      mustHead ? isInHeading(paths, position, block) : isApart(paths, position, block),
    );
}

function isInHeading({ page: { elements } }: BlockPaths, position: number, block: Block): boolean {
  for (let at = position; at > block.start; at = elements[at]?.parent ?? -1)
    if (/^h[1-6]$/.test(elements[at]?.node.name ?? '')) return true;
  return false;
}

/** Whether no text runs on beside an element of a block: that of a heading or a link, not of a word in a sentence. */
function isApart(paths: BlockPaths, position: number, block: Block): boolean {
  const { elements, text } = paths.page;
  const toText = (at: number): string =>
    text.slice(elements[at]?.textStart, elements[at]?.textEnd).trim();
  const own = toText(position);
  let start = position;
  // Of elements with nothing but one another the outermost has the text beside them.
  for (let at = position; at > block.start && toText(at) === own; at = elements[at]?.parent ?? -1)
    start = at;
  const end = elements[start]?.end ?? start;
  return !standsInText(paths, { start, end, container: paths.parent(start) });
}

/** Whether the data of a page states these values as a list, or its meta tags have each of them. */
function areStated(items: readonly unknown[], looker: Looker): boolean {
  if (looker.statedLeft === 0) return false;
  looker.statedLeft -= 1;
  const { jsonLd, metaTags } = looker.paths.page.reading.structuredData;
  if (findStatedList(jsonLd, items) !== undefined) return true;
  const parts = metaTags.flatMap(({ content }) => content.split(/[,;]/).map(toWords));
  const stated = new Set(parts);
  return items.every((item) => stated.has(toWords(String(item))));
}

/** The names of the properties of items, joined. */
function namesOf(items: readonly unknown[]): ReadonlySet<string> {
  const names = items.flatMap((item) =>
    typeof item === 'object' && item !== null ? Object.keys(item) : [],
  );
  return new Set([...new Set(names)].map(joinName));
}

/** Values of a record that are found, at least, for it to be seen whether they stand together. */
const minValues = 3;

/** Whether the blocks hold no more than half of what their records state: these are the columns of a table, and not its rows. */
function lieAcross(
  records: readonly LocatedRecord[],
  ranges: readonly (PageRange | undefined)[],
): boolean {
  const shares = records.flatMap((record, at) => {
    const range = ranges[at];
    if (range === undefined || record.length < minValues) return [];
    const inside = record.filter((value) => standsIn(value, range));
    return inside.length / record.length;
  });
  return shares.length > 0 && shares.every((share) => share * 2 <= 1);
}

function findStrays(
  records: readonly LocatedRecord[],
  { blockOf }: BlockSet,
  range: PageRange,
  paths: BlockPaths,
): readonly Block[] {
  const strays = records.filter((record, at) => blockOf[at] === -1 && record.length > 1);
  if (strays.length < minStrays) return [];
  const set = findBlocks(paths, strays, range);
  if (set === undefined) return [];
  const blocks = [...set.near, ...set.far];
  return [...new Set(set.blockOf)].flatMap((at) => blocks[at] ?? []);
}

/** Holds plain values against the lines of the text that they stand in. */
function coverLines(
  items: readonly unknown[],
  records: readonly LocatedRecord[],
  range: PageRange,
  { paths: { page } }: Looker,
): Covered | undefined {
  // The values of a record stand in several lines.
  if (items.some((item) => typeof item === 'object')) return undefined;
  const set = findLines(page, records, range);
  if (set === undefined) return undefined;
  const used = new Set(set.lineOf);
  const texts = set.lines.map(({ start, end }) => foldText(page.text.slice(start, end)));
  const longest = maxOf(texts.filter((_, at) => used.has(at)).map(({ length }) => length));
  const reasonOf = (text: string): SkipReason => {
    if (/[:：]$/.test(text)) return 'header';
    return text.length > longest * maxLonger ? 'other kind' : 'left out';
  };
  const skipped = texts
    .filter((_, at) => !used.has(at))
    .map((text) => ({ text, reason: reasonOf(text) }));
  return {
    found: set.lineOf.filter((line) => line >= 0).length,
    skipped,
    ranges: set.lineOf.map((line) => (line < 0 ? undefined : range)),
    mixed: [],
    misplaced: [],
    hasMore: false,
  };
}

function coverStated(
  items: readonly unknown[],
  records: readonly LocatedRecord[],
  range: PageRange,
  looker: Looker,
): Covered | undefined {
  if (looker.statedLeft === 0 || records.some(({ length }) => length > 0)) return undefined;
  looker.statedLeft -= 1;
  const list = findStatedList(looker.paths.page.reading.structuredData.jsonLd, items);
  if (list === undefined) return undefined;
  const used = new Set(list.entryOf);
  const said = new Set(items.flatMap((item) => (typeof item === 'string' ? toWords(item) : [])));
  return {
    found: list.entryOf.filter((at) => at >= 0).length,
    skipped: list.entries.flatMap((text, at) =>
      // Another copy of an item says no more than it.
      used.has(at) || said.has(toWords(text)) ? [] : [{ text, reason: 'left out' }],
    ),
    ranges: list.entryOf.map((at) => (at < 0 ? undefined : range)),
    mixed: [],
    misplaced: [],
    hasMore: false,
  };
}

function toWords(text: string): string {
  return splitWords(text).join(' ');
}

const maxLabelLength = 40;
/** Elements around a list's own in which a control of the list stands. */
const maxAround = 3;
const label = new RegExp(paginationLabels.more, 'u');

/** Whether a control behind the last block loads more ("Show all 24"), before any heading and at most three elements out. */
function hasMoreControl(paths: BlockPaths, container: number, last: PageRange): boolean {
  const { page } = paths;
  let around = container;
  for (let level = 0; level < maxAround && paths.parent(around) >= 0; level += 1)
    around = paths.parent(around);
  const end = page.elements[around]?.end ?? 0;
  for (let at = last.end; at < end; at += 1) {
    const element = page.elements[at];
    if (element === undefined || /^h[1-6]$/.test(element.node.name)) return false;
    const { name, attribs } = element.node;
    if (name !== 'button' && name !== 'a' && attribs['role'] !== 'button') continue;
    const text = page.lineOf(element, maxLabelLength).toLowerCase();
    if (label.test(text)) return true;
  }
  return false;
}

const minBlocks = 3;
/** Share of the usual inner elements below which a block with other classes is built in another way. */
const minLikeness = 0.5;
/** Share of a header's words that two tables of one meaning have in common. */
const minSameWords = 0.5;

/** Blocks of another kind than most: adverts, rows with other columns, other classes and build, also among `strays`. */
function findMixedBlocks(
  paths: BlockPaths,
  blocks: readonly Block[],
  strays: readonly Block[],
): readonly Block[] {
  if (blocks.length < minBlocks) return [];
  const { page } = paths;
  const usual = usualSteps(paths, blocks);
  const step = mostFrequent(blocks.map(({ start }) => paths.step(start)));
  const headOf = createHeadFinder(paths);
  const titleOf = createTitleFinder(paths);
  const isRow = ({ start }: Block): boolean => page.elements[start]?.node.name === 'tr';
  const head = mostFrequent(blocks.filter(isRow).map((block) => headOf(block)));
  const titles = new Set(blocks.map(({ container }) => titleOf(container)));
  const isOther = (block: Block): boolean => {
    if (isAdvert(page, block)) return true;
    if (isRow(block)) return areOtherColumns(head, headOf(block));
    return (
      usual.size >= minTelling &&
      paths.step(block.start) !== step &&
      compareSteps(paths, block, usual) < minLikeness
    );
  };
  const others = [
    ...blocks.filter(isOther),
    // A large first card stands elsewhere too, but below the same heading.
    ...strays.filter(
      (block) => isOther(block) && (isRow(block) || !titles.has(titleOf(block.container))),
    ),
  ];
  // What most items stand in is what was asked for, an advert too.
  return others.length * 2 < blocks.length ? others : [];
}

function areOtherColumns(usual: string, head: string): boolean {
  if (usual === '' || head === '' || usual === head) return false;
  const words = new Set(splitWords(usual));
  const own = [...new Set(splitWords(head))];
  const common = own.filter((word) => words.has(word)).length;
  return common < Math.min(words.size, own.length) * minSameWords;
}

/** The most frequent text, the first of several; empty for none. */
function mostFrequent(texts: readonly string[]): string {
  const counts = countAll(texts);
  let best = '';
  for (const [text, times] of counts) if (times > (counts.get(best) ?? 0)) best = text;
  return best;
}

interface TextLine {
  readonly start: number;
  readonly end: number;
}

interface LineSet {
  readonly lines: readonly TextLine[];
  readonly lineOf: readonly number[];
}

/** Share of the items that must have a line of their own. */
const minApart = 0.9;
/** Fewest items by which lines are recognised as a list: two may be neighbours in any text. */
const minLines = 2;
const maxElements = 20_000;

/** The lines between line breaks among which the items of a list stand; `undefined` where they stand in no such lines. */
function findLines(
  page: PageIndex,
  records: readonly LocatedRecord[],
  range: PageRange,
): LineSet | undefined {
  const places = records.flatMap(([first]) => first?.places ?? []);
  const counts = countAll(places.map(({ position }) => position));
  let shared = -1;
  for (const [position, times] of counts) {
    if (position >= range.start && times > (counts.get(shared) ?? minLines - 1)) shared = position;
  }
  const element = page.elements[shared];
  if (element === undefined) return undefined;
  const lines = readLines(page, element.position);
  const starts = lines.map(({ start }) => start);
  const lineOf = records.map(([first]) => {
    const place = first?.places.find(
      ({ position }) => position >= element.position && position < element.end,
    );
    if (place === undefined) return -1;
    const line = findLastUpTo(starts, place.offset);
    return place.offset < (lines[line]?.end ?? 0) ? line : -1;
  });
  const found = lineOf.filter((line) => line >= 0);
  const isApart = new Set(found).size >= found.length * minApart;
  // Where most items stand elsewhere, these lines are not the list.
  return isApart && found.length * 2 > records.filter(({ length }) => length > 0).length
    ? { lines, lineOf }
    : undefined;
}

function readLines(page: PageIndex, position: number): readonly TextLine[] {
  const element = page.elements[position];
  if (element === undefined) return [];
  const borders = [element.textStart, element.textEnd];
  const last = Math.min(element.end, position + maxElements);
  for (let at = position + 1; at < last; at += 1) {
    const inner = page.elements[at];
    if (inner === undefined) break;
    if (inner.node.name === 'br') borders.push(inner.textStart);
    else if (isBlockTag(inner.node.name)) borders.push(inner.textStart, inner.textEnd);
  }
  borders.sort((a, b) => a - b);
  const lines: TextLine[] = [];
  for (const [at, start] of borders.entries()) {
    const end = borders[at + 1] ?? start;
    if (/[\p{L}\p{N}]/u.test(page.text.slice(start, end))) lines.push({ start, end });
  }
  return lines;
}

interface StatedList {
  readonly entryOf: readonly number[];
  readonly entries: readonly string[];
}

const maxValues = 50_000;
/** Share of the items that must stand in entries of their own. */
const minFound = 0.9;
const minEntries = 2;

function findStatedList(
  documents: readonly unknown[],
  items: readonly unknown[],
): StatedList | undefined {
  const wanted = items.map((item) => listTexts(item));
  const known = new Set(wanted.flat());
  let best: StatedList | undefined;
  let most = items.length * minFound;
  const pending: unknown[] = [...documents];
  let left = maxValues;
  // Grows while it is read: the values within a value follow.
  for (const value of pending) {
    if (typeof value !== 'object' || value === null) continue;
    const inner: readonly unknown[] = Object.values(value);
    left -= inner.length;
    if (left < 0) break;
    for (const each of inner) pending.push(each);
    if (!Array.isArray(value) || value.length < minEntries) continue;
    const texts = value.map((entry: unknown) => listTexts(entry));
    if (!texts.some((own) => own.some((text) => known.has(text)))) continue;
    const entryOf = match(wanted, texts);
    const found = entryOf.filter((at) => at >= 0).length;
    if (found < most) continue;
    most = found + 1;
    best = { entryOf, entries: texts.map((own) => own.join(' ')) };
  }
  return best;
}

/** For each item the first entry with one of its texts that no other item has. */
function match(
  items: readonly (readonly string[])[],
  entries: readonly (readonly string[])[],
): readonly number[] {
  const byText = new Map<string, number[]>();
  entries.forEach((texts, at) => {
    for (const text of new Set(texts)) addTo(byText, text, at);
  });
  return items.map((texts) => {
    for (const text of texts) {
      // Each place is taken once, so that equal texts of many entries are read once.
      const at = byText.get(text)?.shift();
      if (at !== undefined) return at;
    }
    return -1;
  });
}

/** The texts of an entry, and of the objects directly in it: a list item holds the thing that it lists. */
function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [foldText(value)].filter((text) => text !== '');
  if (typeof value !== 'object' || value === null) return [];
  const texts = Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (name.startsWith('@')) return [];
    if (typeof inner === 'string') return [foldText(inner)];
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return [];
    return Object.entries(inner).flatMap(([key, text]: [string, unknown]) =>
      typeof text === 'string' && !key.startsWith('@') ? [foldText(text)] : [],
    );
  });
  return texts.filter((text) => text !== '');
}
