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

test.each([
  ['article_title', 'title'],
  ['seoTitle', undefined],
  ['alternate_title', undefined],
  ['guestAuthor', undefined],
  ['parentSku', undefined],
])('%s is %s of the page', (name, concept) => {
  expect(findConcept(name)?.name).toBe(concept);
});
