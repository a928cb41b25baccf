import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const schema = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'number' } },
      },
    },
  },
};
const names = ['Lamp', 'Chair', 'Table', 'Sofa', 'Rug', 'Shelf'];

function extract(toPrice: (at: number) => string) {
  const cards = names.map(
    (name, at) => `<li class="card"><a href="/p/${at}"><h3>${name}</h3></a>${toPrice(at)}</li>`,
  );
  const html = `<html lang="en"><body><main><h1>Shop</h1><ul>${cards.join('')}</ul></main></body></html>`;
  const reading = readPage({ html, url: 'https://shop.example/' });
  const found = extractStructure({ reading, prompt: 'The items', schema, detailLevel: 'medium' });
  const { items } = found.value as { items: readonly { name: string; price?: number }[] };
  return { prices: items.map(({ price }) => price), missing: found.missing };
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
