import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { analysePage } from '../analysis/analyse-page.ts';
import { findNarrowed } from './find-narrowed.ts';
import { planFields } from './plan-fields.ts';

const page = '<title>Brass lamp | Ash Shop</title><h1>Brass lamp</h1><p>In stock</p>';

function listNarrowed(prompt: string, fields: Readonly<Record<string, string>>): readonly string[] {
  const facts = analysePage(readPage({ html: page, url: 'https://a.example/' }), new Set());
  const properties: Record<string, JsonSchema> = {};
  for (const [name, description] of Object.entries(fields))
    properties[name] = { type: 'string', ...(description !== '' && { description }) };
  const { children } = planFields({ type: 'object', properties }, prompt, 'en');
  return [...findNarrowed(children, prompt, facts)].map(({ name }) => name);
}

const product = { name: '', price: '', availability: '' };

test.each([
  '',
  'Extract the product data',
  'Please extract the following fields as JSON',
  'Name and price of the brass lamp',
  'Name, price and material of the lamp',
  'What does it cost and is it in stock?',
  'Extract product information from this e-commerce page',
  'Extrahiere Name und Preis des Produkts',
  'Extrae los datos del producto',
])('"%s" asks for what the fields are called', (prompt) => {
  expect(listNarrowed(prompt, product)).toEqual([]);
});

test.each([
  'The name of the mayor',
  'The name of the author',
  'price in US dollars',
  'name in French',
  'the cheapest alternative product mentioned',
  'The product for 8 people',
])('"%s" asks for more', (prompt) => {
  expect(listNarrowed(prompt, product)).toEqual(Object.keys(product));
});

test('a description asks for more of its own field alone', () => {
  const fields = {
    date: 'the day on which the harbour opened',
    price: 'Price without VAT',
    name: 'Full name of the product',
    author: 'Full name of the author',
    published: 'Publication date in ISO 8601 format',
    total_time: 'minutes',
    availability: 'Whether the product is in stock',
  };
  expect(listNarrowed('Extract', fields)).toEqual(['date', 'price']);
});
