import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../runtime/contracts/extractor.ts';
import { coerceValue } from './coerce-value.ts';
import { compileSchema } from '../validate/compile-schema.ts';
import { parseSchema } from '../parse/parse-schema.ts';

const coerce = (schema: unknown, value: unknown): unknown =>
  coerceValue(parseSchema(schema).schema, value).value;

const number = { type: 'number' };
const integer = { type: 'integer' };
const text = { type: 'string' };
const date = { type: 'string', format: 'date' };

describe('coerceValue', () => {
  test('the name of a property or its description asks for a unit, also of the items of a list', () => {
    const schema = {
      properties: {
        weight: { type: 'number', description: 'Weight in kg' },
        weights_g: { type: 'array', items: integer },
      },
    };
    expect(coerce(schema, { weight: '500 g', weights_g: ['1.2 kg', '0.5 g', '7 g'] })).toEqual({
      weight: 0.5,
      weights_g: [1200, '0.5 g', 7],
    });
  });

  test.each<[what: string, schema: JsonSchema, value: unknown, expected: unknown]>([
    ['yes is true', { type: 'boolean' }, 'Yes', true],
    ['false is false', { type: 'boolean' }, ' false ', false],
    ['In stock is no boolean', { type: 'boolean' }, 'In stock', 'In stock'],
    ['a number becomes text', text, 12.5, '12.5'],
    ['a single value becomes a list', { type: 'array', items: number }, '12', [12]],
    ['nothing is no list', { type: 'array', items: number }, 'n.a. x', 'n.a. x'],
    ['a list of one becomes its value', number, ['12'], 12],
    [
      'a member that is called the value is one',
      { properties: { a: number } },
      { a: { value: '12' } },
      { a: 12 },
    ],
    ['so is one called as its owner', { properties: { a: number } }, { a: { a: 12 } }, { a: 12 }],
    ['and the only one of the whole', { enum: ['New', 'Used'] }, { state: 'new' }, 'New'],
    [
      'a member of another name may be another value',
      { properties: { a: number } },
      { a: { least: 12 } },
      { a: { least: 12 } },
    ],
    ['two members are no single value', number, { value: 12, unit: 'k' }, { value: 12, unit: 'k' }],
    [
      'an object with a value stays where one may stand',
      { properties: { a: { type: ['object', 'number'] } } },
      { a: { value: 1 } },
      { a: { value: 1 } },
    ],
    [
      'numbered members become a list',
      { type: 'array', items: number },
      { 0: '12', 1: 13 },
      [12, 13],
    ],
    [
      'numbers with gaps are names',
      { type: 'array', items: number },
      { 1: 12, 3: 13 },
      { 1: 12, 3: 13 },
    ],
    ['unknown is null where null may stand', { type: ['number', 'null'] }, 'Unknown', null],
    [
      'not found goes where nothing need stand',
      { properties: { a: number } },
      { a: 'not found' },
      {},
    ],
    [
      'a text that says unknown stays one',
      { properties: { a: text } },
      { a: 'unknown' },
      { a: 'unknown' },
    ],
    ['enum case is folded', { enum: ['In Stock', 'Sold out'] }, ' in_stock', 'In Stock'],
    ['two matching members are none', { enum: ['New', 'NEW'] }, 'new', 'new'],
    ['a member that says none stays', { enum: ['none', 'some'] }, 'None', 'none'],
    ['N/A is null where null may stand', { type: ['number', 'null'] }, 'N/A', null],
    ['"k. A." is null', { type: ['number', 'null'] }, 'k. A.', null],
    ['"non disponible" is null', { type: ['number', 'null'] }, 'Non disponible', null],
    ['N/A is a text where text may stand', { type: ['string', 'null'] }, 'N/A', 'N/A'],
    [
      'an empty optional property goes',
      { properties: { a: number, b: date, c: { type: 'string', minLength: 1 } } },
      { a: '-', b: '', c: '' },
      {},
    ],
    [
      'an empty required property stays to be asked for',
      { properties: { a: number }, required: ['a'] },
      { a: '' },
      { a: '' },
    ],
    ['null goes where it may not stand', { properties: { a: text } }, { a: null }, {}],
    [
      'unknown properties of a closed object go',
      { properties: { a: number }, additionalProperties: false },
      { a: 1, b: 2 },
      { a: 1 },
    ],
    [
      'those that a pattern describes stay, and get its types',
      {
        properties: { a: number },
        patternProperties: { '^size_': number, _cm$: integer },
        additionalProperties: false,
      },
      { a: '1', size_w: '40.5', size_h_cm: '12', b: 2, xsize_: 3 },
      { a: 1, size_w: 40.5, size_h_cm: 12 },
    ],
    [
      'the types of other names are for those without a pattern',
      { patternProperties: { '^size_': number }, additionalProperties: text },
      { size_w: '40', note: 5 },
      { size_w: 40, note: '5' },
    ],
    ['of an open object they stay', { properties: { a: number } }, { b: '2' }, { b: '2' }],
    [
      'references and nesting are followed',
      {
        properties: { list: { type: 'array', items: { $ref: '#/$defs/row' } } },
        $defs: { row: { properties: { n: integer, sub: { $ref: '#/$defs/row' } } } },
      },
      { list: [{ n: '1', sub: { n: '2' } }] },
      { list: [{ n: 1, sub: { n: 2 } }] },
    ],
    [
      'the one alternative that can hold the value counts',
      { anyOf: [{ type: 'null' }, { type: 'object', properties: { n: number } }] },
      { n: '1' },
      { n: 1 },
    ],
    [
      'of two possible alternatives none counts',
      { anyOf: [{ properties: { n: number } }, { properties: { n: text } }] },
      { n: '1' },
      { n: '1' },
    ],
    ['tuples keep their positions', { prefixItems: [text, number] }, [null, '2'], [null, 2]],
    [
      'other drafts are understood',
      { $schema: 'http://json-schema.org/draft-07/schema#', items: [text, number] },
      ['a', '2'],
      ['a', 2],
    ],
  ])('%s', (_, schema, value, expected) => {
    expect(coerce(schema, value)).toEqual(expected);
  });

  test.each<[schema: JsonSchema, value: unknown, changes: Record<string, string>]>([
    [text, 5, { '': 'was a number where a text is wanted' }],
    [text, [5], { '': 'was a list where a single value is wanted' }],
    [
      { type: 'array', items: text },
      5,
      {
        '': 'was a single value where a list is wanted',
        '/0': 'was a number where a text is wanted',
      },
    ],
    [
      { type: 'array', items: { type: 'object', properties: { 'a/b': text } } },
      ['-', { 'a/b': 5 }],
      { '/0/a~1b': 'was a number where a text is wanted' },
    ],
    [number, '5 €', {}],
    [{ type: 'boolean' }, 'yes', {}],
    [text, '5', {}],
    [{ properties: { a: { type: 'array', items: number } } }, { a: 'none' }, {}],
    // Records under names of their own are no record.
    [{ type: 'array', items: { type: 'object', properties: { a: text } } }, { x: { a: 'b' } }, {}],
    [
      { type: 'array', items: { type: 'object', properties: { a: text } } },
      { a: 'b', x: 'c' },
      { '': 'was a single value where a list is wanted' },
    ],
    [
      { type: 'array', items: { type: 'object' } },
      { x: 'c' },
      { '': 'was a single value where a list is wanted' },
    ],
  ])('by %j the changes of kind in %j are %j', (schema, value, changes) => {
    const { kindChanges } = coerceValue(parseSchema(schema).schema, value);
    expect(Object.fromEntries(kindChanges.map(({ path, message }) => [path, message]))).toEqual(
      changes,
    );
  });

  test('"not available" is no missing yes or no', () => {
    const properties = { inStock: { type: 'boolean' }, price: number };
    const answer = { inStock: 'not available', price: 'not available' };
    expect(coerce({ properties }, answer)).toEqual({ inStock: 'not available' });
  });

  test('names such as __proto__ are names', () => {
    const value: unknown = JSON.parse('{"__proto__": "1", "constructor": "2"}');
    const schema: unknown = JSON.parse(
      '{"properties": {"__proto__": {"type": "number"}, "constructor": {"type": "number"}}}',
    );
    expect(JSON.stringify(coerce(schema, value))).toBe('{"__proto__":1,"constructor":2}');
  });

  test('the value that went in is not touched', () => {
    const value = Object.freeze({ a: Object.freeze(['1']) });
    expect(coerce({ properties: { a: { items: number } } }, value)).toEqual({ a: [1] });
    expect(value).toEqual({ a: ['1'] });
  });

  const leaf = fc.constantFrom<JsonSchema>(
    number,
    integer,
    text,
    date,
    { type: 'boolean' },
    { type: ['string', 'null'] },
    { type: ['number', 'null'] },
    { enum: ['a', 'A ', 1, null] },
    { type: 'string', minLength: 1 },
    { type: 'string', maxLength: 3 },
    { oneOf: [number, text] },
    { anyOf: [{ const: ' x' }, { type: 'array', items: text }] },
    { not: text },
    true,
  );
  const { schema: anySchema } = fc.letrec<{ schema: JsonSchema; inner: JsonSchema }>((tie) => ({
    schema: fc.oneof({ maxDepth: 3 }, leaf, tie('inner')),
    inner: fc.oneof(
      fc.record({ type: fc.constant('array'), items: tie('schema') }),
      fc.record({ prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      fc.record({
        properties: fc.record({ a: tie('schema'), b: tie('schema') }),
        required: fc.subarray(['a', 'b']),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      }),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    ),
  }));
  const scalar = fc.constantFrom<unknown>(
    '',
    '-',
    'N/A',
    '12',
    ' 12 ',
    '£3',
    'a',
    'A ',
    ' x',
    'yes',
    '2024-03-12',
    '12 March 2024',
    null,
    true,
    0,
    12,
    1.5,
  );
  const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      scalar,
      fc.array(tie('value'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
    ),
  }));

  test('a valid value stays as it is, and what was coerced stays so', () => {
    let valid = 0;
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        const usable = parseSchema(schema).schema;
        const coerced = coerceValue(usable, value).value;
        if (compileSchema(usable)(value).length > 0) return;
        valid += 1;
        expect(coerced).toEqual(value);
      }),
      { numRuns: 500, seed: 1 },
    );
    expect(valid).toBeGreaterThan(60);
  });
});

describe('alternatives that are objects', () => {
  const book = {
    type: 'object',
    properties: {
      kind: { const: 'book' },
      title: { type: 'string' },
      pages: { type: 'number' },
      isbn: { type: 'string' },
    },
    required: ['kind', 'title'],
    additionalProperties: false,
  };
  const film = {
    type: 'object',
    properties: { kind: { const: 'film' }, title: { type: 'string' }, minutes: { type: 'number' } },
    required: ['kind', 'title'],
    additionalProperties: false,
  };

  test('are told apart by their mark or their names: null is no value there, and texts become numbers', () => {
    const marked = parseSchema({ oneOf: [book, film] }).schema;
    const value = { kind: 'book', title: 'Sea Fever', pages: '120', isbn: null };
    expect(coerceValue(marked, value).value).toEqual({
      kind: 'book',
      title: 'Sea Fever',
      pages: 120,
    });
    const { kind: _kind, ...names } = film.properties;
    const unmarked = parseSchema({
      anyOf: [
        { ...book, required: ['isbn'] },
        { ...film, properties: names, required: ['title'] },
      ],
    }).schema;
    expect(coerceValue(unmarked, { title: 'Land', minutes: '90' }).value).toEqual({
      title: 'Land',
      minutes: 90,
    });
  });

  test('stay as they are where two of them may be meant', () => {
    const open = parseSchema({
      anyOf: [
        {
          type: 'object',
          properties: { a: { type: 'object', properties: { x: { type: 'number' } } } },
        },
        {
          type: 'object',
          properties: { a: { type: 'object', properties: { x: { type: 'string' } } } },
        },
      ],
    }).schema;
    expect(coerceValue(open, { a: { x: '5' } }).value).toEqual({ a: { x: '5' } });
  });
});

test('a list of two where one object is wanted stays a list, and so does an object of other names', () => {
  const schema = parseSchema({
    type: 'object',
    properties: {
      size: {
        type: 'object',
        properties: { width: { type: 'string' } },
        additionalProperties: false,
      },
    },
  }).schema;
  const two = { size: [{ width: '1' }, { width: '2' }] };
  expect(coerceValue(schema, two)).toEqual({ value: two, kindChanges: [] });
  const other = { size: { output: { width: '1' } } };
  expect(coerceValue(schema, other).value).toEqual(other);
  const some = { size: { width: '1', output: 2 } };
  expect(coerceValue(schema, some).value).toEqual({ size: { width: '1' } });
});
