import { describe, expect, test } from 'vitest';
import { type Issue, isGleanerError } from '../../../runtime/errors/gleaner-error.ts';
import { compileSchema } from '../validate/compile-schema.ts';
import { parseSchema } from './parse-schema.ts';

function issuesOf(schema: unknown): readonly Issue[] {
  try {
    parseSchema(schema);
    return [];
  } catch (error) {
    if (isGleanerError(error, 'invalid_request')) return error.details.issues;
    throw error;
  }
}

const pathsOf = (schema: unknown): readonly string[] => issuesOf(schema).map(({ path }) => path);

describe('parseSchema', () => {
  test('what was checked is known again, in the dialect that it was written in', () => {
    const usable = parseSchema({
      $schema: 'http://json-schema.org/draft-07/schema#',
      minLength: 1,
    });
    expect(parseSchema(usable.schema)).toBe(usable);
    expect(parseSchema(structuredClone(usable.schema))).not.toBe(usable);
  });

  test('all problems are reported at once, each at its keyword', () => {
    expect(
      pathsOf({
        type: 'object',
        properties: { 'a/b': { type: 'text' }, c: { minLength: -1 } },
        required: 'c',
      }),
    ).toEqual(
      expect.arrayContaining([
        '/schema/properties/a~1b/type',
        '/schema/properties/c/minLength',
        '/schema/required',
      ]),
    );
  });

  test('patterns and references are reported together', () => {
    expect(
      pathsOf({
        properties: { a: { pattern: '(?=x)' }, b: { $ref: 'http://x.test/' } },
        patternProperties: { '(': {} },
        $defs: { c: { $ref: '#/$defs/gone' } },
      }),
    ).toEqual(
      expect.arrayContaining(['/schema/properties/a/pattern', '/schema/patternProperties/(']),
    );
    expect(
      pathsOf({
        properties: { b: { $ref: 'http://x.test/' } },
        $defs: { c: { $ref: '#/$defs/gone' } },
      }),
    ).toEqual(['/schema/properties/b/$ref', '/schema/$defs/c/$ref']);
  });

  test('messages say how to mend it', () => {
    expect(issuesOf({ $ref: 'http://x.test/' })[0]?.message).toContain(
      'copy the target into "$defs"',
    );
    expect(issuesOf({ $schema: 'http://x.test/' })[0]).toMatchObject({
      path: '/schema/$schema',
      message: expect.stringContaining('use drafts 04, 06, 07, 2019-09 or 2020-12') as string,
    });
  });

  test('the same content has the same hash, whatever object it came in', () => {
    expect(parseSchema({ type: 'string' }).hash).toBe(parseSchema({ type: 'string' }).hash);
    expect(parseSchema({ type: 'string' }).hash).not.toBe(parseSchema({ type: 'number' }).hash);
  });

  test('a schema changed after it was parsed changes nothing', () => {
    const schema = { type: 'string' };
    const usable = parseSchema(schema);
    schema.type = 'number';
    expect(compileSchema(usable.schema)('a')).toEqual([]);
  });

  test.each([
    [
      'draft-04',
      {
        $schema: 'http://json-schema.org/draft-04/schema#',
        id: 'http://x.test/root',
        definitions: { price: { type: 'number', minimum: 0, exclusiveMinimum: true } },
        properties: { price: { $ref: '#/definitions/price', type: 'string' } },
      },
      {
        $defs: { price: { type: 'number', exclusiveMinimum: 0 } },
        properties: { price: { $ref: '#/$defs/price' } },
      },
    ],
    [
      'draft-07',
      {
        $schema: 'https://json-schema.org/draft-07/schema',
        items: [{ type: 'string' }],
        additionalItems: false,
        dependencies: { a: ['b'], c: { required: ['d'] } },
      },
      {
        prefixItems: [{ type: 'string' }],
        items: false,
        dependentRequired: { a: ['b'] },
        dependentSchemas: { c: { required: ['d'] } },
      },
    ],
    [
      '2019-09',
      {
        $schema: 'https://json-schema.org/draft/2019-09/schema',
        $recursiveAnchor: true,
        properties: { child: { $recursiveRef: '#' }, named: { $ref: '#here' } },
        $defs: { here: { $anchor: 'here', type: 'string' } },
      },
      {
        properties: { child: { $ref: '#' }, named: { $ref: '#/$defs/here' } },
        $defs: { here: { type: 'string' } },
      },
    ],
    [
      '2020-12',
      {
        $id: 'http://x.test/a',
        'x-note': 1,
        properties: { a: { $dynamicRef: '#node' }, b: { $ref: 'b' } },
        $defs: { node: { $dynamicAnchor: 'node' }, b: { $id: 'b', type: 'string' } },
      },
      {
        properties: { a: { $ref: '#/$defs/node' }, b: { $ref: '#/$defs/b' } },
        $defs: { node: {}, b: { type: 'string' } },
      },
    ],
  ])('%s becomes plain 2020-12', (dialect, schema, expected) => {
    expect(parseSchema(schema)).toMatchObject({ dialect, schema: {} });
    expect(parseSchema(schema).schema).toEqual(expected);
  });
});

test('`nullable` of OpenAPI 3.0 adds null to what a place may be', () => {
  const { schema } = parseSchema({
    type: 'object',
    properties: {
      sku: { type: 'string', nullable: true },
      size: { enum: ['S', 'M'], type: 'string', nullable: true },
      maker: { allOf: [{ $ref: '#/$defs/maker' }], nullable: true, description: 'Who made it' },
      nullable: { type: 'boolean', nullable: false },
    },
    $defs: { maker: { type: 'object' } },
  });
  expect(schema).toMatchObject({
    properties: {
      sku: { type: ['string', 'null'] },
      size: { type: ['string', 'null'], enum: ['S', 'M', null] },
      maker: {
        anyOf: [{ allOf: [{ $ref: '#/$defs/maker' }] }, { type: 'null' }],
        description: 'Who made it',
      },
      nullable: { type: 'boolean' },
    },
  });
});
