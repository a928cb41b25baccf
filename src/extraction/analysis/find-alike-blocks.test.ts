import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';
import { extractFields, text } from '../../../test/support/extract-fields.ts';

const optional = {
  type: 'object',
  properties: {
    price: { type: 'number' },
    rating: { type: 'number' },
    availability: { type: 'string' },
    author: { type: 'string' },
    published_date: { type: 'string', format: 'date' },
  },
};

function read(body: string, schema: JsonSchema = optional) {
  const reading = readPage({ html: `<title>Lamps</title>${body}`, url: 'https://shop.example/' });
  return extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' });
}

function cards(value: (at: number) => string): string {
  const names = ['Tin', 'Zinc', 'Iron', 'Brass'];
  const list = names.map(
    (name, at) =>
      `<li class="card ${at === 1 ? 'new' : ''}"><h3><a href="/${name}">${name} lamp</a></h3>${value(at)}</li>`,
  );
  return `<ul>${list.join('')}</ul>`;
}

describe('on a page of several things no value of one of them is the page’s', () => {
  test.each([
    ['price', (at: number) => `<b class="price">£${at + 4}.00</b>`],
    ['price', (at: number) => `<span>£${at + 4}.00</span>`],
    ['price', () => '<b class="price">£4.00</b><button class="add-to-cart">Add to cart</button>'],
    ['rating', (at: number) => `<i class="rating">${at + 1} of 5</i>`],
    ['availability', () => '<i class="availability">Sold out</i>'],
    ['author', (at: number) => `<i class="author">Ann${'abcd'[at]} Miller</i>`],
    ['published_date', (at: number) => `<time datetime="2024-03-0${at + 1}">day ${at + 1}</time>`],
  ])('%s, %o', (field, value) => {
    const found = read(`<h1>Lamps</h1>${cards(value)}`);
    expect(found.value).toEqual({});
    expect(found.missing).toContainEqual({ pointer: `/${field}`, required: false, shown: 4 });
  });
});

test('an amount of a filter beside the cards is not the page’s price', () => {
  const filter = '<div class="filter"><p class="price">£10 – £20</p></div>';
  const page = `<h1>Lamps</h1>${cards((at) => `<b class="price">£${at + 4}.00</b>`)}${filter}`;
  expect(read(page).value).toEqual({});
});

test('an article beside the cards of others keeps its own values', () => {
  const others = cards((at) => `<b class="price">£${at + 4}.00</b>`);
  const buy = '<button class="add-to-cart">Add to cart</button>';
  const page = `<h1>Lamps</h1><p class="price">£89.50</p>${buy}${others}`;
  expect(read(page).value).toEqual({ price: 89.5, availability: 'InStock' });
});

test('prices by quantity and by size are the price of one thing', () => {
  const tiers = ['1 piece', '10 pieces', '100 pieces'].map(
    (name, at) => `<tr><td>${name}</td><td class="price">£${9 - at}.00</td></tr>`,
  );
  expect(read(`<h1>Lamps</h1><table>${tiers.join('')}</table>`).value).toEqual({ price: 9 });
  const sizes = ['S', 'M', 'L'].map((name) => `<li>${name} <b class="price">£9.00</b></li>`);
  expect(read(`<h1>Lamps</h1><ul>${sizes.join('')}</ul>`).value).toEqual({ price: 9 });
});

test('what the page states for itself is its value, though a card has the same', () => {
  const meta = '<meta property="product:price:amount" content="5.00">';
  const page = `${meta}<h1>Lamps</h1>${cards((at) => `<b class="price">£${at + 4}.00</b>`)}`;
  expect(read(page).value).toEqual({ price: 5 });
});

test('the entities of a listing are not what the page is about, the one of its name is', () => {
  const products = ['Tin can', 'Zinc bucket', 'Brass kettle'].map((name, at) => ({
    '@type': 'Product',
    name,
    offers: { price: at + 4, availability: 'InStock' },
  }));
  const data = `<script type="application/ld+json">${JSON.stringify(products)}</script>`;
  const found = read(`${data}<h1>Lamps</h1>`);
  expect(found.value).toEqual({});
  expect(found.missing).toContainEqual({ pointer: '/price', required: false, shown: 3 });
  const own = read(`${data}<h1>Zinc bucket</h1>`);
  expect(own.value).toEqual({ price: 5, availability: 'InStock' });
});

test('the rows of one thing, each with a label of its own, are no things', () => {
  const rows = [
    ['Judge', 'Hon. Ada Reed'],
    ['Court', 'Court of Appeals'],
    ['Counsel', 'Ross LLP'],
  ].map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`);
  const found = extractFields(`<h1>Bell v. Kerne</h1><table>${rows.join('')}</table>`, {
    judge: text,
  });
  expect(found.value).toEqual({ judge: 'Hon. Ada Reed' });
});
