import { expect, test } from 'vitest';
import { addAll, maxOf, minOf, rememberWithin, toWordSet } from './collections.ts';

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

test('what was made of a text is remembered until more was made than may be kept', () => {
  const made: string[] = [];
  const remember = rememberWithin<string>(10, (text, value) => text.length + value.length);
  const read = (text: string): string =>
    remember(text, () => {
      made.push(text);
      return text.toUpperCase();
    });
  expect(['ab', 'cd', 'ab', 'cd'].map(read)).toEqual(['AB', 'CD', 'AB', 'CD']);
  expect(made).toEqual(['ab', 'cd']);
  // Four bytes each: the third is one too many, and what was there is forgotten.
  expect(['ef', 'ef', 'ab'].map(read)).toEqual(['EF', 'EF', 'AB']);
  expect(made).toEqual(['ab', 'cd', 'ef', 'ab']);
});

test('a text that alone is more than may be kept is made anew each time, beside what is remembered', () => {
  let made = 0;
  const remember = rememberWithin<number>(10, (text) => text.length);
  const read = (text: string): number => remember(text, () => (made += 1));
  expect(['b', 'a'.repeat(11), 'a'.repeat(11), 'b'].map(read)).toEqual([1, 2, 3, 1]);
});

test('a list of words that is written as one text is a set of them', () => {
  expect(toWordSet('sur le site')).toEqual(new Set(['sur', 'le', 'site']));
  expect(toWordSet('in stock|on order', '|')).toEqual(new Set(['in stock', 'on order']));
});
