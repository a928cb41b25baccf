import { expect, test } from 'vitest';
import { heapGrowthOf } from '../../../test/support/heap-growth-of.ts';
import { createRandom } from '../../../test/support/random-operations.ts';
import { textLikeness, textShape } from './text-likeness.ts';

test('texts that differ in case and white space only are the same', () => {
  expect(textLikeness('Add to  basket', 'ADD TO BASKET')).toBe(1);
});

test('texts with nothing in common, or without anything, are not alike', () => {
  expect(textLikeness('Save', 'Drucken')).toBe(0);
  expect(textLikeness('', 'Save')).toBe(0);
  expect(textLikeness('', '')).toBe(0);
});

test('the order of words counts less than the words', () => {
  expect(textLikeness('Search products', 'Products search')).toBe(1);
});

test('languages without spaces are compared by pairs of letters', () => {
  expect(textLikeness('詳細を見る', '詳細を確認する')).toBe(0.4);
  expect(textLikeness('予約する', '予約')).toBe(0.5);
});

test('a single letter is a text', () => {
  expect(textLikeness('×', '×')).toBe(1);
  expect(textLikeness('x', 'y')).toBe(0);
});

test('texts of one kind have one shape', () => {
  expect(textShape('£12.99')).toBe(textShape('€8.50'));
  expect(textShape('3 May 2024')).toBe(textShape('21 December 2025'));
  expect(textShape('Brass desk lamp')).toBe(textShape('Wool throw'));
  expect(textShape('£12.99')).not.toBe(textShape('12.99'));
  expect(textShape('on request')).not.toBe(textShape('£12.99'));
});

test.each([
  { letters: 20_000, length: 1_500, most: 1_200 },
  // As long as a fingerprint's text may be, with next to no different pairs.
  { letters: 2, length: 2_000, most: 10_000 },
])(
  'what is kept of compared texts is bounded in bytes, however many and long they are: of $letters letters',
  ({ letters, length, most }) => {
    const random = createRandom(5);
    const write = (): string =>
      Array.from({ length }, () =>
        String.fromCodePoint(0x4e00 + Math.floor(random() * letters)),
      ).join('');
    textLikeness(write(), write());
    // Fewer than were once kept whatever their length: they took 380 MB.
    const growth = heapGrowthOf(() => {
      for (let count = 0; count < most; count += 1) textLikeness(write(), write());
    });
    expect(growth).toBeLessThan(24 * 1_048_576);
  },
);
