import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { extractStructure } from './extract-structure.ts';

const text: JsonSchema = { type: 'string' };
const texts: JsonSchema = { type: 'array', items: text };

function toRecords(...names: readonly string[]): JsonSchema {
  const properties = Object.fromEntries(names.map((name) => [name, text]));
  return { type: 'array', items: { type: 'object', properties } };
}

function read(body: string, prompt: string, properties: Readonly<Record<string, JsonSchema>>) {
  const reading = readPage({ html: `<html lang="en">${body}`, url: 'https://a.example/b' });
  const schema = { type: 'object', properties };
  return extractStructure({ reading, prompt, schema, detailLevel: 'medium' });
}

const body =
  '<h1>Oak</h1><h2>Care</h2><p><a href="/a">A</a> and <a href="/b.pdf">B</a> to x@a.example or y@a.example</p>' +
  '<img src="/1.png" alt="One"><img src="/2.png" alt="Two">';
const links = [
  { text: 'A', url: 'https://a.example/a' },
  { text: 'B', url: 'https://a.example/b.pdf' },
];

test.each([
  ['all links', 'links', toRecords('text', 'url'), links],
  ['', 'links', toRecords('text', 'url'), links],
  ['all links', 'links', texts, links.map(({ url }) => url)],
  ['all pdfs', 'pdfs', toRecords('title', 'link'), [{ title: 'B', link: links[1]?.url }]],
  ['all emails', 'emails', texts, ['x@a.example', 'y@a.example']],
  ['all headings', 'headings', texts, ['Oak', 'Care']],
  ['all images', 'images', texts, ['https://a.example/1.png', 'https://a.example/2.png']],
  [
    'all images',
    'images',
    toRecords('url', 'alt'),
    [
      { url: 'https://a.example/1.png', alt: 'One' },
      { url: 'https://a.example/2.png', alt: 'Two' },
    ],
  ],
])('a schema for the parts of a page gets them: "%s" as %s (%#)', (prompt, name, schema, parts) => {
  const { value, missing } = read(body, prompt, { [name]: schema });
  expect(value).toEqual({ [name]: parts });
  expect(missing).toEqual([]);
});

test('a schema with another field, and a prompt for some of them, do not get all parts of a page', () => {
  expect(read(body, 'all links', { title: text, links: texts }).value).not.toHaveProperty('links');
  expect(read(body, 'links to partners', { links: texts }).value).toEqual({});
});

test('each part that is given has its place', () => {
  const { sources } = read(body, 'all links', { links: toRecords('text', 'url') });
  expect([...sources.keys()]).toEqual([
    '/links/0/text',
    '/links/0/url',
    '/links/1/text',
    '/links/1/url',
  ]);
});
