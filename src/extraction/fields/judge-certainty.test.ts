import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

interface Page {
  readonly data?: object;
  readonly head?: string;
  readonly body: string;
  readonly host?: string;
}

const text = { type: 'string' };
const list = { type: 'array', items: text };

/** How far each value can be wrong, by where it stands in the answer. */
function doubtsOf({ data, head = '', body, host = 'a.example' }: Page, properties: object) {
  const script =
    data === undefined ? '' : `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  const html = `<html lang="en"><head>${script}${head}</head><body><main>${body}</main></body></html>`;
  const reading = readPage({ html, url: `https://${host}/x` });
  const schema = { type: 'object', properties };
  const prompt = 'What the page is about';
  const { sources } = extractStructure({ reading, prompt, schema, detailLevel: 'medium' });
  return Object.fromEntries(
    Array.from(sources, ([place, { certainty }]) => [place, certainty?.doubt ?? 1]),
  );
}

function showIngredients(items: readonly string[]): string {
  const shown = items.map((item) => `<li>${item}</li>`).join('');
  return `<h1>Pancakes</h1><h2>Ingredients</h2><ul class="ingredients">${shown}</ul>`;
}

/** Of the author of an article whose data and byline name this one. */
function doubtOfAuthor(name: string, place: Partial<Page> = {}): number | undefined {
  const page = {
    data: { '@type': 'NewsArticle', headline: 'Rain', author: { '@type': 'Person', name } },
    body: `<article><h1>Rain</h1><p class="byline">By ${name}</p><p>It rained all day.</p></article>`,
    ...place,
  };
  return doubtsOf(page, { authors: list })['/authors/0'];
}

describe('a list', () => {
  const recipeIngredient = ['200 g flour', '2 eggs', '1 pinch of salt'];
  const data = { '@type': 'Recipe', name: 'Pancakes', recipeIngredient };
  test('that structured data and the page state alike is sure in all of its items', () => {
    expect(
      doubtsOf({ data, body: showIngredients(recipeIngredient) }, { ingredients: list }),
    ).toEqual({
      '/ingredients/0': 0.005,
      '/ingredients/1': 0.005,
      '/ingredients/2': 0.005,
    });
  });

  test.each([
    ['one amount is another', ['200 g flour', '3 eggs', '1 pinch of salt']],
    ['an item is lacking', ['200 g flour', '2 eggs']],
    ['the order is another', ['2 eggs', '200 g flour', '1 pinch of salt']],
  ])('is in none where %s', (_, items) => {
    const doubts = doubtsOf({ data, body: showIngredients(items) }, { ingredients: list });
    expect(new Set(Object.values(doubts))).toEqual(new Set([1]));
  });

  test('that the page alone states is in none', () => {
    const doubts = doubtsOf({ body: showIngredients(recipeIngredient) }, { ingredients: list });
    expect(Object.keys(doubts)).toHaveLength(3);
    expect(new Set(Object.values(doubts))).toEqual(new Set([1]));
  });
});

describe('authors', () => {
  test('are sure where the byline names whom the data names', () => {
    expect(doubtOfAuthor('Ada Byron')).toBe(0.005);
  });

  test('that only a tag for machines repeats are not', () => {
    const head = '<meta name="author" content="Ada Byron">';
    expect(doubtOfAuthor('Ada Byron', { head, body: '<h1>Rain</h1><p>It rained.</p>' })).toBe(1);
  });

  test.each(['Newsdesk', 'Harbour Times'])('of no person are not: %s', (name) => {
    expect(doubtOfAuthor(name, { host: 'www.harbourtimes.example' })).toBe(1);
  });
});

describe('a title', () => {
  const body = '<h1>Rain in the north</h1><p>It rained.</p>';
  const og = '<meta property="og:title" content="Rain in the north">';
  const news = { title: text };

  test('is sure where three kinds of sources state it, or two of which one is data', () => {
    const data = { '@type': 'NewsArticle', headline: 'Rain in the north' };
    expect(doubtsOf({ data, body }, news)).toEqual({ '/title': 0.005 });
    expect(doubtsOf({ data, head: og, body }, news)).toEqual({ '/title': 0.005 });
  });

  test('that a heading and a tag repeat is less sure', () => {
    expect(doubtsOf({ head: og, body }, news)).toEqual({ '/title': 0.05 });
  });
});

test('a currency is sure where the data names it and the price shows it', () => {
  const offers = { price: '12.50', priceCurrency: 'GBP' };
  const data = { '@type': 'Product', name: 'Lamp', offers };
  const properties = { price: { type: 'number' }, currency: text };
  const shown = '<h1>Lamp</h1><p>Price: £12.50</p>';
  expect(doubtsOf({ data, body: shown }, properties)).toMatchObject({ '/currency': 0.005 });
  const lone = '<h1>Lamp</h1><p>Of brass.</p>';
  expect(doubtsOf({ data, body: lone }, properties)).toMatchObject({ '/currency': 1 });
});
