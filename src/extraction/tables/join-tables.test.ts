import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const text = { type: 'string' };
const product = { name: text, price: { type: 'number' } };
const best = [
  { name: 'Lamp one', price: 20 },
  { name: 'Chair two', price: 50 },
  { name: 'Desk three', price: 150 },
];
const fresh = [
  { name: 'Rug four', price: 80 },
  { name: 'Vase five', price: 15 },
];

interface Read {
  readonly value: unknown;
  readonly cuts: readonly string[];
}

function read(html: string, lists: Readonly<Record<string, object>>, prompt = 'All of it.'): Read {
  const reading = readPage({
    html: `<main><h1>Shop</h1>${html}</main>`,
    url: 'https://a.example/',
  });
  const properties = Object.fromEntries(
    Object.entries(lists).map(([name, fields]) => {
      const items = { type: 'object', properties: fields };
      return [name, { type: 'array', items }];
    }),
  );
  const schema = { type: 'object', properties };
  return extractStructure({ reading, prompt, schema, detailLevel: 'medium' });
}

const cards = (items: typeof best): string =>
  items
    .map(
      ({ name, price }) =>
        `<div class="card"><a href="/${price}">${name}</a> <b>$${price}</b></div>`,
    )
    .join('');

describe.each([
  ['in one element', (title: string, list: string) => `<h2>${title}</h2>${list}`],
  [
    'in elements of their own',
    (title: string, list: string) => `<h2>${title}</h2><div>${list}</div>`,
  ],
])('parts of a list under headings, %s', (_, part) => {
  const html = part('Bestsellers', cards(best)) + part('New arrivals', cards(fresh));

  test('a field named for it has the heading', () => {
    const found = read(html, { products: { ...product, section: text } }).value;
    expect(found).toEqual({
      products: [
        ...best.map((item) => ({ ...item, section: 'Bestsellers' })),
        ...fresh.map((item) => ({ ...item, section: 'New arrivals' })),
      ],
    });
  });

  test('a list with the name of a heading is that part, and so is the other', () => {
    const { value, cuts } = read(html, { bestsellers: product, newArrivals: product });
    expect(value).toEqual({ bestsellers: best, newArrivals: fresh });
    expect(cuts).toContain(
      'Of a list the part under "New arrivals" was read; it goes on under "Bestsellers".',
    );
  });

  test('a prompt names a part, or several', () => {
    expect(read(html, { products: product }, 'Give me the new arrivals.').value).toEqual({
      products: fresh,
    });
    const both = 'Bestsellers and new arrivals.';
    expect(read(html, { products: product }, both).value).toEqual({
      products: [...best, ...fresh],
    });
  });

  test('a word of a heading alone names no part', () => {
    const { value, cuts } = read(html, { products: product }, 'All new things.');
    expect(value).toEqual({ products: [...best, ...fresh] });
    expect(cuts).toEqual([
      'The list goes on under several headings, and all of it was read: "Bestsellers", "New arrivals".',
    ]);
  });
});

test('what stands under lower headings belongs to the part above them', () => {
  const html =
    `<h2>Furniture</h2>${cards(best.slice(0, 1))}<h3>Old</h3>${cards(best.slice(1))}` +
    `<h2>Other</h2>${cards(fresh)}`;
  expect(read(html, { furniture: product }).value).toEqual({ furniture: best });
});

const games = (day: string, hour: number): string =>
  `<tr><td colspan="2">${day}</td></tr><tr><td>Reds</td><td>${hour}:00</td></tr>` +
  `<tr><td>Blues</td><td>${hour + 2}:30</td></tr>`;
const table = (...rows: readonly string[]): string =>
  `<table><tr><th>Home</th><th>Time</th></tr>${rows.join('')}</table>`;

test.each(['day', 'date'])('the %s of a row is that above its part of the table', (field) => {
  const html = table(games('Saturday 3 May', 15), games('Sunday 4 May', 14));
  expect(read(html, { games: { home: text, time: text, [field]: text } }).value).toEqual({
    games: [
      { home: 'Reds', time: '15:00', [field]: 'Saturday 3 May' },
      { home: 'Blues', time: '17:30', [field]: 'Saturday 3 May' },
      { home: 'Reds', time: '14:00', [field]: 'Sunday 4 May' },
      { home: 'Blues', time: '16:30', [field]: 'Sunday 4 May' },
    ],
  });
});

const half = (title: string, home: string): string =>
  `<tr><th colspan="2">${title}</th></tr><tr><th>Home</th><th>Time</th></tr><tr><td>${home}</td><td>15:00</td></tr>`;

test('the title above the first header is that of its rows where each part has a title and a header', () => {
  const lists = { games: { section: text, home: text } };
  const two = `<table>${half('First half', 'Reds')}${half('Second half', 'Blues')}</table>`;
  expect(read(two, lists).value).toEqual({
    games: [
      { section: 'First half', home: 'Reds' },
      { section: 'Second half', home: 'Blues' },
    ],
  });
});

test('headings that tell no time are no days', () => {
  const html = table(games('Hall one', 15), games('Hall two', 14));
  const { value } = read(html, { games: { home: text, time: text, day: text } });
  expect(JSON.stringify(value)).not.toContain('Hall');
});

test.each([
  ['<h2>Games</h2>', '<h2>Games</h2>', '2 headings, of which some are alike: "Games"'],
  ['', '', 'which no heading names'],
])('tables that are joined are told: %j and %j', (first, second, told) => {
  const far = '<p>Text.</p>'.repeat(50);
  const html = `${far}${first}${table(games('A', 15))}${far}${second}${table(games('B', 14))}`;
  const { cuts } = read(html, { games: { home: text, time: text } });
  expect(cuts.join(' ')).toContain(told);
});

const namesOf = ({ value }: Read): readonly unknown[] =>
  (value as { readonly items: readonly { readonly item: unknown }[] }).items.map(
    ({ item }) => item,
  );

describe('tables of the same headers', () => {
  const seeds = '<table><tr><th>Item<th>Pack<th>Price<tr><td>Pea<td>50 g<td>£2</table>';
  const bulb = { item: 'Tulip', pack: '10', price: 4 };
  const asked = { items: { item: text, pack: text, price: { type: 'number' } } };

  test.each([
    ['in another order', '<tr><th>Price<th>Item<th>Pack<tr><td>£4<td>Tulip<td>10'],
    ['with one more', '<tr><th>Item<th>Colour<th>Pack<th>Price<tr><td>Tulip<td>red<td>10<td>£4'],
  ])('%s are one list, by their headers', (_, rows) => {
    const bulbs = `<table>${rows}</table>`;
    const pea = { item: 'Pea', pack: '50 g', price: 2 };
    for (const html of [seeds + bulbs, bulbs + seeds]) {
      const { value, cuts } = read('<p>Text.</p>'.repeat(50) + html, asked);
      expect(value).toEqual({ items: html.startsWith(seeds) ? [pea, bulb] : [bulb, pea] });
      expect(cuts).toEqual([
        '2 tables with the same columns, which no heading names, were joined.',
      ]);
    }
    const html = `<h2>Seeds</h2>${seeds}<h2>Bulbs</h2>${bulbs}`;
    expect(read(html, asked).cuts.join()).toContain('2 tables with these columns, under "Seeds"');
    expect(read(html, asked, 'The bulbs.').value).toEqual({ items: [bulb] });
  });

  test('are one list below the heading that the prompt names and a lower one', () => {
    const more = seeds.replace('Pea', 'Bean');
    const below = read(`<h2>Seeds</h2>${seeds}<h3>More</h3>${more}`, asked, 'The seeds.');
    expect(namesOf(below)).toEqual(['Pea', 'Bean']);
    expect(below.cuts.join()).toContain('2 tables were joined that stand under "Seeds", "More"');
    const beside = read(`<h2>Seeds</h2>${seeds}<h2>More</h2>${more}`, asked, 'The seeds.');
    expect(namesOf(beside)).toEqual(['Pea']);
  });

  test('are not told of each other where each list is named as a heading', () => {
    const html = `<h2>Seeds</h2>${seeds}<h2>Bulbs</h2>${seeds.replace('Pea', 'Tulip')}`;
    const { value, cuts } = read(html, { seeds: asked.items, bulbs: asked.items });
    expect(value).toMatchObject({ seeds: [{ item: 'Pea' }], bulbs: [{ item: 'Tulip' }] });
    expect(cuts).toEqual([]);
  });

  test('of other things stay apart', () => {
    const staff = '<table><tr><th>Item<th>Owner<th>Since<tr><td>Spade<td>Ada<td>2019</table>';
    expect(read(seeds + staff, asked).value).toEqual({
      items: [{ item: 'Pea', pack: '50 g', price: 2 }],
    });
  });
});

const month = (name: string, number: number): string =>
  `<table><tr><td><b>${name} 2025</b><td colspan=2><b>Opinions</b><tr><td><b>Date</b><td><b>Number</b><td><b>Title</b>` +
  `<tr><td>${name} 10, 2025<td>${number}-6<td>State v. Oak<tr><td>${name} 11, 2025<td>${number}-7<td>State v. Elm</table>`;

test('tables under a title of several cells each are one list by the names of their columns', () => {
  const html = month('January', 1) + month('February', 2) + month('March', 3);
  const found = read(html, { opinions: { date: text, number: text, title: text } });
  expect(found.value).toEqual({
    opinions: ['January', 'February', 'March'].flatMap((name, at) => [
      { date: `${name} 10, 2025`, number: `${at + 1}-6`, title: 'State v. Oak' },
      { date: `${name} 11, 2025`, number: `${at + 1}-7`, title: 'State v. Elm' },
    ]),
  });
});

const part = (title: string, names: readonly string[]): string =>
  `<h2>${title}</h2><table><tr><th>Opinion<th>Judge${names.map((name) => `<tr><td>Oak v. ${name}<td>Judge ${name}`).join('')}</table>`;

const toRow = (name: string): object => ({ opinion: `Oak v. ${name}`, judge: `Judge ${name}` });

test('of tables with the same columns a list has those whose heading has its name', () => {
  const html =
    part('Published Opinions', ['Elm', 'Ash']) +
    part('Unpublished Opinions', ['Yew', 'Fir', 'Box']);
  const opinion = { opinion: text, judge: text };
  const found = read(html, { published: opinion, unpublished: opinion }).value;
  expect(found).toEqual({
    published: ['Elm', 'Ash'].map(toRow),
    unpublished: ['Yew', 'Fir', 'Box'].map(toRow),
  });
});

test.each([
  ['all opinions', 'published', ['Published Opinions', 'Unpublished Opinions'], ['Elm']],
  ['published and unpublished ones', 'published', ['Published', 'Unpublished'], ['Elm']],
  ['the desserts', 'menu', ['Winter menu', 'Desserts'], ['Yew']],
  ['summer and winter', 'menu', ['Winter menu', 'Summer offers'], ['Elm', 'Yew']],
  ['the plan', 'half_plan', ['Half plan', 'Half to whole plan'], ['Elm']],
])('the prompt "%s" and a list %s choose among %j', (prompt, name, [one = '', two = ''], read1) => {
  const html = part(one, ['Elm']) + part(two, ['Yew']) + part('Others', ['Box']);
  const found = read(html, { [name]: { opinion: text, judge: text } }, prompt).value;
  expect(found).toEqual({ [name]: read1.map(toRow) });
});

test('a table below the heading of one that is called as the list is belongs to it', () => {
  const more = part('More', ['Yew', 'Fir']).replaceAll('h2', 'h3');
  const html = part('Opinions of the court', ['Elm']) + more + part('Others', ['Box']);
  const found = read(html, { opinions: { opinion: text, judge: text } }, 'the cases').value;
  expect(found).toEqual({ opinions: ['Elm', 'Yew', 'Fir'].map(toRow) });
});

const breeds = (kind: string, names: readonly string[]): string =>
  `<table><tr><th>${kind} Breed<th>Premium${names.map((name, at) => `<tr><td>${name}<td>$${at + 11}.16`).join('')}</table>`;

test('of tables that fit alike a list has the one with a column that is called as it is', () => {
  const html = breeds('Dog', ['Chihuahua', 'Poodle']) + breeds('Cat', ['Bengal', 'Sphynx']);
  const breed = { breed: text, premium: { type: 'number' } };
  expect(read(html, { cat_breeds: breed, dog_breeds: breed }).value).toEqual({
    cat_breeds: [
      { breed: 'Bengal', premium: 11.16 },
      { breed: 'Sphynx', premium: 12.16 },
    ],
    dog_breeds: [
      { breed: 'Chihuahua', premium: 11.16 },
      { breed: 'Poodle', premium: 12.16 },
    ],
  });
});

test('a table that follows at once on another of the same columns goes on with it', () => {
  const table = (items: typeof best): string =>
    `<table><tr><th>Name<th>Price</tr>${items.map(({ name, price }) => `<tr><td>${name}<td>$${price}.00</tr>`).join('')}</table>`;
  const html = table(best) + table(fresh);
  expect(read(html, { products: product })).toMatchObject({
    value: { products: [...best, ...fresh] },
    cuts: [],
  });
  const parted = `${table(best)}<p>Wholesale</p>${table(fresh)}`;
  expect(read(parted, { products: product }).value).toEqual({ products: best });
});

test('a table without a heading goes on with the one before it', () => {
  const table = (items: typeof best): string =>
    `<table><tr><th>Name<th>Price</tr>${items.map(({ name, price }) => `<tr><td>${name}<td>$${price}</tr>`).join('')}</table>`;
  const other = [{ name: 'Lamp six', price: 31 }];
  const html = `<h2>Bestsellers</h2>${table(best)}<p>More of them:</p>${table(fresh)}<h2>Discontinued</h2>${table(other)}`;
  expect(read(html, { products: product }).value).toEqual({ products: [...best, ...fresh] });
});
