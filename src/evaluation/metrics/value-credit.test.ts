import { expect, test } from 'vitest';
import { findTextLikeness, toValueCredit } from './value-credit.ts';

const normalised = toValueCredit('normalised', 0);

test.each([
  ['“Café  –  Bar”', '"café - bar"'],
  ['Blue\u{200B} Shirt', 'blue shirt'],
  ['file', 'ﬁle'],
  [1299, '1.299,00'],
  [1299, '$1,299'],
  ['1299', 1299],
  [12.5, 12.5],
  ['12.50', '$12.5'],
  ['2024-05-31', '31 May 2024'],
  ['31.05.2024', '2024-05-31T10:00:00Z'],
  ['2024-05-31T10:00:00Z', '2024-05-31T12:00:00+02:00'],
  [true, 'Yes'],
  ['false', false],
  [
    { a: 1, b: [2] },
    { b: [2], a: 1 },
  ],
])('normalised, %j and %j are the same', (expected, given) => {
  expect(normalised(expected, given)).toBe(1);
});

test.each([
  ['$5', '€5'],
  ['5 kg', '5 g'],
  ['0012', '12'],
  [1299, '1299 to 1399'],
  // Day and month could be swapped.
  ['2024-05-06', '05/06/2024'],
  // A moment is more than its day.
  ['2024-05-31T10:00:00Z', '2024-05-31'],
  ['2024-05-31T10:00:00Z', '2024-05-31T11:00:00Z'],
  [true, 'in stock'],
  [true, 1],
  [0, false],
  ['red', ['red']],
])('normalised, %j and %j are not', (expected, given) => {
  expect(normalised(expected, given)).toBe(0);
});

test('exactly, only the same JSON is the same', () => {
  const exact = toValueCredit('exact', 0);
  expect(exact({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(1);
  expect([exact('Red', 'red'), exact(1, '1'), exact('a ', 'a'), exact(1, true)]).toEqual([
    0, 0, 0, 0,
  ]);
});

test('numbers count as near enough up to the tolerance, as a part of the expected one', () => {
  const credit = toValueCredit('tolerance', 0.01);
  expect([credit(100, 101), credit(100, 99), credit(-100, -101), credit(100, '$100.50')]).toEqual([
    1, 1, 1, 1,
  ]);
  expect([credit(100, 101.1), credit(0, 0.001), credit('100 kg', '101 kg')]).toEqual([0, 0, 0]);
  expect(credit('Red', 'red')).toBe(1);
});

test('unequal texts count by how many characters have to change, and from one half on', () => {
  const credit = toValueCredit('likeness', 0);
  expect(credit('Blue shirt', 'blue skirt')).toBeCloseTo(0.9, 9);
  expect(credit('Blue', 'Bluebird song')).toBe(0);
  expect(credit('Blue', 'BLUE')).toBe(1);
  expect(credit(12, 13)).toBe(0);
});

test('texts of a book are compared by their words', () => {
  const words = Array.from({ length: 20_000 }, (_, at) => `word${at % 700}`);
  const likeness = findTextLikeness(words.join(' '), words.slice(0, 15_000).join(' '));
  expect(likeness).toBeCloseTo((2 * 15_000) / 35_000, 9);
});
