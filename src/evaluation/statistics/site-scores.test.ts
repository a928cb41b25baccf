import { expect, test } from 'vitest';
import { createRandom } from './draw-figures.ts';
import { type SiteScore, toFlippedDifference, toSiteFigure } from './site-scores.ts';

const random = createRandom(4);
const scoresOf = (count: number): readonly SiteScore[] =>
  Array.from({ length: count }, (_, at) => ({
    site: at % 5,
    kept: Math.floor(random() * 10),
    total: 10,
  }));
const all = new Float64Array(5).fill(1);

test('the p50 and p95 of times are the least that so many of the cases do not exceed', () => {
  const times = Array.from({ length: 20 }, (_, at) => ({ site: at % 5, kept: 20 - at, total: 1 }));
  expect(toSiteFigure(times, 5, 'p50')(all)).toBe(10);
  expect(toSiteFigure(times, 5, 'p95')(all)).toBe(19);
  // Cases of a site that is drawn twice count twice.
  expect(toSiteFigure(times, 5, 'p95')(Float64Array.from([9, 0, 0, 0, 0]))).toBe(20);
  expect(toSiteFigure(times, 5, 'p50')(new Float64Array(5))).toBeNaN();
});

test.each(['ratio', 'p50', 'p95'] as const)(
  'the difference of a %s after sites have changed sides is that of the exchanged scores',
  (aggregate) => {
    const [first, second] = [scoresOf(17), scoresOf(23)];
    const differ = toFlippedDifference(first, second, 5, aggregate);
    for (let way = 0; way < 32; way += 1) {
      const flips = Float64Array.from({ length: 5 }, (_, site) => (way >> site) & 1);
      const side = (own: readonly SiteScore[], other: readonly SiteScore[]): number => {
        const changed = [
          ...own.filter(({ site }) => flips[site] === 0),
          ...other.filter(({ site }) => flips[site] === 1),
        ];
        return toSiteFigure(changed, 5, aggregate)(all);
      };
      expect(differ(flips)).toBeCloseTo(side(second, first) - side(first, second), 12);
    }
  },
);
