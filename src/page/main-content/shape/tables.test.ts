import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { collectBlocks } from '../blocks/collect-blocks.ts';
import { decodeModel } from '../model/main-content-model.ts';
import { weights } from '../model/weights.ts';
import { listTables } from './tables.ts';

const { lexicon } = decodeModel(weights);
const grid = '<tr><th>Port</th><th>Date</th></tr><tr><td>Oban</td><td>3 May</td></tr>';
const story = 'The ferry leaves the harbour at six, and reaches the island before noon. '.repeat(7);

function list(html: string): readonly (readonly [number, number])[] {
  const page = collectBlocks(parseDocument(html), lexicon);
  return listTables(page).map(({ start, end }) => [start, end]);
}

test('a table of data is the run of its blocks, with its caption', () => {
  expect(list(`<p>a</p><table><caption>Ferries</caption>${grid}</table><p>b</p>`)).toEqual([
    [1, 6],
  ]);
  expect(list(`<table><thead>${grid}</thead></table><table>${grid}</table>`)).toEqual([
    [0, 4],
    [4, 8],
  ]);
});

test('the innermost of nested tables are those of data', () => {
  const page = `<table><tr><td>Menu</td><td>Search</td></tr><tr><td><table>${grid}</table></td><td>Log in</td></tr></table>`;
  expect(list(page)).toEqual([[2, 6]]);
});

test.each([
  ['that says so', `<table role="presentation">${grid}</table>`],
  [
    'with long cells',
    `<table><tr><td>Menu</td><td>${story}</td></tr><tr><td>Search</td><td>${story}</td></tr></table>`,
  ],
  ['with one column', '<table><tr><td>Menu</td></tr><tr><td>Search</td></tr></table>'],
  ['with one row', '<table><tr><td>Menu</td><td>Search</td></tr></table>'],
  [
    'with empty cells',
    '<table><tr><td>Menu</td><td></td></tr><tr><td></td><td>Search</td></tr></table>',
  ],
])('a table %s lays out the page', (_, html) => {
  expect(list(html)).toEqual([]);
});
