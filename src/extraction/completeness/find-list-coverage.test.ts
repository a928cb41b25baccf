import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { readPage } from '../../page/read-page.ts';
import { findListCoverage } from './find-list-coverage.ts';

function hold(value: unknown, body: string, schema?: JsonSchema) {
  const reading = readPage({ html: `<body>${body}`, url: 'https://shop.example/lamps' });
  return findListCoverage(reading, { value, prompt: 'All lamps', schema });
}

function showPost(at: number, level: string): string {
  return `<article class="post ${level}"><b>user ${at}</b><time>May ${at}, 2024</time><p>Post number ${at} says something.</p></article>`;
}

function showReplies(...all: readonly number[]): string {
  return `<div class="replies">${all.map((at) => showPost(at, 'level-1')).join('')}</div>`;
}

function showEdited(author: string, body: string): string {
  return `<article class="post"><b>${author}</b><time>May 2, 2024</time><div>${body} <i>Last edited by a moderator</i></div></article>`;
}

function showBox(text: string): string {
  return `<li class="box"><a href="/"><b>${text}</b></a><p>Look</p></li>`;
}

const names = [
  'Ash',
  'Birch',
  'Cedar',
  'Date',
  'Elm',
  'Fir',
  'Gum',
  'Holly',
  'Iroko',
  'Juniper',
  'Kapok',
  'Larch',
].map((wood) => `${wood} lamp`);
const card = (name: string, classes = 'card') =>
  `<div class="${classes}"><h2><a href="/${name}">${name}</a></h2><p class="price">£${name.length}9.50</p></div>`;
const showCards = (list: readonly string[]): string =>
  `<div>${list.map((name) => card(name).replaceAll('h2', 'h3')).join('')}</div>`;
const row = (name: string) => `<tr><td>${name}</td><td>£${name.length}9.50</td></tr>`;
const products = (list: readonly string[]) => ({
  products: list.map((name) => ({ name, price: name.length * 10 + 9.5 })),
});

const prose = 'It was a long day in the desert. '.repeat(5);
const menu = '<ul><li>World<li>Culture<li>Sport<li>Storm<li>Arts</ul>';
const steps = ['Saw the wood.', 'Drill the hole.', 'Sand it.', 'Oil it.', 'Fit the cable.'];
const tags = (from: number) =>
  steps
    .slice(from, from + 3)
    .map((step) => `<li class="tag">${step}</li>`)
    .join('');

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

describe('blocks among the records', () => {
  test('of another class and the same build are of the list; adverts, headings and empty ones are not', () => {
    const blocks = [
      '<h2>New</h2>',
      ...names.slice(0, 5).map((name) => card(name)),
      '<div class="advert"><p>Win a car</p></div>',
      '<div class="card"></div>',
      ...names.slice(5, 8).map((name) => card(name, 'offer')),
      '<div class="sign-up"><form><label>Mail <input></label></form></div>',
      ...names.slice(8).map((name) => card(name)),
    ];
    const value = products([...names.slice(0, 5), ...names.slice(8)]);
    expect(hold(value, `<div class="grid">${blocks.join('')}</div>`).lists).toEqual([
      {
        path: '/products',
        returned: 9,
        shown: 12,
        skipped: [
          { reason: 'left out', count: 3, snippet: 'Fir lamp £89.50' },
          { reason: 'header', count: 1, snippet: 'New' },
          { reason: 'advert', count: 1, snippet: 'Win a car' },
          { reason: 'empty', count: 1 },
          { reason: 'other kind', count: 1, snippet: 'Mail' },
        ],
      },
    ]);
  });

  test('that stand in rows of a few are counted one by one', () => {
    const rows = [0, 3, 6, 9].map(
      (at) =>
        `<div class="row">${names
          .slice(at, at + 3)
          .map((name) => card(name))
          .join('')}</div>`,
    );
    expect(
      hold(products(['Ash lamp', 'Elm lamp', 'Iroko lamp', 'Juniper lamp']), rows.join('')).lists,
    ).toMatchObject([{ returned: 4, shown: 12 }]);
  });

  test('that are shown twice count once', () => {
    const page = `<div class="grid">${[...names, ...names.slice(0, 4)].map((name) => card(name)).join('')}</div>`;
    expect(hold(products(names), page).lists).toMatchObject([
      { returned: 12, shown: 12, skipped: [{ reason: 'duplicate', count: 4 }] },
    ]);
  });

  test('without an element around each are counted by their first elements', () => {
    const page = `<section>${names.map((name) => `<h3>${name}</h3><p>made of wood</p><p>£${name.length}9.50</p>`).join('')}</section>`;
    expect(hold(products(names.slice(0, 6)), page).lists).toMatchObject([
      { returned: 6, shown: 12 },
    ]);
  });
});

describe('a table', () => {
  const head = '<tr><th>Lamp</th><th>Price</th></tr>';

  test('is counted by its rows without headers and section titles', () => {
    const page = `<table>${head}${names.slice(0, 6).map(row).join('')}<tr><td colspan="2">Small ones</td></tr>${names.slice(6).map(row).join('')}</table>`;
    expect(hold(products(names), page).lists).toMatchObject([
      { returned: 12, shown: 12, skipped: [{ reason: 'header', count: 2 }] },
    ]);
    expect(hold(products(names.slice(0, 6)), page).warnings).toEqual([
      expect.stringMatching(/^`products` has 6 of the 12 /),
    ]);
  });

  test('with the same header in another place of the page is a part of the list, one with another header is not', () => {
    const own = `<h2>Old</h2><table>${head}${names.slice(0, 6).map(row).join('')}</table>`;
    const more = `<h2>New</h2><table>${head}${names.slice(6).map(row).join('')}</table>`;
    const other = `<table><tr><th>Shop</th><th>Town</th></tr>${names.slice(6).map(row).join('')}</table>`;
    expect(hold(products(names.slice(0, 6)), own + more).lists).toMatchObject([
      { returned: 6, shown: 12 },
    ]);
    expect(hold(products(names.slice(0, 6)), own + other).lists).toMatchObject([
      { returned: 6, shown: 6 },
    ]);
  });

  test.each([
    ['bold cells', '<tr><td><b>Lamp</b></td><td><strong>Price 2025</strong></td></tr>'],
    ['an empty corner', '<tr><td></td><th>Price 2025</th><th>Height</th></tr>'],
    ['a bold corner', '<tr><td><b>Lamp</b></td><th>Price 2025</th></tr>'],
  ])('has no record in a header of %s', (_, header) => {
    const page = `<table>${header}${names.slice(0, 6).map(row).join('')}</table>`;
    expect(hold(products(names.slice(0, 6)), page)).toMatchObject({
      lists: [{ returned: 6, shown: 6, skipped: [{ reason: 'header', count: 1 }] }],
      warnings: [],
    });
  });

  test('has no record in a row of plain cells that are named as the fields', () => {
    const cells = '<tr><td>Name</td><td>Wood</td></tr>';
    const rows = names.map((name) => `<tr><td>${name}</td><td>${name} tree</td></tr>`).join('');
    const value = names.map((name) => ({ name, wood: `${name} tree` }));
    expect(hold({ lamps: value }, `<table>${cells}${rows}</table>`)).toMatchObject({
      lists: [{ returned: 12, shown: 12, skipped: [{ reason: 'header', count: 1 }] }],
      warnings: [],
    });
  });

  test('lacks nothing that another list of the answer has of another table', () => {
    const [one, other] = [names.slice(0, 5), names.slice(5)].map((list) => list.map(row).join(''));
    const page = `<table>${head}${one}</table><table>${head}${other}</table>`;
    const { products: old } = products(names.slice(0, 5));
    const { products: fresh } = products(names.slice(5));
    expect(hold({ old, fresh }, page).warnings).toEqual([]);
    expect(hold({ old, fresh: fresh.slice(3) }, page).warnings).toHaveLength(2);
  });

  test('has a record in a row of which only the name is filled', () => {
    const bare = '<tr><td><b>Lantern</b></td><td></td></tr>';
    const page = `<table>${head}${names.slice(0, 6).map(row).join('')}${bare}</table>`;
    expect(hold(products(names.slice(0, 6)), page).lists).toMatchObject([
      { returned: 6, shown: 7, skipped: [{ reason: 'left out' }, { reason: 'header' }] },
    ]);
  });

  test('goes on in another table under the same columns and a title row of its own', () => {
    const columns = '<tr><td><b>Lamp</b></td><td><b>Price</b></td></tr>';
    const month = (title: string, rows: readonly string[]) =>
      `<table><tr><td colspan="2"><b>${title}</b></td></tr>${columns}${rows.map(row).join('')}</table>`;
    const page = month('May', names.slice(0, 6)) + month('June', names.slice(6));
    expect(hold(products(names.slice(0, 6)), page).lists).toMatchObject([
      { returned: 6, shown: 12 },
    ]);
  });

  test.each([
    ['a class in every other row', (at: number) => `<tr${at % 2 === 0 ? '' : ' class="shaded"'}>`],
    ['two classes', (at: number) => `<tr class="${at % 2 === 0 ? 'light' : 'shaded'}">`],
    ['no class', () => '<tr>'],
  ])('goes on in another table with %s', (_, open) => {
    const striped = (list: readonly string[]) =>
      `<table>${head}${list.map((name, at) => row(name).replace('<tr>', open(at))).join('')}</table>`;
    const page = striped(names.slice(0, 6)) + striped(names.slice(6));
    const named = names.slice(0, 6).map((name) => ({ name }));
    expect(hold({ products: named }, page).lists).toMatchObject([{ returned: 6, shown: 12 }]);
  });

  test('has no record elsewhere in a row of a class that its own rows lack', () => {
    const sum = '<tr class="sum"><td>All lamps</td><td>£99.50</td></tr>';
    const [one, other] = [names.slice(0, 6), names.slice(6)].map((list) => list.map(row).join(''));
    const page = `<table>${head}${one}</table><table>${head}${other}${sum}</table>`;
    expect(hold(products(names.slice(0, 6)), page).lists).toMatchObject([
      { returned: 6, shown: 12 },
    ]);
  });
});

const article = (name: string) =>
  `<section class="story"><img src="/a.png"><h4>${name}</h4><span class="day">May 2</span></section>`;
const table = (head: string, list: readonly string[]) =>
  `<table><tr>${head}</tr>${list.map(row).join('')}</table>`;
const grid = (blocks: readonly string[]) => `<div class="grid">${blocks.join('')}</div>`;

describe('a list that mixes two kinds of blocks', () => {
  test('products and an advert is told by name and number', () => {
    const page = grid([...names.slice(0, 6).map((name) => card(name)), card('Brass bell', 'ad')]);
    const { lists, warnings } = hold(products([...names.slice(0, 6), 'Brass bell']), page);
    expect(lists).toMatchObject([{ mixed: { count: 1, snippet: 'Brass bell £109.50' } }]);
    expect(warnings).toEqual([
      '`products` mixes two kinds: 1 of its 7 items stands in a block of another kind than the others (the first: "Brass bell £109.50").',
    ]);
  });

  test('cards and articles of another build is told', () => {
    const page = grid([
      ...names.slice(0, 6).map((name) => card(name)),
      article('Oak in May'),
      article('Elm in May'),
    ]);
    const value = products([...names.slice(0, 6), 'Oak in May', 'Elm in May']);
    expect(hold(value, page).warnings).toEqual([
      expect.stringMatching(/^`products` mixes two kinds: 2 of its 8 items /),
    ]);
  });

  test('rows of two tables with other columns is told, rows of two tables of one form is none', () => {
    const two = (head: string) =>
      table('<th>Lamp</th><th>Price</th>', names.slice(0, 7)) + table(head, names.slice(7));
    expect(hold(products(names), two('<th>Shop</th><th>Rent</th>')).lists).toMatchObject([
      { returned: 12, mixed: { count: 5 } },
    ]);
    expect(hold(products(names), two('<th>Lamp</th><th>Price</th>')).warnings).toEqual([]);
  });

  test('cards and what stands under another heading in another form is told', () => {
    const related = ['Oak in May', 'Elm in May'].map(
      (name) => `<li class="link"><a href="/${name}">${name}</a> <i>£109.50</i></li>`,
    );
    const page = `<h2>Lamps</h2>${grid(names.map((name) => card(name)))}<h2>More</h2><ul>${related.join('')}</ul>`;
    expect(hold(products([...names, 'Oak in May', 'Elm in May']), page).lists).toMatchObject([
      { returned: 14, shown: 12, mixed: { count: 2, snippet: 'Oak in May £109.50' } },
    ]);
  });

  test('is none where blocks of one build have classes of their own', () => {
    const page = grid(names.map((name, at) => card(name, at < 9 ? 'card' : 'card offer')));
    expect(hold(products(names), page).warnings).toEqual([]);
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

describe('lists of texts and lists in records', () => {
  test('a list of plain texts is held against the items that the page lists', () => {
    const page = `<h2>Steps</h2><ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol><ul><li>Home</li><li>Help</li></ul>`;
    expect(hold({ steps: steps.slice(0, 3) }, page).lists).toMatchObject([
      { path: '/steps', returned: 3, shown: 5 },
    ]);
  });

  test('a list of lines in one text is held against the other lines', () => {
    const page = `<p>Steps:<br>${steps.join('<br>')}</p>`;
    expect(hold({ steps: steps.slice(1, 4) }, page).lists).toEqual([
      {
        path: '/steps',
        returned: 3,
        shown: 5,
        skipped: [
          { reason: 'left out', count: 2, snippet: 'Saw the wood.' },
          { reason: 'header', count: 1, snippet: 'Steps:' },
        ],
      },
    ]);
  });

  test('what an item says in other words is not left out, and an invented item makes up for none', () => {
    const page = `<ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol>`;
    const reworded = ['Saw the wood', 'Drill the (hole)', 'Sand it', 'Oil it', 'Fit in the cable'];
    expect(hold(reworded, page)).toMatchObject({
      lists: [{ shown: 5, skipped: [] }],
      warnings: [],
    });
    const invented = [...steps.slice(0, 3), 'Paint two coats of varnish.', 'Wait for a week.'];
    expect(hold(invented, page).warnings).toEqual([
      'The list has 3 of the 5 that the page shows; without an item: 2 left out (the first: "Oil it.").',
    ]);
  });

  test('a list in a record is held against the block of that record', () => {
    const page = names
      .slice(0, 3)
      .map((name, at) => `<article><h2>${name}</h2><ul>${tags(at)}</ul></article>`)
      .join('');
    const value = names
      .slice(0, 3)
      .map((name, at) => ({ name, tags: steps.slice(at, at + (at === 1 ? 2 : 3)) }));
    expect(
      hold(value, page).lists.map(({ path, returned, shown }) => [path, returned, shown]),
    ).toEqual([
      ['', 3, 3],
      ['/0/tags', 3, 3],
      ['/1/tags', 2, 3],
      ['/2/tags', 3, 3],
    ]);
  });

  test.each([
    [
      'a menu of others, where data states them',
      ['Sport', 'Storm'],
      `${menu}<script type="application/ld+json">{"@type":"Article","keywords":["Sport","Storm"]}</script>`,
      'nav',
    ],
    [
      'a menu of others, where meta tags state them',
      ['Sport', 'Storm'],
      `${menu}<meta name="keywords" content="Storm, Sport, Coast">`,
      'nav',
    ],
    ['a menu that has only some of them', ['Sport', 'Arts', 'Rain'], menu, 'header'],
    [
      'paragraphs in boxes',
      ['rockets', 'space'],
      ['rockets', 'space', 'launchpads']
        .map((word) => `<li><p>${prose}They spoke of ${word}.</p></li>`)
        .join(''),
      'ul',
    ],
    [
      'comments of the one author',
      ['Ann Lee'],
      ['Ann Lee', 'Bo Marsh', 'Cy Vance']
        .map(
          (name) =>
            `<div class="comment"><div><cite>${name}</cite></div><div><p>${prose}</p></div></div>`,
        )
        .join(''),
      'section',
    ],
    [
      'paragraphs that link them',
      ['rockets', 'space'],
      ['rockets', 'space', 'launchpads']
        .map((word) => `<p>${prose}They spoke of <a><b>${word}</b></a>.</p>`)
        .join(''),
      'article',
    ],
    [
      'a menu with one of them',
      ['Sport', 'Storm'],
      '<ul><li>World<li>Culture<li>Sport</ul>',
      'div',
    ],
    [
      'paragraphs that speak of them',
      ['rockets', 'space', 'launchpads'],
      ['rockets', 'space', 'launchpads', 'nothing']
        .map((word) => `<p>${prose}They spoke of ${word}.</p>`)
        .join(''),
      'article',
    ],
  ])('tags are not held against %s', (_, tags, body, tag) => {
    const page = `<${tag}>${body}</${tag}><article><h1>Storm hits coast</h1><p>It rained.</p></article>`;
    expect(hold({ tags }, page)).toEqual({ lists: [], warnings: [] });
  });

  test.each([
    ['a heading', (name: string) => `<h3>${name}</h3><p>${prose}</p>`],
    [
      'a heading with a title',
      (name: string) => `<h3>Great ${name}</h3><p>${prose} The ${name}.</p>`,
    ],
    ['a linked heading', (name: string) => `<h3><a href="/">${name}</a></h3><p>${prose}</p>`],
    [
      'a link before a sentence',
      (name: string) => `<a href="/">${name}</a><p>${name} ${prose}</p>`,
    ],
  ])('names that stand in %s above much text are a list', (_, show) => {
    const page = names.slice(0, 6).map((name) => `<div class="card">${show(name)}</div>`);
    expect(hold({ lamps: names.slice(0, 2) }, `<main>${page.join('')}</main>`).lists).toMatchObject(
      [{ path: '/lamps', returned: 2, shown: 6 }],
    );
  });

  test('one name in a heading above a text is the first of a list of such', () => {
    const page = names
      .slice(0, 3)
      .map(
        (name) => `<div class="bio"><div><h4>${name}</h4></div><div><p>${prose}</p></div></div>`,
      );
    expect(hold({ lamps: names.slice(0, 1) }, `<main>${page.join('')}</main>`).lists).toMatchObject(
      [{ returned: 1, shown: 3 }],
    );
  });

  test.each(['nav', 'header', 'footer'])(
    'values of which all stand in a %s are its list',
    (tag) => {
      const page = `<${tag}>${menu}</${tag}><main><p>All that there is.</p></main>`;
      expect(hold({ sections: ['World', 'Sport'] }, page).lists).toMatchObject([
        { path: '/sections', returned: 2, shown: 5 },
      ]);
    },
  );

  test.each([
    [
      'rows with a name in bold',
      'table',
      (name: string) => `<tr><td><b>${name}</b></td><td>£${name.length}9.50</td></tr>`,
      row,
    ],
    [
      'cards with a mark',
      'div',
      (name: string) =>
        `<div class="card sale"><b>Sale</b><h2>${name}</h2><p>£${name.length}9.50</p></div>`,
      (name: string) => `<div class="card"><h2>${name}</h2><p>£${name.length}9.50</p></div>`,
    ],
    [
      'messages of the other side',
      'div',
      (name: string) =>
        `<div class="msg out"><span class="who">${name}</span><p>£${name.length}9.50</p><i>read</i></div>`,
      (name: string) =>
        `<div class="msg in"><img src="/a.png"><span class="who">${name}</span><p>£${name.length}9.50</p></div>`,
    ],
  ])('every other record is left out where these are %s', (_, tag, showOther, show) => {
    const page = names.slice(0, 6).map((name, at) => (at % 2 === 0 ? show(name) : showOther(name)));
    const value = products(names.slice(0, 6).filter((_name, at) => at % 2 === 0));
    expect(hold(value, `<${tag}>${page.join('')}</${tag}>`).lists).toMatchObject([
      { returned: 3, shown: 6, skipped: [{ reason: 'left out', count: 3 }] },
    ]);
  });

  test.each([
    ['a class of many things', '<p>Text</p><h2>Heading</h2>', '<div class="cell">Other</div>'],
    ['a class and no part', '<b>Text</b>', ''],
  ])('what has only %s in common with the records is none of them', (_, inner, other) => {
    const items = names.map((title, at) => ({ title, text: `Takes ${at} hours.` }));
    const blocks = items.map(
      ({ title, text }) => `<div class="cell"><h2>${title}</h2><p>${text}</p></div>`,
    );
    const nested = `<section><div class="cell">${inner}</div></section>`;
    const page = `<main><div>${blocks.slice(0, 6).join('')}${nested}</div><div>${blocks.slice(6).join('')}</div></main>${other.repeat(20)}`;
    expect(hold({ items }, page).lists).toMatchObject([{ returned: 12, shown: 12 }]);
  });

  test('tags that are in a box have no replies in others', () => {
    const page = `<ul>${steps.map((text) => showBox(text)).join('')}<div><ul>${names.map((text) => showBox(text)).join('')}</ul></div></ul>`;
    expect(hold({ steps }, page).lists).toMatchObject([{ returned: 5, shown: 5 }]);
  });

  test('the second row of each record is not left out', () => {
    const stories = [1, 2, 3, 4].map((at) => ({ title: `Story ${at} of today`, points: at }));
    const rows = stories.map(
      ({ title, points }) =>
        `<tr><td>${points}.</td><td><a href="/${points}">${title}</a></td></tr><tr><td></td><td><span class="score">${points} points</span> by <a class="user">u${points}</a></td></tr>`,
    );
    const page = `<table>${rows.join('')}</table>`;
    expect(hold({ stories }, page).lists).toMatchObject([{ returned: 4, shown: 4, skipped: [] }]);
    const plain = stories.map(({ title }) => `<tr><td>${title}</td></tr><tr><td>Other</td></tr>`);
    expect(hold({ stories }, `<table>${plain.join('')}</table>`).warnings).toHaveLength(1);
  });

  test('a post that a later one quotes is not left out', () => {
    const quote = '<blockquote><b>ann</b> said: <p>It flickers at night.</p></blockquote>';
    const posts = [
      { author: 'ann', date: 'May 2, 2024', text: 'It flickers at night.' },
      { author: 'bob', date: 'May 2, 2024', text: 'Change the bulb then.' },
      { author: 'ann', date: 'May 2, 2024', text: 'I did so.' },
    ];
    const page = `<main>${showEdited('ann', 'It flickers at night.')}${showEdited('bob', `${quote}Change the bulb then.`)}${showEdited('ann', 'I did so.')}</main>`;
    expect(hold({ posts }, page).lists).toMatchObject([{ returned: 3, shown: 3, skipped: [] }]);
  });

  test('replies in a part below the post that they answer are left out', () => {
    const page = `<main>${showPost(1, 'root')}${showPost(2, 'root')}${showReplies(3, 4)}${showPost(5, 'root')}${showReplies(6)}</main>`;
    const posts = [1, 2, 5].map((at) => ({
      author: `user ${at}`,
      date: `May ${at}, 2024`,
      text: `Post number ${at} says something.`,
    }));
    expect(hold({ posts }, page).lists).toMatchObject([
      { returned: 3, shown: 6, skipped: [{ reason: 'left out', count: 3 }] },
    ]);
  });

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

const isTold = (value: unknown, body: string): boolean => hold(value, body).warnings.length > 0;
const recordInText = (name: string, at: number): string =>
  `From 0${(at % 9) + 1}/05/2024<br><a href="/${name}">${name}</a><br>Made in town ${at}<br><br>`;

describe('links among loose text', () => {
  const menu = ['New today', 'New this week', 'Search the shop', 'Feed of new lamps'];
  const links = menu.map((title) => `<a href="/${title.length}">${title}</a><br>`).join('');

  test('are no records where the records have text beside them and these have none', () => {
    const body = `<h1>Lamps</h1>${links}<hr><br>${names.map(recordInText).join('')}`;
    expect(isTold(products(names), body)).toBe(false);
    expect(isTold(products(names.slice(0, 6)), body)).toBe(true);
    expect(isTold(products(names.slice(3)), body)).toBe(true);
  });

  test('are records where none has text beside it', () => {
    const bare = names.map((name) => `<a href="/${name}">${name}</a><br>`).join('');
    expect(isTold(products(names), `<h1>Lamps</h1>${bare}`)).toBe(false);
    expect(isTold(products(names.slice(0, 6)), `<h1>Lamps</h1>${bare}`)).toBe(true);
  });
});

test('of records that stand side by side the rows of the table are none', () => {
  const html =
    `<table>${line('', ['Basic', 'Pro', 'Team'])}${line('Price', ['$9', '$19', '$49'])}` +
    `${line('Storage', ['10 GB', '100 GB', '1 TB'])}${line('Seats', [2, 3, 20])}</table>`;
  const plans = [
    { name: 'Basic', price: 9, storage: '10 GB', seats: 2 },
    { name: 'Pro', price: 19, storage: '100 GB', seats: 3 },
    { name: 'Team', price: 49, storage: '1 TB', seats: 20 },
  ];
  expect(hold({ plans }, html)).toEqual({ lists: [], warnings: [] });
});

function line(label: string, cells: readonly (number | string)[]): string {
  return `<tr><th>${label}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

test('records that begin in a row of their own are the rows up to the next one', () => {
  const stories = names.slice(0, 6).map((name, at) => ({ name, points: 120 + at, by: `ann${at}` }));
  const html = stories
    .map(
      ({ name, points, by }, at) =>
        `<tr><td>${at + 1}.</td><td><a href="/${at}">${name}</a></td></tr>` +
        `<tr><td></td><td>${points} points by ${by} ${at + 2} hours ago</td></tr>`,
    )
    .join('');
  const whole = hold({ stories }, `<table>${html}</table>`);
  expect(whole.warnings).toEqual([]);
  expect(whole.lists[0]).toMatchObject({ returned: 6, shown: 6 });
  const some = hold({ stories: stories.slice(0, 4) }, `<table>${html}</table>`);
  expect(some.lists[0]).toMatchObject({ returned: 4, shown: 6 });
});
