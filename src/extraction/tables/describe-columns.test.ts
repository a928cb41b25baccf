import { expect, test } from 'vitest';
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
