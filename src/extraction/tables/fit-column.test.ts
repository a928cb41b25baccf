import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const text = { type: 'string' };
const names = ['Oak Desk', 'Pine Shelf', 'Ash Stool', 'Elm Chair'];

function readItems(
  html: string,
  properties: Readonly<Record<string, object>>,
  url = 'https://lists.example/shop/',
): unknown {
  const schema = { type: 'array', items: { type: 'object', properties } };
  const reading = readPage({ html: `<main><h1>All</h1>${html}</main>`, url });
  return extractStructure({ reading, prompt: 'All items.', schema, detailLevel: 'medium' }).value;
}

const cards = (toBody: (name: string, at: number) => string): string =>
  `<div>${names.map((name, at) => `<div><h3>${name}</h3>${toBody(name, at)}</div>`).join('')}</div>`;

test.each(['description', 'summary', 'excerpt'])(
  'a short sentence is the %s of a card',
  (field) => {
    const html = cards((name) => `<p>A fine ${name} for you.</p>`);
    expect(readItems(html, { name: text, [field]: text })).toEqual(
      names.map((name) => ({ name, [field]: `A fine ${name} for you.` })),
    );
  },
);

test('a short text that is no sentence is no description, nor is a link', () => {
  const mark = cards((_, at) => `<p>Room ${at}</p>`);
  const link = cards((_, at) => `<p><a href="/${at}">See what it costs here.</a></p>`);
  for (const html of [mark, link])
    expect(readItems(html, { name: text, description: text })).toEqual(
      names.map((name) => ({ name })),
    );
});

test.each([
  ['about:blank', '/p/', '/p/'],
  ['about:blank', 'p/', 'p/'],
  ['about:blank', '?id=', '?id='],
  ['about:blank', 'https://else.example/', 'https://else.example/'],
  ['https://lists.example/shop/', 'p/', 'https://lists.example/shop/p/'],
])('on %s a link to %s is the address of its card', (url, link, address) => {
  const html = cards((_, at) => `<a href="${link}${at}">more</a>`);
  expect(readItems(html, { name: text, url: text }, url)).toEqual(
    names.map((name, at) => ({ name, url: `${address}${at}` })),
  );
});

test('what leads nowhere is no address', () => {
  for (const link of ['#', 'javascript:void(0)', 'mailto:a@lists.example']) {
    const html = cards(() => `<a href="${link}">more</a>`);
    const found = readItems(html, { name: text, url: text }, 'about:blank');
    expect(found).toEqual(names.map((name) => ({ name })));
  }
});

const table = (headers: readonly string[]): string =>
  `<table><tr>${headers.map((header) => `<th>${header}</th>`).join('')}</tr>` +
  names.map((name, at) => `<tr><td>${at + 1}</td><td>${name}</td></tr>`).join('') +
  '</table>';

test.each([
  ['Pos', 'position'],
  ['Qty', 'qtyOrdered'],
  ['Num.', 'number_of_seats'],
])('the header %s is short for %s', (header, field) => {
  const properties = { item: text, [field]: { type: 'integer' } };
  expect(readItems(table([header, 'Item']), properties)).toEqual(
    names.map((item, at) => ({ item, [field]: at + 1 })),
  );
});

test('a header with which two fields begin is short for none, nor is one of two letters', () => {
  const number = { type: 'integer' };
  const two = { item: text, positionHome: number, positionAway: number };
  expect(readItems(table(['Pos', 'Item']), two)).toEqual(names.map((item) => ({ item })));
  const short = { item: text, position: number };
  expect(readItems(table(['Po', 'Item']), short)).toEqual(names.map((item) => ({ item })));
});
