import { expect, test } from 'vitest';
import { isCartPhrase, parseStockLine } from './parse-availability.ts';

test.each([
  'Add to cart – £5',
  'ADD TO CART: 5',
  'Now add to basket!',
  '+ In den Warenkorb (2 Stück)',
])('%j offers to buy', (text) => {
  expect(isCartPhrase(text)).toBe(true);
});

test.each(['Add to carts', 'Readd to cart', 'Cart: add to it', 'Add it to the cart', 'Köp-guide'])(
  '%j does not offer to buy',
  (text) => {
    expect(isCartPhrase(text)).toBe(false);
  },
);

test('a sentence that says that nothing can be had is found by its words, in ASCII and beyond', () => {
  expect(parseStockLine('This lamp is sold out. Look at others.')).toBe('OutOfStock');
  expect(parseStockLine('Lampan är slut i lager.')).toBe('OutOfStock');
  expect(parseStockLine('This lamp is resold outdoors.')).toBeUndefined();
});
