import { expect, test } from 'vitest';
import { extract, read } from '../../../test/support/kettle-pages.ts';

const rows = [
  ['Hull', '71.5', '260000'],
  ['York', '271.9', '198000'],
];

const toRow = (cells: readonly string[], tag: string): string =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;

function toPage(...headers: readonly string[]): string {
  return `<html lang="en"><h1>Places</h1><table>${toRow(headers, 'th')}${rows.map((row) => toRow(row, 'td')).join('')}</table>`;
}

const towns = {
  items: rows.map(([town, area, population]) => ({ town, area, population })),
};

test.each([
  ['Town', 'Area (km²)', 'Population'],
  ['Town', 'Area [km²]', 'Population'],
  ['Town', 'Area km²', 'Population'],
  ['Town', 'Area in km²', 'Population'],
  ['Town', 'Area (km²) [6]', 'Population (2010 Census)'],
  ['Town(s)', 'Area', 'Population'],
  ['City/Town', 'Area', 'Population'],
])('%s, %s and %s are a town, an area and a population', (...headers) => {
  expect(extract(toPage(...headers), 'town, area, population')).toEqual(towns);
});

test('each of several names of a column is one', () => {
  expect(extract(toPage('City/Town', 'Area', 'Population'), 'city, town, area')).toEqual({
    items: rows.map(([town, area]) => ({ city: town, town, area })),
  });
});

test('a header that says more than a name is told', () => {
  const { cuts } = read(toPage('Town(s)', 'Area (km²)', 'Population'), 'town, area');
  expect(cuts).toEqual(['"area" was read from the column "Area (km²)".']);
});

test.each([
  ['that two columns have', 'town, population', ['Town', 'Population (2000)', 'Population (2010)']],
  ['that a ratio begins with', 'town, points', ['Town', 'Points/Game', 'Area']],
  ['before a word that is no unit', 'town, sea', ['Town', 'Sea level', 'Area']],
])('a name %s is that of none', (_, prompt, headers) => {
  expect(read(toPage(...headers), prompt).needsModel).toBeDefined();
});

test('of the two columns below one header the one that holds its values is it', () => {
  const page =
    '<h1>Seat</h1><table><tr><th colspan="2">Member<th>Party<tr><td><td>John Ryan<td>Free<tr><td><td>Ann Low<td>Free</table>';
  expect(extract(page, 'member, party')).toEqual({
    items: [
      { member: 'John Ryan', party: 'Free' },
      { member: 'Ann Low', party: 'Free' },
    ],
  });
});
