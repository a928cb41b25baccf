import { countAll } from '../../runtime/collections.ts';
import type { BlockPaths } from '../analysis/element-paths.ts';
import type { PageRange } from './locate-records.ts';

/** Inner elements of a block by which it is compared with others. */
export const maxComparedInner = 60;
/** Share of the blocks, or of the records, that have what is usual in them. */
export const minUsual = 0.5;

function innerSteps(paths: BlockPaths, { start, end }: PageRange): ReadonlySet<string> {
  const steps = new Set<string>();
  for (let at = start + 1; at < end && at <= start + maxComparedInner; at += 1)
    steps.add(paths.step(at));
  return steps;
}

/** The kinds of elements in most blocks. */
export function usualSteps(paths: BlockPaths, blocks: readonly PageRange[]): ReadonlySet<string> {
  const counts = countAll(blocks.flatMap((block) => [...innerSteps(paths, block)]));
  const least = blocks.length * minUsual;
  return new Set([...counts].filter(([, count]) => count >= least).map(([step]) => step));
}

/** The share of the usual kinds of elements that a block has. */
export function compareSteps(
  paths: BlockPaths,
  block: PageRange,
  usual: ReadonlySet<string>,
): number {
  const inner = innerSteps(paths, block);
  const common = [...usual].filter((step) => inner.has(step)).length;
  return common / Math.max(1, usual.size);
}
