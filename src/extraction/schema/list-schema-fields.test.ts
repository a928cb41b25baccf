import { describe, expect, test } from 'vitest';
import { listSchemaFields } from './list-schema-fields.ts';

const summary = (schema: Parameters<typeof listSchemaFields>[0]): readonly string[] =>
  listSchemaFields(schema).map((field) => `${field.path.join('.')}:${field.types.join('|')}`);

describe('listSchemaFields', () => {
  test('lists parents before children with what the schema says about them', () => {
    const fields = listSchemaFields({
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', description: 'Name of the shop' },
        items: {
          type: 'array',
          items: {
            properties: {
              price: { type: ['number', 'null'] },
              state: { enum: ['new', 'used'] },
              seen: { type: 'array', items: { type: 'string', format: 'date' } },
            },
            required: ['price'],
          },
        },
      },
    });
    expect(fields.map((field) => field.path.join('.'))).toEqual([
      'name',
      'items',
      'items.price',
      'items.state',
      'items.seen',
    ]);
    expect(fields[0]).toMatchObject({
      required: true,
      description: 'Name of the shop',
      arrayDepth: 0,
      hasFields: false,
    });
    expect(fields[1]).toMatchObject({ types: ['array'], itemTypes: ['object'], hasFields: true });
    expect(fields[2]).toMatchObject({ required: true, arrayDepth: 1, types: ['number', 'null'] });
    expect(fields[3]).toMatchObject({ types: ['string'], enumMembers: ['new', 'used'] });
    expect(fields[4]).toMatchObject({ format: 'date', itemTypes: ['string'] });
  });

  test('a list at the root gives the fields of its records', () => {
    expect(
      listSchemaFields({ type: 'array', items: { properties: { a: { type: 'string' } } } })[0],
    ).toMatchObject({ path: ['a'], arrayDepth: 1 });
  });

  test('references and alternatives are followed', () => {
    expect(
      summary({
        $ref: '#/$defs/thing',
        $defs: {
          thing: {
            allOf: [{ properties: { a: { $ref: '#/$defs/text' } } }],
            anyOf: [
              { properties: { b: { type: 'null' } } },
              { properties: { b: { type: 'integer' } } },
            ],
          },
          text: { type: 'string' },
        },
      }),
    ).toEqual(['a:string', 'b:null|integer']);
  });

  test('a recursive schema ends at its first repetition', () => {
    expect(
      summary({
        properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
      }),
    ).toEqual(['name:string', 'children:array']);
  });

  test('mutual recursion with many branches stays within a thousand fields', () => {
    const names = Array.from({ length: 12 }, (_, index) => `p${index}`);
    const $defs = Object.fromEntries(
      names.map((name) => [
        name,
        { properties: Object.fromEntries(names.map((to) => [to, { $ref: `#/$defs/${to}` }])) },
      ]),
    );
    expect(listSchemaFields({ $ref: '#/$defs/p0', $defs })).toHaveLength(1_000);
  });
});
