import { expect, test } from 'vitest';
import { addTails } from './number-tail.ts';

/** The fraction and the power behind the first number of a text. */
function read(text: string): readonly unknown[] {
  const runs = Array.from(text.matchAll(/\d+(?:[.,]\d+)*/g), ({ 0: digits, index }) => ({
    text: digits,
    start: index,
    end: index + digits.length,
  }));
  const [first] = addTails(runs, text);
  return [first?.fraction, first?.power, text.slice(first?.end)];
}

test.each([
  ['2 1/2 cups', 0.5, 0, ' cups'],
  ['2½ baths', 0.5, 0, ' baths'],
  ['1.99 × 10^30 kg', 0, 30, ' kg'],
  ['6 x 10-⁷ m', 0, -7, ' m'],
  ['1.5e3 m', 0, 3, ' m'],
])('%s', (text, fraction, power, rest) => {
  expect(read(text)).toEqual([fraction, power, rest]);
});

test.each(['3E5', '10 x 20 cm', '4 1/7/2024', '24/7'])(
  '%s has nothing behind its number',
  (text) => {
    expect(read(text).slice(0, 2)).toEqual([0, 0]);
  },
);
