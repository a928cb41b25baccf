import { Text } from 'domhandler';
import { expect, test } from 'vitest';
import type { ValueSource } from '../fields/candidate.ts';
import { describeDoubts } from './describe-doubts.ts';

function placeOf(parts: Partial<ValueSource>): ValueSource {
  return { node: new Text('40'), ...parts };
}

function describe(
  value: unknown,
  parts: Partial<ValueSource>,
  maxWrong?: number,
): readonly string[] {
  return describeDoubts({ price: value }, new Map([['/price', placeOf(parts)]]), maxWrong);
}

const rivals = [{ value: 36.53, source: placeOf({}) }];

test.each([
  [1.25, [1250], 'The number at /price may be meant as 1250 as well.'],
  ['2024-04-03', ['2024-03-04'], 'The date at /price may be meant as 2024-03-04 as well.'],
  ['a@b.example', ['b@b.example'], 'The address at /price may be meant as b@b.example as well.'],
  ['O1', ['01'], 'The code at /price may be meant as 01 as well.'],
])('%o with another meaning says what it is', (value, alternatives, said) => {
  expect(describe(value, { alternatives })).toEqual([said]);
});

test('a bound is called one', () => {
  expect(describe(50, { bound: 'under' })).toEqual([
    'The number at /price is a bound: the page states it with "under".',
  ]);
});

test('rivals are told of values that are not sure enough', () => {
  const certainty = { doubt: 0.1, rivals };
  const said = ['The page states 40 or 36.53 for /price; the first was taken.'];
  expect(describe(40, { certainty })).toEqual(said);
  expect(describe(40, { certainty }, 0.2)).toEqual([]);
  expect(describe(40, { certainty }, Infinity)).toEqual([]);
});

test('a doubt of a field of all records of a list is told once', () => {
  const prices = [['$25.99 - 79.70', 79.7] as const, ['$15 - 18.50', 18.5] as const];
  const places = prices.map(
    ([, upper], at) => [`/items/${at}/price`, placeOf({ alternatives: [upper] })] as const,
  );
  const root = { items: [{ price: 25.99 }, { price: 15 }] };
  expect(describeDoubts(root, new Map(places))).toEqual([
    'The number at /items/0/price may be meant as 79.7 as well, as may 1 more at /items/*/price.',
  ]);
  // Numbers in an object of years are fields of their own.
  const years = { items: { 0: { price: 25.99 }, 1: { price: 15 } } };
  expect(describeDoubts(years, new Map(places))).toHaveLength(2);
});

test('rivals that begin alike are shown where they differ', () => {
  const address = 'https://img.shop.example/products/2024/spring/chair-one-large-';
  const certainty = { doubt: 1, rivals: [{ value: `${address}side.jpg`, source: placeOf({}) }] };
  expect(describe(`${address}back.jpg`, { certainty })).toEqual([
    'The page states "…ing/chair-one-large-back.jpg" or "…ing/chair-one-large-side.jpg" for /price; the first was taken.',
  ]);
});

test('ten doubts are told, and the others counted', () => {
  const places = Array.from(
    { length: 13 },
    (_, at) => [`/${at}`, placeOf({ bound: 'from' })] as const,
  );
  const said = describeDoubts({}, new Map(places));
  expect(said).toHaveLength(11);
  expect(said.at(-1)).toBe('3 other values are as doubtful.');
});
