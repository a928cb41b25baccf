import { expect, test } from 'vitest';
import { parseSchema } from '../parse/parse-schema.ts';
import {
  type PlaceDescription,
  createPlaceBudget,
  describePlace,
  findMember,
} from './describe-place.ts';

function describeRoot(given: unknown, value: unknown, steps = 1_000): PlaceDescription | undefined {
  const { schema } = parseSchema(given);
  return describePlace(schema, [schema], value, createPlaceBudget(steps));
}

const number = { type: 'number' };
const text = { type: 'string' };

test('the types of all that applies are those of a place; whole numbers are numbers', () => {
  const place = describeRoot(
    { allOf: [{ type: ['number', 'null'] }, { type: ['number', 'string'] }] },
    1,
  );
  expect([...(place?.types ?? [])].toSorted()).toEqual(['integer', 'number']);
  expect([1, 1.5, '1', null].map((value) => place?.allows(value))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('an `enum` without a type has the types of its members, and allows them alone', () => {
  const place = describeRoot({ enum: ['new', 2, null] }, 'new');
  expect([...(place?.types ?? [])].toSorted()).toEqual(['integer', 'null', 'string']);
  expect(['new', 'used', 2, 3, null].map((value) => place?.allows(value))).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
});

test('a text that has to say something is not empty, and one with a format has it', () => {
  expect(describeRoot({ type: 'string', minLength: 1 }, '')?.allows('')).toBe(false);
  const day = describeRoot({ type: 'string', format: 'date' }, '');
  expect([day?.allows('2024-02-29'), day?.allows('2023-02-29')]).toEqual([true, false]);
});

test('of alternatives the one counts that may hold the value, and of two that may none', () => {
  const schema = { anyOf: [{ type: 'null' }, { type: 'object', properties: { n: number } }] };
  expect(describeRoot(schema, {})?.listPropertySchemas('n')).toEqual([number]);
  const either = { anyOf: [{ properties: { n: number } }, { properties: { n: text } }] };
  expect(describeRoot(either, {})?.listPropertySchemas('n')).toEqual([]);
});

test('the names of a closed object, those that patterns describe, and those that it must have', () => {
  const place = describeRoot(
    {
      properties: { a: number },
      patternProperties: { '^size_': text },
      required: ['a'],
      additionalProperties: false,
    },
    {},
  );
  expect(['a', 'size_w', 'b'].map((name) => place?.mayHave(name))).toEqual([true, true, false]);
  expect(['a', 'size_w'].map((name) => place?.mustHave(name))).toEqual([true, false]);
  expect(place?.listPropertySchemas('size_w')).toEqual([text]);
});

test('the items of a tuple have schemas of their own', () => {
  const place = describeRoot({ prefixItems: [text], items: number }, []);
  expect(place?.isTuple).toBe(true);
  expect([place?.listItemSchemas(0), place?.listItemSchemas(1)]).toEqual([[text], [number]]);
});

test('more schemas than the budget allows are not described', () => {
  expect(describeRoot({ allOf: [text, text, text] }, 'a', 2)).toBeUndefined();
});

test.each([
  [['In Stock', 'Sold out'], ' in_stock', 'In Stock'],
  [['New', 'NEW'], 'new', undefined],
  [[1, 'a-b'], 'A B', 'a-b'],
  [['a'], 'b', undefined],
])('of %j %j is the member %j', (members, said, member) => {
  expect(findMember(members, said)).toBe(member);
});
