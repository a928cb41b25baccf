import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const text: JsonSchema = { type: 'string' };
const url: JsonSchema = { type: 'string', format: 'uri' };

function object(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, required };
}

function read(body: string, items: JsonSchema) {
  const reading = readPage({ html: `<main>${body}</main>`, url: 'https://pages.example/page' });
  return extractStructure({
    reading,
    prompt: 'Extract the data',
    schema: { type: 'array', items },
    detailLevel: 'medium',
  });
}

const people = ['Ann', 'Bob', 'Cy'];
const articles = people
  .map(
    (name) =>
      `<article><h2>By the sea of ${name}</h2><a class="author" href="/u/${name}">${name} Lee</a></article>`,
  )
  .join('');
const lamps = people
  .map(
    (name, at) =>
      `<li class="card"><a href="/p/${name}"><h3>${name} lamp</h3></a><span class="price">£${at + 5}.50</span></li>`,
  )
  .join('');
const gigs = people.map((name) => `<tr><td>${name}<td>${name} Hall<td>Leeds`).join('');
const events = `<table><tr><th>Name<th>Venue<th>Venue city${gigs}</table>`;

test.each([
  [
    'who wrote it, with an address',
    `<h1>News</h1>${articles}`,
    object({ title: text, author: object({ name: text, url }) }),
    { title: 'By the sea of Ann', author: { name: 'Ann Lee', url: 'https://pages.example/u/Ann' } },
  ],
  [
    'an amount with its currency',
    `<h1>Lamps</h1><ul>${lamps}</ul>`,
    object({ name: text, price: object({ amount: { type: 'number' }, currency: text }) }),
    { name: 'Ann lamp', price: { amount: 5.5, currency: 'GBP' } },
  ],
  [
    'what columns of a table say of one thing',
    `<h1>Gigs</h1>${events}`,
    object({ name: text, venue: object({ name: text, city: text }) }),
    { name: 'Ann', venue: { name: 'Ann Hall', city: 'Leeds' } },
  ],
])('records have objects of their own: %s', (_, body, items, first) => {
  const { value } = read(body, items);
  expect(value).toHaveLength(3);
  expect(value).toContainEqual(first);
});

test('the values of an object in a record have their places', () => {
  const items = object({ name: text, venue: object({ name: text, city: text }) });
  expect([...read(events, items).sources.keys()].slice(0, 3)).toEqual([
    '/0/name',
    '/0/venue/name',
    '/0/venue/city',
  ]);
});

test('an object that lacks what it must have is left out, null or empty as its schema has it', () => {
  const place = object({ name: text, postcode: text });
  expect(read(events, object({ name: text, venue: place }, ['name'])).value).toContainEqual({
    name: 'Ann',
  });
  const orNull: JsonSchema = { anyOf: [place, { type: 'null' }] };
  expect(read(events, object({ name: text, venue: orNull })).value).toContainEqual({
    name: 'Ann',
    venue: null,
  });
  const sponsor = object({ postcode: text }, []);
  expect(read(events, object({ name: text, venue: text, sponsor })).value).toContainEqual({
    name: 'Ann',
    venue: 'Ann Hall',
    sponsor: {},
  });
});

test('what several objects of a record have is read from the column of each', () => {
  const rows = people.map((name) => `<tr><td>${name}<td>Oslo<td>Rome`).join('');
  const table = `<table><tr><th>Name<th>Arrival airport<th>Departure airport${rows}</table>`;
  const end = object({ airport: text });
  expect(read(table, object({ name: text, departure: end, arrival: end })).value).toContainEqual({
    name: 'Ann',
    departure: { airport: 'Rome' },
    arrival: { airport: 'Oslo' },
  });
});

test('the link of a record is not that of who wrote it, of whom the page says nothing', () => {
  const optional = object({ name: text, url }, []);
  const items = object({ name: text, author: optional }, ['name']);
  expect(read(`<h1>Lamps</h1><ul>${lamps}</ul>`, items).value).toMatchObject(
    people.map((name) => ({ name: `${name} lamp` })),
  );
  const [first] = read(`<h1>Lamps</h1><ul>${lamps}</ul>`, items).value as readonly object[];
  expect(first).not.toHaveProperty('author');
});
