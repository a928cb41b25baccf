import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { extractStructure } from './extract-structure.ts';

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;

function list(properties: Record<string, JsonSchema>): JsonSchema {
  return {
    type: 'array',
    items: { type: 'object', properties, required: Object.keys(properties) },
  };
}

function extract(
  data: readonly unknown[],
  properties: Record<string, JsonSchema>,
  body = '',
): unknown {
  const scripts = data.map(
    (one) => `<script type="application/ld+json">${JSON.stringify(one)}</script>`,
  );
  const html = `<html><head>${scripts.join('')}</head><body>${body}</body></html>`;
  const reading = readPage({ html, url: 'https://site.example/page' });
  const schema = { type: 'object', properties };
  return extractStructure({ reading, prompt: 'Extract the data.', schema, detailLevel: 'medium' })
    .value;
}

function toEvent(name: string, startDate: string): Record<string, unknown> {
  return { '@context': 'https://schema.org', '@type': 'MusicEvent', name, startDate };
}

function toProduct(name: string, price: number): Record<string, unknown> {
  const offers = { '@type': 'Offer', price, priceCurrency: 'GBP' };
  return { '@type': 'Product', name, url: `/p/${name}`, offers };
}

function toReview(name: string, reviewBody: string, ratingValue: number): Record<string, unknown> {
  const author = { '@type': 'Person', name };
  return {
    '@type': 'Review',
    author,
    reviewBody,
    reviewRating: { '@type': 'Rating', ratingValue },
  };
}

const events = [toEvent('Jazz', '2027-05-01'), toEvent('Folk', '2027-05-02')];
const products = [toProduct('Ash', 1), toProduct('Oak', 2)];
const reviews = [toReview('Ann', 'Good.', 5), toReview('Bob', 'Bad.', 1)];
const lampList = {
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  itemListElement: products.map((item, at) => ({ '@type': 'ListItem', position: at + 1, item })),
};

const askedEvents = { events: list({ name: text, startDate: text }) };
const readEvents = {
  events: [
    { name: 'Jazz', startDate: '2027-05-01' },
    { name: 'Folk', startDate: '2027-05-02' },
  ],
};
const askedProducts = { products: list({ name: text, price: number }) };
const readProducts = {
  products: [
    { name: 'Ash', price: 1 },
    { name: 'Oak', price: 2 },
  ],
};
const askedReviews = { reviews: list({ author: text, text, rating: number }) };
const readReviews = {
  reviews: [
    { author: 'Ann', text: 'Good.', rating: 5 },
    { author: 'Bob', text: 'Bad.', rating: 1 },
  ],
};

test.each([
  ['one array', [events]],
  ['several scripts', events],
  ['a graph', [{ '@context': 'https://schema.org', '@graph': events }]],
])('things that stand side by side in %s are the list that their type names', (_, data) => {
  expect(extract(data, askedEvents)).toEqual(readEvents);
});

test('the things of a list, and of a list that a page of data holds, are records', () => {
  const page = {
    '@type': 'CollectionPage',
    '@context': 'https://schema.org',
    mainEntity: lampList,
  };
  expect(extract([lampList], askedProducts, '<h1>Lamps</h1>')).toEqual(readProducts);
  expect(extract([page], askedProducts, '<h1>Lamps</h1>')).toEqual(readProducts);
});

test('reviews that stand alone are read as those of a product are', () => {
  const alone = reviews.map((review) => ({ '@context': 'https://schema.org', ...review }));
  expect(extract([alone], askedReviews)).toEqual(readReviews);
});

test('a list that the page is called as is filled with the only things that state its own fields', () => {
  const lamps = { lamps: askedProducts.products };
  expect(extract([lampList], lamps, '<h1>Lamps</h1>')).toEqual({ lamps: readProducts.products });
  const employees = { employees: list({ name: text, url: text }) };
  expect(extract([lampList], employees, '<h1>Shop</h1>')).toEqual({});
  const comments = { comments: list({ name: text, price: number }) };
  expect(extract([lampList], comments, '<h1>Shop</h1>')).toEqual({});
  const notes = { notes: list({ price: number, author: text }) };
  expect(extract([lampList], notes, '<h1>Shop</h1>')).toEqual({});
});

test('things beside the one that a page is about are no list of any other name', () => {
  const accessories = { name: text, accessories: askedProducts.products };
  expect(extract(products, accessories, '<h1>Ash</h1>')).toEqual({ name: 'Ash' });
});

test('one thing that is stated for each of its colours is no list', () => {
  const colours = [10, 11].map((price) => toProduct('Ash lamp', price));
  const data = { '@context': 'https://schema.org', '@graph': colours };
  expect(extract([data], askedProducts, '<h1>Ash lamp</h1>')).toEqual({});
});

test('a single thing is no list, and the way to a page is none of items', () => {
  expect(extract(events.slice(1), askedEvents)).toEqual({});
  const trail = { '@type': 'BreadcrumbList', '@context': 'https://schema.org' };
  const steps = ['Home', 'Lamps'].map((name, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
  }));
  const items = { items: list({ name: text, position: number }) };
  expect(extract([{ ...trail, itemListElement: steps }], items)).toEqual({});
});

test('a list that the page shows goes before the one of its data', () => {
  const cards = ['Elm', 'Fir', 'Yew'].map(
    (name, at) => `<li class="card"><h3>${name}</h3><span class="price">£${at + 10}</span></li>`,
  );
  expect(extract([lampList], askedProducts, `<h1>Lamps</h1><ul>${cards.join('')}</ul>`)).toEqual({
    products: [
      { name: 'Elm', price: 10 },
      { name: 'Fir', price: 11 },
      { name: 'Yew', price: 12 },
    ],
  });
});

test('a list field is filled from the property that data calls as one item', () => {
  const product = { '@context': 'https://schema.org', '@type': 'Product', name: 'Lamp' };
  const asked = { name: text, ...askedReviews };
  expect(extract([{ ...product, review: reviews }], asked, '<h1>Lamp</h1>')).toEqual({
    name: 'Lamp',
    ...readReviews,
  });
});

test('one thing under the name of an item does not stand for several that are shown', () => {
  const product = { '@context': 'https://schema.org', '@type': 'Product', name: 'Lamp' };
  const shown = ['Ann', 'Bob', 'Cy'].map(
    (name) =>
      `<div class="review"><span class="author">${name}</span><p class="text">It is good, says ${name}.</p></div>`,
  );
  const body = `<h1>Lamp</h1><section><h2>Reviews</h2>${shown.join('')}</section>`;
  const asked = { reviews: list({ author: text, text }) };
  expect(extract([{ ...product, review: reviews.slice(1) }], asked, body)).toEqual({
    reviews: ['Ann', 'Bob', 'Cy'].map((author) => ({
      author,
      text: `It is good, says ${author}.`,
    })),
  });
});

const toPraise = (name: string): object => ({
  '@type': 'Review',
  author: { '@type': 'Person', name },
  reviewBody: 'It is good.',
});

test('a list that the page shows is not replaced by the few things of its data', () => {
  const shown = ['Ann Lee', 'Bo Marsh', 'Cy Vance', 'Di Orr', 'Ed Fox', 'Flo Day'].map(
    (name) =>
      `<div class="review"><b class="author">${name}</b><p>${name} likes how it looks.</p></div>`,
  );
  const data = {
    '@type': 'Product',
    name: 'Ash lamp',
    review: [toPraise('Ann Lee'), toPraise('Bo')],
  };
  const found = extract(
    [data],
    { reviews: list({ author: text, text }) },
    `<h1>Ash lamp</h1>${shown.join('')}`,
  );
  expect((found as { readonly reviews: readonly unknown[] }).reviews).toHaveLength(6);
});
