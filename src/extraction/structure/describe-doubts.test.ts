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

test('ten doubts are told, and the others counted', () => {
  const places = Array.from(
    { length: 13 },
    (_, at) => [`/${at}`, placeOf({ bound: 'from' })] as const,
  );
  const said = describeDoubts({}, new Map(places));
  expect(said).toHaveLength(11);
  expect(said.at(-1)).toBe('3 other values are as doubtful.');
});
