import { expect, test } from 'vitest';
import { extractFields } from '../../../test/support/extract-fields.ts';
import { type Row, readRows, text } from '../../../test/support/extract-list.ts';

const persons = ['Ada Moor', 'Dr. Bea van Lind', 'CY YOUNG-OLD', 'D. O’Hara, Jr.'];
const features = ['Sales cloud', 'Works offline', '40+ projects', 'Easy to use'];

test.each([
  ['people', persons],
  ['speakers', ['李小龙', '王芳', '张伟', '刘洋']],
])('%s are told by their names alone: %j', (asked, names) => {
  expect(read(names, `All ${asked} with name and role.`)).toEqual(names.map((name) => ({ name })));
});

test('headings that are no names are no people', () => {
  expect(read(features, 'All people with name and role.')).toEqual([]);
});

test('words that the page writes small elsewhere are no names', () => {
  const html = `${cards(['Sales Cloud', 'Image Search', 'Data Room'])}<p>Move sales to the cloud, search each image, and keep data in a room.</p>`;
  const prompt = 'All people with name and role.';
  expect(readRows(html, { name: text, role: text }, { prompt })).toEqual([]);
});

test('headings are the names of other things', () => {
  expect(read(features, 'All features with name and role.')).toHaveLength(4);
  // Ships that people have built.
  expect(read(features, 'All works with name and role.')).toHaveLength(4);
});

test('anyone with a role is one of the people, however the name is written', () => {
  const html = cards(['ada', 'bea9', 'cy_y', 'Dee'], '<p class="role">Baker</p>');
  const rows = readRows(html, { name: text, role: text }, { prompt: 'All people, name and role.' });
  expect(rows).toHaveLength(4);
});

function read(names: readonly string[], prompt: string): readonly Row[] {
  return readRows(cards(names), { name: text, role: text }, { prompt });
}

function cards(names: readonly string[], rest = ''): string {
  const items = names.map((name) => `<div class="card"><h3>${name}</h3>${rest}</div>`);
  return `<main><h1>About</h1><section>${items.join('')}</section></main>`;
}

test('the links of a text are no list of things, and links with a text each are', () => {
  const parts = ['sofas', 'oak chairs', 'low tables', 'shelves', 'lamps'];
  const links = (rest: string, link = (part: string) => part): string =>
    `<main><div>${parts.map((part, at) => `<a href="/c/${at}">${link(part)}</a> ${rest} `).join('')}</div></main>`;
  const fields = { name: text, url: text };
  expect(readRows(links('that fit every room and'), fields)).toEqual([]);
  const named = readRows(
    links('Made of oak.', (part) => part.toUpperCase()),
    fields,
  );
  expect(named.map(({ name }) => name)).toEqual(parts.map((part) => part.toUpperCase()));
});

const goods = { name: text, price: { type: 'number' } };
const products = 'All related products with name and price.';

function readWays(html: string, prompt: string): readonly Row[] {
  return readRows(`<main><h1>Tern watch</h1>${html}</main>`, goods, { prompt });
}

const ways = ['Parcel shop', 'Home', 'Express']
  .map(
    (way, at) =>
      `<li><span class="name">${way}</span> <span class="cost">€${at + 4}.90</span></li>`,
  )
  .join('');

test('ways of delivery are no products where their list is called so', () => {
  const html = `<ul class="delivery-methods">${ways}</ul>`;
  expect(readWays(html, products)).toEqual([]);
  expect(readWays(html, 'All delivery methods with name and price.')).toHaveLength(3);
});

test.each([
  [
    'that are called shippable',
    (at: number) =>
      `<li class="product shipping-taxable"><a href="/${at}"><h2>Cup ${at}</h2></a><b>€9.00</b></li>`,
    '<ul class="products">',
  ],
  [
    'that are delivered',
    (at: number) => `<li><h3>Pizza ${at}</h3><b>€9.00</b></li>`,
    '<ul class="delivery">',
  ],
  [
    'under a heading',
    (at: number) => `<li><i class="name">Box ${at}</i> <b>€9.00</b></li>`,
    '<h2>Shipping</h2><ul>',
  ],
])('products %s are no ways of delivery', (_, toItem, list) => {
  const items = [1, 2, 3].map(toItem).join('');
  expect(readWays(`${list}${items}</ul>`, products)).toHaveLength(3);
});

const part = (rest: string) => (name: string) => `<div><h3>${name}</h3>${rest}</div>`;

test('headings above sentences are no products, and cards with a link or a picture are', () => {
  const names = ['Description', 'Returns', 'Care'];
  const sentence = '<p>Printed on heavy cotton in a mill on the river.</p>';
  const read = (rest: string): number => readWays(names.map(part(rest)).join(''), products).length;
  expect(read(sentence)).toBe(0);
  expect(read(`${sentence}<img src="/a.png" alt="">`)).toBe(3);
  expect(read('<p>Heavy cotton</p>')).toBe(3);
});

const accordion = ['Description', 'Delivery', 'Returns']
  .map(part('<p>Within 14 days.</p>'))
  .join('');
const readTexts = (html: string, prompt: string): readonly Row[] =>
  readRows(`<h1>Fabric</h1>${html}`, { title: text, text }, { prompt });

test('the parts of a page are no reviews, and other questions get them', () => {
  expect(readTexts(accordion, 'all customer reviews with title and text')).toEqual([]);
  expect(readTexts(accordion, 'all sections with title and text')).toHaveLength(3);
});

test.each([
  ['a class', `<div class="reviews">${accordion}</div>`],
  ['a heading', `<h2>Customer reviews</h2><div>${accordion}</div>`],
  ['a day', accordion.replaceAll('14 days', '3 May 2024')],
  ['stars', accordion.replaceAll('14 days', '14 days ★★★')],
])('reviews are told by %s', (_, html) => {
  expect(readTexts(html, 'all customer reviews with title and text')).toHaveLength(3);
});

const carriers = (heading: string): string =>
  `<h1>Housse</h1><section><h2>${heading}</h2>${['Point Relais', 'Chronopost', 'Coursier']
    .map((name, at) => `<div><h3>${name}</h3><p>${at + 4},90 €</p></div>`)
    .join('')}</section>`;

test('things that lead nowhere are related ones only where a heading calls them so', () => {
  const asked = { nom: text, prix: { type: 'number' } };
  expect(readNamed(carriers('Livraison'), 'produits_similaires', asked)).toEqual([]);
  expect(readNamed(carriers('Produits similaires'), 'produits_similaires', asked)).toHaveLength(3);
  expect(readNamed(carriers('Livraison'), 'transporteurs', asked)).toHaveLength(3);
});

test('the parts of a page are no reviews, whatever the language of the name of their list', () => {
  const asked = { titel: text, text };
  expect(readNamed(`<h1>Fabric</h1>${accordion}`, 'kommentarer', asked)).toEqual([]);
  expect(readNamed(`<h1>Fabric</h1>${accordion}`, 'avsnitt', asked)).toHaveLength(3);
});

function readNamed(html: string, name: string, properties: Record<string, object>): unknown {
  const list = { type: 'array', items: { type: 'object', properties } };
  return (extractFields(html, { [name]: list }).value as Row)[name] ?? [];
}

const said = { author: text, date: text, text };
const told = (called: string, heading: (at: number) => string): string =>
  ['Ann Smith', 'Bert Hall', 'Cleo King']
    .map(
      (name, at) =>
        `<article class="${called}">${heading(at)}<p class="byline">${name}</p><time>March ${at + 1}, 2024</time>` +
        `<p>What number ${at} says is told in some words.</p></article>`,
    )
    .join('');
const teaser = (at: number): string => `<h3><a href="/articles/${at}">Article ${at}</a></h3>`;

test('the teasers of other articles are no comments', () => {
  const html = `<h2>No comments yet</h2><h2>More from us</h2>${told('card', teaser)}`;
  expect(readNamed(html, 'comments', said)).toEqual([]);
  expect(readNamed(html, 'articles', said)).toHaveLength(3);
});

test.each([
  ['that are called so', told('comment', teaser)],
  [
    'with a heading that leads to their own place',
    told('card', (at) => `<h3><a href="#c${at}">Number ${at}</a></h3>`),
  ],
  [
    'with a heading that leads to a user',
    told('card', (at) => `<h3><a href="/users/${at}">Number ${at}</a></h3>`),
  ],
  ['without a link', told('card', (at) => `<h3>Number ${at}</h3>`)],
])('comments %s are comments', (_, html) => {
  expect(readNamed(html, 'comments', said)).toHaveLength(3);
});

test('a heading that names the author leads to who wrote a comment', () => {
  const html = ['ann', 'bert', 'cleo']
    .map(
      (name, at) =>
        `<div><h4 class="author"><a href="https://${name}.example/">${name}</a></h4><time>March ${at + 1}, 2024</time>` +
        `<p>What ${name} says is told in some words.</p></div>`,
    )
    .join('');
  expect(readNamed(html, 'comments', said)).toHaveLength(3);
});

test.each([
  ['price', { type: 'number' }, ['$249.00', '$9.95', '$120.00']],
  ['date', { type: 'string', format: 'date' }, ['2 May 2025', '13 June 2025', '5 July 2025']],
])(
  'the page is not one of the things that it lists below its heading (%s)',
  (field, schema, said) => {
    const list = said
      .map((value, at) => `<li><span>${'ABC'[at]}</span> <span>${value}</span></li>`)
      .join('');
    const body = `<h1>Our offers</h1><p>All is made here.</p><ul>${list}</ul><h2>Delivery</h2><p>We send all by post.</p>`;
    const items = { type: 'object', properties: { name: text, [field]: schema } };
    const { value } = extractFields(body, { offers: { type: 'array', items } });
    expect(JSON.stringify(value)).not.toContain('Our offers');
  },
);

const priced = { name: { type: 'string' }, price: { type: 'number' }, users: { type: 'integer' } };
const tableOf = (...rows: readonly (readonly string[])[]): string =>
  `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;

test.each([
  [
    'by more than a name',
    [
      ['', 'Free', 'Pro'],
      ['Monthly price', '$0', '$10'],
      ['Users', '1', '5'],
    ],
    [],
  ],
  [
    'for one thing',
    [
      ['', 'Pro'],
      ['Price', '$10'],
      ['Users', '5'],
    ],
    [],
  ],
  [
    'by one row',
    [
      ['', 'Free', 'Pro'],
      ['Price', '$2', '$10'],
    ],
    [
      { name: 'Free', price: 2 },
      { name: 'Pro', price: 10 },
    ],
  ],
])('labels in front of rows %s are no names of things', (_, rows, found) => {
  expect(readRows(`<h1>Plans</h1>${tableOf(...rows)}`, priced)).toEqual(found);
});

const rated = (...names: readonly string[]): unknown =>
  readRows(
    `<h1>Lamp</h1><ul>${names.map((name, at) => `<li><h3>${name}</h3><span class="rating">4.${at}</span></li>`).join('')}</ul>`,
    { name: { type: 'string' }, rating: { type: 'number' } },
  );

test('labels of ratings are no names of things', () => {
  expect(rated('Recent Reviews', 'English Reviews', 'All Reviews')).toEqual([]);
  expect(rated('Oak lamp', 'Elm lamp', 'Ash lamp')).toHaveLength(3);
});
