import { describe, expect, test } from 'vitest';
import { leaveOutFields, putBackFields } from './leave-out-fields.ts';

const text = { type: 'string' };

function namesLeft(schema: object, ...pointers: readonly string[]): unknown {
  return leaveOutFields({ ...schema }, new Set(pointers)).schema;
}

describe('leaving fields out', () => {
  test('a property goes, and is required no longer', () => {
    const schema = { type: 'object', required: ['a', 'b'], properties: { a: text, b: text } };
    expect(namesLeft(schema, '/a')).toEqual({
      type: 'object',
      required: ['b'],
      properties: { b: text },
    });
  });

  test('an object goes whose properties all go, and a schema of which nothing is left', () => {
    const inner = { type: 'object', properties: { b: text, c: text } };
    const schema = { type: 'object', properties: { a: text, inner } };
    expect(namesLeft(schema, '/inner/b', '/inner/c')).toMatchObject({ properties: { a: text } });
    expect(namesLeft(schema, '/inner/b')).toMatchObject({
      properties: { a: text, inner: { properties: { c: text } } },
    });
    expect(namesLeft(schema, '/a', '/inner/b', '/inner/c')).toBeUndefined();
  });

  test.each([
    ['a definition', { $ref: '#/$defs/offer' }],
    ['a choice beside null', { anyOf: [{ $ref: '#/$defs/offer' }, { type: 'null' }] }],
  ])('a property goes out of %s, at its place alone', (_name, offer) => {
    const $defs = { offer: { type: 'object', properties: { price: text, unit: text } } };
    const schema = { type: 'object', $defs, properties: { offer, former: offer } };
    expect(namesLeft(schema, '/offer/price')).toEqual({
      type: 'object',
      $defs,
      properties: { offer: { type: 'object', properties: { unit: text } }, former: offer },
    });
  });

  test.each([
    ['a choice', { oneOf: [{ required: ['a'] }, { required: ['b'] }] }],
    ['a count', { minProperties: 1 }],
    ['names that go together', { dependentRequired: { a: ['b'] } }],
    ['open names', { additionalProperties: text }],
  ])('an object with %s stays whole', (_name, more) => {
    const schema = { type: 'object', properties: { a: text, b: text }, ...more };
    const { schema: left, without } = leaveOutFields(schema, new Set(['/a']));
    expect(left).toBe(schema);
    expect([...without]).toEqual([]);
  });

  test('a schema that leads to itself stays whole', () => {
    const schema = { type: 'object', properties: { a: text, part: { $ref: '#' } } };
    expect(leaveOutFields(schema, new Set(['/a'])).schema).toBe(schema);
  });

  test('the same remainder of a schema is one object', () => {
    const schema = { type: 'object', properties: { a: text, b: text } };
    const first = leaveOutFields(schema, new Set(['/a']));
    expect(leaveOutFields(schema, new Set(['/a'])).schema).toBe(first.schema);
  });
});

describe('putting fields back', () => {
  const schema = {
    type: 'object',
    properties: {
      a: text,
      inner: { type: ['object', 'null'], properties: { b: text, c: text } },
      z: text,
    },
  };
  const values = new Map([
    ['/a', 1],
    ['/inner/b', 2],
  ]);

  test('values stand in the order of the schema, what else was answered behind them', () => {
    const filled = putBackFields(schema, { other: 5, z: 4, inner: { c: 3 } }, values);
    expect(JSON.stringify(filled)).toBe('{"a":1,"inner":{"b":2,"c":3},"z":4,"other":5}');
  });

  test('an object that the answer lacks is made', () => {
    expect(putBackFields(schema, { inner: null }, values)).toEqual({ a: 1, inner: { b: 2 } });
  });

  test('an object in a list of one is filled there, and a word for "no value" is no object', () => {
    expect(putBackFields(schema, [{ z: 4 }], values)).toEqual([{ a: 1, inner: { b: 2 }, z: 4 }]);
    expect(putBackFields(schema, { inner: 'N/A' }, values)).toEqual({ a: 1, inner: { b: 2 } });
    expect(putBackFields(schema, '', values)).toEqual({ a: 1, inner: { b: 2 } });
  });

  test('an answer that is no object stays as it is', () => {
    expect(putBackFields(schema, ['a'], values)).toEqual(['a']);
    expect(putBackFields(schema, [{ z: 4 }, { z: 5 }], values)).toEqual([{ z: 4 }, { z: 5 }]);
  });
});
