import { expect, test } from 'vitest';
import { cpuMsOf } from './cpu-ms-of.ts';
import type { GrowPage } from './growing/fill.ts';
import { pageWork } from './page-work.ts';

/** Characters of the smallest input of a page. */
const pageLength = 14 * 1_024;
/** The sizes that are compared, by the smallest one. */
const middleSize = 2;
const largeSize = 8;
/**
 * Less says nothing about the work: it is lost among compilation and the collection of garbage, and some systems count the
 * time of a thread in steps of 4 ms.
 */
const minMs = 40;
/** Exponent of the length up to which work passes for linear: n log n has about 1.1 here, n² has 2. */
export const maxExponent = 1.5;
/** The machine's other work slows some runs, by its use of the caches, and hardly all of them. */
const maxRuns = 6;

/**
 * Returns the exponent at which the time of the work grows with its input: 1 where it is linear. Each size is given as often as
 * it takes to give the same length together, so that linear work takes the same time for all of them, and its least time counts.
 * Other work of the machine cannot make it seem to be more than linear in all runs and between all sizes: work that is so
 * grows faster the longer the input is, so that both steps have to show it.
 */
export function measureGrowth(
  work: (input: string) => void,
  grow: (length: number) => string,
  smallest: number = pageLength,
): number {
  const timeOf = (size: number): (() => number) => {
    const input = grow(size * smallest);
    return () =>
      cpuMsOf(() => {
        for (let given = 0; given < largeSize; given += size) work(input);
      });
  };
  const [small, middle, large] = [timeOf(1), timeOf(middleSize), timeOf(largeSize)];
  let [smallMs, middleMs, largeMs] = [Infinity, Infinity, Infinity];
  let exponent = 1;
  for (let run = 0; run < maxRuns; run += 1) {
    largeMs = Math.min(largeMs, large());
    if (largeMs < minMs) return 1;
    smallMs = Math.min(smallMs, small());
    exponent = exponentOf(largeMs / smallMs, largeSize);
    if (exponent <= maxExponent) return exponent;
    middleMs = Math.min(middleMs, middle());
    exponent = Math.min(exponent, exponentOf(largeMs / middleMs, largeSize / middleSize));
    if (exponent <= maxExponent) return exponent;
  }
  return exponent;
}

/** The exponent of work that takes so many times as long for one input as for smaller ones of the same length together. */
function exponentOf(ratio: number, size: number): number {
  return 1 + Math.log(ratio) / Math.log(size);
}

/** Declares that no work on these pages takes more time than they are long. */
export function testLinearWork(pages: Readonly<Record<string, GrowPage>>): void {
  test.each(Object.entries(pages))(
    'the time of no work grows faster than the page: %s',
    (_, grow) => {
      const growth = Object.entries(pageWork).map(
        ([name, work]) => [name, measureGrowth(work, grow)] as const,
      );
      expect(growth.filter(([, exponent]) => exponent > maxExponent)).toEqual([]);
    },
  );
}
