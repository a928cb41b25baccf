import type { SkipReason } from '../contracts/list-coverage.ts';
import { foldText } from '../page/text/node-text.ts';
import type { PageIndex } from '../structure/analysis/index-page.ts';
import { textOf } from './blocks/block-features.ts';
import type { BlockPaths } from './blocks/block-paths.ts';
import { type Block, type BlockSet, findBlocks } from './blocks/find-blocks.ts';
import { findMixedBlocks } from './blocks/find-mixed-blocks.ts';
import { hasMoreControl } from './blocks/has-more-control.ts';
import { judgeBlocks } from './blocks/judge-blocks.ts';
import { findLines } from './find-lines.ts';
import { findStatedList } from './find-stated-list.ts';
import type { LocatedRecord, PageRange, RecordLocator } from './locate-records.ts';

/** How many times longer than the longest line with an item a line of the same list may be. */
const maxLonger = 3;
/** Fewest records elsewhere on the page that are a kind of their own. */
const minStrays = 2;

/** What all lists of a result are looked up with. */
export interface Looker {
  readonly page: PageIndex;
  readonly paths: BlockPaths;
  readonly locator: RecordLocator;
  readonly prompt: string;
  itemsLeft: number;
  /** Lists that may still be looked for in JSON-LD. */
  statedLeft: number;
}

/** What the page shows besides the items of a list. */
export interface Covered {
  /** Items that were found in a block or a line. */
  readonly found: number;
  readonly skipped: readonly { readonly text: string; readonly reason: SkipReason }[];
  /** By item: the part of the page that it stands in. */
  readonly ranges: readonly (PageRange | undefined)[];
  /** Texts of the items' blocks that are of another kind than most. */
  readonly mixed: readonly string[];
  /** Whether a control behind the items loads or shows more. */
  readonly hasMore: boolean;
}

/**
 * Finds where the items of a list stand, and what the page shows beside them: in blocks, else in lines of text, else in its
 * JSON-LD. `undefined` where they stand in none.
 */
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
  { page, paths, prompt }: Looker,
): Covered | undefined {
  const set = findBlocks(page, paths, records, range);
  if (set === undefined) return undefined;
  const blocks = [...set.near, ...set.far];
  const ranges = set.blockOf.map((at) => blocks[at]);
  // Several items may stand in one block; an item that was returned twice counts once.
  const found = new Set(
    set.blockOf.flatMap((at, item) => (at < 0 ? [] : [`${at} ${JSON.stringify(items[item])}`])),
  );
  const skipped = judgeBlocks(page, paths, set, prompt).map(({ block, reason }) => ({
    text: textOf(page, block),
    reason,
  }));
  const matched = [...new Set(ranges)].filter((block) => block !== undefined);
  const last = matched.toSorted((a, b) => b.start - a.start)[0];
  const hasMore = last !== undefined && hasMoreControl(page, paths, last.container, last);
  const strays = findStrays(records, set, range, page, paths);
  const mixed = findMixedBlocks(page, paths, matched, strays).map((block) => textOf(page, block));
  return { found: found.size, skipped, ranges, mixed, hasMore };
}

/** The blocks of the records that stand elsewhere on the page than most, where several do. */
function findStrays(
  records: readonly LocatedRecord[],
  { blockOf }: BlockSet,
  range: PageRange,
  page: PageIndex,
  paths: BlockPaths,
): readonly Block[] {
  const strays = records.filter((record, at) => blockOf[at] === -1 && record.length > 1);
  if (strays.length < minStrays) return [];
  const set = findBlocks(page, paths, strays, range);
  if (set === undefined) return [];
  const blocks = [...set.near, ...set.far];
  return [...new Set(set.blockOf)].flatMap((at) => blocks[at] ?? []);
}

/** Holds plain values against the lines of the text that they stand in. */
function coverLines(
  items: readonly unknown[],
  records: readonly LocatedRecord[],
  range: PageRange,
  { page }: Looker,
): Covered | undefined {
  // The values of a record stand in several lines.
  if (items.some((item) => typeof item === 'object')) return undefined;
  const set = findLines(page, records, range);
  if (set === undefined) return undefined;
  const used = new Set(set.lineOf);
  const texts = set.lines.map(({ start, end }) => foldText(page.text.slice(start, end)));
  const longest = Math.max(...texts.filter((_, at) => used.has(at)).map(({ length }) => length));
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
    hasMore: false,
  };
}

/** Lists that the page shows nothing of, and its JSON-LD states. */
function coverStated(
  items: readonly unknown[],
  records: readonly LocatedRecord[],
  range: PageRange,
  looker: Looker,
): Covered | undefined {
  if (looker.statedLeft === 0 || records.some(({ length }) => length > 0)) return undefined;
  looker.statedLeft -= 1;
  const { page } = looker;
  const list = findStatedList(page.reading.structuredData.jsonLd, items);
  if (list === undefined) return undefined;
  const used = new Set(list.entryOf);
  return {
    found: list.entryOf.filter((at) => at >= 0).length,
    skipped: list.entries.flatMap((text, at) =>
      used.has(at) ? [] : [{ text, reason: 'left out' }],
    ),
    ranges: list.entryOf.map((at) => (at < 0 ? undefined : range)),
    mixed: [],
    hasMore: false,
  };
}
