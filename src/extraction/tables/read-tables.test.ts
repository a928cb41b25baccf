import { describe, expect, test } from 'vitest';
import { readRows, text } from '../../../test/support/extract-list.ts';
import { readPage } from '../../page/read-page.ts';
import { indexPage } from '../analysis/index-page.ts';
import type { Region } from './column.ts';
import { readTables } from './read-tables.ts';

const read = (html: string): readonly Region[] =>
  readTables(indexPage(readPage({ html, url: 'https://tables.example/' })), new Set());

const texts = (region: Region | undefined): readonly (readonly (string | undefined)[])[] =>
  region?.columns.map(({ cells }) => cells.map((cell) => cell?.text)) ?? [];

function countCells(regions: readonly Region[]): number {
  const cells = regions.flatMap(({ columns }) => columns.flatMap((column) => column.cells));
  return cells.filter((cell) => cell !== undefined).length;
}

const logo = (name: string): string => `<a href="/l"><img src="a.png" alt="${name}"></a>`;

describe('readTables', () => {
  test('a cell that shows one picture alone has what that is called', () => {
    const [region] = read(
      `<table><tr><th>Seller<th>Price<tr><td>${logo('Marsh &amp; Co')}<td>4<tr><td>${logo('Fen')}<td>5` +
        `<tr><td>${logo('Ash')}${logo('Elm')}<td>6<tr><td>Oak ${logo('Oak')}<td>7</table>`,
    );
    expect(texts(region)[0]).toEqual(['Marsh & Co', 'Fen', '', 'Oak']);
    expect(region?.columns[0]?.cells[0]?.source).toMatchObject({ attribute: 'alt' });
  });

  test('a row of one cell behind an empty one is said of the row above, and is no row', () => {
    const note = '<tr><td><td colspan=2>► 10% cashback until Sunday';
    const [region] = read(
      `<table><tr><th>Seller<th>Sent<th>Price<tr><td>Fen<td>Free<td>4${note}<tr><td>Oak<td>Free<td>5<tr><td>Elm<td>Free<td>6</table>`,
    );
    expect(texts(region)).toEqual([
      ['Fen', 'Oak', 'Elm'],
      ['Free', 'Free', 'Free'],
      ['4', '5', '6'],
    ]);
  });

  test('a row of one cell that spans more columns than there are adds none', () => {
    const [region] = read(
      '<table><tr><th>Town<th>Area<tr><td>Hull<td>71<tr><td>York<td>271<tr><td colspan=6>As of 2010.</table>',
    );
    expect(texts(region)).toEqual([
      ['Hull', 'York'],
      ['71', '271'],
    ]);
  });

  test('a cell over several rows or columns stands in each', () => {
    const [region] = read(
      '<table><tr><th>Day<th>High<th>Low<tr><td rowspan=2>Mon<td>1<td>2<tr><td colspan=2>3</table>',
    );
    expect(texts(region)).toEqual([
      ['Mon', 'Mon'],
      ['1', '3'],
      ['2', '3'],
    ]);
  });

  test('a cell over all rows that are left stands in those of its group', () => {
    const [region] = read(
      '<table><thead><tr><th>Day<th>High</thead><tbody><tr><td rowspan=0>Mon<td>1<tr><td>2</tbody>' +
        '<tbody><tr><td>Tue<td>3</tbody></table>',
    );
    expect(texts(region)).toEqual([
      ['Mon', 'Mon', 'Tue'],
      ['1', '2', '3'],
    ]);
  });

  test('spans add 20,000 cells to a page at most', () => {
    const cells = '<td colspan=1000000 rowspan=1000000>x'.repeat(250);
    const rows = '<tr><td>y'.repeat(1_000);
    expect(countCells(read(`<table><tr>${cells}${rows}</table>`))).toBeLessThan(22_000);
    const small = '<table><tr><td rowspan=200 colspan=60>x' + '<tr><td>y'.repeat(200) + '</table>';
    expect(countCells(read(small.repeat(20)))).toBeLessThan(20_000 + 20 * 202);
  });

  test('of a spanned cell with a long text fewer are added', () => {
    const long = 'word '.repeat(4_000);
    const html = `<table><tr><td rowspan=200>${long}<td>a${'<tr><td>b'.repeat(150)}</table>`;
    const [region] = read(html.repeat(10));
    expect(texts(region)[0]?.filter((text) => (text?.length ?? 0) > 1_000)).toHaveLength(151);
    const all = read(html.repeat(10)).flatMap(({ columns }) => columns[0]?.cells ?? []);
    const length = all.reduce((sum, cell) => sum + (cell?.text.length ?? 0), 0);
    expect(length).toBeLessThan(10 * long.length + 20_000 * 200 + 10 * long.length);
  });

  test('one long row does not make a long table wide', () => {
    const rows = '<tr><td>y'.repeat(5_000);
    const [region] = read(`<table><tr>${'<td>x'.repeat(3_000)}${rows}</table>`);
    expect(region?.columns).toHaveLength(200);
    expect((region?.columns.length ?? 0) * (region?.size ?? 0)).toBeLessThanOrEqual(250_000);
  });
});

const toRows = (row: string, head: string, cell: string): string =>
  `<div ${row}><div ${head}>Ship</div><div ${head}>Port</div></div>` +
  `<div ${row}><div ${cell}>Anna</div><div ${cell}>Kiel</div></div>` +
  `<div ${row}><div ${cell}>Berta</div><div ${cell}>Husum</div></div>`;

test('a table of other elements is one by its roles or its style, and no table without', () => {
  const [byRole] = read(
    `<div role="table">${toRows('role="row"', 'role="columnheader"', 'role="cell"')}</div>`,
  );
  expect(texts(byRole)).toEqual([
    ['Anna', 'Berta'],
    ['Kiel', 'Husum'],
  ]);
  const rows = toRows('class="r"', 'class="c"', 'class="c"');
  const style = '<style>.t{display:table}.r{display:table-row}.c{display:table-cell}</style>';
  expect(texts(read(`${style}<div class="t">${rows}</div>`)[0]).flat()).toContain('Husum');
  expect(read(`<div class="t">${rows}</div>`)).toEqual([]);
});

test('rows beyond the limit are told in a sentence', () => {
  const html = `<table><tr><th>A<th>B</tr>${'<tr><td>x<td>y'.repeat(5_100)}</table>`;
  const cuts = new Set<string>();
  readTables(indexPage(readPage({ html, url: 'https://tables.example/' })), new Set(), cuts);
  expect([...cuts]).toEqual(['Only the first 5000 rows of a table were read.']);
});

describe('a second header row', () => {
  const fees = '<table><tr><th>Group<th>Adult<th>Child<tr><td>Pool<td>6<td>3';

  test('names the columns of the rows below it, in its own order', () => {
    const [region] = read(`${fees}<tr><th>Group<th>Child<th>Adult<tr><td>Sauna<td>7<td>12</table>`);
    expect(texts(region)).toEqual([
      ['Pool', 'Sauna'],
      ['6', '12'],
      ['3', '7'],
    ]);
  });

  test('ends where the first one is repeated', () => {
    const [region] = read(
      `${fees}<tr><th>Group<th>Child<th>Adult<tr><td>Sauna<td>7<td>12` +
        '<tr><th>Group<th>Adult<th>Child<tr><td>Ice<td>8<td>4</table>',
    );
    expect(texts(region)[1]).toEqual(['6', '12', '8']);
  });

  test('may have columns that the first has not, and lack some', () => {
    const [region] = read(`${fees}<tr><th>Group<th>Day<th>Adult<tr><td>Sauna<td>Mon<td>12</table>`);
    expect(region?.columns.map(({ header }) => header)).toEqual(['Group', 'Adult', 'Child', 'Day']);
    expect(texts(region)).toEqual([
      ['Pool', 'Sauna'],
      ['6', '12'],
      ['3', undefined],
      [undefined, 'Mon'],
    ]);
  });

  test('may share but one name with the first', () => {
    const [region] = read(`${fees}<tr><th>Course<th>Adult<th>Senior<tr><td>Yoga<td>9<td>7</table>`);
    expect(texts(region)).toEqual([
      ['Pool', undefined],
      ['6', '9'],
      ['3', undefined],
      [undefined, 'Yoga'],
      [undefined, '7'],
    ]);
  });

  const grouped = '<tr><th rowspan=2>Group<th colspan=2>Fee<tr><th>Adult<th>Child';

  test.each([
    ['in another order', '<tr><th>Group<th>Child<th>Adult', '12', '7'],
    ['in the same order', '<tr><th>Group<th>Adult<th>Child', '7', '12'],
    ['with all of its rows', grouped, '7', '12'],
  ])('repeats a header of several rows %s', (_, again, adult, child) => {
    const [region] = read(
      `<table>${grouped}<tr><td>Pool<td>6<td>3${again}<tr><td>Sauna<td>7<td>12</table>`,
    );
    expect(texts(region)).toEqual([
      ['Pool', 'Sauna'],
      ['6', adult],
      ['3', child],
    ]);
  });

  test('is none where the cells are no names of columns', () => {
    const [region] = read(`${fees}<tr><th>Sauna<th>12<th>7<tr><td>Ice<td>8<td>4</table>`);
    expect(texts(region)[1]).toEqual(['6', '12', '8']);
  });
});

const number = { type: 'number' };

test('a label over the first columns of a row is no value of the others', () => {
  const html =
    '<h1>List</h1><table><tr><th>Characteristic<th>Intervention<th>Control<th>P value' +
    '<tr><td>Age<td>20.4<td>21.9<td>.18<tr><td colspan=3>Gender, n (%)<td>.57' +
    '<tr><td>Male<td>5 (6)<td>4 (5)<td>—<tr><td>Female<td>79 (94)<td>80 (95)<td>—</table>';
  const fields = { characteristic: text, intervention: text, control: text, p_value: number };
  const rows = readRows(html, fields);
  expect(rows).toHaveLength(4);
  expect(rows[1]).toEqual({ characteristic: 'Gender, n (%)', p_value: 0.57 });
});

test('a label over the first columns of a row is the name of a sum', () => {
  const html =
    '<h1>List</h1><table><tr><th>No.<th>Country<th>Visits<tr><td>1<td>Norway<td>20' +
    '<tr><td>2<td>Sweden<td>30<tr><td colspan=2>Other lands<td>10</table>';
  expect(readRows(html, { country: text, visits: number })[2]).toEqual({
    country: 'Other lands',
    visits: 10,
  });
});
