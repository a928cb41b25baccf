import type { ListCoverage, SkippedBlocks } from '../contracts/list-coverage.ts';
import { findPagination } from '../page/links/find-pagination.ts';
import type { JsonSchema } from '../contracts/extractor.ts';
import type { PageReading } from '../page/page-reading.ts';
import { indexPage, type PageIndex } from '../structure/analysis/index-page.ts';
import { toJsonPointer } from '../schema/json-pointer.ts';
import { type BlockPaths, readBlockPaths } from './block-paths.ts';
import { describeCoverages } from './describe-coverages.ts';
import { findBlocks } from './find-blocks.ts';
import { judgeBlocks, textOf } from './judge-blocks.ts';
import {
  createRecordLocator,
  type LocatedRecord,
  type PageRange,
  type RecordLocator,
} from './locate-records.ts';

/** Items that are looked up, of all lists of a result together. */
const maxItems = 5_000;
/** Places of one value that are looked at: each item of a list may have the same. */
const minPlaces = 40;
const maxSnippetLength = 120;

interface Looker {
  readonly page: PageIndex;
  readonly paths: BlockPaths;
  readonly locator: RecordLocator;
  itemsLeft: number;
}

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
  { value, schema }: FindListCoverageInput,
): ListFindings {
  const page = indexPage(reading);
  const lists = coverLists(value, page);
  return { lists, warnings: describeCoverages(lists, schema) };
}

function coverLists(value: unknown, page: PageIndex): readonly ListCoverage[] {
  const coverages: ListCoverage[] = [];
  const looker: Looker = {
    page,
    paths: readBlockPaths(page),
    locator: createRecordLocator(page),
    itemsLeft: maxItems,
  };
  const whole: PageRange = { start: 0, end: page.elements.length };
  const pending: { value: unknown; path: string; range: PageRange }[] = [
    { value, path: '', range: whole },
  ];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { path, range } = next;
    if (Array.isArray(next.value)) {
      const items: readonly unknown[] = next.value;
      if (items.length === 0 || items.length > looker.itemsLeft) continue;
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
  return pagination === null
    ? coverages
    : coverages.map((coverage) => ({ ...coverage, next: pagination }));
}

function coverList(
  items: readonly unknown[],
  range: PageRange,
  looker: Looker,
):
  | {
      readonly coverage: Omit<ListCoverage, 'path'>;
      readonly ranges: readonly (PageRange | undefined)[];
    }
  | undefined {
  const { page, paths, locator } = looker;
  looker.itemsLeft -= items.length;
  const limit = Math.max(minPlaces, items.length * 2);
  const records: readonly LocatedRecord[] = items.map((item) => locator.locate(item, range, limit));
  const set = findBlocks(page, paths, records, range);
  if (set === undefined) return undefined;
  const judged = judgeBlocks(page, paths, set);
  const byReason = Map.groupBy(judged.skipped, ({ reason }) => reason);
  const skipped = [...byReason].map(([reason, blocks]): SkippedBlocks => {
    const snippet = blocks[0] === undefined ? '' : textOf(page, blocks[0].block);
    return {
      reason,
      count: blocks.length,
      ...(snippet === '' ? {} : { snippet: snippet.slice(0, maxSnippetLength) }),
    };
  });
  const leftOut = byReason.get('left out')?.length ?? 0;
  const blocks = [...set.near, ...set.far];
  return {
    coverage: {
      returned: items.length,
      shown: judged.matched.length + leftOut,
      skipped: skipped.sort(
        (a, b) => Number(b.reason === 'left out') - Number(a.reason === 'left out'),
      ),
    },
    ranges: set.blockOf.map((at) => blocks[at]),
  };
}
