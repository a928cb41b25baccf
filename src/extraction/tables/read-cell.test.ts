import { describe, expect, test } from 'vitest';
import { readList, readRows, text } from '../../../test/support/extract-list.ts';

const dayIn = (dates: readonly string[]): readonly unknown[] => {
  const lines = dates.map((date, at) => `<tr><td>Walk ${'ABCDE'[at]}</td><td>${date}</td></tr>`);
  const table = `<table><tr><th>Name</th><th>Date</th></tr>${lines.join('')}</table>`;
  const properties = { name: text, date: { type: 'string', format: 'date' } };
  return readRows(`<html lang="en"><main><h1>Walks</h1>${table}</main>`, properties).map(
    ({ date }) => date,
  );
};

describe('columns of dates', () => {
  test.each([
    ['a day beyond 12', ['03/02/2021', '14/02/2021', '05/03/2021'], ['2021-02-03', '2021-03-05']],
    ['a short year', ['03/02/21', '14/02/21', '05/03/21'], ['2021-02-03', '2021-03-05']],
    ['a month first', ['03-02-2021', '03-24-2021', '05-03-2021'], ['2021-03-02', '2021-05-03']],
    ['short years first', ['24-04-15', '24-04-16', '24-05-02'], ['2024-04-15', '2024-05-02']],
    ['short years last', ['15-04-24', '16-04-24', '02-05-24'], ['2024-04-15', '2024-05-02']],
    ['none', ['03/02/2021', '04/02/2021', '05/03/2021'], ['2021-03-02', '2021-05-03']],
    ['two orders', ['03/02/2021', '14/02/2021', '05/23/2021'], ['2021-03-02', '2021-05-23']],
  ])('are read in one order where the dates show %s', (_shown, dates, [first, last]) => {
    const days = dayIn(dates);
    expect([days[0], days[2]]).toEqual([first, last]);
  });
});

test('among the numbers of records a text without a digit is none', () => {
  const rows = Array.from({ length: 12 }, (_, at) => [`Case ${at}`, `24-${at + 100}`]);
  const html = [...rows, ['Reader', 'Adobe']]
    .map(([name, number]) => `<tr><td>${name}<td>${number}</tr>`)
    .join('');
  const table = `<table><tr><th>Name<th>Docket number</tr>${html}</table>`;
  const nullable = { type: ['string', 'null'] };
  const found = readRows(table, { name: text, docket_number: nullable });
  expect(found.slice(-2)).toEqual([
    { name: 'Case 11', docket_number: '24-111' },
    { name: 'Reader', docket_number: null },
  ]);
});

test('a column of names is given as it is written where its header speaks of pictures', () => {
  const rows = ['Oak', 'Elm'].map(
    (name) => `<tr><td>${name} temple<td><a href="/wiki/${name}">${name}</a></tr>`,
  );
  const html = `<table><tr><th>Temple<th>Figure (main image)</tr>${rows.join('')}</table>`;
  const found = readRows(html, { Temple: text, 'Figure (main image)': text });
  expect(found[0]).toEqual({ Temple: 'Oak temple', 'Figure (main image)': 'Oak' });
});

test('a long text without a digit is no day, and one in words is', () => {
  const days = ['3 May 2024', 'yesterday', 'The day is announced on this page soon', '7 May 2024'];
  const html = days
    .map(
      (day, at) =>
        `<li><h3>Walk number ${at}</h3><p>From here to there.</p><time>${day}</time></li>`,
    )
    .join('');
  const found = readRows(`<ul>${html}</ul>`, { name: text, date: text });
  expect(found.map(({ date }) => date)).toEqual([days[0], days[1], undefined, days[3]]);
});

const person = (name: string, ...lines: readonly string[]): string =>
  `<div class="person"><h4>${name} Moor</h4><p>Cook in ${name}’s house</p>${lines.join(' ')}</div>`;
const mail = (name: string, says = 'Email'): string =>
  `<a href="mailto:${name}@x.example?subject=Hello">${says}</a>`;
const call = (end: number): string => `<a href="tel:+1-555-010${end}">555-010${end}</a>`;
const readPeople = (...people: readonly string[]): readonly unknown[] =>
  readRows(`<main>${people.join('')}</main>`, { name: text, email: text, phone: text });

describe('addresses and numbers of people', () => {
  test('are what a link leads to where it says something else, each in its own column', () => {
    const found = readPeople(
      person('Ann', call(1)),
      person('Bea', mail('bea'), call(2)),
      person('Cid', mail('cid', 'Write to cid@x.example'), call(3)),
      person('Dan', mail('dan')),
    );
    expect(found).toEqual([
      { name: 'Ann Moor', phone: '555-0101' },
      { name: 'Bea Moor', email: 'bea@x.example', phone: '555-0102' },
      { name: 'Cid Moor', email: 'cid@x.example', phone: '555-0103' },
      { name: 'Dan Moor', email: 'dan@x.example' },
    ]);
  });

  test('are no words', () => {
    const link = '<a class="email" href="/write">Email</a>';
    const found = readPeople(person('Ann', link), person('Bea', link), person('Cid', link));
    expect(found).toEqual(['Ann', 'Bea', 'Cid'].map((name) => ({ name: `${name} Moor` })));
  });
});

test('what counts another thing than its column is no value of it, and other units are', () => {
  const homes = [1, 2, 3, 4, 5, 6].map((count) =>
    count === 3 ? '3 beds · 95 sqft' : `${count} beds · ${count} baths · ${80 + count} sqft`,
  );
  const list = homes.map((home, at) => `<li><h3>Oak street ${at}</h3><p>${home}</p></li>`).join('');
  const found = readRows(`<ul>${list}</ul>`, { name: text, bathrooms: { type: 'number' } });
  expect(found.map(({ bathrooms }) => bathrooms)).toEqual([1, 2, undefined, 4, 5, 6]);
  const weights = ['2 kg', '3 kg', '400 g', '5 kg'].map(
    (weight, at) => `<tr><td>Box ${at}<td>${weight}</tr>`,
  );
  const table = `<table><tr><th>Name<th>Weight</tr>${weights.join('')}</table>`;
  const boxes = readRows(table, { name: text, weight: { type: 'number' } });
  expect(boxes.map(({ weight }) => weight)).toEqual([2, 3, 400, 5]);
});

const dayed = { name: text, date: { type: 'string', format: 'date' } };

const toTalk = (day: number): string =>
  `<div><h3>Talk number ${day}</h3><p><time datetime="2026-05-0${day}">May ${day}</time> Hall</p></div>`;

test('a day without its year is that of its element', () => {
  const found = readRows(`<main>${[1, 2, 3].map(toTalk).join('')}</main>`, dayed);
  expect(found.map(({ date }) => date)).toEqual(['2026-05-01', '2026-05-02', '2026-05-03']);
});

test.each([
  [
    'of several none',
    '<time datetime="2026-05-01">1</time>–<time datetime="2026-05-03">3 May</time>',
    undefined,
  ],
  [
    'a day that is written whole',
    '<time datetime="2026-05-01T23:00Z">2 May 2026</time>',
    '2026-05-02',
  ],
  ['the only one', '<time datetime="2026-05-02">May 2</time>', '2026-05-02'],
])('of the days of a cell it has %s', (_, cell, date) => {
  const rows = ['A', 'B'].map((name) => `<tr><td>Talk ${name}<td>${cell}</tr>`).join('');
  const found = readRows(`<table><tr><th>Name<th>Date</tr>${rows}</table>`, dayed);
  expect(found.map((row) => row['date'])).toEqual([date, date]);
});

test('how long ago something was is no value among counts of something else', () => {
  const cards = [5, 6, undefined, 8, 9].map(
    (points, at) =>
      `<li><h3>Story ${'ABCDE'[at]}</h3><p class="points"><span>${points === undefined ? '3 hours ago' : `${points} points`}</span></p></li>`,
  );
  const found = readRows(`<ul>${cards.join('')}</ul>`, { name: text, points: { type: 'integer' } });
  expect(found.map(({ points }) => points)).toEqual([5, 6, undefined, 8, 9]);
});

test('yes and no under a header for the opposite of stock are answers to that', () => {
  const rows = [
    ['Oak lamp', 'no'],
    ['Elm lamp', 'yes'],
    ['Ash lamp', 'no'],
  ].map(([name, said]) => `<tr><td>${name}<td>${said}</tr>`);
  const html = `<table><tr><th>Name<th>Out of stock</tr>${rows.join('')}</table>`;
  const found = readRows(html, { name: text, inStock: { type: 'boolean' } });
  expect(found.map(({ inStock }) => inStock)).toEqual([true, false, true]);
});

const codes = (rows: readonly (readonly [string, string])[]): string =>
  `<table><tr><th>Name<th>Code</tr>${rows.map(([name, code]) => `<tr><td>${name}<td>${code}</tr>`).join('')}</table>`;

test('a cell that the schema does not take is left out and told, and the record stays', () => {
  const html = codes([
    ['Alpha', 'AB-1'],
    ['Beta', 'x'],
    ['Gamma', 'AB-2'],
  ]);
  const { rows, cuts } = readList(html, { name: text, code: { ...text, pattern: '^AB-' } });
  expect(rows).toEqual([
    { name: 'Alpha', code: 'AB-1' },
    { name: 'Beta' },
    { name: 'Gamma', code: 'AB-2' },
  ]);
  expect(cuts).toEqual([
    '1 of 3 values of "code" are none that the schema takes, and are not given.',
  ]);
});

test('a day in a cell is read in the form that a pattern asks for', () => {
  const html = codes([
    ['Alpha', '12 March 2024'],
    ['Beta', '14 March 2024'],
  ]).replace('Code', 'Date');
  const date = { ...text, pattern: String.raw`^\d{4}-\d\d-\d\d$` };
  expect(readRows(html, { name: text, date })).toEqual([
    { name: 'Alpha', date: '2024-03-12' },
    { name: 'Beta', date: '2024-03-14' },
  ]);
});

test.each([text, { ...text, format: 'uri' }])(
  'addresses that a column writes out are read without links (%o)',
  (website) => {
    const html = codes([
      ['Alpha', 'https://a.example'],
      ['Beta', 'https://b.example/shop'],
    ]).replace('Code', 'Website');
    expect(readRows(html, { name: text, website })).toEqual([
      { name: 'Alpha', website: 'https://a.example/' },
      { name: 'Beta', website: 'https://b.example/shop' },
    ]);
  },
);

test('a cell of a field that takes a number or a text has the number, and where there is none the text', () => {
  const html = codes([
    ['Alpha', '£12'],
    ['Beta', '£14'],
    ['Gamma', 'On request'],
  ]).replace('Code', 'Price');
  expect(readRows(html, { name: text, price: { type: ['number', 'string'] } })).toEqual([
    { name: 'Alpha', price: 12 },
    { name: 'Beta', price: 14 },
    { name: 'Gamma', price: 'On request' },
  ]);
});

test('an empty cell is no value, null where that is one, and an empty text where there must be one', () => {
  const html =
    '<table><tr><th>Name<th>Brand</tr><tr><td>Mug<td>Acme</tr><tr><td>Cup<td></tr></table>';
  const brandOf = (brand: object, required: readonly string[] = []): unknown =>
    readRows(html, { name: text, brand }, { required })[1];
  expect(brandOf(text)).toEqual({ name: 'Cup' });
  expect(brandOf({ type: ['string', 'null'] })).toEqual({ name: 'Cup', brand: null });
  expect(brandOf(text, ['brand'])).toEqual({ name: 'Cup', brand: '' });
});

test('the mark of a note in front of a name is no part of it', () => {
  const rows = ['<b>*</b> Ash v. Birch', 'Elm v. Fir', '<b>†</b> State v. Yew'].map(
    (name, at) => `<tr><td>${name}<td>24-10${at}</tr>`,
  );
  const table = `<table><tr><th>Name<th>Docket number</tr>${rows.join('')}</table>`;
  const found = readRows(table, { name: text, docket_number: text });
  expect(found.map(({ name }) => name)).toEqual(['Ash v. Birch', 'Elm v. Fir', 'State v. Yew']);
});
