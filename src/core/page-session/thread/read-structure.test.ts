import { expect, test } from 'vitest';
import { parseSchema } from '../../../extraction/schema/parse/parse-schema.ts';
import { readPage } from '../../../page/read-page.ts';
import { readStructure } from './read-structure.ts';

const html = '<h1>Pea soup</h1><dl><dt>Price</dt><dd>£12</dd><dt>Colour</dt><dd>green</dd></dl>';
const product = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
};

function read(prompt: string, given: unknown): unknown {
  const reading = readPage({ html, url: 'https://shop.example/' });
  const { schema } = parseSchema(given);
  return readStructure(reading, { prompt, schema, detailLevel: 'medium' }, () => undefined).value;
}

test.each([
  ['a definition', { $ref: '#/$defs/P', $defs: { P: product } }],
  ['one beside a type', { type: 'object', $ref: '#/$defs/P', $defs: { P: product } }],
  ['one of an older draft', { $ref: '#/definitions/P', definitions: { P: product } }],
  [
    'one that refers to another',
    { $ref: '#/$defs/Q', $defs: { P: product, Q: { $ref: '#/$defs/P' } } },
  ],
])('a schema that is nothing but a reference to %s is read as what that says', (_, schema) => {
  expect(read('The product', schema)).toEqual({ name: 'Pea soup', price: 12 });
});

test.each([
  {},
  { type: 'object' },
  { $defs: { P: product } },
  { title: 'Any', description: 'any' },
])('what the prompt names is the answer to a schema that allows any shape: %j', (schema) => {
  expect(read('colour', schema)).toEqual({ colour: 'green' });
});
