import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignBest, assignSteps } from './assign-best.ts';

const near = (expected: unknown, given: unknown): number =>
  Math.max(0, 1 - Math.abs(Number(expected) - Number(given)) / 10);
const assign = (expected: readonly number[], given: readonly number[], steps = assignSteps) =>
  assignBest({ expected, given, creditOf: near, keyOf: String, budget: { steps } });
const creditOf = (
  expected: readonly number[],
  given: readonly number[],
  pairs: readonly (readonly [number, number])[],
): number => pairs.reduce((sum, [at, other]) => sum + near(expected[at], given[other]), 0);

test('no other assignment has more credit', () => {
  const few = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 5 });
  fc.assert(
    fc.property(few, few, (expected, given) => {
      const { pairs, isBest } = assign(expected, given);
      expect(isBest).toBe(true);
      expect(new Set(pairs.map(([at]) => at)).size).toBe(pairs.length);
      expect(new Set(pairs.map(([, other]) => other)).size).toBe(pairs.length);
      expect(creditOf(expected, given, pairs)).toBeCloseTo(findMost(expected, given), 9);
    }),
    { seed: 20_261_122 },
  );
});

/** By trying all. */
function findMost(expected: readonly number[], given: readonly number[]): number {
  const [first, ...rest] = expected;
  if (first === undefined) return 0;
  return Math.max(
    findMost(rest, given),
    ...given.map((value, at) => near(first, value) + findMost(rest, given.toSpliced(at, 1))),
  );
}

test('taking the best one after the other would have less', () => {
  // 5 is nearest to 6, which 9 needs more.
  const { pairs } = assign([5, 9], [6, 0]);
  expect(creditOf([5, 9], [6, 0], pairs)).toBeCloseTo(1.2, 9);
});

test('of long lists equal values are paired first, and few others are assigned in the best way', () => {
  const expected = Array.from({ length: 800 }, (_, at) => at * 100);
  const given = expected.toReversed().map((value) => (value % 500 === 0 ? value + 3 : value));
  const { pairs, isBest } = assign(expected, given);
  expect(isBest).toBe(true);
  expect(creditOf(expected, given, pairs)).toBeCloseTo(640 + 160 * 0.7, 6);
});

test('lists that are too long are paired with the best of the nearest, and it is told', () => {
  const expected = Array.from({ length: 2_000 }, (_, at) => at * 100);
  const { pairs, isBest } = assign(
    expected,
    expected.map((value) => value + 2),
  );
  expect(isBest).toBe(false);
  expect(pairs).toHaveLength(2_000);
  expect(pairs.every(([at, other]) => at === other)).toBe(true);
});

test('no more credits are taken than the budget has', () => {
  const expected = Array.from({ length: 200 }, (_, at) => at);
  const given = expected.map((value) => value + 0.5);
  let taken = 0;
  const { isBest } = assignBest({
    expected,
    given,
    creditOf: (value, other) => {
      taken += 1;
      return near(value, other);
    },
    keyOf: String,
    budget: { steps: 1_000 },
  });
  expect([isBest, taken]).toEqual([false, 1_000]);
});
