import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { card, hold, names, products, row, steps } from '../../../test/support/list-coverage.ts';
import { findListCoverage } from './find-list-coverage.ts';

const showCards = (list: readonly string[]): string =>
  `<div>${list.map((name) => card(name).replaceAll('h2', 'h3')).join('')}</div>`;

test('what the markup says by itself is not held against blocks, which list other things', () => {
  const reading = readPage({ html: names.map((name) => card(name)).join(''), url: 'about:blank' });
  const value = { headings: names.slice(0, 9) };
  const find = (prompt: string) =>
    findListCoverage(reading, { value, prompt, schema: undefined }).warnings;
  expect(find('all lamps')).toHaveLength(1);
  expect(find('all headings')).toEqual([]);
});

test('a keyword that the data of the page states again in other letters is not left out', () => {
  const keywords = [
    'Personal finance',
    'Crypto',
    'Personal Finance',
    'Investing',
    'Crypto',
    'Debt',
  ];
  const page = `<script type="application/ld+json">${JSON.stringify({ '@type': 'Article', keywords })}</script>`;
  expect(hold({ tags: ['Personal Finance', 'Crypto', 'Investing'] }, page).lists).toMatchObject([
    { returned: 3, shown: 4, skipped: [{ reason: 'left out', count: 1, snippet: 'Debt' }] },
  ]);
});

test('a list that only the JSON-LD of the page states is held against that', () => {
  const itemListElement = names.map((name, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    item: { '@type': 'Product', name },
  }));
  const data = JSON.stringify({ '@type': 'ItemList', itemListElement });
  const page = `<script type="application/ld+json">${data}</script><p>Please wait.</p>`;
  const value = { products: names.slice(0, 5).map((name) => ({ name })) };
  expect(hold(value, page).lists).toMatchObject([
    { returned: 5, shown: 12, skipped: [{ reason: 'left out', count: 7, snippet: 'Fir lamp' }] },
  ]);
  expect(hold({ products: names.map((name) => ({ name })) }, page).warnings).toEqual([]);
});

describe('a list of records', () => {
  const page = `<nav><a href="/a">Ash lamp</a></nav><main><h1>Lamps</h1><div class="grid">${names.map((name) => card(name)).join('')}</div></main>`;

  test('of equal columns is complete, and is not where some are left out', () => {
    const mugs = Array.from({ length: 150 }, (_, at) => `Mug ${at + 100}`);
    const shelf = mugs
      .map((name) => `<div class="card"><h2>${name}</h2><p>£7.00</p><p>Glaze: blue</p></div>`)
      .join('');
    const value = mugs.map((name) => ({ name, price: 7, glaze: 'blue' }));
    expect(hold({ mugs: value }, `<main>${shelf}</main>`).lists).toMatchObject([
      { returned: 150, shown: 150, skipped: [] },
    ]);
    expect(hold({ mugs: value.slice(40) }, `<main>${shelf}</main>`).lists).toMatchObject([
      { returned: 110, shown: 150 },
    ]);
  });

  test('that has all blocks of the page is complete', () => {
    expect(hold(products(names), page)).toEqual({
      lists: [{ path: '/products', returned: 12, shown: 12, skipped: [] }],
      warnings: [],
    });
  });

  test('that lacks a tenth of them is told by name and number, with what was left out', () => {
    const { lists, warnings } = hold(products(names.slice(2)), page);
    expect(lists).toEqual([
      {
        path: '/products',
        returned: 10,
        shown: 12,
        skipped: [{ reason: 'left out', count: 2, snippet: 'Ash lamp £89.50' }],
      },
    ]);
    expect(warnings).toEqual([
      '`products` has 10 of the 12 that the page shows; without an item: 2 left out (the first: "Ash lamp £89.50").',
    ]);
  });

  test('of one record is held against the many that the page shows', () => {
    expect(hold(products(['Elm lamp']), page).lists).toMatchObject([{ returned: 1, shown: 12 }]);
  });

  test('that has as many items as the schema allows is not incomplete', () => {
    const schema = { properties: { products: { type: 'array', maxItems: 3 } } };
    const { lists, warnings } = hold(products(names.slice(0, 3)), page, schema);
    expect(lists).toMatchObject([{ returned: 3, shown: 12 }]);
    expect(warnings).toEqual([]);
  });

  test('of which two have a value of each other is told so, and is not by what they have in common', () => {
    const rooms = names.map((name, at) => ({
      name,
      area: 100 + at,
      town: at < 6 ? 'Ness' : 'Wick',
    }));
    const shown = `<table>${rooms.map(({ name, area, town }) => `<tr><td>${name}</td><td>${area}</td><td>${town}</td></tr>`).join('')}</table>`;
    expect(hold({ rooms }, shown).warnings).toEqual([]);
    const swapped = rooms.map((room, at) => ({ ...room, area: 100 + (at < 2 ? 1 - at : at) }));
    expect(hold({ rooms: swapped }, shown).warnings).toEqual([
      '`rooms` has 2 values that stand where another of its items stands: /rooms/0/area, /rooms/1/area.',
    ]);
    const carried = rooms.map((room, at) => ({ ...room, area: at === 4 ? 103 : 100 + at }));
    expect(hold({ rooms: carried }, shown).warnings.join()).toContain('1 value that stands');
    // A row that says its town or area for those behind it, too.
    const spanning = shown.replaceAll(/(?<!100<\/td>)<td>Ness<\/td>/g, '');
    expect(hold({ rooms }, spanning).warnings).toEqual([]);
    expect(hold({ rooms: carried }, shown.replace('<td>104</td>', '')).warnings).toEqual([]);
    // Other zeros, and a number so short that it stands anywhere.
    const written = shown.replace('>101<', '>0101.0<').replace('>102<', '>101<');
    const short = rooms.map((room, at) => ({ ...room, area: at === 2 ? 101 : 100 + at, floor: 3 }));
    expect(hold({ rooms: short }, written.replace('Wick', '3')).warnings).toEqual([]);
    // Other digits.
    const arabic = written.replace('>0101.0<', '>\u0661\u0660\u0661<');
    expect(hold({ rooms: short }, arabic).warnings).toEqual([]);
  });

  test('with a record again that the page shows once is told so, and what it lacks besides', () => {
    const { warnings } = hold(products([...names.slice(0, 9), 'Ash lamp']), page);
    expect(warnings).toEqual([
      expect.stringContaining('has 9 of the 12 that the page shows'),
      '`products` has 1 item again that the page shows once (the first: "Ash lamp 89.5").',
    ]);
    expect(hold(products([...names, ...names]), page).lists).toMatchObject([
      { returned: 24, shown: 12, skipped: [] },
    ]);
  });

  test('with a record as often as the page shows it has none again', () => {
    const twice = [...names, 'Ash lamp'];
    const shown = `<main>${twice.map((name) => card(name)).join('')}</main>`;
    expect(hold(products(twice), shown).warnings).toEqual([]);
    // By the name alone two cards are one record.
    const value = { products: twice.map((name) => ({ name })) };
    expect(hold(value, shown.replace(/£89/, '£70')).warnings).toEqual([]);
  });

  test('is found by one value of each record alone', () => {
    expect(hold(names.slice(0, 6), page).lists).toMatchObject([
      { path: '', returned: 6, shown: 12 },
    ]);
  });

  test('whose records the page does not have is not held against anything', () => {
    expect(hold({ products: [{ name: 'Brass bell' }, { name: 'Tin bell' }] }, page)).toEqual({
      lists: [],
      warnings: [],
    });
  });
});

const gridPage = (classes: string) =>
  `<h1>In oak and ash</h1><div class="grid">${names.map((name) => card(name, classes)).join('')}</div>`;
const lampFields = { name: { type: 'string' }, price: { type: 'number' } };
const listSchema = (name: string, properties: object) => ({
  type: 'object',
  properties: { [name]: { type: 'array', items: { type: 'object', properties } } },
});

describe('an empty list', () => {
  test('is told where the page names many blocks as the list is named', () => {
    expect(hold({ products: [] }, gridPage('product-card'))).toEqual({
      lists: [
        {
          path: '/products',
          returned: 0,
          shown: 12,
          skipped: [{ reason: 'left out', count: 12, snippet: 'Ash lamp £89.50' }],
        },
      ],
      warnings: [
        '`products` is empty; the page shows 12 blocks of that name (the first: "Ash lamp £89.50").',
      ],
    });
    expect(hold({ reviews: [] }, gridPage('product-card'))).toEqual({ lists: [], warnings: [] });
  });

  test('that the answer lacks is told where the schema has it', () => {
    const found = hold({}, gridPage('product'), listSchema('products', lampFields));
    expect(found.lists).toMatchObject([{ path: '/products', returned: 0, shown: 12 }]);
  });

  test('is told by the heading above its items', () => {
    const list = `<h2>Steps</h2><ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol>`;
    expect(hold({ steps: [] }, list).lists).toMatchObject([{ path: '/steps', shown: 5 }]);
    const long = list.replace('Steps', 'Five steps that lead to a lamp');
    expect(hold({ steps: [] }, long).lists).toEqual([]);
  });
});

describe('a request that names a section', () => {
  const head = '<tr><th>Lamp</th><th>Price</th></tr>';
  const table = (title: string, list: readonly string[]) =>
    `<h2>${title}</h2><table>${head}${list.map(row).join('')}</table>`;

  test('asks for the table below its heading alone', () => {
    const page = table('Old lamps', names.slice(0, 6)) + table('New lamps', names.slice(6));
    const reading = readPage({ html: page, url: 'https://shop.example/lamps' });
    const value = products(names.slice(0, 6));
    const ask = (prompt: string) => findListCoverage(reading, { value, prompt, schema: undefined });
    expect(ask('The old lamps with prices')).toMatchObject({
      lists: [{ shown: 6, skipped: [{ reason: 'header' }, { reason: 'other section', count: 6 }] }],
      warnings: [],
    });
    expect(ask('All lamps').warnings).toEqual([expect.stringMatching(/ 6 of the 12 /)]);
  });

  test('asks for nothing that another heading below the title of the page stands over', () => {
    const shown = names.slice(0, 5);
    const page = `<h1>All lamps</h1>${showCards(shown)}<h2>You may also like</h2>${showCards(names.slice(5, 10))}`;
    expect(hold(products(shown), page).warnings).toEqual([]);
  });

  test('asks for the tables below lower headings of that section too', () => {
    const more = table('More', names.slice(6)).replaceAll('h2>', 'h3>');
    const page = table('Old lamps', names.slice(0, 6)) + more;
    const reading = readPage({ html: page, url: 'https://shop.example/lamps' });
    const value = products(names.slice(0, 6));
    const find = () =>
      findListCoverage(reading, { value, prompt: 'The old lamps', schema: undefined });
    expect(find().warnings).toEqual([expect.stringMatching(/ 6 of the 12 /)]);
  });
});

describe('the rest of a list', () => {
  test('the next page of a listing is named', () => {
    const page = `<ul>${steps.map((step) => `<li>${step}</li>`).join('')}</ul><a rel="next" href="?page=2">Next</a>`;
    expect(hold(steps, page).lists).toMatchObject([{ next: 'https://shop.example/lamps?page=2' }]);
  });

  test('the next page of a thing goes on with none of its lists', () => {
    const next = '<a rel="next" href="/next-post">Next post</a>';
    const plain = `<ul>${steps.map((step) => `<li>${step}</li>`).join('')}</ul>`;
    expect(hold({ steps }, plain + next).lists[0]).not.toHaveProperty('next');
    const items = names
      .slice(0, 4)
      .map((name, at) => ({ name, tags: [`${at}a`, `${at}b`, `${at}c`] }));
    const cards = items.map(
      ({ name, tags }) =>
        `<article><h3><a href="/${name}">${name}</a></h3><ul>${tags.map((tag) => `<li>${tag}</li>`).join('')}</ul></article>`,
    );
    const [list, ...inner] = hold(items, cards.join('') + next).lists;
    expect(list).toMatchObject({ next: 'https://shop.example/next-post' });
    expect(inner).toHaveLength(items.length);
    for (const each of inner) expect(each).not.toHaveProperty('next');
    const unlinked = cards.map((card) => card.replaceAll(/<\/?a\b[^>]*>/g, ''));
    expect(hold(items, unlinked.join('') + next).lists[0]).not.toHaveProperty('next');
  });

  test.each([
    ['a button', '<button>Load more</button>'],
    ['a link with a number', '<p><a href="/all">Show all 24 steps</a></p>'],
    ['a button in another language', '<div><button>Weitere Schritte anzeigen</button></div>'],
  ])('the rest of a listing is behind %s', (_what, control) => {
    const page = `<section><ul>${steps.map((step) => `<li>${step}</li>`).join('')}</ul>${control}</section>`;
    expect(hold(steps, page).lists).toMatchObject([{ returned: 5, shown: 5, more: true }]);
  });

  test.each([
    ['a link about one text', '<a href="/all">Read more</a>'],
    ['a button of the next section', '<h2>Reviews</h2><button>Load more</button>'],
  ])('%s shows no more of the listing', (_what, control) => {
    const page = `<section><ul>${steps.map((step) => `<li>${step}</li>`).join('')}</ul>${control}</section>`;
    expect(hold(steps, page).lists[0]).not.toHaveProperty('more');
  });
});
