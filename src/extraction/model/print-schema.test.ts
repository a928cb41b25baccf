import { expect, test } from 'vitest';
import { printSchema } from './build-prompt.ts';

test('a schema is printed with its types, choices, words and rules', () => {
  const printed = printSchema({
    type: 'object',
    required: ['name', 'books'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', title: 'Shop', description: 'As on\nthe sign' },
      state: { enum: ['open', 'closed', null] },
      since: { type: ['integer', 'null'], minimum: 1450, default: 1900 },
      owner: { $ref: '#/$defs/person' },
      books: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: { price: { anyOf: [{ type: 'number' }, { const: 'free' }] } },
        },
      },
      extra: { not: { type: 'string' } },
    },
    $defs: { person: { type: 'object', additionalProperties: { type: 'string' } } },
  });
  expect(printed).toBe(`{
  "name": string, // Shop; As on the sign
  "state": "open" | "closed" | null, // may be null
  "since": integer | null, // may be null; minimum 1450
  "owner": person, // may be null
  "books": [{
    "price": number | "free", // may be null
  }], // minItems 1
  "extra": any value, // may be null; not {"type":"string"}
}
person = {
  any other name: string,
}`);
});

test('a rule for the elements of a list stands with them', () => {
  expect(printSchema({ type: 'array', items: { type: 'string', format: 'uri' } })).toBe(
    '[string /* format "uri" */]',
  );
});

test('names that a pattern describes stand among the others', () => {
  const printed = printSchema({
    properties: { name: { type: 'string' } },
    patternProperties: { '^size_': { type: 'number', description: 'in cm' } },
    required: ['name'],
  });
  expect(printed).toBe(`{
  "name": string,
  any name with /^size_/: number, // in cm
}`);
});
