import { describe, expect, test } from 'vitest';
import { extract, listing, read } from '../../../test/support/kettle-pages.ts';

const tides = `<h1>Harbour</h1><table><caption>Tides</caption><tr><th>Day</th><th>Height</th><th>Height</th></tr>
  <tr><td>1 May 2024</td><td>2.1 m</td><td>0.4 m</td></tr><tr><td>2 May 2024</td><td>2.2 m</td><td>0.3 m</td></tr></table>`;

test('times without a unit stay as a table writes them', () => {
  const page =
    '<h1>Record</h1><table><tr><th>Opponent<th>Round<th>Time<tr><td>Hayes<td>1<td>1:12<tr><td>Moss<td>3<td>5 min</table>';
  expect(extract(page, 'opponent, round, time')).toEqual({
    items: [
      { opponent: 'Hayes', round: '1', time: '1:12' },
      { opponent: 'Moss', round: '3', time: 5 },
    ],
  });
});

describe('lists', () => {
  test('a prompt for all things of a kind gives a list of records', () => {
    expect(extract(listing, 'List all kettles with name and price')).toEqual({
      kettles: [
        { name: 'Blue kettle', price: 1, currency: 'GBP' },
        { name: 'Green kettle', price: 2, currency: 'GBP' },
        { name: 'Yellow kettle', price: 3, currency: 'GBP' },
      ],
    });
  });

  test.each([
    ['names and prices of all kettles', 'kettles'],
    ['Every product: its name and price', 'product'],
    ['product names and prices', 'items'],
    ['alle Produkte mit Name und Preis', 'produkte'],
  ])('%s', (prompt, name) => {
    const { [name]: records } = extract(listing, prompt) as Record<string, unknown[]>;
    expect(records).toHaveLength(3);
  });

  test.each(['list all specifications', 'all specifications with name and value'])(
    '%s',
    (prompt) => {
      const page = `<h1>Kettle</h1><dl><dt>Weight<dd>900 g<dt>Volume<dd>1.7 l</dl>`;
      expect(extract(page, prompt)).toEqual({
        specifications: [
          { name: 'Weight', value: '900 g' },
          { name: 'Volume', value: '1.7 l' },
        ],
      });
    },
  );

  test('things with their prices have their names too', () => {
    expect(extract(listing, 'list all kettles with price')).toEqual(
      extract(listing, 'list all kettles with name and price'),
    );
  });

  test('things without names have what is asked for', () => {
    const flights = `<h1>Flights</h1><table><tr><th>From<th>To<th>Date<th>Price<tr><td>Leeds<td>Kiel<td>2 May 2025<td>€90<tr><td>Ulm<td>Oslo<td>3 May 2025<td>€80</table>`;
    expect(extract(flights, 'All flights with price and date')).toMatchObject({
      flights: [{ price: 90 }, { price: 80 }],
    });
  });

  test('amounts of things that nothing names are none', () => {
    const sums = [12, 14, 19].map((sum) => `<tr><td>£${sum}.00<td>${sum} May 2025`).join('');
    const table = `<h1>Accounts</h1><table><tr><th>Paid<th>Day${sums}</table>`;
    expect(read(table, 'list all lamps with price').needsModel).toBeDefined();
  });

  test('the plural of one value is a list of values', () => {
    expect(extract(listing, 'all prices')).toEqual({ prices: [1, 2, 3], currency: 'GBP' });
  });

  test('without fields each record has what the cards show', () => {
    expect(extract(listing, 'Find all kettles')).toMatchObject({
      kettles: [{ title: 'Blue kettle', price: 1, currency: 'GBP' }, {}, {}],
    });
  });

  test('without fields a table is given row by row, both of two equal headers included', () => {
    expect(extract(tides, 'every row of the tide table')).toEqual({
      row: [
        { Day: '1 May 2024', Height: '2.1 m', 'Height 2': '0.4 m' },
        { Day: '2 May 2024', Height: '2.2 m', 'Height 2': '0.3 m' },
      ],
    });
  });

  test('a table keeps all of its columns, whatever names they have', () => {
    const squad = `<h1>The team</h1><table><tr><th>Player</th><th>Caps</th><th>Goals</th></tr>${[
      'Ada',
      'Bea',
      'Cleo',
    ]
      .map(
        (name, at) =>
          `<tr><td><a href="/${name}">${name} Smith</a></td><td>1${at}</td><td>${at}</td></tr>`,
      )
      .join('')}</table>`;
    const first = { Player: 'Ada Smith', Caps: '10', Goals: '0' };
    expect(extract(squad, 'all rows of the table')).toMatchObject({ rows: [first, {}, {}] });
    const two = squad + squad.replaceAll('Smith', 'Jones').replace(/<tr><td>[^]*?<\/tr>/, '');
    expect(read(two, 'all rows of the table').cuts).toEqual([expect.stringContaining('2 tables')]);
    expect(extract(squad, 'list every team')).toMatchObject({ team: [first, {}, {}] });
  });

  test('a list of what the page says nothing of needs a model', () => {
    expect(read(listing, 'List all the reasons').needsModel).toContain('"reasons"');
  });
});

const cards = (heading: string, name: string, ends: readonly string[]): string =>
  `<h1>${heading}</h1><main>${ends.map((end, at) => `<article class="card"><h3><a href="/n/${at}">${name} ${at}</a></h3>${end}</article>`).join('')}</main>`;

describe('things with what each has', () => {
  const stories = cards(
    'Stories',
    'Story',
    ['01', '02', '03'].map(
      (day) =>
        `<time datetime="2025-12-${day}">Dec. ${day}</time><span class="rating">4.1 out of 5 stars</span>`,
    ),
  );

  test.each(['articles with date', 'all articles with date'])('%s have their names', (prompt) => {
    expect(extract(stories, prompt)).toMatchObject({
      articles: [{ name: 'Story 0', date: '2025-12-01' }, {}, {}],
    });
  });

  test('have the header of their own', () => {
    const html = `<h1>Line</h1><table><tr><th>Station<th>City / Quarter</tr><tr><td>North<td>Ames</tr><tr><td>South<td>Boone</tr></table>`;
    expect(extract(html, 'stations with city')).toEqual({
      stations: [
        { station: 'North', city: 'Ames' },
        { station: 'South', city: 'Boone' },
      ],
    });
  });

  test('have the number of their own, and no name for it', () => {
    const html = `<h1>Cases</h1><table><tr><th>Case #<th>Judge</tr><tr><td>14-1560<td>Kim</tr><tr><td>14-1001<td>Poe</tr></table>`;
    expect(extract(html, 'all cases with judge and docket number')).toEqual({
      cases: [
        { judge: 'Kim', docket_number: '14-1560' },
        { judge: 'Poe', docket_number: '14-1001' },
      ],
    });
  });

  test.each(['recipes with date', 'staff with title and date'])(
    'are not the page, nor what the page has: %s',
    (prompt) => {
      const html =
        '<title>Soup</title><h1>Soup</h1><p>Published: 2025-12-01</p><p>It was cold.</p>';
      expect(read(html, prompt).needsModel).toBeDefined();
    },
  );

  test('are none where only their names are found', () => {
    expect(read(stories, 'articles with price').needsModel).toBeDefined();
  });

  const lamps = `<html lang="de">${cards(
    'Lampen',
    'Leuchte',
    ['11', '12', '13'].map((price) => `<span>${price},00 €</span>`),
  )}</html>`;

  test.each([
    ['Produkte mit Preis', 'produkte'],
    ['Lampen mit Preis', 'lampen'],
  ])('are several in any language where the page shows several: %s', (prompt, name) => {
    const { value, unmatched } = read(lamps, prompt);
    expect(value).toMatchObject({ [name]: [{ name: 'Leuchte 0', preis: 11 }, {}, {}] });
    expect(unmatched).toEqual([]);
  });

  test('are the rows of a table with these headers, though nothing calls them so', () => {
    const html = `<h1>Optics</h1><table><tr><th>Date<th>Topic</tr><tr><td>6 Sep 2024<td>Lenses</tr><tr><td>9 Sep 2024<td>Light</tr></table>`;
    const { value, unmatched } = read(html, 'course schedule with date and topic');
    expect(value).toMatchObject({ items: [{ topic: 'Lenses' }, {}] });
    expect(unmatched).toEqual(['course schedule']);
  });
});
