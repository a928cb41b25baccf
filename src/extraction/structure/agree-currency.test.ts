import { expect, test } from 'vitest';
import { extractFields, state, text } from '../../../test/support/extract-fields.ts';

const fields = { price: { type: 'number' }, currency: text };
const fair = (currency: string): string =>
  state({
    '@type': 'Event',
    name: 'Street fair',
    offers: { '@type': 'Offer', price: '55.55', priceCurrency: currency },
  });

test('a currency is that of the price which the page shows, and not of another thing in its data', () => {
  const page = `<h1>Oak chair</h1><p class="price">€149.00</p>${fair('CHF')}`;
  expect(extractFields(page, fields).value).toEqual({ price: 149, currency: 'EUR' });
});

test('a sign of several currencies is that which the data states', () => {
  const page = `<h1>Oak chair</h1><p class="price">$149.00</p>${fair('CAD')}`;
  expect(extractFields(page, fields).value).toEqual({ price: 149, currency: 'CAD' });
});

test('the currency of a price that data states is the one beside it', () => {
  const chair = state({
    '@type': 'Product',
    name: 'Oak chair',
    offers: { price: '149.00', priceCurrency: 'CHF' },
  });
  const page = `<h1>Oak chair</h1><p class="price">€149.00</p>${chair}`;
  expect(extractFields(page, fields).value).toEqual({ price: 149, currency: 'CHF' });
});
