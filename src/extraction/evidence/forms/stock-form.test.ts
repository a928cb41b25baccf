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
