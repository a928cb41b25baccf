import { findLastUpTo } from '../../runtime/collections.ts';
import type { BlockPaths } from '../analysis/element-paths.ts';
import { type Block, standsIn } from './find-blocks.ts';
import { foldNumberText } from '../values/numbers/fold-number-text.ts';
import { listReadings, listRuns } from '../values/numbers/number-marks.ts';
import { textOf } from './judge-blocks.ts';
import type { LocatedRecord, PageRange, RecordLocator } from './locate-records.ts';

/** A value that stands where another item stands. */
export interface Misplaced {
  /** Place of its item in the list. */
  readonly item: number;
  readonly name: string;
}

/** Share of the words of an element that are the value's where it stands there by itself, at most with a title before it. */
export const minAlone = 0.5;
/** Values of an item in its block, at least, for that to be where it is from. */
const minOwn = 2;
const minTellingLength = 3;
/** Values that are looked for beyond the block of their item, and places of one: what stands in more is from none of them. */
const maxSought = 2_000;
const maxSoughtPlaces = 100;

/**
 * The values of items that stand in the block of another item, by themselves, and not in their own: models mix records up. Where the
 * other item's own value of that name stands there too, several items may have it in common, unless it is a number and the item's own
 * block has as many elements of that kind: these say another one.
 */
export function findMisplaced(
  items: readonly unknown[],
  records: readonly LocatedRecord[],
  ranges: readonly (Block | undefined)[],
  range: PageRange,
  { locator, paths }: { readonly locator: RecordLocator; readonly paths: BlockPaths },
): readonly Misplaced[] {
  const own = records.map((record, at): ReadonlySet<string> => {
    const block = ranges[at];
    const inside = block === undefined ? [] : record.filter((value) => standsIn(value, block));
    return new Set(inside.map(({ name }) => name));
  });
  const stands = [...ranges.entries()].flatMap(([item, block]) =>
    block === undefined ? [] : [{ item, block }],
  );
  const ordered = stands.toSorted((a, b) => a.block.start - b.block.start);
  const starts = ordered.map(({ block }) => block.start);
  const findOwner = (position: number): number | undefined => {
    const { item, block } = ordered[findLastUpTo(starts, position)] ?? {};
    return block !== undefined && position < block.end ? item : undefined;
  };
  let sought = 0;
  return stands.flatMap(({ item, block }): readonly Misplaced[] => {
    const known = own[item] ?? new Set();
    if (known.size < minOwn) return [];
    return Object.entries(Object(items[item])).flatMap(([name, value]) => {
      const isPlain = typeof value === 'string' || typeof value === 'number';
      if (!isPlain || known.has(`/${name}`) || sought >= maxSought) return [];
      sought += 1;
      // What is so short stands anywhere by chance.
      if (String(value).length < minTellingLength) return [];
      if (statesNumber(textOf(paths.page, block), Number(value))) return [];
      const places = locator.locate(value, range, Infinity)[0]?.places ?? [];
      if (places.length > maxSoughtPlaces || standsIn({ name, places }, block)) return [];
      const isOthers = places.some(({ position, share }) => {
        const owner = share < minAlone ? undefined : findOwner(position);
        if (owner === undefined || owner === item) return false;
        if (own[owner]?.has(`/${name}`) === false) return true;
        const path = paths.path(position);
        const [theirs, ours] = [ranges[owner], block].map((each) => countOnPath(paths, path, each));
        return typeof value === 'number' && theirs === ours;
      });
      return isOthers ? [{ item, name }] : [];
    });
  });
}

/** Whether a text has a number in any form, with zeros before or behind it that the place of a value does not have. */
function statesNumber(text: string, value: number): boolean {
  return listRuns(foldNumberText(text).text).some((run) =>
    listReadings(run.text).some(({ digits }) => Number(digits) === Math.abs(value)),
  );
}

function countOnPath(paths: BlockPaths, path: number, range: PageRange | undefined): number {
  const all = paths.onPath(path);
  const { start, end } = range ?? { start: 0, end: 0 };
  return findLastUpTo(all, end - 1) - findLastUpTo(all, start - 1);
}
