import { expect, test } from 'vitest';
import { cpuMsOf } from './support/cpu-ms-of.ts';
import { growingPages } from './support/growing-pages.ts';
import { pageWork } from './support/page-work.ts';

/** Characters of the small page; the large one has four times as many. */
const smallLength = 20 * 1024;
const largeLength = 4 * smallLength;
/** Less is lost among the other work of the process, e.g. compilation and garbage collection. */
const minMs = 10;
/** Time of the large page by that of the small one: about 4.4 for n log n, 16 for n². */
const maxGrowth = 8;
const maxRuns = 8;

/** Returns by what factor the work's time grows from the small page to the large one, in the best of several runs. */
function measureGrowth(work: (html: string) => void, small: string, large: string): number {
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

test.each(growingPages)('the time of no work grows faster than the page: %s', (_, grow) => {
  const [small, large] = [grow(smallLength), grow(largeLength)];
  const growth = Object.entries(pageWork).map(
    ([name, work]) => [name, measureGrowth(work, small, large)] as const,
  );
  expect(growth.filter(([, factor]) => factor > maxGrowth)).toEqual([]);
});

/** Work in the square of the length. */
function square(html: string): void {
  let sum = 0;
  for (let at = 0; at < html.length; at += 8) {
    for (let other = 0; other < html.length; other += 32) sum += html.charCodeAt(other) & at;
  }
  expect(sum).toBeGreaterThan(0);
}

/** The positive control. */
test('work in the square of the length is noticed', () => {
  const [small, large] = ['a'.repeat(smallLength), 'a'.repeat(largeLength)];
  expect(measureGrowth(square, small, large)).toBeGreaterThan(maxGrowth);
});
