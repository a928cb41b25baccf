import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const cards = ['Ash', 'Elm', 'Fir'].map(
  (name, at) =>
    `<li><a href="/p/${name}">${name}</a> <span class="price">$${at + 1}0.00</span></li>`,
);
const schema = {
  type: 'object',
  properties: {
    results: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'number' } },
      },
    },
  },
} as const;

function listCuts(above: string, below = ''): readonly string[] {
  const html = `<html lang="en"><head><title>Search</title></head><body><main><h1>Search</h1>${above}<ul>${cards.join('')}</ul>${below}</main></body></html>`;
  const reading = readPage({ html, url: 'https://shop.example/search' });
  const found = extractStructure({ reading, prompt: 'The results', schema, detailLevel: 'medium' });
  expect(found.value).toMatchObject({
    results: [{ name: 'Ash' }, { name: 'Elm' }, { name: 'Fir' }],
  });
  return found.cuts.filter((cut) => cut.startsWith('The page says'));
}

test.each(['0 results', 'No products found', 'No results for “zzz”', 'Keine Ergebnisse gefunden.'])(
  'records below a further heading behind "%s" are told as perhaps other things',
  (said) => {
    expect(listCuts(`<p>${said}</p><h2>Popular now</h2>`)).toEqual([
      `The page says "${said}"; the records of "results" stand below "Popular now", and may be other things than those asked for.`,
    ]);
  },
);

test.each([
  '<p>3 results</p><h2>Popular now</h2>',
  '<p>0 results</p>',
  '<p>0 items</p><h2>Chairs</h2>',
  '<p>10 results</p><h2>All</h2>',
])('nothing is told of records below %s', (above) => {
  expect(listCuts(above)).toEqual([]);
});

test('nothing is told of records above the line that says so', () => {
  expect(listCuts('<h2>Chairs</h2>', '<p>0 results</p><h2>Popular now</h2>')).toEqual([]);
});
