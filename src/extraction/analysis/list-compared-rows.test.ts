import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { indexPage } from './index-page.ts';
import { listComparedRows } from './list-compared-rows.ts';

/** The rows that compare things, of a table whose cells are parted by bars; headers of the first row are `th`. */
function compare(...rows: readonly string[]): unknown {
  const cells = rows.map((row, at) =>
    row
      .split('|')
      .map((cell) => (at === 0 ? `<th>${cell.trim()}</th>` : `<td>${cell.trim()}</td>`))
      .join(''),
  );
  const html = `<table><tbody>${cells.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`;
  const page = indexPage(readPage({ html, url: 'https://a.example/' }));
  const table = page.elements.find(({ node }) => node.name === 'table');
  if (table === undefined) throw new TypeError('The page has no table.');
  return listComparedRows(page, table).map(({ labelText, values }) => [
    labelText,
    ...values.map(({ cell, heading }) => `${heading}: ${page.lineOf(cell)}`),
  ]);
}

test('things beside each other below an empty corner are compared', () => {
  expect(compare(' | Alpha | Beta', 'Price | $40 | $55', 'Colour | red | blue')).toEqual([
    ['Price', 'Alpha: $40', 'Beta: $55'],
    ['Colour', 'Alpha: red', 'Beta: blue'],
  ]);
});

test('below a title over the labels only numbers are', () => {
  expect(compare('In millions | 2023 | 2024', 'Revenue | 100 | 130')).toEqual([
    ['Revenue', '2023: 100', '2024: 130'],
  ]);
  expect(compare('Name | City | Land', 'Ann | Rome | Italy')).toEqual([]);
});

test.each([
  ['one thing', [' | Alpha', 'Price | $40']],
  ['columns of one name', [' | Alpha | Alpha', 'Price | $40 | $55']],
  ['a column without a name', [' | Alpha | ', 'Price | $40 | $55']],
  ['rows of other lengths', [' | Alpha | Beta', 'Price | $40']],
  [
    'more columns than are compared',
    [` | ${Array.from({ length: 13 }, (_, at) => `T${at}`).join(' | ')}`, 'Price | 1'],
  ],
])('a table of %s compares none', (_, rows) => {
  expect(compare(...rows)).toEqual([]);
});
