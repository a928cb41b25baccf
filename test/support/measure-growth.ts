import { expect, test } from 'vitest';
import { cpuMsOf } from './cpu-ms-of.ts';
import type { GrowPage } from './growing/fill.ts';
import { pageWork } from './page-work.ts';

/** Characters of the small page; the large one has four times as many. */
const smallLength = 14 * 1024;
const largeLength = 4 * smallLength;
/** Less is lost among the other work of the process, e.g. compilation and garbage collection. */
const minMs = 10;
/** Time of the large page by that of the small one: about 4.4 for n log n, 16 for n². */
export const maxGrowth = 8;
const maxRuns = 8;

interface PageInTwoSizes {
  readonly small: string;
  readonly large: string;
}

/** Returns a page in the two sizes that are compared. */
export function growTwice(grow: GrowPage): PageInTwoSizes {
  return { small: grow(smallLength), large: grow(largeLength) };
}

/** Returns by what factor the work's time grows from the small page to the large one, in the best of several runs. */
export function measureGrowth(
  work: (html: string) => void,
  { small, large }: PageInTwoSizes,
): number {
  let [smallMs, largeMs] = [Infinity, Infinity];
  for (let run = 0; run < maxRuns; run += 1) {
    largeMs = Math.min(
      largeMs,
      cpuMsOf(() => work(large)),
    );
    if (largeMs < minMs) return 1;
    smallMs = Math.min(
      smallMs,
      cpuMsOf(() => work(small)),
    );
    if (largeMs <= smallMs * maxGrowth) break;
  }
  return largeMs / smallMs;
}

/** Declares that no work on these pages takes more time than they are long. */
export function testLinearWork(pages: Readonly<Record<string, GrowPage>>): void {
  test.each(Object.entries(pages))(
    'the time of no work grows faster than the page: %s',
    (_, grow) => {
      const page = growTwice(grow);
      const growth = Object.entries(pageWork).map(
        ([name, work]) => [name, measureGrowth(work, page)] as const,
      );
      expect(growth.filter(([, factor]) => factor > maxGrowth)).toEqual([]);
    },
  );
}
