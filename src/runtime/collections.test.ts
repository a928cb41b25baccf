import { expect, test } from 'vitest';
import { addAll, maxOf, minOf } from './collections.ts';

/** More than a call takes arguments. */
const many = Array.from({ length: 300_000 }, (_, index) => index);

test('lists of any length are added to a list, in their order', () => {
  const list = [-1];
  addAll(list, many, new Set([7]));
  expect([list.length, list[0], list[1], list.at(-2), list.at(-1)]).toEqual([
    300_002, -1, 0, 299_999, 7,
  ]);
  addAll(list, []);
  expect(list).toHaveLength(300_002);
});

test('the largest and the smallest of any number of numbers are found', () => {
  expect([maxOf(many), minOf(many)]).toEqual([299_999, 0]);
  expect([maxOf([3, 5, 4], 9), minOf([3, 5, 4], 1)]).toEqual([9, 1]);
  expect([maxOf([]), minOf([])]).toEqual([Math.max(), Math.min()]);
  expect([maxOf([], 0), maxOf([1, NaN], 0)]).toEqual([0, NaN]);
});
