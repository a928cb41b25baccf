import { expect, test } from 'vitest';
import { readPage } from '../../../page/read-page.ts';
import { extractStructure } from '../../structure/extract-structure.ts';
import { extractFields, row, state, text, thing } from '../../../../test/support/extract-fields.ts';

test('the number of the trade is not that of the shop, where the page has both', () => {
  const stated = thing({ sku: '9780141439518' });
  const shown = '<p class="sku">OAK-77</p>';
  expect(extractFields(`${stated}${shown}`, { sku: text }).value).toEqual({ sku: 'OAK-77' });
  expect(extractFields(stated, { sku: text }).value).toEqual({ sku: '9780141439518' });
});

test('the language of a book is that of its label, and else that of its data', () => {
  const book = state({ '@type': 'Book', name: 'Lamp' });
  expect(extractFields(`${row('Language', 'French')}${book}`, { language: text }).value).toEqual({
    language: 'French',
  });
});

test('a date that a visitor wrote is not that of the page', () => {
  const page =
    '<h1>Oak lamp</h1><div class="comments"><div class="comment"><p class=author>Ann</p><time itemprop="datePublished" datetime="2025-01-02">2 January 2025</time><p>Fine.</p></div></div>';
  expect(extractFields(page, { published: { type: 'string', format: 'date' } }).value).toEqual({});
});

test('a picture that the page states has no rival in one that is only named as the heading is', () => {
  const reading = readPage({
    html: '<meta property="og:image" content="/a.jpg"><h1>Oak lamp</h1><img src="/b.jpg" alt="Oak lamp">',
    url: 'https://a.example/x',
  });
  const schema = { type: 'object', properties: { image: { type: 'string', format: 'uri' } } };
  const { value, sources } = extractStructure({
    reading,
    prompt: 'The thing',
    schema,
    detailLevel: 'medium',
  });
  expect(value).toEqual({ image: 'https://a.example/a.jpg' });
  expect(sources.get('/image')?.certainty?.rivals).toEqual([]);
});

test('the site as a whole is no section of it', () => {
  const site =
    '<meta property="og:site_name" content="Oak Lamps"><meta property="article:section" content="Oak Lamps">';
  const fields = { category: text };
  expect(extractFields(`${site}<h1>Oak lamp</h1>`, fields).value).toEqual({});
  const section = '<meta property="article:section" content="Lights">';
  expect(extractFields(`${site}${section}<h1>Oak lamp</h1>`, fields).value).toEqual({
    category: 'Lights',
  });
});
