import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { text } from '../../../test/support/extract-list.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const number = { type: 'number' };

test.each([
  ['Owner', ['Ada Long', 'Bo Short', 'Cy Young'], 'previous_owner', text],
  ['Author', ['Ada Long', 'Bo Short', 'Cy Young'], 'author_email', text],
  ['Population', ['31000', '12000', '7000'], 'population_density', number],
  ['Stock', ['3', '12', '7'], 'stock_location', text],
  ['Country', ['Spain', 'France', 'Chile'], 'country_code', text],
  ['Price', ['$19.00', '$12.00', '$7.00'], 'shipping_price', number],
  ['Court', ['High Court', 'High Court', 'High Court'], 'lower_court', text],
  ['Appellate Court', ['First Court', 'Second Court', 'Third Court'], 'lower_court', text],
])('the column %s with %j is not the %s of the records', (header, values, field, type) => {
  const { rows } = readTable(header, values, { name: text, [field]: type });
  expect(rows.map((row) => row[field] ?? null)).toEqual([null, null, null]);
});

test.each([
  ['Company', ['Acme', 'Birch', 'Corvo'], 'company_name', 'Acme'],
  ['Download', ['<a href="/a">a</a>', '<a href="/b">b</a>', '<a href="/c">c</a>'], 'url', '/a'],
  ['Country', ['ES', 'FR', 'CL'], 'country', 'ES'],
  ['Court', ['High Court', 'Circuit Court', 'City Court'], 'lower_court', 'High Court'],
  ['Qty', ['3', '12', '7'], 'qtyOrdered', '3'],
  ['Qty.', ['3', '12', '7'], 'quantity', '3'],
  ['Avg price', ['3', '12', '7'], 'average_price', '3'],
  ['Precio', ['12', '15', '9'], 'precio_unitario', '12'],
])('the column %s with %j gives %s', (header, values, field, first) => {
  const { rows } = readTable(header, values, { name: text, [field]: text });
  expect(rows[0]?.[field]).toContain(first);
});

test('a field that a header names in part is told with what the header does not say', () => {
  const days = ['2024-01-12', '2023-05-02', '2021-11-30'];
  const { cuts } = readTable('Date', days, { name: text, birth_date: text });
  expect(cuts).toEqual([
    '"birth_date" was read from the column "Date", which does not say "birth".',
  ]);
});

test.each([
  ['Date', { name: text, date: text }, 'All records.'],
  ['Date', { name: text, birth_date: text }, 'All births.'],
  ['Birth date', { name: text, birth_date: text }, 'All records.'],
  ['Date', { case_name: text, case_date: text }, 'All records.'],
  ['Flight', { name: text, flight_number: text }, 'All records.'],
])('the column %s is named as %j asks for with "%s"', (header, fields, prompt) => {
  const days = ['2024-01-12', '2023-05-02', '2021-11-30'];
  expect(readTable(header, days, fields, prompt).cuts).toEqual([]);
});

function readTable(
  header: string,
  values: readonly string[],
  properties: Readonly<Record<string, object>>,
  prompt = 'All records.',
): {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly cuts: readonly string[];
} {
  const rows = values.map((value, at) => `<tr><td>Thing ${'ABC'[at]}<td>${value}</tr>`).join('');
  const html = `<main><table><tr><th>Name<th>${header}</tr>${rows}</table></main>`;
  const reading = readPage({ html, url: 'https://lists.example/' });
  const schema = { type: 'array', items: { type: 'object', properties } };
  const { value, cuts } = extractStructure({ reading, prompt, schema, detailLevel: 'medium' });
  return { rows: value as readonly Readonly<Record<string, unknown>>[], cuts };
}
