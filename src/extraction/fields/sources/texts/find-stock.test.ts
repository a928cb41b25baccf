import { expect, test } from 'vitest';
import { extractFields } from '../../../../../test/support/extract-fields.ts';

const stockOf = (body: string): unknown =>
  extractFields(`<h1>Oak lamp</h1><p class=price>£45.00</p>${body}`, {
    availability: { type: 'string', enum: ['InStock', 'OutOfStock', 'PreOrder'] },
  }).value;

const buy = '<form action="/cart/add"><button>Add to cart</button></form>';

test('what can be bought is in stock, unless a line says otherwise', () => {
  expect(stockOf(buy)).toEqual({ availability: 'InStock' });
  expect(stockOf('<p>Sold out</p>')).toEqual({ availability: 'OutOfStock' });
});

test('a control that is disabled says nothing', () => {
  expect(stockOf('<form action="/cart/add"><button disabled>Add to cart</button></form>')).toEqual(
    {},
  );
});

test('a size that is sold out is not the article', () => {
  const sizes = '<ul><li>S</li><li>M <span>Sold out</span></li><li>L</li><li>XL</li></ul>';
  expect(stockOf(sizes)).toEqual({});
  expect(stockOf(`${sizes}${buy}`)).toEqual({ availability: 'InStock' });
});

test('a line far below the heading is about something else', () => {
  expect(stockOf(`<p>${'Made of oak. '.repeat(150)}</p><p>Sold out</p>`)).toEqual({});
});

test.each([
  ['<dl><dt>Out of stock</dt><dd>No</dd></dl>', true],
  ['<dl><dt>Sold out</dt><dd>✗</dd></dl>', true],
  ['<p>Sold out: no</p>', true],
  ['<div><span>Sold out</span><span>No</span></div>', true],
  ['<p>Made of oak.</p><p>Sold out</p><p>No</p>', true],
  ['<dl><dt>Out of stock</dt><dd>Yes</dd></dl>', false],
  ['<dl><dt>Available</dt><dd>Not yet</dd></dl>', undefined],
])('a label beside which its answer stands is no line about stock: %s', (body, inStock) => {
  const fields = { inStock: { type: 'boolean' } } as const;
  expect(extractFields(`<h1>Oak lamp</h1>${body}`, fields).value).toEqual(
    inStock === undefined ? {} : { inStock },
  );
});
