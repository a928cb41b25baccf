import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { parseSchema } from '../schema/parse/parse-schema.ts';
import { toProviderSchema } from './to-provider-schema.ts';

describe('toProviderSchema', () => {
  test('optional properties become required and nullable, objects closed, other keywords go', () => {
    const { schema, strict, wrapped } = toProviderSchema({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Book',
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, description: 'As printed' },
        year: { type: 'integer', minimum: 1450 },
        state: { enum: ['new', 'used'] },
        tags: { type: 'array', items: { type: 'string', format: 'uri' }, uniqueItems: true },
        author: { $ref: '#/$defs/person' },
        size: { oneOf: [{ type: 'number' }, { type: 'string' }] },
        gone: false,
      },
      required: ['name'],
      $defs: { person: { type: 'object', properties: { born: { type: 'string' } } } },
    });
    expect({ strict, wrapped }).toEqual({ strict: true, wrapped: false });
    expect(schema).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', description: 'As printed' },
        year: { type: ['integer', 'null'] },
        state: { type: ['string', 'null'], enum: ['new', 'used', null] },
        tags: { type: ['array', 'null'], items: { type: 'string' } },
        author: { anyOf: [{ $ref: '#/$defs/person' }, { type: 'null' }] },
        size: { anyOf: [{ type: 'number' }, { type: 'string' }, { type: 'null' }] },
      },
      required: ['name', 'year', 'state', 'tags', 'author', 'size'],
      additionalProperties: false,
      $defs: {
        person: {
          type: 'object',
          properties: { born: { type: ['string', 'null'] } },
          required: ['born'],
          additionalProperties: false,
        },
      },
    });
  });

  test.for<[string, JsonSchema]>([
    ['a map', { type: 'object', additionalProperties: { type: 'number' } }],
    ['a value of any type', { type: 'object', properties: { a: {} } }],
    ['a condition', { type: 'object', properties: { a: { type: 'string' } }, if: {}, else: {} }],
    ['a tuple', { type: 'object', properties: { a: { type: 'array', prefixItems: [{}] } } }],
    ['two schemas at once', { type: 'object', properties: { a: { allOf: [{}, {}] } } }],
    [
      'more enum members than fit',
      {
        type: 'object',
        properties: { a: { enum: Array.from({ length: 1_001 }, (_, index) => index) } },
      },
    ],
  ])('%s goes as it is, without strict mode', ([, schema]) => {
    expect(toProviderSchema(schema)).toEqual({ schema, strict: false, wrapped: false });
  });

  test('what is no object stands under `answer`', () => {
    expect(toProviderSchema({ type: 'array', items: { type: 'string' } })).toEqual({
      schema: {
        type: 'object',
        properties: { answer: { type: 'array', items: { type: 'string' } } },
        required: ['answer'],
        additionalProperties: false,
      },
      strict: true,
      wrapped: true,
    });
    expect(toProviderSchema(true)).toMatchObject({ strict: false, wrapped: true });
  });

  test('a recursive schema with a reference at its root has an object there', () => {
    const node: JsonSchema = {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            children: { type: 'array', items: { $ref: '#/$defs/node' } },
          },
          required: ['name', 'children'],
        },
      },
    };
    expect(toProviderSchema(node)).toMatchObject({
      strict: true,
      schema: {
        type: 'object',
        required: ['name', 'children'],
        $defs: { node: { type: 'object' } },
      },
    });
  });

  const [kilos, cost] = [
    z.object({ kg: z.number() }),
    z.object({ kind: z.literal('cost'), cost: z.number(), note: z.string().optional() }),
  ];
  test.for<[string, JsonSchema]>([
    ['a choice', z.toJSONSchema(z.union([kilos, cost]))],
    ['one of two', { oneOf: [z.toJSONSchema(kilos), z.toJSONSchema(cost)] }],
    [
      'a choice behind a reference',
      {
        $ref: '#/$defs/either',
        $defs: { either: { anyOf: [z.toJSONSchema(kilos), z.toJSONSchema(cost)] } },
      },
    ],
    ['a sum', { allOf: [z.toJSONSchema(kilos), z.toJSONSchema(cost)] }],
    [
      'members beside a choice',
      {
        type: 'object',
        properties: { kg: { type: 'number' } },
        anyOf: [{ required: ['kg'] }, z.toJSONSchema(cost)],
      },
    ],
  ])('%s at the root is sent whole, under `answer`', ([, schema]) => {
    const sent = toProviderSchema(parseSchema(schema).schema);
    expect(sent.wrapped).toBe(true);
    for (const name of ['"kg"', '"cost"']) expect(JSON.stringify(sent.schema)).toContain(name);
  });

  test('a reference to the root leads to the value under `answer`', () => {
    const tree: JsonSchema = {
      anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#' } }],
    };
    expect(toProviderSchema(tree)).toMatchObject({
      strict: true,
      schema: {
        properties: { answer: { $ref: '#/$defs/answer_value' } },
        $defs: {
          answer_value: {
            anyOf: [{ type: 'string' }, { items: { $ref: '#/$defs/answer_value' } }],
          },
        },
      },
    });
  });

  test('what zod writes is strict, whatever draft it writes', () => {
    const book = z.object({
      name: z.string().min(1),
      price: z.number().positive().optional(),
      author: z.object({ born: z.iso.date() }).nullable(),
      tags: z.array(z.string()),
    });
    for (const target of ['draft-2020-12', 'draft-7'] as const) {
      const { schema } = parseSchema(z.toJSONSchema(book, { target }));
      expect(toProviderSchema(schema).strict).toBe(true);
    }
  });
});
