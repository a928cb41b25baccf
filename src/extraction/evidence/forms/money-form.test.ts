import { expect, test } from 'vitest';
import { statusOf } from '../../../../test/support/status-of.ts';

test.each([
  ['€ 1.299,-', 'de', 'EUR', 'USD'],
  ['£24.50', 'en-GB', 'GBP', 'EUR'],
  ['1 299 zł', 'pl', 'PLN', 'EUR'],
  ['CHF 12.50', 'de-CH', 'CHF', 'EUR'],
])('a price of %s on a page of %s is in %s, and not in %s', (written, language, right, wrong) => {
  const markup = `<p>Price: ${written}</p>`;
  expect(statusOf({ currency: right }, markup, language)).toMatch(/supported|normalised/);
  expect(statusOf({ currency: right }, markup, language)).not.toBe('unsupported');
  expect(statusOf({ currency: wrong }, markup, language)).toBe('unsupported');
});

test.each([
  ['1299.00 EUR', 'normalised'],
  ['EUR 1299', 'normalised'],
  ['1299.00 USD', 'unsupported'],
  ['1300.00 EUR', 'unsupported'],
])('of € 1.299,- the amount written %s is %s', (amount, status) => {
  expect(statusOf({ price: amount }, '<p>Preis: € 1.299,-</p>', 'de')).toBe(status);
});

test('a sign without an amount is no price in its currency', () => {
  expect(statusOf({ currency: 'EUR' }, '<p>We take € and $.</p>')).toBe('unsupported');
});

test('an amount is a price of any kind beside its currency, and no number of things is', () => {
  expect(statusOf({ childPrice: 6 }, '<p>Adults £12, children £6</p>')).not.toBe('unsupported');
  expect(statusOf({ childPrice: 6 }, '<p>Adults £12, 6 children, 5 dogs</p>')).toBe('unsupported');
});
