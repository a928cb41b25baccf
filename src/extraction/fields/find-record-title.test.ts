import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const schema = { type: 'object', properties: { title: { type: 'string' } } } as const;

function readTitleOf(head: string, body: string): unknown {
  const html = `<html><head>${head}</head><body><article>${body}<p>It rained at last.</p></article></body></html>`;
  const reading = readPage({ html, url: 'https://daily.example/rain' });
  return extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' }).value;
}

test('a kicker in a heading that microdata names is not part of the title', () => {
  const head =
    '<title>Rain ends drought - News</title><meta property="og:title" content="Rain ends drought">';
  const heading =
    '<h1 itemprop="headline"><span>After months</span> <span>Rain ends drought</span></h1>';
  const body = `<div itemscope itemtype="https://schema.org/NewsArticle">${heading}</div>`;
  expect(readTitleOf(head, body)).toEqual({ title: 'Rain ends drought' });
});

test('the name of the site at the end of the title for previews is not part of the title', () => {
  const long = 'Rain ends drought - The Daily';
  const head = `<title>${long}</title><meta property="og:title" content="${long}">
    <meta property="og:site_name" content="The Daily">
    <script type="application/ld+json">{"@type":"NewsArticle","headline":"${long}"}</script>`;
  expect(readTitleOf(head, '<h1>Rain ends drought</h1>')).toEqual({ title: 'Rain ends drought' });
});

test('a closing quotation mark is not parted from the title', () => {
  const title = 'The mayor: «We are ready». Her rival: «She is late»';
  const head = `<title>${title} | Daily</title><meta property="og:site_name" content="Daily">`;
  expect(readTitleOf(head, '')).toEqual({ title });
});
