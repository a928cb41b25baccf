import { expect, test } from 'vitest';
import { correctPValues } from './compare-figures.ts';
import { createRandom } from './draw-figures.ts';

const ways = 2_000;
const noise = (random: () => number): Float64Array =>
  Float64Array.from({ length: ways }, () => random() + random() - random() - random());

test('twenty metrics that say the same are corrected as little as one', () => {
  const flipped = noise(createRandom(1));
  const found = flipped.toSorted((a, b) => Math.abs(b) - Math.abs(a))[20] ?? 0;
  const values = correctPValues(
    Array.from({ length: 20 }, () => ({ found, flipped })),
    false,
  );
  for (const { p, adjustedP } of values) {
    expect(p).toBeCloseTo(22 / 2_001, 10);
    expect(adjustedP).toBe(p);
  }
});

test('twenty metrics that have nothing to do with each other are corrected about as much as by their number', () => {
  const random = createRandom(2);
  const differences = Array.from({ length: 20 }, () => {
    const flipped = noise(random);
    return { found: 0, flipped };
  });
  const [first] = differences;
  const found = first?.flipped.toSorted((a, b) => Math.abs(b) - Math.abs(a))[5] ?? 0;
  const values = correctPValues(
    differences.map((difference, at) => (at === 0 ? { ...difference, found } : difference)),
    false,
  );
  expect(values[0]?.p).toBeLessThan(0.004);
  expect(values[0]?.adjustedP).toBeGreaterThan(15 * (values[0]?.p ?? 0));
  // What is not different at all stays at 1, and no corrected value is below that of a larger difference.
  expect(values.slice(1).every(({ p, adjustedP }) => p === 1 && adjustedP === 1)).toBe(true);
});

test('a metric that differs nowhere takes no part in the correction', () => {
  const flipped = noise(createRandom(3));
  const found = flipped.toSorted((a, b) => Math.abs(b) - Math.abs(a))[40] ?? 0;
  const still = { found: 0, flipped: new Float64Array(ways) };
  const [own, none] = correctPValues([{ found, flipped }, still], false);
  expect(own?.adjustedP).toBe(own?.p);
  expect(none).toEqual({ p: 1, adjustedP: 1 });
});
