import { expect, test } from 'vitest';
import { extractFields, state, text } from '../../../test/support/extract-fields.ts';

const chair = '<h1>Oak chair</h1><p class="price">$149.00</p>';
const offers = { '@type': 'Offer', price: '2.99', priceCurrency: 'USD' };
const stools = ['Ash stool', 'Elm stool', 'Fir stool'].map((name, at) => ({
  '@type': 'ListItem',
  position: at + 1,
  item: { '@type': 'Product', name, offers },
}));

test('the things that data lists beside a page do not name it, nor say in which currency it is', () => {
  const list = state({ '@type': 'ItemList', itemListElement: stools });
  const { value } = extractFields(chair.replace('$', '€') + list, { name: text, currency: text });
  expect(value).toEqual({ name: 'Oak chair', currency: 'EUR' });
});

test('the day on which something begins is any day, and not the one on which a page was published', () => {
  const date = { type: 'string', format: 'date' };
  const fair = { '@type': 'Event', name: 'Street fair', startDate: '2011-02-03' };
  const page = `<h1>Street fair</h1><p>It is in the main street.</p>${state(fair)}`;
  expect(extractFields(page, { date }).value).toEqual({ date: '2011-02-03' });
  expect(extractFields(page, { publishedAt: date, pubDate: date }).value).toEqual({});
});

const app = {
  '@type': 'MobileApplication',
  name: 'Our club',
  offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
  aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.9', ratingCount: '888' },
};

test('the app that a site offers on its pages is not what they are about, but on its own', () => {
  const fields = { name: text, price: { type: 'number' }, currency: text };
  const shown = extractFields(chair.replace('$', '€') + state(app), fields).value;
  expect(shown).toEqual({ name: 'Oak chair', price: 149, currency: 'EUR' });
  const own = extractFields(`<h1>Our club</h1><p>An app.</p>${state(app)}`, {
    name: text,
    rating: { type: 'number' },
  });
  expect(own.value).toEqual({ name: 'Our club', rating: 4.9 });
});
