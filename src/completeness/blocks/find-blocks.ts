import type { PageIndex } from '../../structure/analysis/index-page.ts';
import { type BlockPaths, findLastUpTo } from './block-paths.ts';
import { findRecordRoots } from './find-record-roots.ts';
import type { LocatedRecord, PageRange } from '../locate-records.ts';

/** A block of the page in which one record of a list stands, or may stand. */
export interface Block extends PageRange {
  /** Position of the element that the block stands in. */
  readonly container: number;
}

/** The blocks of the page among which a list's records stand. */
export interface BlockSet {
  /** In the containers of the records, in page order, whatever their kind. */
  readonly near: readonly Block[];
  /** At the same path in other containers. */
  readonly far: readonly Block[];
  /** By record: the place of its block in `near` and then `far`; -1 where none was found. */
  readonly blockOf: readonly number[];
  /** Whether records run over several elements that follow each other, each block from its first element to the next. */
  readonly areRuns: boolean;
  /** Path of the blocks that most records stand in. */
  readonly path: number;
}

/** Share of the records whose values run over several elements. */
const minRunShare = 0.3;
/** Share of a record's values that a block which another record stands in must hold more of. */
const minShared = 0.5;
/** Share of the records that may stand elsewhere without what is there being of the list. */
const maxStrayShare = 0.1;

/**
 * Finds the blocks that the page has for the records of a list: the elements that hold one record each, and what else stands
 * where they stand. `undefined` where records have no elements of their own: they stand in one text, or not on the page.
 */
export function findBlocks(
  page: PageIndex,
  paths: BlockPaths,
  records: readonly LocatedRecord[],
  range: PageRange,
): BlockSet | undefined {
  const roots = findRecordRoots(page, paths, records);
  if (roots === undefined) return undefined;
  const containers = listContainers(paths, roots).filter((container) => container >= range.start);
  if (containers.length === 0) return undefined;
  const path = paths.path(roots.find((root) => root >= 0) ?? -1);
  const near = containers.flatMap((container) =>
    paths.children(container).map((start) => toBlock(page, start, container)),
  );
  const known = new Set(containers);
  const alike = paths.onPath(path);
  const far = alike
    .slice(findLastUpTo(alike, range.start - 1) + 1, findLastUpTo(alike, range.end - 1) + 1)
    .filter((start) => !known.has(paths.parent(start)))
    .map((start) => toBlock(page, start, paths.parent(start)));
  const areRuns = runOverElements(page, paths, records, roots);
  const runs = areRuns ? toRuns(page, paths, near, roots, path) : near;
  return { near: runs, far, areRuns, path, blockOf: assign(records, [...runs, ...far]) };
}

/** The parents of the records' elements, without those of a few that stand elsewhere on the page too. */
function listContainers(paths: BlockPaths, roots: readonly number[]): readonly number[] {
  const counts = new Map<number, number>();
  for (const root of roots) {
    const container = root < 0 ? -1 : paths.parent(root);
    if (container >= 0) counts.set(container, (counts.get(container) ?? 0) + 1);
  }
  let strays = roots.length * maxStrayShare;
  return [...counts]
    .sort(([, a], [, b]) => a - b)
    .filter(([, count]) => (strays -= count) < 0)
    .map(([container]) => container)
    .sort((a, b) => a - b);
}

function toBlock(page: PageIndex, start: number, container: number): Block {
  return { start, end: page.elements[start]?.end ?? start + 1, container };
}

/** Whether values of many records stand behind the records' elements, before the next one. */
function runOverElements(
  page: PageIndex,
  paths: BlockPaths,
  records: readonly LocatedRecord[],
  roots: readonly number[],
): boolean {
  const sorted = roots.filter((root) => root >= 0).sort((a, b) => a - b);
  const nextOf = new Map(sorted.map((root, at) => [root, sorted[at + 1]] as const));
  let running = 0;
  let whole = 0;
  records.forEach((record, at) => {
    const root = roots[at] ?? -1;
    if (root < 0 || record.length < 2) return;
    const end = page.elements[root]?.end ?? root;
    const last = page.elements[paths.parent(root)]?.end ?? end;
    const until = Math.min(nextOf.get(root) ?? last, last);
    const outside = record.filter(
      ({ places }) =>
        !places.some(({ position }) => position >= root && position < end) &&
        places.some(({ position }) => position >= end && position < until),
    );
    if (outside.length > 0) running += 1;
    else whole += 1;
  });
  return running > (running + whole) * minRunShare;
}

/**
 * Each element of the records' path with the elements that follow it, up to the next one. Where the records begin at every
 * third such element, so do the others.
 */
function toRuns(
  page: PageIndex,
  paths: BlockPaths,
  blocks: readonly Block[],
  roots: readonly number[],
  path: number,
): readonly Block[] {
  const all = blocks.filter(({ start }) => paths.path(start) === path);
  const known = new Set(roots);
  const begins = [...all.keys()].filter((at) => known.has(all[at]?.start ?? -1));
  const steps = begins.slice(1).map((at, index) => at - (begins[index] ?? 0));
  const period = Math.min(...steps, all.length);
  const isRegular = steps.length > 0 && steps.every((step) => step % period === 0);
  const heads = isRegular ? all.filter((_, at) => (at - (begins[0] ?? 0)) % period === 0) : all;
  return heads.map((head, at) => {
    const next = heads[at + 1];
    const isLast = next === undefined || next.container !== head.container;
    const end = isLast ? (page.elements[head.container]?.end ?? head.end) : next.start;
    return { ...head, end };
  });
}

/** The block that holds most values of each record; of equal ones the first that no other record has. */
function assign(records: readonly LocatedRecord[], blocks: readonly Block[]): readonly number[] {
  const order = [...blocks.keys()].sort(
    (a, b) => (blocks[a]?.start ?? 0) - (blocks[b]?.start ?? 0),
  );
  const starts = order.map((at) => blocks[at]?.start ?? 0);
  const findBlock = (position: number): number => {
    const at = order[findLastUpTo(starts, position)] ?? -1;
    const block = blocks[at];
    return block !== undefined && position >= block.start && position < block.end ? at : -1;
  };
  const taken = new Set<number>();
  return records.map((record) => {
    const votes = new Map<number, number>();
    for (const { places } of record) {
      for (const block of new Set(places.map(({ position }) => findBlock(position)))) {
        if (block >= 0) votes.set(block, (votes.get(block) ?? 0) + 1);
      }
    }
    let best = -1;
    let most = 0;
    for (const [block, count] of votes) {
      const isTaken = taken.has(block);
      // A price that another record's block shows too does not make that block the record's.
      if (isTaken && record.length > 1 && count <= record.length * minShared) continue;
      const score = count + (isTaken ? 0 : 0.5);
      if (score > most || (score === most && block < best)) {
        best = block;
        most = score;
      }
    }
    taken.add(best);
    return best;
  });
}
