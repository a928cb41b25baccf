import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';
import { state, text } from '../../../test/support/extract-fields.ts';
import { listAskedTypes } from './asked-thing.ts';

const day = { type: 'string', format: 'date' };
const number = { type: 'number' };

/** What is found on a page for a prompt, with the doubt of each value. */
function ask(prompt: string, properties: object, html: string) {
  const reading = readPage({ html: `<html lang="en">${html}`, url: 'https://a.example/p/1' });
  const schema = { type: 'object', properties };
  const { value, sources } = extractStructure({ reading, prompt, schema, detailLevel: 'medium' });
  const doubts = Array.from(sources, ([, { certainty }]) => certainty?.doubt ?? 1);
  return { value, isSure: doubts.some((doubt) => doubt < 0.05) };
}

const typesOf = (prompt: string): unknown => [...listAskedTypes(prompt)];

test('a prompt names what it asks about in its words, or in the one that names no value', () => {
  expect(typesOf('The event')).toEqual(['event']);
  expect(typesOf('Extract the date of this film')).toEqual(['movie']);
  expect(typesOf('The author')).toEqual(['person']);
  expect(typesOf('The author and the date')).toEqual([]);
  expect(typesOf('What the page is about')).toEqual([]);
});

const site = {
  '@type': 'Organization',
  name: 'Example Ltd',
  telephone: '+44 113 496 0000',
  address: { '@type': 'PostalAddress', streetAddress: '1 Head St', addressLocality: 'London' },
};
const footer = '<footer><p>Tel +44 113 496 0000</p></footer>';

const pageOf = (heading: string, more = ''): string =>
  `<title>${heading} | Example</title>${state(site)}<main><h1>${heading}</h1>${more}</main>${footer}`;

describe('the address of an organization', () => {
  const places = { phone: text, city: text, street: text };

  test.each(['The person', 'The author', 'The job', 'The flat'])(
    'is not surely that of another thing on its site, and none beside its own: %s',
    (prompt) => {
      const found = ask(prompt, places, pageOf('Ana Moreno', '<p>Phone: 0113 555 0101</p>'));
      expect(found).toMatchObject({ value: { phone: '0113 555 0101' }, isSure: false });
    },
  );

  test.each(['The company', 'Contact details'])(
    'is its own where it is asked for: %s',
    (prompt) => {
      const value = { phone: '+44 113 496 0000', city: 'London', street: '1 Head St' };
      expect(ask(prompt, places, pageOf('Contact us')).value).toEqual(value);
      expect(ask('The job', places, pageOf('Example Ltd')).value).toEqual(value);
    },
  );

  test('is as little that of a thing as the ratings of a dealer are those of a car', () => {
    const dealer = {
      '@type': 'AutoDealer',
      name: 'Smith Motors',
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4 },
    };
    const html = `<title>Audi A3</title><h1>Audi A3</h1><p>£12,495</p>${state(dealer)}`;
    expect(ask('The car', { rating: number }, html).value).toEqual({});
  });
});

const dayPage = (type: string): string =>
  `${state({ '@type': type, name: 'Ball', headline: 'Ball', datePublished: '2025-01-02' })}<main><h1>Ball</h1><p>14 June 2025, Kern Hall</p><p class="published">Published 2 January 2025</p></main>`;

describe('the day of a page or an article', () => {
  test.each([
    ['The event', 'date', 'WebPage'],
    ['The exhibition', 'date', 'WebPage'],
    ['The film', 'releaseDate', 'NewsArticle'],
    ['What the page is about', 'releaseDate', 'NewsArticle'],
  ])('is not surely that of what it is about: %s, %s', (prompt, name, type) => {
    expect(ask(prompt, { [name]: day }, dayPage(type)).isSure).toBe(false);
  });

  test.each(['The article', 'The news about the event', 'What the page is about'])(
    'is that of the article: %s',
    (prompt) => {
      expect(ask(prompt, { date: day }, dayPage('NewsArticle')).isSure).toBe(true);
    },
  );
});

describe('who publishes a page', () => {
  const bay = { '@type': 'Organization', name: 'Bookbay' };
  const page = (thing: object): string =>
    `<meta property="og:site_name" content="Bookbay">${state({
      '@graph': [
        { '@type': 'WebPage', name: 'Dune', publisher: bay },
        { name: 'Dune', ...thing },
      ],
    })}<h1>Dune</h1>`;
  const book = { '@type': 'Book', author: 'Frank Herbert' };

  test('does not surely publish the book, nor offer the job that it is about', () => {
    expect(ask('The book', { publisher: text }, page(book)).isSure).toBe(false);
    const job = { '@type': 'JobPosting', title: 'Dune' };
    expect(ask('The job', { organization: text }, page(job)).isSure).toBe(false);
  });

  test('publishes the article, and the book has its own publisher', () => {
    expect(ask('The page', { publisher: text }, page(book)).value).toEqual({
      publisher: 'Bookbay',
    });
    const own = { ...book, publisher: { '@type': 'Organization', name: 'Ace' } };
    expect(ask('The book', { publisher: text }, page(own)).value).toEqual({ publisher: 'Ace' });
  });
});

const reviewPage = (type: string): string =>
  `<title>Review: Der Turm</title><meta property="og:title" content="Review: Der Turm">${state({ '@type': type, name: 'Review: Der Turm', headline: 'Review: Der Turm' })}<article><h1>Review: Der Turm</h1><p>A book.</p></article>`;

describe('the headline of an article', () => {
  test.each([
    ['The book', 'NewsArticle', false],
    ['The film', 'BlogPosting', false],
    ['The book', 'Book', true],
    ['The article', 'NewsArticle', true],
  ])('is not surely the title of what it is about: %s, %s', (prompt, type, isSure) => {
    expect(ask(prompt, { title: text }, reviewPage(type)).isSure).toBe(isSure);
  });
});
