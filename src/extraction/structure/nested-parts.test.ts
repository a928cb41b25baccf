import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { extractStructure } from './extract-structure.ts';

const text: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'number' };

function object(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, required };
}

function read(html: string, properties: Readonly<Record<string, JsonSchema>>, required?: string[]) {
  const reading = readPage({ html, url: 'https://pages.example/page' });
  return extractStructure({
    reading,
    prompt: 'Extract the data',
    schema: object(properties, required),
    detailLevel: 'medium',
  });
}

function toData(data: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data });
  return `<script type="application/ld+json">${json}</script>`;
}

const chair =
  '<title>Oak Chair</title><main><h1>Oak Chair</h1><p>Delivery: 3 days</p><p>Seller: Elm &amp; Co</p></main>';

describe('the object that is what the page is about', () => {
  test.each(['product', 'thread', 'question', 'course', 'listing'])(
    'has the name of the page beside other fields: %s',
    (name) => {
      expect(read(chair, { [name]: object({ title: text }), delivery: text }).value).toEqual({
        [name]: { title: 'Oak Chair' },
        delivery: '3 days',
      });
    },
  );

  test.each([
    ['Acme Ltd', 'Acme Ltd'],
    ['Lamps that last', undefined],
    ['Contact us', undefined],
  ])('is a company where it is called as companies are: %s', (heading, name) => {
    const body = `<title>${heading}</title><h1>${heading}</h1><p>Email: a@acme.example</p>`;
    expect(read(body, { company: object({ name: text }), email: text }).value).toEqual({
      ...(name === undefined ? {} : { company: { name } }),
      email: 'a@acme.example',
    });
  });

  test('is none that the page labels, that belongs to another thing, or that stands beside a title', () => {
    const named = object({ name: text });
    const maker = { depot: named, delivery: text };
    expect(read(`${chair}<p>Depot: Leeds</p>`, maker).value).toEqual({
      depot: { name: 'Leeds' },
      delivery: '3 days',
    });
    expect(read(chair, { reviewer: named, delivery: text }).value).toEqual({ delivery: '3 days' });
    expect(read(chair, { name: text, thread: named }).value).toEqual({ name: 'Oak Chair' });
  });

  test('is none of several', () => {
    const named = object({ name: text });
    expect(read(chair, { thread: named, forum: named, delivery: text }).value).toEqual({
      delivery: '3 days',
    });
  });
});

const oak = `${toData({
  '@type': 'Product',
  name: 'Oak',
  offers: { '@type': 'Offer', price: '120', priceCurrency: 'GBP' },
  aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5, ratingCount: 31 },
  manufacturer: { '@type': 'Organization', name: 'Oak Co' },
  additionalProperty: [{ '@type': 'PropertyValue', name: 'Width', value: '50 cm' }],
})}<h1>Oak</h1>`;

describe('the fields of an object that is named for one thing', () => {
  test.each([
    ['price', { value: number }, { value: 120 }],
    ['price', { value: number, currency: text }, { value: 120, currency: 'GBP' }],
    ['price', { amount: number, currency: text }, { amount: 120, currency: 'GBP' }],
    ['rating', { value: number, count: number }, { value: 4.5, count: 31 }],
    ['rating', { average: number, count: number }, { average: 4.5, count: 31 }],
    ['manufacturer', { name: text }, { name: 'Oak Co' }],
  ])('are its own: %s %j', (name, fields, expected) => {
    const properties: Readonly<Record<string, JsonSchema>> = fields;
    expect(read(oak, { name: text, [name]: object(properties) }).value).toEqual({
      name: 'Oak',
      [name]: expected,
    });
  });

  test('are its own where it is all that is asked for', () => {
    const rating = object({ average: number, count: number });
    expect(read(oak, { rating }).value).toEqual({ rating: { average: 4.5, count: 31 } });
  });

  test('are its own in the records that data states', () => {
    const offers = ['A', 'B'].map((name, at) => ({
      '@type': 'Offer',
      price: 5 + at,
      priceCurrency: 'GBP',
      seller: { '@type': 'Organization', name: `Shop ${name}` },
    }));
    const items = object({
      price: object({ amount: number, currency: text }),
      seller: object({ name: text }),
    });
    const html = `${toData({ '@type': 'Product', name: 'Oak', offers })}<h1>Oak</h1>`;
    expect(read(html, { name: text, offers: { type: 'array', items } }).value).toEqual({
      name: 'Oak',
      offers: [
        { price: { amount: 5, currency: 'GBP' }, seller: { name: 'Shop A' } },
        { price: { amount: 6, currency: 'GBP' }, seller: { name: 'Shop B' } },
      ],
    });
  });

  test('are read beside its label', () => {
    const html = '<h1>Oak</h1><p>Weight: 4 kg</p><p>Seller: Elm &amp; Co</p>';
    const schema = {
      name: text,
      weight: object({ value: number }),
      seller: object({ name: text }),
    };
    expect(read(html, schema).value).toEqual({
      name: 'Oak',
      weight: { value: 4 },
      seller: { name: 'Elm & Co' },
    });
  });

  test('are the name of an organization that the site is called by, too', () => {
    const publisher = { '@type': 'Organization', name: 'The Daily' };
    const html = `${toData({ '@type': 'NewsArticle', headline: 'A fire', publisher })}<h1>A fire</h1>`;
    expect(read(html, { headline: text, publisher: object({ name: text }) }).value).toEqual({
      headline: 'A fire',
      publisher: { name: 'The Daily' },
    });
  });
});

const contact = object({ phone: text, email: text }, []);
const offices = `<main><h1>Acme Ltd</h1><h2>Head office</h2><p>Phone: 0113 496 0000</p>
  <h2>Press contact</h2><p>Email: dan@acme.example</p></main>`;
const flight = `<main><h1>Flight</h1><section><h2>Departure</h2><p>Airport: Oslo</p></section>
  <section><h2>Arrival</h2><p>Airport: Rome</p></section></main>`;

describe('an object that a heading of the page names', () => {
  test('has what stands below that heading alone', () => {
    expect(read(offices, { headOffice: contact, pressContact: contact }).value).toEqual({
      headOffice: { phone: '0113 496 0000' },
      pressContact: { email: 'dan@acme.example' },
    });
  });

  test('has it as the only one of the schema, too', () => {
    expect(read(flight, { arrival: object({ airport: text }) }).value).toEqual({
      arrival: { airport: 'Rome' },
    });
  });

  test('has what stands elsewhere where nothing stands below, and no other is named so', () => {
    const html =
      '<main><h1>Acme</h1><p>Phone: 0113 496 0000</p><h2>Contact</h2><form></form></main>';
    expect(read(html, { name: text, contact }).value).toEqual({
      name: 'Acme',
      contact: { phone: '0113 496 0000' },
    });
  });

  test('has the column of a comparison that is headed so', () => {
    const table = `<h1>Bar</h1><table><tr><th>Nutrition<th>Per 100 g<th>Per bar<tr><th>Energy<td>400 kcal<td>160 kcal
      <tr><th>Fat<td>10 g<td>4 g</table>`;
    const facts = object({ fat: text, energy: text });
    expect(read(table, { per100g: facts, perBar: facts }).value).toEqual({
      per100g: { fat: '10 g', energy: '400 kcal' },
      perBar: { fat: '4 g', energy: '160 kcal' },
    });
  });
});

const city = '<h1>Acme</h1><p>City: Leeds</p>';
const address = object({ city: text, street: text });

describe('an object that lacks what it must have', () => {
  test('is left out with a warning where it need not be there', () => {
    const { value, cuts } = read(city, { name: text, address }, ['name']);
    expect(value).toEqual({ name: 'Acme' });
    expect(cuts).toContain(
      'The page has no "street" for "address", which the schema requires of it, and "address" was left out.',
    );
  });

  test('is null where it may be', () => {
    const orNull: JsonSchema = { anyOf: [address, { type: 'null' }] };
    expect(read(city, { name: text, address: orNull }).value).toEqual({
      name: 'Acme',
      address: null,
    });
  });

  test('is incomplete where it has to be there', () => {
    const { value, missing } = read(city, { name: text, address });
    expect(value).toEqual({ name: 'Acme', address: { city: 'Leeds' } });
    expect(missing).toContainEqual({ pointer: '/address/street', required: true });
  });

  test('is empty where it must be there and need not have anything', () => {
    const opening = object({ monday: text }, []);
    expect(read(city, { name: text, opening }).value).toEqual({ name: 'Acme', opening: {} });
  });
});

test('what belongs to a company is not named after the page', () => {
  const named = object({ name: text });
  const body = '<title>Storm</title><h1>Storm</h1><p>Email: a@b.example</p>';
  expect(read(body, { company: named, ceo: named, email: text }).value).toEqual({
    email: 'a@b.example',
  });
});

test('the title of the job of who wrote it is not the name', () => {
  const author = object({ name: text, jobTitle: text });
  const body = '<h1>Storm</h1><p class="byline">By <a rel="author" href="/ann">Ann Lee</a></p>';
  expect(read(body, { headline: text, author }).value).toMatchObject({
    author: { name: 'Ann Lee' },
  });
  expect(read(body, { headline: text, author }).value).not.toHaveProperty('author.jobTitle');
});
