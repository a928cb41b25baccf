import { expect, test } from 'vitest';
import {
  furniture,
  names,
  readFurniture,
  readRows,
  type Row,
  text,
} from '../../../test/support/extract-list.ts';

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
  const rows = readTable(header, values, { name: text, [field]: type });
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
  ['Fläche (km²)', ['3', '12', '7'], 'flaeche', '3'],
  ['Precio', ['12', '15', '9'], 'precio_unitario', '12'],
])('the column %s with %j gives %s', (header, values, field, first) => {
  const rows = readTable(header, values, { name: text, [field]: text });
  expect(rows[0]?.[field]).toContain(first);
});

function readTable(
  header: string,
  values: readonly string[],
  properties: Readonly<Record<string, object>>,
): readonly Row[] {
  const rows = values.map((value, at) => `<tr><td>Thing ${'ABC'[at]}<td>${value}</tr>`).join('');
  return readRows(`<table><tr><th>Name<th>${header}</tr>${rows}</table>`, properties);
}

test('the number of comments is no number in a sentence', () => {
  const html = furniture(
    (_, at) => `<p>The town spent $1.${at} million on desks in 203${at} for all people.</p>`,
  );
  expect(readFurniture(html, { name: text, comments: { type: 'integer' } })).toEqual(
    names.map((name) => ({ name })),
  );
});

test.each(['Bezeichnung', 'Название', '名称', '商品名', 'الاسم', 'नाम', 'ชื่อ'])(
  'a column that its language calls %s holds the names of the records, where another holds texts as well',
  (header) => {
    const rows = ['Lamp', 'Chair'].map((name) => `<tr><td>Hull<td>${name}<td>129</tr>`).join('');
    const table = `<table><tr><th>Ort<th>${header}<th>Preis</tr>${rows}</table>`;
    expect(readRows(table, { name: text, price: number })).toEqual([
      { name: 'Lamp', price: 129 },
      { name: 'Chair', price: 129 },
    ]);
  },
);
