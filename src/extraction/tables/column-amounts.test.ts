import { expect, test } from 'vitest';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { readPage } from '../../page/read-page.ts';
import { readRows, text } from '../../../test/support/extract-list.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const toSchema = (...prices: readonly string[]): JsonSchema => {
  const amounts = Object.fromEntries(prices.map((name) => [name, { type: 'number' }]));
  const items = { type: 'object', properties: { name: { type: 'string' }, ...amounts } };
  return { type: 'object', properties: { items: { type: 'array', items } } };
};
const schema = toSchema('price');
const names = ['Lamp', 'Chair', 'Table', 'Sofa', 'Rug', 'Shelf'];

function extract(toPrice: (at: number) => string) {
  const cards = names.map(
    (name, at) => `<li class="card"><a href="/p/${at}"><h3>${name}</h3></a>${toPrice(at)}</li>`,
  );
  const html = `<html lang="en"><body><main><h1>Shop</h1><ul>${cards.join('')}</ul></main></body></html>`;
  const reading = readPage({ html, url: 'https://shop.example/' });
  const found = extractStructure({ reading, prompt: 'The items', schema, detailLevel: 'medium' });
  const { items } = found.value as { items: readonly { name: string; price?: number }[] };
  return { prices: items.map(({ price }) => price), missing: found.missing, cuts: found.cuts };
}

test('what is on offer has its price in another element, and its row is not lost', () => {
  const { prices } = extract((at) =>
    at % 3 === 0
      ? `<b class="sale">£${at + 20}.50</b>`
      : `<span class="price">£${at + 10}.00</span>`,
  );
  expect(prices).toEqual([20.5, 11, 12, 23.5, 14, 15]);
});

test('a saving beside the price is another value', () => {
  const { prices } = extract(
    (at) =>
      `<span class="price">£${at + 10}.00</span>${at % 2 === 0 ? `<b class="save">Save £${at + 2}.00</b>` : ''}`,
  );
  expect(prices).toEqual([10, 11, 12, 13, 14, 15]);
});

test('records without a price are told from a tenth of them on, with their number', () => {
  const { prices, missing } = extract((at) =>
    at < 2 ? '' : `<i class="price">£${at + 10}.00</i>`,
  );
  expect(prices).toEqual([undefined, undefined, 12, 13, 14, 15]);
  expect(missing).toEqual([
    { pointer: '/items/*/price', required: false, lacking: { count: 2, of: 6 } },
  ]);
});

test.each<[string, (at: number) => string]>([
  ['a badge', (at) => `${at % 3 === 0 ? '<span>Sponsored</span>' : ''}<b>£${at + 10}.00</b>`],
  ['a former price', (at) => `${at === 4 ? '<b><s>£99.00</s></b> ' : ''}<b>£${at + 10}.00</b>`],
  [
    'a badge, beside the price of a unit',
    (at) =>
      `${at % 2 === 0 ? '<span>New</span>' : ''}<span>£${at + 10}.00</span><small>£${at + 1}.50 / kg</small>`,
  ],
])('%s of some records moves no price to another place', (_, toPrice) => {
  const { prices, missing } = extract(toPrice);
  expect(prices).toEqual([10, 11, 12, 13, 14, 15]);
  expect(missing).toEqual([]);
});

test('the price of a unit fills no gap of what is on offer in another element', () => {
  const { prices } = extract((at) => {
    const price =
      at % 3 === 0
        ? `<del>£${at + 40}.00</del> <ins>£${at + 10}.00</ins>`
        : `<span>£${at + 10}.00</span>`;
    return `${price}<small>£${at + 1}.50 / kg</small>`;
  });
  expect(prices).toEqual([10, 11, 12, 13, 14, 15]);
});

test('an amount of which nothing is said is no former price', () => {
  const cards = names.map(
    (name, at) =>
      `<li class="card"><h3>${name}</h3><p>£${at + 10}.00</p><p class="more">£${at + 3}.00</p></li>`,
  );
  const html = `<html lang="en"><body><main><h1>Shop</h1><ul>${cards.join('')}</ul></main></body></html>`;
  const reading = readPage({ html, url: 'https://shop.example/' });
  const former = toSchema('price', 'oldPrice');
  const found = extractStructure({
    reading,
    prompt: 'The items',
    schema: former,
    detailLevel: 'medium',
  });
  expect(found.missing.map(({ pointer }) => pointer)).toEqual(['/items/*/oldPrice']);
});

test.each<[string, (at: number) => string]>([
  ['a sign before', (at) => `<p><span>$</span><span>${at + 10}</span><sup>99</sup></p>`],
  ['a sign behind', (at) => `<p><b>${at + 10}</b><sup>99</sup> <i>€</i></p>`],
  ['a class', (at) => `<p class="price"><span>$</span><b>${at + 10}</b><small>99</small></p>`],
])('an amount in elements for its parts keeps its cents: %s', (_, toPrice) => {
  expect(extract(toPrice).prices).toEqual([10.99, 11.99, 12.99, 13.99, 14.99, 15.99]);
});

test('numbers with zeros before them are codes, and stay with those that have no amount', () => {
  const items = names.map(
    (_, at) =>
      `<li class="row"><span>${at % 2 === 0 ? 'CF0' : 'XW0'}10${at}-26</span><h3><a href="/c/${at}">People v. ${names[at]}</a></h3></li>`,
  );
  const html = `<html lang="en"><body><main><h1>Cases</h1><ul>${items.join('')}</ul></main></body></html>`;
  const reading = readPage({ html, url: 'https://court.example/' });
  const found = extractStructure({
    reading,
    prompt: 'The cases',
    schema: {
      type: 'object',
      properties: {
        cases: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string' }, docketNumber: { type: 'string' } },
          },
        },
      },
    },
    detailLevel: 'medium',
  });
  const { cases } = found.value as { cases: readonly { docketNumber?: string }[] };
  expect(cases.map(({ docketNumber }) => docketNumber)).toEqual(
    names.map((_, at) => `${at % 2 === 0 ? 'CF0' : 'XW0'}10${at}-26`),
  );
});

test('a number behind a whole price is no cents', () => {
  const { prices } = extract((at) => `<p><b>$${at + 10}</b> <i>99 sold</i></p>`);
  expect(prices).toEqual([10, 11, 12, 13, 14, 15]);
});

const tens = [10, 11, 12, 13, 14, 15];

test.each<[string, (at: number) => string]>([
  ['in words', (at) => `<p>Was <b>$${at + 60} – now $${at + 10}</b></p>`],
  ['in words behind a colon', (at) => `<p><b>$${at + 60}; now: $${at + 10}</b></p>`],
  ['struck, before brackets', (at) => `<p><del>$${at + 60}</del> ($${at + 10}.00)</p>`],
  ['struck, before a dash', (at) => `<p><s>$${at + 60}</s> – $${at + 10}.00</p>`],
])('the former price of a card is not its price: %s', (_, toPrice) => {
  expect(extract(toPrice).prices).toEqual(tens);
});

test.each<[string, (at: number) => string, readonly (number | undefined)[]]>([
  ['brackets alone are a sign', (at) => `<p>($${at + 10}.00)</p>`, tens.map((ten) => -ten)],
  ['a range', (at) => `<p>Now $${at + 10} – $${at + 60}</p>`, tens],
  ['a saving in brackets', (at) => `<p>$${at + 10} (save $${at + 60})</p>`, tens],
  ['another day', (at) => `<p>$${at + 10} today, $${at + 60} tomorrow</p>`, tens],
])('what sets no former price apart stays: %s', (_, toPrice, prices) => {
  expect(extract(toPrice).prices).toEqual(prices);
});

function extractRows(toCell: (at: number) => string) {
  const rows = names.map((name, at) => `<tr><td>${name}</td><td>${toCell(at)}</td></tr>`);
  const html = `<html lang="en"><body><main><h1>Shop</h1><table><tr><th>Name</th><th>Offer</th></tr>${rows.join('')}</table></main></body></html>`;
  const reading = readPage({ html, url: 'https://shop.example/' });
  const found = extractStructure({ reading, prompt: 'The items', schema, detailLevel: 'medium' });
  const { items } = found.value as { items: readonly { price?: number }[] };
  return items.map(({ price }) => price);
}

test.each<[string, (at: number) => string, readonly (number | undefined)[]]>([
  [
    'a former price alone is none',
    (at) => `Lamp ${at}; <del>$${at + 60}.00</del>; blue`,
    names.map(() => undefined),
  ],
  [
    'a former price beside another',
    (at) => `Lamp ${at}; <del>$${at + 60}.00</del> $${at + 10}.00; blue`,
    tens,
  ],
  [
    'small cents',
    (at) => `Lamp ${at}; $${at + 10}<sup>50</sup>; blue`,
    tens.map((ten) => ten + 0.5),
  ],
  [
    'the mark of a note',
    (at) => `Lamp ${at}; $${at + 10}<sup><a href="#n${at}">${at + 31}</a></sup>; blue`,
    tens,
  ],
  ['nothing but the price', (at) => `Lamp ${at}; $${at + 10}.00; blue`, tens],
])('a part of a cell is read as the cell is: %s', (_, toCell, prices) => {
  expect(extractRows(toCell)).toEqual(prices);
});

test.each<[string, (at: number) => string]>([
  ['a dash', (at) => `<p>£${at + 10} – £${at + 20}</p>`],
  ['cents', (at) => `<p>£${at + 10}.00 - £${at + 20}.00</p>`],
  ['a word', (at) => `<p class="price">£${at + 10} to £${at + 20}</p>`],
])('of a range of prices the upper end is told: %s', (_, toPrice) => {
  const { prices, cuts } = extract(toPrice);
  expect(prices).toEqual([10, 11, 12, 13, 14, 15]);
  expect(cuts.join(' ')).toContain('may be meant as 20');
});

test('a price below a limit is told as the limit', () => {
  const { prices, cuts } = extract((at) => `<p>&lt; £${at + 10}</p>`);
  expect(prices).toEqual([10, 11, 12, 13, 14, 15]);
  expect(cuts.join(' ')).toContain('is a bound: the page states it with "<"');
});

test('a single price is told as it is', () => {
  const { prices, cuts } = extract((at) => `<p>£${at + 10} – new</p>`);
  expect(prices).toEqual([10, 11, 12, 13, 14, 15]);
  expect(cuts.join(' ')).not.toContain('may be meant');
});

const many = Array.from({ length: 8 }, (_, at) => `Chair number ${at}`);
const priced = (toPrice: (at: number) => string): string =>
  `<main><h1>All</h1><ul>${many
    .map((name, at) => `<li class="card"><h3><a href="/${at}">${name}</a></h3>${toPrice(at)}</li>`)
    .join('')}</ul></main>`;
test('a former price that is the price is none', () => {
  const html = priced(
    (at) =>
      `<p class="regular">Regular price: $${at + 20}.00</p><p class="price">$${at % 2 === 0 ? at + 20 : 9}.00</p>`,
  );
  const amount = { type: 'number' };
  const rows = readRows(html, { name: text, price: amount, old_price: amount });
  expect(rows.map((row) => row['old_price'] ?? null)).toEqual([
    null,
    21,
    null,
    23,
    null,
    25,
    null,
    27,
  ]);
});

test('records with a former price are no list of their own', () => {
  const html = `<main><h1>All</h1><ul>${Array.from({ length: 20 }, (_, at) => {
    const isOffer = at % 6 === 0;
    const former = isOffer ? `<p class="was">Was <s>$${at + 30}.00</s></p>` : '';
    return `<li class="card ${isOffer ? 'offer' : ''}"><h3><a href="/${at}">Chair number ${at}</a></h3><p class="price">$${at + 10}.00</p>${former}</li>`;
  }).join('')}</ul></main>`;
  const amount = { type: 'number' };
  const rows = readRows(html, { name: text, price: amount, old_price: amount });
  expect(rows.map((row) => row['price'])).toHaveLength(20);
  expect(rows.flatMap((row) => row['old_price'] ?? [])).toEqual([30, 36, 42, 48]);
});

test.each([
  ['45:-', 45],
  ['1 299,-', 1299],
])('a dash for the small coin marks the prices of a list: %s', (price, amount) => {
  const items = names.slice(0, 3).map((name) => `<li><h3>${name}</h3><p>${price}</p></li>`);
  const rows = readRows(`<ul>${items.join('')}</ul>`, { name: text, price: { type: 'number' } });
  expect(rows.map((row) => row['price'])).toEqual([amount, amount, amount]);
});
