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
  const base = { value: 0.1, deviation: 0.02, isShare: false };
  const even = toInterval({ ...base, sizes: Float64Array.from([5, 5, 5, 5, 5, 5]) });
  const uneven = toInterval({ ...base, sizes: Float64Array.from([25, 1, 1, 1, 1, 1]) });
  expect(uneven.high - uneven.low).toBeGreaterThan(2 * (even.high - even.low));
  expect(even.high - 0.1).toBeCloseTo(0.02 * Math.sqrt(6 / 5) * 2.5706, 4);
});
