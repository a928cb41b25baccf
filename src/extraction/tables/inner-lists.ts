import { toJsonPointer } from '../../runtime/plain-json.ts';
import type { Filled } from '../fields/candidate.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Region } from './column.ts';
import type { Block } from './block.ts';

/** A record with its row in the region that it was read from. */
export interface RowRecord {
  readonly row: number;
  readonly record: Filled;
}

/** A list in the records of another list: the rooms of each hotel. */
export interface InnerList {
  readonly plan: FieldPlan;
  readonly blocks: readonly Block[];
  readonly records: readonly RowRecord[];
}

/** Records of which each holds some of an inner list, at least. */
const minHolding = 2;

/** Whether the records of an inner list stand in those of a region, several of which have some. */
export function holdsInner({ blocks }: Region, inner: InnerList): boolean {
  const rows = findOuterRows(blocks, inner.blocks);
  const holding = new Set(rows.filter((row) => row !== undefined));
  return holding.size >= minHolding && rows.every((row) => row !== undefined);
}

/** Puts the records of inner lists into those around them; a record without any has an empty list. */
export function putInner(
  outer: readonly RowRecord[],
  { blocks }: Region,
  lists: readonly InnerList[],
): readonly Filled[] {
  const groups = lists.map(({ plan, blocks: inner, records }) => {
    const rows = findOuterRows(blocks, inner);
    return { plan, byRow: Map.groupBy(records, ({ row }) => rows[row]) };
  });
  return outer.map(({ row, record }) => {
    const value = { ...record.value };
    const sources = new Map(record.sources);
    for (const { plan, byRow } of groups) {
      const own = byRow.get(row) ?? [];
      value[plan.name] = own.map((part) => part.record.value);
      for (const [at, part] of own.entries())
        for (const [pointer, source] of part.record.sources)
          sources.set(toJsonPointer([plan.name, at]) + pointer, source);
    }
    return { ...record, value, sources, found: sources.size };
  });
}

/** For each of some blocks the row of the one that it is a part of; both are in the order of the page. */
function findOuterRows(
  outer: readonly Block[],
  inner: readonly Block[],
): readonly (number | undefined)[] {
  let row = 0;
  return inner.map(({ start, end }) => {
    while ((outer[row]?.end ?? Infinity) <= start) row += 1;
    const around = outer[row];
    const isPart =
      around !== undefined &&
      around.start <= start &&
      end <= around.end &&
      end - start < around.end - around.start;
    return isPart ? row : undefined;
  });
}
