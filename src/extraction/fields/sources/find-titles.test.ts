import { describe, expect, test } from 'vitest';
import { extractFields, state, text } from '../../../../test/support/extract-fields.ts';
import { readPage } from '../../../page/read-page.ts';
import { extractStructure } from '../../structure/extract-structure.ts';

test('what its class calls a subtitle is no part of the title that the page begins with', () => {
  const head = '<title>The Long Walk by Ada Ash (Hardcover): Books</title>';
  const heading = '<h2>The Long Walk<span class="subtitle"> : A Story (Hardcover)</span></h2>';
  expect(extractFields(`${head}${heading}`, { title: text }).value).toEqual({
    title: 'The Long Walk',
  });
  const whole = '<title>The Long Walk : A Story (Hardcover) – Books</title>';
  expect(extractFields(`${whole}${heading}`, { title: text }).value).toEqual({
    title: 'The Long Walk : A Story (Hardcover)',
  });
});

test('a heading that names the author is not the title, however short that is', () => {
  const head = '<title>Kraken by Ada Ash-Birch (Hardcover): Books of Oakham</title>';
  const headings =
    '<h2>Kraken<span class="subtitle"> (Hardcover)</span></h2><h3 class="author">by Ada Ash-Birch</h3>';
  expect(extractFields(`${head}${headings}`, { title: text }).value).toEqual({ title: 'Kraken' });
});

describe('the name of the site', () => {
  const site = state({ '@type': 'Organization', name: 'Reed Works' });

  test('is the title of a page that it heads, and the company of one about it', () => {
    const own = `<title>Reed Works | Directory</title><h1>Reed Works</h1>${site}`;
    expect(extractFields(own, { title: text, company_name: text, seller: text }).value).toEqual({
      title: 'Reed Works',
      company_name: 'Reed Works',
    });
  });

  test('is neither on its other pages', () => {
    const other = `<title>Ten tools | Reed Works</title><h1>Reed Works</h1><h2>Ten tools</h2>${site}`;
    expect(extractFields(other, { title: text }).value).toEqual({ title: 'Ten tools' });
    const article = `<title>Ten tools | Reed Works</title><h1>Ten tools</h1>${site}`;
    expect(extractFields(article, { company_name: text }).value).toEqual({});
  });

  test.each(['/', '/en/', '/index.html', '/about-us', '/de/impressum/'])(
    'is the company that %s speaks of',
    (path) => {
      const html = `<title>Welcome</title><h1>We make reeds</h1>${site}`;
      const reading = readPage({ html, url: `https://shop.example${path}` });
      const schema = { type: 'object', properties: { company: text } };
      const { value } = extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' });
      expect(value).toEqual({ company: 'Reed Works' });
    },
  );
});
