import { describe, expect, test } from 'vitest';
import { readList, text } from '../../../test/support/extract-list.ts';

test('a field that a header names in part is told with what the header does not say', () => {
  expect(tellDates('Date', { name: text, birth_date: text })).toEqual([
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
  expect(tellDates(header, fields, prompt)).toEqual([]);
});

function tellDates(
  header: string,
  properties: Readonly<Record<string, object>>,
  prompt = 'All records.',
): readonly string[] {
  const days = ['2024-01-12', '2023-05-02', '2021-11-30'];
  const rows = days.map((day, at) => `<tr><td>Thing ${'ABC'[at]}<td>${day}</tr>`).join('');
  const html = `<table><tr><th>Name<th>${header}</tr>${rows}</table>`;
  return readList(html, properties, { prompt }).cuts;
}

test.each([
  [['8.7/10', '4.1/5'], ['The values of "rating" are on several scales: out of 10, 5.']],
  [['8.7/10', '9.1/10'], []],
])('ratings on several scales are told: %j', (ratings, told) => {
  const rows = ratings.map((rating, at) => `<tr><td>Hotel ${'AB'[at]}<td>${rating}</tr>`).join('');
  const html = `<table><tr><th>Hotel<th>Rating</tr>${rows}</table>`;
  expect(readList(html, { hotel: text, rating: { type: 'number' } }).cuts).toEqual(told);
});

const priced = (...headers: readonly string[]): string =>
  `<table><tr><th>Hotel<th>${headers.join('<th>')}</tr><tr><td>Oak<td>$100<td>$5</tr><tr><td>Elm<td>$200<td>$6</tr></table>`;

describe('several columns that fit a field', () => {
  const number = { type: 'number' };

  test.each([
    ['price', 'Price (€)', 'Old price (€)'],
    ['p_percent', 'P%', '2P%'],
    ['full_time_accepted', 'Full time accepted', 'Full time enrolled'],
  ])('are not told for %s where the header of one has more of its name', (field, one, two) => {
    expect(readList(priced(one, two), { hotel: text, [field]: number }).cuts).toEqual([]);
  });

  test('are not told apart by what the list or another field is called', () => {
    const found = readList(
      priced('Price per night', 'Hotel tax price'),
      { hotel: text, price: number },
      { prompt: 'all hotels with price' },
    );
    expect(found.rows).toEqual([
      { hotel: 'Oak', price: 100 },
      { hotel: 'Elm', price: 200 },
    ]);
  });

  const table = `<table><tr><th>Country<th>Population 2010<th>Population 2020</tr>${[
    ['Malta', 410_000, 520_000],
    ['Cyprus', 840_000, 920_000],
  ]
    .map((cells) => `<tr><td>${cells.join('<td>')}</tr>`)
    .join('')}</table>`;
  const read = (field: string, prompt?: string) =>
    readList(table, { country: text, [field]: number }, prompt === undefined ? {} : { prompt });

  test('are told, with the one that was read', () => {
    expect(read('population').cuts).toEqual([
      'Several columns of the table fit "population"; it was read from "Population 2010", and not from "Population 2020".',
    ]);
    expect(read('population_2020').cuts).toEqual([]);
  });

  test('are one where the prompt names it', () => {
    const { rows, cuts } = read('population', 'The population of each country in 2020.');
    expect(rows[0]).toEqual({ country: 'Malta', population: 520_000 });
    expect(cuts).toEqual([]);
    expect(read('population', 'Population in 2010 and 2020.').cuts).toHaveLength(1);
  });

  test('are one where a header is the name of the field', () => {
    const html = table.replace('Population 2010', 'Population');
    expect(readList(html, { country: text, population: number }).cuts).toEqual([]);
  });
});

test.each([
  [
    'Revenue (in millions of U.S. dollars)',
    ['Revenue', 'Founded'],
    ['The values of "revenue" are in millions, as the title of their table says.'],
  ],
  ['Revenue by company', ['Revenue', 'Founded'], []],
  ['Visitors (thousands)', ['Revenue', 'Visitors'], []],
])(
  'the scale that the title of a table states for its column is told: %s',
  (title, heads, told) => {
    const rows = ['Acme<td>12<td>1990', 'Bolt<td>23<td>1991', 'Crab<td>34<td>1992'];
    const html = `<table><caption>${title}</caption><tr><th>Company<th>${heads.join('<th>')}${rows.map((row) => `<tr><td>${row}`).join('')}</table>`;
    const number = { type: 'number' };
    expect(readList(html, { company: text, revenue: number, founded: number }).cuts).toEqual(told);
  },
);

test('the scale in the title of a table is that of its years as well', () => {
  const html =
    '<table><caption>Revenue (in millions)</caption><tr><th>Company<th>2023<th>Rank<tr><td>Acme<td>12<td>2<tr><td>Bolt<td>23<td>1</table>';
  const number = { type: 'number' };
  expect(readList(html, { company: text, 2023: number, rank: number }).cuts).toEqual([
    'The values of "2023" are in millions, as the title of their table says.',
  ]);
});
