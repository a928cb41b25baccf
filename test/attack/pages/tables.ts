import { linearBound, repeat, toDocument, toFamily, type HostilePage } from '../hostile-page.ts';

/** Tables: cells that claim more than there is, and cells in any number. */
export const tablePages: readonly HostilePage[] = toFamily('tables', [
  // Measured at 18 KB: 9 to 11 s and 499 MB; at 547 KB more than 30 s.
  [
    '400 cells that span a million each way',
    400,
    (count) =>
      toDocument(`<table>${'<tr><td colspan=1000000 rowspan=1000000>1'.repeat(count)}</table>`),
  ],
  [
    '12,000 cells that span a million each way',
    12_000,
    (count) =>
      toDocument(`<table>${'<tr><td colspan=1000000 rowspan=1000000>1'.repeat(count)}</table>`),
  ],
  [
    'rows of cells that span 65,534 rows',
    2_000,
    (count) =>
      toDocument(
        `<table>${repeat(count, (at) => `<tr><td rowspan=65534>${at}<td>b<td rowspan=65534>c`)}</table>`,
      ),
    { bound: linearBound },
  ],
  [
    'a wide row over many short ones',
    20_000,
    (count) =>
      toDocument(
        `<table><tr>${'<td rowspan=65534>a'.repeat(1_000)}${'<tr>'.repeat(count)}</table>`,
      ),
  ],
  [
    'columns that span 1,000 by 1,000',
    1_000,
    (count) => toDocument(`<table>${repeat(count, () => '<tr><td colspan=1000>a')}</table>`),
  ],
  [
    'a row of 100,000 cells',
    100_000,
    (count) => toDocument(`<table><tr>${repeat(count, (at) => `<td>${at}`)}</table>`),
    { bound: linearBound },
  ],
  [
    '100,000 rows of a cell',
    100_000,
    (count) => toDocument(`<table>${repeat(count, (at) => `<tr><td>row ${at}`)}</table>`),
    { bound: linearBound },
  ],
  [
    '500 columns with their headers, 400 rows',
    400,
    (count) =>
      toDocument(
        `<table><thead><tr>${repeat(500, (at) => `<th id=h${at}>Price ${at}`)}<tbody>${repeat(count, (row) => `<tr>${repeat(500, (at) => `<td headers="h${at} h0">${row * at}.50`)}`)}</table>`,
      ),
    { bound: linearBound },
  ],
  ['tables in tables, 5,000 deep', 5_000, (count) => toDocument('<table><tr><td>a'.repeat(count))],
  [
    'a table in every cell',
    20_000,
    (count) =>
      toDocument(`<table>${'<tr><td><table><tr><td>a<td>b</table>'.repeat(count)}</table>`),
  ],
  [
    'text that has to leave the table',
    50_000,
    (count) => toDocument(`<table>${'x<b>y<tr>'.repeat(count)}</table>`),
  ],
  [
    'open elements that have to leave the table',
    20_000,
    (count) => toDocument(`<table>${'<a><table>'.repeat(count)}`),
  ],
  [
    'columns declared by the million',
    10_000,
    (count) =>
      toDocument(
        `<table>${'<colgroup span=1000000><col span=1000000>'.repeat(count)}<tr><td>a</table>`,
      ),
  ],
  [
    'spans that are no numbers',
    10_000,
    (count) =>
      toDocument(
        `<table>${repeat(count, (at) => `<tr><td colspan=${['-1', '0', '1e9', 'NaN', '9'.repeat(30), '%'][at % 6]} rowspan=0>a`)}</table>`,
      ),
  ],
  [
    'a row span of zero in every row',
    5_000,
    (count) =>
      toDocument(`<table><tbody>${repeat(count, (at) => `<tr><td rowspan=0>${at}<td>b`)}</table>`),
  ],
  [
    'captions, heads and feet by the thousand',
    20_000,
    (count) =>
      toDocument(`<table>${'<caption>c<thead><tr><th>h<tfoot><tr><td>f'.repeat(count)}</table>`),
  ],
  [
    '10,000 small tables',
    10_000,
    (count) =>
      toDocument(
        repeat(count, (at) => `<table><tr><th>Name<td>Lamp ${at}<tr><th>Price<td>£${at}</table>`),
      ),
  ],
  [
    'long cells under every header',
    200,
    (count) =>
      toDocument(
        `<table><tr>${repeat(count, (at) => `<th>${'header '.repeat(100)}${at}`)}${repeat(count, () => `<tr>${'<td>1,2.3'.repeat(count)}`)}</table>`,
      ),
  ],
]);
