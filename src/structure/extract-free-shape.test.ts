import { expect, test } from 'vitest';
import { readPage } from '../page/read-page.ts';
import { extractFreeShape } from './extract-free-shape.ts';

const shop = `<html lang="en"><head><title>Blue kettle</title></head><body><main><h1>Blue kettle</h1>
  <span class="price">£24.50</span><dl><dt>Capacity</dt><dd>1.7 l</dd></dl></main></body></html>`;
const listing = `<h1>Kettles</h1><ul>${['Blue', 'Green', 'Yellow']
  .map(
    (name, at) =>
      `<li><h3><a href="/${name}">${name} kettle</a></h3><b class="price">£${at + 1}.00</b></li>`,
  )
  .join('')}</ul>`;

function extract(html: string, prompt: string): unknown {
  const reading = readPage({ html, url: 'https://shop.example/' });
  return extractFreeShape({ reading, prompt, detailLevel: 'medium' }).value;
}

test('the nouns of a prompt become fields', () => {
  expect(extract(shop, 'Extract the product name, the price and the capacity.')).toEqual({
    product_name: 'Blue kettle',
    price: '24.50',
    capacity: '1.7 l',
  });
});

test('a prompt for all things of a kind gives a list of records', () => {
  expect(extract(listing, 'List all kettles with name and price')).toEqual({
    kettles: [
      { name: 'Blue kettle', price: '£1.00' },
      { name: 'Green kettle', price: '£2.00' },
      { name: 'Yellow kettle', price: '£3.00' },
    ],
  });
});

test('a prompt that names nothing known gets what the page mainly says', () => {
  expect(extract(shop, 'What is going on here?')).toMatchObject({
    title: 'Blue kettle',
    facts: { Capacity: '1.7 l' },
  });
});
