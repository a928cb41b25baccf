import { describe, expect, test } from 'vitest';
import { applyPatches } from '../../model/repair-answer.ts';
import { compileSchema } from './compile-schema.ts';
import { listFailingParts } from './list-failing-parts.ts';
import { parseSchema } from '../parse/parse-schema.ts';

const { schema } = parseSchema({
  type: 'object',
  properties: {
    items: { type: 'array', items: { $ref: '#/definitions/item' } },
    note: { type: 'string' },
  },
  required: ['items', 'note'],
  definitions: {
    item: {
      type: 'object',
      properties: { price: { $ref: '#/definitions/price' }, more: { $ref: '#/definitions/item' } },
      required: ['price'],
      additionalProperties: false,
    },
    price: { type: 'number', minimum: 0 },
  },
  $schema: 'http://json-schema.org/draft-07/schema#',
});
const issuesOf = compileSchema(schema);

describe('listFailingParts', () => {
  test('each failing place comes with its own schema and value', () => {
    const value = { items: [{ price: 1 }, { price: 'free' }, {}] };
    expect(listFailingParts(schema, value, issuesOf(value))).toEqual([
      {
        path: '/note',
        schema: { type: 'string' },
        value: undefined,
        isRequired: true,
        messages: ['is missing'],
      },
      {
        path: '/items/1/price',
        schema: { $ref: '#/$defs/price', $defs: { price: { type: 'number', minimum: 0 } } },
        value: 'free',
        isRequired: true,
        messages: ['must be number'],
      },
      expect.objectContaining({ path: '/items/2/price', messages: ['is missing'] }),
    ]);
  });

  test('a property too many makes its owner the failing part', () => {
    const value = { items: [{ price: 1, extra: 2 }], note: '' };
    const [part] = listFailingParts(schema, value, issuesOf(value));
    expect(part).toMatchObject({
      path: '/items/0',
      value: { price: 1, extra: 2 },
      messages: ['/extra is not among the properties that the schema allows'],
    });
  });

  test('a part inside another failing part joins it', () => {
    const issues = [
      { path: '/items/0/price', message: 'must be number' },
      { path: '/items', message: 'must have at least 2 items' },
    ];
    expect(listFailingParts(schema, { items: [{ price: '' }] }, issues)).toMatchObject([
      { path: '/items', messages: ['must have at least 2 items', '/0/price must be number'] },
    ]);
  });

  test('the schema of a part is complete in itself, recursion included', () => {
    const value = { items: [1], note: '' };
    const [part] = listFailingParts(schema, value, issuesOf(value));
    const check = compileSchema(parseSchema(part?.schema).schema);
    expect(check({ price: 1, more: { price: 'x' } })).toEqual([
      { path: '/more/price', message: 'must be number' },
    ]);
  });

  test('an issue with the whole is about the whole', () => {
    expect(listFailingParts(schema, 5, issuesOf(5))).toMatchObject([{ path: '', value: 5 }]);
  });
});

describe('applyPatches', () => {
  test('answers land only where something failed', () => {
    const value = Object.freeze({ a: 1, list: Object.freeze([{ b: 1 }]) });
    const patches = new Map<string, unknown>([
      ['/list/0/b', 2],
      ['/a', 9],
      ['/list/0/new', 3],
    ]);
    expect(
      applyPatches(value, ['/list/0/b', '/list/0/new', '/gone/x', '/list/7'], patches),
    ).toEqual({
      a: 1,
      list: [{ b: 2, new: 3 }],
    });
  });

  test('the whole can be replaced, and __proto__ is a name like any other', () => {
    expect(applyPatches(1, [''], new Map([['', 2]]))).toBe(2);
    const patched = applyPatches({}, ['/__proto__'], new Map([['/__proto__', { polluted: true }]]));
    expect(JSON.stringify(patched)).toBe('{"__proto__":{"polluted":true}}');
    expect(Object.getPrototypeOf(patched)).toBe(Object.prototype);
  });
});

test('a place that may be left out is none that has to be filled, in one of several alternatives too', () => {
  const either = parseSchema({
    type: 'object',
    properties: {
      plain: { type: 'number' },
      things: {
        type: 'array',
        items: {
          anyOf: [
            { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
            {
              type: 'object',
              properties: { a: { type: 'number' }, b: { type: 'number' } },
              required: ['b'],
            },
          ],
        },
      },
    },
    required: ['things'],
  }).schema;
  const paths = ['/plain', '/things', '/things/0', '/things/0/a', '/things/0/b'];
  const required = paths.map((path) => {
    const [part] = listFailingParts(either, {}, [{ path, message: 'is wrong' }]);
    return part?.isRequired;
  });
  expect(required).toEqual([false, true, true, false, true]);
});
