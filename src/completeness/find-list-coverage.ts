import type { ListCoverage, SkippedBlocks } from '../contracts/list-coverage.ts';
import { findPagination } from '../page/links/find-pagination.ts';
import type { JsonSchema } from '../contracts/extractor.ts';
import type { PageReading } from '../page/page-reading.ts';
import { indexPage, type PageIndex } from '../structure/analysis/index-page.ts';
import { toJsonPointer } from '../schema/json-pointer.ts';
import { readBlockPaths } from './blocks/block-paths.ts';
import { type Covered, coverItems, type Looker } from './cover-items.ts';
import { describeCoverages } from './describe-coverages.ts';
import { findEmptyLists } from './find-empty-lists.ts';
import { matchReworded } from './match-reworded.ts';
import { createRecordLocator, type LocatedRecord, type PageRange } from './locate-records.ts';

/** Items that are looked up, of all lists of a result together. */
const maxItems = 5_000;
/** Places of one value that are looked at: all items may have the same; fewer each where there are many items. */
const minPlaces = 12;
const maxPlaces = 60;
const allPlaces = 60_000;
/** Lists that are looked for in the page's JSON-LD, all of which is read for each. */
const maxStated = 10;
const maxSnippetLength = 120;

/** A value that was read from a page, and what it was asked for with. */
export interface FindListCoverageInput {
  readonly value: unknown;
  readonly prompt: string;
  readonly schema: JsonSchema | undefined;
}

/** How complete the lists of a value are. */
export interface ListFindings {
  /** One entry for each list that was found on the page. */
  readonly lists: readonly ListCoverage[];
  /** Sentences for people: which lists lack what the page shows. */
  readonly warnings: readonly string[];
}

/** Holds each list of a value against the blocks that the page shows. */
export function findListCoverage(
  reading: PageReading,
  { value, prompt, schema }: FindListCoverageInput,
): ListFindings {
  const page = indexPage(reading);
  const { lists: held, unheld } = coverLists(value, prompt, page);
  const empty = findEmptyLists(reading, value, schema).map(
    ({ path, shown, text }): ListCoverage => ({
      path,
      returned: 0,
      shown,
      skipped: [{ reason: 'left out', count: shown, ...toSnippet(text) }],
    }),
  );
  const lists = [...held, ...empty];
  const warnings = describeCoverages(lists, schema);
  if (unheld === 0) return { lists, warnings };
  const count = unheld === 1 ? 'One list was' : `${unheld} lists were`;
  const cut = `${count} not held against the page: the lists of the result have more than ${maxItems} items.`;
  return { lists, warnings: [...warnings, cut] };
}

function coverLists(
  value: unknown,
  prompt: string,
  page: PageIndex,
): { readonly lists: readonly ListCoverage[]; readonly unheld: number } {
  const coverages: ListCoverage[] = [];
  let unheld = 0;
  const looker: Looker = {
    page,
    paths: readBlockPaths(page),
    locator: createRecordLocator(page),
    prompt,
    itemsLeft: maxItems,
    statedLeft: maxStated,
  };
  const whole: PageRange = { start: 0, end: page.elements.length };
  const pending: { value: unknown; path: string; range: PageRange }[] = [
    { value, path: '', range: whole },
  ];
  // Grows while it is read: the lists in a list's items follow.
  for (const next of pending) {
    const { path, range } = next;
    if (Array.isArray(next.value)) {
      const items: readonly unknown[] = next.value;
      if (items.length > looker.itemsLeft) {
        unheld += 1;
        continue;
      }
      if (items.length === 0) continue;
      const found = coverList(items, range, looker);
      if (found !== undefined) coverages.push({ path, ...found.coverage });
      items.forEach((item, at) => {
        const inner = found?.ranges[at];
        if (inner !== undefined && typeof item === 'object' && item !== null) {
          pending.push({ value: item, path: path + toJsonPointer([at]), range: inner });
        }
      });
    } else if (typeof next.value === 'object' && next.value !== null) {
      for (const [name, inner] of Object.entries(next.value)) {
        pending.push({ value: inner, path: path + toJsonPointer([name]), range });
      }
    }
  }
  const pagination = coverages.length === 0 ? null : findPagination(page.reading).next;
  const lists =
    pagination === null
      ? coverages
      : coverages.map((coverage) => ({ ...coverage, next: pagination }));
  return { lists, unheld };
}

function coverList(
  items: readonly unknown[],
  range: PageRange,
  looker: Looker,
):
  | { readonly coverage: Omit<ListCoverage, 'path'>; readonly ranges: Covered['ranges'] }
  | undefined {
  looker.itemsLeft -= items.length;
  const limit = Math.min(maxPlaces, Math.max(minPlaces, Math.floor(allPlaces / items.length)));
  const records: readonly LocatedRecord[] = items.map((item) =>
    looker.locator.locate(item, range, limit),
  );
  const covered = coverItems(items, records, range, looker);
  if (covered === undefined) return undefined;
  const { found, ranges, mixed, hasMore } = covered;
  const leftOut = covered.skipped
    .filter(({ reason }) => reason === 'left out')
    .map(({ text }) => text);
  const unfound = items.filter((_, at) => ranges[at] === undefined).map((item) => textsOf(item));
  const reworded = matchReworded(unfound, leftOut);
  const skipped = groupByReason(covered.skipped, reworded);
  return {
    coverage: {
      returned: items.length,
      shown: found + leftOut.length,
      skipped,
      ...(mixed.length === 0
        ? {}
        : { mixed: { count: mixed.length, ...toSnippet(mixed[0] ?? '') } }),
      ...(hasMore ? { more: true } : {}),
    },
    ranges,
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

/** The texts of an item. */
function textsOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  return Object.values(item)
    .filter((value) => typeof value !== 'object')
    .join(' ');
}
