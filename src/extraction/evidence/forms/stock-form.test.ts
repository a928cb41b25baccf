import { expect, test } from 'vitest';
import { statusOf } from '../../../../test/support/status-of.ts';

test.each([
  ['Available now', 'InStock', 'OutOfStock'],
  ['Sold out', 'OutOfStock', 'InStock'],
  ['Auf Lager', 'InStock', 'OutOfStock'],
  ['Availability: in stock', 'InStock', 'PreOrder'],
])('"%s" says %s, and not %s', (written, right, wrong) => {
  const markup = `<p>${written}</p>`;
  expect(statusOf({ availability: right }, markup)).toBe('normalised');
  expect(statusOf({ availability: wrong }, markup)).toBe('unsupported');
});

test('a term of the vocabulary is a state', () => {
  const availability = 'https://schema.org/InStock';
  expect(statusOf({ availability }, '<p>Available now</p>')).toBe('normalised');
  expect(statusOf({ availability }, '<p>Sold out</p>')).toBe('unsupported');
});

test('a number alone says no state', () => {
  expect(statusOf({ availability: 'InStock' }, '<p>12</p>')).toBe('unsupported');
});

test.each([
  ['In stock', { inStock: true }, { inStock: false }],
  ['Sold out', { inStock: false }, { inStock: true }],
  ['Out of stock', { is_in_stock: false }, { is_in_stock: true }],
  ['Auf Lager', { available: true }, { available: false }],
  ['Sold out', { soldOut: true }, { soldOut: false }],
  ['In stock', { isSoldOut: false }, { isSoldOut: true }],
])('"%s" answers %o, and not %o', (written, right, wrong) => {
  expect(statusOf(right, `<p>${written}</p>`)).toBe('normalised');
  expect(statusOf(wrong, `<p>${written}</p>`)).toBe('unsupported');
});

test.each([
  ['<p>In stock</p><h2>See also</h2><p>Sold out</p>', { inStock: true }],
  ['<p>In stock</p><p>Pre-order</p>', { inStock: true }],
  ['<p>Not yet available</p>', { available: true }],
  ['<p>In stock</p>', { parkingAvailable: true }],
  ['<p>In stock</p>', { open: true }],
])('of several states, or for another property, none is an answer: %s, %o', (markup, value) => {
  expect(statusOf(value, markup)).toBe('unsupported');
});

test.each(['Not yet available', 'No longer in stock', 'Not in stock'])(
  '"%s" is no word that it is in stock',
  (written) => {
    expect(statusOf({ availability: 'InStock' }, `<p>${written}</p>`)).toBe('unsupported');
  },
);
