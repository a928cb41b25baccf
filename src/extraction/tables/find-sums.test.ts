import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { indexPage } from '../analysis/index-page.ts';
import { readTables } from './read-tables.ts';

function readSums(rows: string): readonly string[] | undefined {
  const page = readPage({ html: `<table>${rows}</table>`, url: 'https://tables.example/' });
  return readTables(indexPage(page), new Set())[0]?.sums;
}

const tableHead = '<tr><th>Name</th><th>Price</th></tr>';
const priceRow = (name: string, price: number): string =>
  `<tr><td>${name}</td><td>$${price}</td></tr>`;
const roots = priceRow('Beet root', 3) + priceRow('Carrot root', 4);
const sumOf = (label: string, amount: number | string): string =>
  `<tr><td>${label}</td><td>${amount}</td></tr>`;

test.each<[string, string, readonly string[]]>([
  ['of all', roots + sumOf('Total', 7), ['Total']],
  [
    'of parts and of all',
    roots +
      sumOf('Subtotal', 7) +
      priceRow('Cress', 2) +
      priceRow('Kale', 1) +
      sumOf('Subtotal', 3) +
      sumOf('Grand total', 10),
    ['Subtotal', 'Subtotal', 'Grand total'],
  ],
  [
    'below labels that span columns',
    '<tr><td>Beet</td><td>2</td><td>$3</td></tr><tr><td>Kale</td><td>4</td><td>$1</td></tr>' +
      '<tr><td colspan="2">Shipping</td><td>$5</td></tr>',
    ['Shipping'],
  ],
  ['with cents', roots + sumOf('Summe', '$7.00'), ['Summe']],
  [
    'with the tax, at the foot of the table',
    `<tbody>${roots}</tbody><tfoot>${sumOf('Total incl. VAT', 8.4)}</tfoot>`,
    ['Total incl. VAT'],
  ],
  ['of averages', roots + sumOf('Average', 3.5), ['Average']],
  ['of rounded averages', roots + sumOf('Mean', 4), ['Mean']],
  [
    'of the delivery, at the foot of the table',
    `<tbody>${roots}</tbody><tfoot>${sumOf('Delivery', 2)}${sumOf('Total', 9)}</tfoot>`,
    ['Delivery', 'Total'],
  ],
])('the rows of sums: %s', (_, rows, labels) => {
  expect(readSums(tableHead + rows)).toEqual(labels);
});

const placed = (number: string, label: string, amount: string): string =>
  `<tr><td>${number}</td><td>${label}</td><td>${amount}</td></tr>`;

test('a row called a sum that has no number among the rows is a sum, whatever it sums up', () => {
  const rows = ['Ash', 'Elm', 'Oak'].map((name, at) => placed(`${at + 1}`, name, `$${at + 4}00`));
  const above = `<tr><th>Rank</th><th>Insurer</th><th>Premium</th></tr>${rows.join('')}`;
  expect(readSums(above + placed('', 'TOTAL 200 insurers', '$9,000'))).toEqual([
    'TOTAL 200 insurers',
  ]);
  expect(readSums(above + placed('4', 'Total Care', '$9,000'))).toEqual([]);
  expect(readSums(above + placed('', 'Yew', '$9,000'))).toEqual([]);
});

test.each([
  ['called so, with another number', roots + sumOf('Total Crunch', 9)],
  ['called an average, with another number', roots + sumOf('Average Joe', 9)],
  ['with the sum, called otherwise', roots + priceRow('Turnip', 7)],
  ['one row above', priceRow('Beet root', 3) + sumOf('Total', 3)],
])('a row that is no sum is none: %s', (_, rows) => {
  expect(readSums(tableHead + rows)).toEqual([]);
});
