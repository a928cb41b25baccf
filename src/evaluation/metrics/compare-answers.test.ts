import { describe, expect, test } from 'vitest';
import { compareAnswers } from './compare-answers.ts';
import { toValueCredit } from './value-credit.ts';

function compare(expected: unknown, value: unknown, options: { anyOf?: boolean } = {}): object {
  const { fields } = compareAnswers({
    expected,
    answer: { value },
    anyOf: false,
    creditOf: toValueCredit('normalised', 0),
    ...options,
  });
  return Object.fromEntries(fields);
}

const right = { right: 1, wrong: 0, missed: 0 };
const wrong = { right: 0, wrong: 1, missed: 1 };
const missed = { right: 0, wrong: 0, missed: 1 };
const extra = { right: 0, wrong: 1, missed: 0 };

describe('one value', () => {
  test.each([
    ['the same', 12, '12.00', right],
    ['another', 12, 13, wrong],
    ['none', 12, null, missed],
    ['an empty text', 12, '', missed],
    ['none where none is expected', null, undefined, right],
    ['words for none where none is expected', null, 'N/A', right],
    ['one where none is expected', null, 12, extra],
    ['it, in a list', 'red', ['Red'], right],
    ['it among others', 'red', ['red', 'blue'], { right: 1, wrong: 1, missed: 0 }],
    ['an object', 'red', { name: 'red' }, wrong],
    ['none where an empty list is expected', [], null, right],
    ['two where an empty list is expected', [], ['a', 'b'], { right: 0, wrong: 2, missed: 0 }],
  ])('given %s', (_, expected, given, tally) => {
    expect(compare({ field: expected }, { field: given })).toEqual({ field: tally });
  });

  test('a field that is not named in what is expected costs nothing, and one that is inherited is not there', () => {
    expect(compare({ a: 1, constructor: 'x' }, { a: 1, b: 2 })).toEqual({
      a: right,
      constructor: missed,
    });
  });

  test('an answer of a text or a number has no field', () => {
    expect(compare('Red', 'red')).toEqual({ '': right });
    expect(compare({ a: 1 }, 'one')).toEqual({ '': extra, a: missed });
  });
});

test('without an answer all is missed, also where none is expected', () => {
  const { fields, records } = compareAnswers({
    expected: { price: 12, discount: null, tags: [], rows: [{ a: 1 }, { a: null }] },
    answer: undefined,
    anyOf: false,
    creditOf: toValueCredit('normalised', 0),
  });
  expect(Object.fromEntries(fields)).toEqual({
    price: missed,
    discount: missed,
    tags: missed,
    'rows.a': { right: 0, wrong: 0, missed: 2 },
  });
  expect(records).toEqual({ right: 0, wrong: 0, missed: 2 });
});

test('lists are matched whatever their order, and each item once', () => {
  expect(compare({ tags: ['a', 'b', 'b', 'c'] }, { tags: ['b', 'A', 'd', 'c', 'c'] })).toEqual({
    tags: { right: 3, wrong: 2, missed: 1 },
  });
});

test('lists are matched by the best sum of likeness', () => {
  const { fields } = compareAnswers({
    expected: ['abcd', 'abxy'],
    answer: { value: ['abxd', 'abcx'] },
    anyOf: false,
    creditOf: toValueCredit('likeness', 0),
  });
  expect(fields.get('')).toEqual({ right: 1.5, wrong: 0.5, missed: 0.5 });
});

describe('rows', () => {
  const expected = {
    items: [
      { name: 'Apple', price: 1, size: null },
      { name: 'Pear', price: 2 },
      { name: 'Plum', price: 3 },
    ],
  };

  test('are matched with those that they share most with, and fields are counted apart', () => {
    const given = {
      items: [
        { name: 'Plum', price: 3 },
        { name: 'pear', price: 9 },
        { name: 'Fig', price: 7, colour: 'blue' },
      ],
    };
    // Apple and Fig share that they have no size.
    expect(compare(expected, given)).toEqual({
      'items.name': { right: 2, wrong: 1, missed: 1 },
      'items.price': { right: 1, wrong: 2, missed: 2 },
      'items.size': { right: 3, wrong: 0, missed: 0 },
    });
  });

  test('that are missing or too many cost what they hold', () => {
    expect(compare(expected, { items: [{ name: 'Plum', price: 3 }] })).toEqual({
      'items.name': { right: 1, wrong: 0, missed: 2 },
      'items.price': { right: 1, wrong: 0, missed: 2 },
      'items.size': { right: 1, wrong: 0, missed: 2 },
    });
    const one = { items: [{ name: 'Plum', tags: ['x'] }] };
    const given = {
      items: [{ name: 'Plum', tags: ['x'] }, { name: 'Fig', tags: ['y', 'z'], a: 1 }, 7],
    };
    expect(compare(one, given)).toEqual({
      items: extra,
      'items.name': { right: 1, wrong: 1, missed: 0 },
      'items.tags': { right: 1, wrong: 2, missed: 0 },
    });
  });

  test('are right where four of five of their fields are', () => {
    const row = { a: 1, b: 2, c: 3, d: 4, e: 5 };
    const recordsOf = (...given: unknown[]): unknown =>
      compareAnswers({
        expected: [row, { a: 6, b: 7, c: 8, d: 9, e: 10 }],
        answer: { value: given },
        anyOf: false,
        creditOf: toValueCredit('normalised', 0),
      }).records;
    expect(recordsOf({ ...row, e: 0 })).toEqual({ right: 1, wrong: 0, missed: 1 });
    expect(recordsOf({ ...row, d: 0, e: 0 })).toEqual({ right: 0, wrong: 1, missed: 2 });
    expect(recordsOf(row, row, row)).toEqual({ right: 1, wrong: 2, missed: 1 });
  });

  test('hold rows of their own', () => {
    const nested = [{ name: 'A', offers: [{ price: 1 }, { price: 2 }] }];
    expect(compare(nested, [{ name: 'A', offers: [{ price: 2 }, { price: 4 }] }])).toEqual({
      name: right,
      'offers.price': { right: 1, wrong: 1, missed: 1 },
    });
  });
});

describe('where any of several answers is right', () => {
  test.each([
    ['one of them', ['12', '12.50'], '12.5', right],
    ['two of them', ['a', 'b'], ['b', 'a'], right],
    ['one among wrong ones', ['a', 'b'], ['x', 'b'], right],
    ['none of them', ['a', 'b'], 'c', wrong],
    ['nothing', ['a', 'b'], null, missed],
    ['nothing where nothing is right', [], null, right],
    ['something where nothing is right', [], 'a', extra],
    ['the one that stands without a list', 5, 5, right],
    ['another than the one without a list', 5, 6, wrong],
    ['nothing where null stands without a list', null, null, right],
    ['a list that is one of them', [['a', 'b'], ['c']], ['c'], right],
  ])('given %s', (_, choices, given, tally) => {
    expect(compare({ field: choices }, { field: given }, { anyOf: true })).toEqual({
      field: tally,
    });
  });
});

test('lists among several answers that are too long to be paired in the best way are told', () => {
  const list = Array.from({ length: 400 }, (_, at) => at);
  const { isBest } = compareAnswers({
    expected: { field: [list] },
    answer: { value: { field: list.map((number) => number + 0.5) } },
    anyOf: true,
    creditOf: toValueCredit('normalised', 0),
  });
  expect(isBest).toBe(false);
});

test('values nested deeper than 32 levels are compared as one, and lists in lists as values', () => {
  let deep: unknown = 'x';
  for (let depth = 0; depth < 60; depth += 1) deep = { a: deep };
  expect(Object.values(compare(deep, deep))).toEqual([right]);
  expect(compare({ cells: [[1, 2], [3]] }, { cells: [[3], [1, 2]] })).toEqual({
    cells: { right: 2, wrong: 0, missed: 0 },
  });
});
