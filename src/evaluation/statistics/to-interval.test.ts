import { expect, test } from 'vitest';
import { findStudentT, toInterval } from './to-interval.ts';

test.each([
  [1, 12.7062],
  [2, 4.3027],
  [3.5, 2.9401],
  [7, 2.3646],
  [7.5, 2.333],
  [8, 2.306],
  [9, 2.2622],
  [20, 2.086],
  [59, 2.001],
  [1e9, 1.96],
])("Student's t of %d degrees of freedom is %d", (degrees, quantile) => {
  expect(Math.abs(findStudentT(degrees) / quantile - 1)).toBeLessThan(0.004);
});

test('one large site among small ones makes an interval wider than equal sites do', () => {
  const base = { value: 0.1, deviation: 0.02 };
  const even = toInterval({ ...base, sizes: Float64Array.from([5, 5, 5, 5, 5, 5]) });
  const uneven = toInterval({ ...base, sizes: Float64Array.from([25, 1, 1, 1, 1, 1]) });
  expect(uneven.high - uneven.low).toBeGreaterThan(2 * (even.high - even.low));
  expect(even.high - 0.1).toBeCloseTo(0.02 * Math.sqrt(6 / 5) * 2.5706, 4);
});

test('a share near 1 of a few sites has no interval from 0 to 1', () => {
  const sizes = Float64Array.from([113, 19, 5, 4]);
  const { low, high } = toInterval({ value: 0.998, deviation: 0.006, sizes, limits: [0, 1] });
  expect(low).toBeGreaterThan(0.8);
  expect(low).toBeLessThan(0.95);
  expect(high).toBeGreaterThan(0.998);
  expect(high).toBeLessThanOrEqual(1);
});

test('an interval ends where a share or a difference of shares must', () => {
  const sizes = Float64Array.from([1, 1, 1]);
  expect(toInterval({ value: 0.5, deviation: 0.4, sizes, limits: [-1, 1] })).toEqual({
    value: 0.5,
    low: -1,
    high: 1,
  });
});

test('one site tells nothing of others', () => {
  const one = { value: 0.9, deviation: 0, sizes: Float64Array.from([0, 8, 0]) };
  expect(toInterval({ ...one, limits: [0, 1] })).toEqual({ value: 0.9, low: 0, high: 1 });
  // What has no limits has no interval either.
  expect(toInterval(one)).toEqual({ value: 0.9, low: 0.9, high: 0.9 });
});

test('the range of a time or a number of tokens ends at 0', () => {
  const sizes = Float64Array.from([1, 1, 1, 1, 1, 1]);
  const range = { value: 400, deviation: 300, sizes, limits: [0, Infinity] } as const;
  const { low, high } = toInterval(range);
  expect(low).toBe(0);
  expect(high).toBeGreaterThan(400);
  expect(toInterval({ ...range, limits: undefined }).low).toBeLessThan(0);
});
