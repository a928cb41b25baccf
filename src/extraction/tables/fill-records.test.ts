import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';
import {
  card,
  cards,
  product,
  readList,
  readRows,
  type Row,
  text,
} from '../../../test/support/extract-list.ts';

const priced = (rows: readonly Row[]): number =>
  rows.filter(({ url, price }) => Number(String(url).split('/').pop()) + 10 === price).length;

const section = (title: string, list: string): string =>
  `<section><h2>${title}</h2><ul>${list}</ul></section>`;

const struck = (number: number): string =>
  card(number, `<p class="price"><del>$${number + 40}.00</del> <ins>$${number + 10}.00</ins></p>`);

const readCards = (price: string, field = 'price'): readonly unknown[] => {
  const properties = { ...product, [field]: { type: 'number' } };
  const list = Array.from({ length: 8 }, (_, at) => card(at, price));
  return readRows(`<ul>${list.join('')}</ul>`, properties).map((found) => found[field]);
};

const eight = (amount: number | undefined): readonly unknown[] =>
  Array.from({ length: 8 }, () => amount);

const seats = (name: string): string => `<tr><td bgcolor="red"></td><td>${name}<td>12`;

describe('cards', () => {
  test('a list goes on behind an advert, and over cards with a further class', () => {
    const advert = '<li class="advert"><p>Advert: <a href="/ad">insure your lamp</a></p></li>';
    const some = card(9, undefined, 'sale') + card(10, undefined, 'sale featured');
    const rows = readRows(`<ul>${cards(1, 8)}${advert}${some}${cards(11, 30)}</ul>`, product, {
      required: ['name'],
    });
    expect(rows).toHaveLength(30);
    expect(priced(rows)).toBe(30);
  });

  test('sections of one form are one list, a section with a single card too', () => {
    const html =
      section('Floor', cards(1, 10)) + section('Desk', card(11)) + section('Wall', cards(12, 30));
    const rows = readRows(html, product, { required: ['name'] });
    expect(rows).toHaveLength(30);
    expect(priced(rows)).toBe(30);
  });

  test('the price is the one to pay where the former one is struck through', () => {
    const list = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? struck(at) : card(at)));
    const rows = readRows(`<ul>${list.join('')}</ul>`, product);
    expect(priced(rows)).toBe(12);
  });

  test.each([
    ['a range', '<p><s>$60.00 – $80.00</s></p>'],
    ['an amount with a note', '<p><s>$60.00 (per pair)</s></p>'],
    ['an amount that a class calls old', '<p class="old">$60.00 (without 2 bulbs)</p>'],
  ])('a part of %s that is struck through is no price', (_what, price) => {
    expect(readCards(price)).toEqual(eight(undefined));
  });

  test.each([
    ['a note', '<p>$60.00 (per pair)</p>'],
    ['a former amount', '<p>$60.00 – <s>$80.00</s></p>'],
    ['one that a class calls old', '<p class="old">$80.00 – now $60.00</p>'],
  ])('a part of an amount beside %s is the price', (_what, price) => {
    expect(readCards(price)).toEqual(eight(60));
  });

  test.each([
    ['old_price', '<s>$60.00</s>'],
    ['old_price', '<s>Was: $60.00</s>'],
    ['old_price', '<p class="was">Was $60.00 (RRP)</p>'],
    ['shipping_cost', '<p class="shipping">Delivery: $60.00</p>'],
  ])('the %s of a card is the amount that the page calls so', (field, written) => {
    const both = `${written} <b>$12.00</b>`;
    expect(readCards(both, field)).toEqual(eight(60));
    expect(readCards(both)).toEqual(eight(12));
  });

  test('an old_price is no other amount', () => {
    expect(readCards('<b>$12.00</b> <i class="savings">$6.00</i>', 'old_price')).toEqual(
      eight(undefined),
    );
  });

  test('records without an element of their own end where the next heading begins', () => {
    const flat = Array.from(
      { length: 6 },
      (_, at) =>
        `<h3><a href="/p/${at}">Lamp number ${at}</a></h3><p>$${at + 10}.00</p><p>About it.</p>`,
    );
    const rows = readRows(`<div>${flat.join('')}</div>`, product);
    expect(rows.map(({ name }) => name)).toEqual(flat.map((_, at) => `Lamp number ${at}`));
    expect(priced(rows)).toBe(6);
  });
});

const ruling = {
  case_names: text,
  docket_numbers: text,
  case_dates: text,
  judges: text,
  lower_courts: text,
};

const rulings = (title: string, ...numbers: readonly number[]): string =>
  `<h3>${title}</h3><table><tr><th>Number<th>Case` +
  `${numbers.map((number) => `<tr><td>19-${number}00${number}<td>Ash v. Birch`).join('')}</table>`;

describe('tables of equal headers', () => {
  const numbers = { docket_numbers: text, case_names: text };

  test('are one list where their titles differ in dates alone', () => {
    const html =
      rulings('May 2024', 1, 2) + rulings('June 2024', 3) + rulings('July 2024', 4, 5, 6);
    expect(readRows(html, numbers)).toHaveLength(6);
  });

  test('the date above each of them is the date of its records', () => {
    const html = rulings('May 2, 2024', 1, 2) + rulings('May 9, 2024', 3, 4);
    const rows = readRows(html, { ...numbers, case_dates: text }, { required: ['case_dates'] });
    expect(rows.map(({ case_dates }) => case_dates)).toEqual([
      'May 2, 2024',
      'May 2, 2024',
      'May 9, 2024',
      'May 9, 2024',
    ]);
  });

  test('are told apart by titles of other words, and by the prompt', () => {
    const html = rulings('Civil rulings', 1, 2) + rulings('Criminal rulings', 3, 4, 5);
    expect(readRows(html, numbers)).toHaveLength(3);
    expect(readRows(html, numbers, { prompt: 'The civil rulings.' })).toHaveLength(2);
  });
});

test('a row across the whole table below each row is a part of the record before it', () => {
  const rows = [0, 1, 2].map(
    (at) =>
      `<tr><td>19-000${at}<td>Ash v. Birch<tr><td colspan=2>The judgment of the court below is affirmed in all of its parts, with costs, number ${at}.`,
  );
  const read = readRows(`<table>${rows.join('')}</table>`, { ...ruling, summaries: text });
  expect(read).toHaveLength(3);
  expect(String(read[2]?.['summaries'])).toMatch(/number 2\.$/);
});

test('a navigation of many links is no list of cases', () => {
  const links = Array.from(
    { length: 40 },
    (_, at) => `<li><a href="/n${at}">Office number ${at}</a></li>`,
  );
  const table =
    '<table><tr><th>Case<th>Date<tr><td>Ash v. Birch<td>5/2/2024<tr><td>Elm v. Fir<td>5/3/2024</table>';
  const rows = readRows(`<ul>${links.join('')}</ul>${table}`, ruling, {
    required: ['case_names', 'case_dates'],
  });
  expect(rows.map(({ case_names }) => case_names)).toEqual(['Ash v. Birch', 'Elm v. Fir']);
});

test('of two columns with one header each has its values', () => {
  const table =
    '<table><tr><th>Name<th>Height<th>Height<tr><td>Ash<td>1.80<td>5.9<tr><td>Elm<td>1.70<td>5.6</table>';
  const rows = readRows(table, { Name: text, Height: text, 'Height 2': text });
  expect(rows[1]).toEqual({ Name: 'Elm', Height: '1.70', 'Height 2': '5.6' });
});

test('a header over a colour and a name is the header of the name, also where a row of sums fills both', () => {
  const table = `<table><tr><th colspan=2>Party<th>Seats${seats('Ash')}${seats('Elm')}${seats('Oak')}<tr><td colspan=2>Total<td>36</table>`;
  const rows = readRows(table, { Party: text, Seats: text });
  expect(rows.map(({ Party }) => Party)).toEqual(['Ash', 'Elm', 'Oak', 'Total']);
});

test('of a list of more than 5,000 cards the first are read, and a sentence says so', () => {
  const reading = readPage({ html: `<ul>${cards(1, 5_200)}</ul>`, url: 'https://lists.example/' });
  const schema = { type: 'array', items: { type: 'object', properties: product } };
  const { value, cuts } = extractStructure({
    reading,
    prompt: 'All.',
    schema,
    detailLevel: 'medium',
  });
  expect(value).toHaveLength(5_000);
  expect(cuts).toEqual(['Only the first 5000 of more than 5000 records were read.']);
});

const amountsOf = (lines: (amount: number) => string): readonly unknown[] => {
  const names = ['Oak table', 'Pine chair', 'Ash bench', 'Elm stool', 'Fir shelf'];
  const items = names.map((name, at) => `<li><h3>${name}</h3>${lines(20 + at)}</li>`);
  return readRows(`<main><h1>Furniture</h1><ul>${items.join('')}</ul></main>`, {
    name: text,
    price: { type: 'number' },
  }).map(({ price }) => price);
};

test.each([
  [(amount: number) => `<p>€ ${amount - 3}.00 excl. VAT</p><p>€ ${amount}.00 incl. VAT</p>`],
  [(amount: number) => `<p>€ ${amount - 3}.00 / kg</p><p>€ ${amount}.00</p>`],
  [(amount: number) => `<p>netto: ${amount - 3},00 €</p><p>brutto: ${amount},00 €</p>`],
  [(amount: number) => `<p>€ ${amount}.00 excl. VAT</p><p>+ € 4.90 shipping</p>`],
  [(amount: number) => `<p>€ ${amount}.00 per metre</p>`],
])('amounts without the tax or of a unit are the prices of records without others: %s', (lines) => {
  expect(amountsOf(lines)).toEqual([20, 21, 22, 23, 24]);
});

const tableHead = '<tr><th>Name</th><th>Price</th></tr>';

const priceRow = (name: string, price: number): string =>
  `<tr><td>${name}</td><td>$${price}</td></tr>`;

const roots = priceRow('Beet root', 3) + priceRow('Carrot root', 4);
const listTable = (rows: string): string => `<h1>List</h1><table>${rows}</table>`;
const priceFields = { name: text, price: { type: 'number' } };

describe('a short name', () => {
  const names = ['Ada', 'Pen', 'Cup', 'Bo'];
  const list = (toCard: (name: string, at: number) => string): string =>
    `<h1>All</h1><ul>${names.map((name, at) => `<li>${toCard(name, at)}</li>`).join('')}</ul>`;
  const wanted = names.map((name, at) => ({ name, price: at + 1.5 }));

  test.each([
    ['a heading', list((name, at) => `<h3>${name}</h3><p>$${at + 1}.50</p>`)],
    ['a link', list((name, at) => `<a href="/${at}">${name}</a> <span>$${at + 1}.50</span>`)],
  ])('is one where it is %s', (_, html) => {
    expect(readRows(html, priceFields)).toEqual(wanted);
  });

  test('is none of the link that all cards have, and the only other word beside the price', () => {
    const buttons = list((_, at) => `<a href="/${at}">Buy</a> <span>$${at + 1}.50</span>`);
    expect(readRows(buttons, priceFields).flatMap((found) => found['name'] ?? [])).toEqual([]);
    const plain = list((name, at) => `<span>${name}</span> <span>$${at + 1}.50</span>`);
    expect(readRows(plain, priceFields).map((found) => found['name'])).toEqual(names);
  });

  test('is one where the cards show nothing but linked names, short or long', () => {
    const bare = list((name, at) => `<a href="/${at}">${name}</a>`);
    expect(readRows(bare, { name: text })).toEqual(names.map((name) => ({ name })));
    const long = list((name, at) => `<a href="/${at}">Number ${name} of all</a>`);
    expect(readRows(long, { name: text })).toHaveLength(4);
    const plain = list((name) => `<span>${name}</span>`);
    expect(readRows(plain, { name: text })).toEqual([]);
    expect(readRows(`<nav>${bare}</nav>`.replace(/<h1>All<.h1>/, ''), { name: text })).toEqual([]);
  });

  test('is none of the entries of a menu', () => {
    const entries = ['Home', 'Blog', 'About', 'Jobs'].map((at) => `<li><a href="/${at}">${at}</a>`);
    const html = `<nav><ul>${entries.join('')}</ul></nav><h1>All</h1><p>There are none today.</p>`;
    expect(readRows(html, { name: text, url: text }, { required: ['name'] })).toEqual([]);
  });
});

test('rows that sum others up, or stand at the foot of the table, are told', () => {
  const total = '<tr><td>Total</td><td>7</td></tr>';
  expect(readList(listTable(tableHead + roots + total), priceFields).cuts).toEqual([
    'Rows of the table sum others up or stand at its foot, and are given as records too: "Total".',
  ]);
});

test('a column is told to be that of one of several groups where the field names none', () => {
  const table = `<table><tr><th rowspan="2">Region</th><th colspan="2">2022</th><th colspan="2">2023</th></tr><tr><th>Units</th><th>Sales</th><th>Units</th><th>Sales</th></tr>${[
    'North',
    'South',
  ]
    .map((name) => `<tr><td>${name}</td><td>1</td><td>2</td><td>3</td><td>4</td></tr>`)
    .join('')}</table>`;
  const number = { type: 'number' };
  expect(readList(table, { region: text, units: number }).cuts).toEqual([
    'Several columns of the table are named "Units"; "units" has that under "2022", and not that under "2023".',
  ]);
  expect(readList(table, { region: text, units_2023: number }).cuts).toEqual([]);
});

test('the terms of the lists in records are no values of these', () => {
  const jobs = ['Nurse', 'Cook', 'Driver'].map(
    (name) =>
      `<li><a href="/${name}">${name}</a><dl><dt>Place</dt><dd>${name}ham</dd><dt>Type</dt><dd>Full time</dd></dl></li>`,
  );
  const html = `<h1>Jobs</h1><ul>${jobs.join('')}</ul>`;
  expect(readRows(html, { title: text, location: text, employment_type: text })[0]).toEqual({
    title: 'Nurse',
    location: 'Nurseham',
    employment_type: 'Full time',
  });
});

test.each(['<a href="#n1">1</a>', '<span><a href="#n1">a</a></span>', '[1]'])(
  'the mark of a note is no part of a value: %s',
  (mark) => {
    const rows = ['Oak', 'Elm'].map((name) => `<tr><td>${name}<sup>${mark}</sup><td>3 m</tr>`);
    const html = `<table><tr><th>Name<th>Height</tr>${rows.join('')}</table>`;
    expect(readRows(html, { name: text, height: text })[0]).toEqual({ name: 'Oak', height: '3 m' });
  },
);

test('what is raised without leading to a note is a part of the value', () => {
  const rows = ['Oak', 'Elm'].map(
    (name) => `<tr><td>${name}<sup><a href="/terms">2</a></sup><td>3 m<sup>2</sup></tr>`,
  );
  const html = `<table><tr><th>Name<th>Area</tr>${rows.join('')}</table>`;
  expect(readRows(html, { name: text, area: text })[0]).toEqual({ name: 'Oak2', area: '3 m2' });
});

test('names and keywords between commas are items of a field that holds a list', () => {
  const list = { type: 'array', items: text };
  const html = `<table><tr><th>Title<th>Authors<th>Tags<th>Places</tr>${[0, 1, 2].map(toPaper).join('')}</table>`;
  const rows = readRows(html, { title: text, authors: list, tags: list, places: list });
  expect(rows).toEqual(
    [0, 1, 2].map((at) => ({
      title: `Paper ${at}`,
      authors: ['Ann Moor', 'Di Hill'],
      tags: ['oak', `elm ${at}`],
      // What nothing parts is left to the schema, and reported.
      places: 'Leeds',
    })),
  );
});

function toPaper(at: number): string {
  return `<tr><td>Paper ${at}<td>Ann Moor, Di Hill<td>oak, elm ${at}<td>Leeds</tr>`;
}

test('a cell of several numbers gives all of them to a field that lists numbers', () => {
  const rows = '<tr><td>Boot<td>36, 38<tr><td>Shoe<td>40, 42';
  const table = `<h1>List</h1><table><tr><th>Name<th>Sizes${rows}</table>`;
  const sizes = { type: 'array', items: { type: 'number' } };
  expect(readRows(table, { name: text, sizes })).toEqual([
    { name: 'Boot', sizes: [36, 38] },
    { name: 'Shoe', sizes: [40, 42] },
  ]);
});

test('an address and a moment of a record have the attribute as their place', () => {
  const list = ['Ash', 'Elm', 'Fir', 'Yew'].map(
    (name, at) =>
      `<li class="card"><a href="/lamps/${name}"><h3>${name} lamp</h3></a><time datetime="2024-01-0${at + 1}T10:00:00Z">${at + 2} hours ago</time></li>`,
  );
  const properties = {
    name: text,
    url: text,
    date: { type: 'string', format: 'date' },
  };
  const { sources } = extractStructure({
    reading: readPage({ html: `<ul>${list.join('')}</ul>`, url: 'https://lists.example/' }),
    prompt: 'All.',
    schema: { type: 'array', items: { type: 'object', properties } },
    detailLevel: 'medium',
  });
  const placeOf = (path: string): unknown => {
    const source = sources.get(path);
    return source && 'name' in source.node ? [source.node.name, source.attribute] : undefined;
  };
  expect(['/1/name', '/1/url', '/1/date'].map(placeOf)).toEqual([
    ['h3', undefined],
    ['a', 'href'],
    ['time', 'datetime'],
  ]);
});

test.each([
  ['statt 50 € nur 20 €', 50],
  ['Was £50.00 now £20.00', 50],
  ['£20.00 in all shops', undefined],
])('a line with the price and what it was has both: %s', (line, before) => {
  const fields = { ...product, oldPrice: { type: 'number' } };
  const html = Array.from({ length: 5 }, (_, at) => card(at, `<p class="price">${line}</p>`));
  const [row] = readRows(`<ul>${html.join('')}</ul>`, fields);
  expect([row?.['price'], row?.['oldPrice']]).toEqual([20, before]);
});

describe('labels in records', () => {
  const kinds = ['Formal', 'Informal', 'Informal', 'Informal', 'Informal'];
  const places = ['Ash', 'Birch', 'Elm', 'Fir', 'Oak'];

  test('the value of a label names nothing, though many records have the same', () => {
    const items = kinds.map(
      (kind, at) =>
        `<div class="row"><div><span>Type: </span><div>${kind}</div></div>` +
        `<div><p><a href="/${at}">Village of ${places[at]} and its council</a></p></div>` +
        `<div><span>Subject: </span><div>Who may vote there in the year ${2001 + at}</div></div></div>`,
    );
    const found = readRows(`<div>${items.join('')}</div>`, {
      title: text,
      type: text,
      subject: text,
    });
    expect(found).toEqual(
      kinds.map((type, at) => ({
        title: `Village of ${places[at]} and its council`,
        type,
        subject: `Who may vote there in the year ${2001 + at}`,
      })),
    );
  });

  test('a text of several lines is given without the label that it begins with', () => {
    const items = places.map(
      (place, at) =>
        `<li><h3><a href="/${at}">Village of ${place}</a></h3>` +
        `<p><strong>Highlight:</strong> The council of ${place} has said what it will do with its money in that year.` +
        `${at % 2 === 0 ? '<br><br>It has said no more than that, and will meet again.' : ''}</p></li>`,
    );
    const found = readRows(`<ul>${items.join('')}</ul>`, { title: text, summary: text });
    expect(found[0]).toEqual({
      title: 'Village of Ash',
      summary:
        'The council of Ash has said what it will do with its money in that year. It has said no more than that, and will meet again.',
    });
    expect(found.map(({ summary }) => String(summary).split(' ')[0])).toEqual(
      places.map(() => 'The'),
    );
  });

  type Line = readonly [label: string, value: string];
  const toDefinitions = (lines: readonly Line[]): string =>
    lines.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join('');
  const rooms: readonly (readonly Line[])[] = [
    [
      ['Name', 'Blue room'],
      ['Size', '20 m²'],
      ['Price', '€80'],
    ],
    [
      ['Name', 'Red room'],
      ['Size', '25 m²'],
      ['Price', '€95'],
    ],
  ];
  const each = (write: (lines: readonly Line[]) => string): string => rooms.map(write).join('');

  test.each([
    ['a list of terms', each((lines) => `<dl>${toDefinitions(lines)}</dl>`)],
    ['a part of such a list', `<dl>${each(toDefinitions)}</dl>`],
    [
      'a table',
      each(
        (lines) =>
          `<table>${lines.map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`).join('')}</table>`,
      ),
    ],
    [
      'lines with bold labels',
      each(
        (lines) =>
          `<div>${lines.map(([label, value]) => `<p><b>${label}:</b> ${value}</p>`).join('')}</div>`,
      ),
    ],
    [
      'a list',
      each(
        (lines) =>
          `<ul>${lines.map(([label, value]) => `<li>${label}: ${value}</li>`).join('')}</ul>`,
      ),
    ],
  ])('two records with the same labels, each %s, are not records of one value', (_, html) => {
    const fields = { name: text, size: text, price: { type: 'number' } };
    expect(readRows(`<h1>Rooms</h1>${html}`, fields)).toEqual([
      { name: 'Blue room', size: '20 m²', price: 80 },
      { name: 'Red room', size: '25 m²', price: 95 },
    ]);
  });
});

test.each([':', ' –'])(
  'the number in front of a name is no part of it: "Lot 1%s Oak chair"',
  (mark) => {
    const lots = ['Oak chair', 'Elm table', 'Ash lamp'];
    const listed = lots.map(
      (lot, at) => `<li><h3>Lot ${at + 1}${mark} ${lot}</h3><p>£${80 + at}</p></li>`,
    );
    const number = { type: 'number' };
    const fields = { lot_number: number, title: text, price: number };
    expect(readRows(`<ul>${listed.join('')}</ul>`, fields)).toEqual(
      lots.map((title, at) => ({ lot_number: at + 1, title, price: 80 + at })),
    );
  },
);

const toLine = (dish: string, price: number): string =>
  `<li>${dish.split(' ')[0]} <b>£${price}</b><p>With bread</p></li>`;
const toPair = (dish: string, price: number): string =>
  `<li><span>${dish}</span><span>£${price}</span></li>`;

describe('the sections of a menu', () => {
  const menu = [
    ['Starters', 'Tomato soup', 'Green salad'],
    ['Mains', 'Fish pie', 'Fried fish'],
  ];
  const write = (item: (dish: string, price: number) => string): string =>
    menu
      .map(
        ([title = '', ...dishes]) =>
          `<h2>${title}</h2><ul>${dishes.map((dish, at) => item(dish, 5 + at)).join('')}</ul>`,
      )
      .join('');

  test('are no records, where each is a list of things with a price', () => {
    const prices = [5, 6, 5, 6].map((price) => ({ price }));
    expect(readRows(`<h1>Menu</h1>${write(toLine)}`, priceFields)).toEqual(prices);
  });

  test('hold records of two texts of one form', () => {
    expect(readRows(`<h1>Menu</h1>${write(toPair)}`, priceFields)).toEqual([
      { name: 'Tomato soup', price: 5 },
      { name: 'Green salad', price: 6 },
      { name: 'Fish pie', price: 5 },
      { name: 'Fried fish', price: 6 },
    ]);
  });

  test('are none where they are things with a price for each size', () => {
    const cards = ['Margherita', 'Funghi', 'Diavola'].map(
      (pizza, at) =>
        `<div><h3>${pizza}</h3><ul><li>Small £${5 + at}</li><li>Large £${8 + at}</li></ul></div>`,
    );
    expect(readRows(`<h1>Menu</h1>${cards.join('')}`, priceFields)).toEqual([
      { name: 'Margherita', price: 5 },
      { name: 'Funghi', price: 6 },
      { name: 'Diavola', price: 7 },
    ]);
  });
});

test('written stars give the rating that their label puts in words', () => {
  const reviews = [5, 3, 1].map(
    (points) =>
      `<article><span aria-label="${points} out of 5 stars">★</span><h3>Review of ${points}</h3><p>I think of it that it is what it is.</p></article>`,
  );
  const fields = { title: text, rating: { type: 'number' } };
  expect(readRows(`<h2>Reviews</h2>${reviews.join('')}`, fields)).toEqual(
    [5, 3, 1].map((rating) => ({ title: `Review of ${rating}`, rating })),
  );
});

test('what stands in <address> is the address of a record', () => {
  const branches = ['York', 'Leeds'].map(
    (city, at) =>
      `<div><h2>${city}</h2><address>${at + 1} Mill Lane, ${city}</address><p>Open all day</p></div>`,
  );
  expect(readRows(`<h1>Branches</h1>${branches.join('')}`, { name: text, address: text })).toEqual([
    { name: 'York', address: '1 Mill Lane, York' },
    { name: 'Leeds', address: '2 Mill Lane, Leeds' },
  ]);
});
