import { expect, test } from 'vitest';
import { extractFields } from '../../../../../test/support/extract-fields.ts';

const stockOf = (body: string): unknown =>
  extractFields(`<h1>Oak lamp</h1><p class=price>£45.00</p>${body}`, {
    availability: { type: 'string', enum: ['InStock', 'OutOfStock', 'PreOrder'] },
  }).value['availability'];

const buy = '<form action="/cart/add"><button>Add to cart</button></form>';

test('what can be bought is in stock, unless a line says otherwise', () => {
  expect(stockOf(buy)).toBe('InStock');
  expect(stockOf('<p>Sold out</p>')).toBe('OutOfStock');
});

test('a control that is disabled says nothing', () => {
  expect(stockOf('<form action="/cart/add"><button disabled>Add to cart</button></form>')).toBe(
    undefined,
  );
});

test('a size that is sold out is not the article', () => {
  const sizes = '<ul><li>S</li><li>M <span>Sold out</span></li><li>L</li><li>XL</li></ul>';
  expect(stockOf(sizes)).toBeUndefined();
  expect(stockOf(`${sizes}${buy}`)).toBe('InStock');
});

test('a line far below the heading is about something else', () => {
  expect(stockOf(`<p>${'Made of oak. '.repeat(150)}</p><p>Sold out</p>`)).toBeUndefined();
});
