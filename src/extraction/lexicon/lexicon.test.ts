import { expect, test } from 'vitest';
import { findConcept } from './lexicon.ts';

test.each(['price', 'product_price', 'bookPrice', 'unitPrice'])('%s is the price', (name) => {
  expect(findConcept(name)?.name).toBe('price');
});

test.each(['monthlyPrice', 'child_price', 'wholesalePrice', 'previousPrice', 'shippingPrice'])(
  '%s is another price than that of the page',
  (name) => {
    expect(findConcept(name)?.name).not.toBe('price');
  },
);
