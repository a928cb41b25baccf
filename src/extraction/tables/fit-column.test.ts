import { Element } from 'domhandler';
import { expect, test } from 'vitest';
import { planFields } from '../fields/plan-fields.ts';
import type { Column } from './column.ts';
import { scoreFit } from './fit-column.ts';
import { furniture, names, readFurniture, text } from '../../../test/support/extract-list.ts';

test.each(['description', 'summary', 'excerpt'])(
  'a short sentence is the %s of a card',
  (field) => {
    const html = furniture((name) => `<p>A fine ${name} for you.</p>`);
    expect(readFurniture(html, { name: text, [field]: text })).toEqual(
      names.map((name) => ({ name, [field]: `A fine ${name} for you.` })),
    );
  },
);

test('a short text that is no sentence is no description, nor is a link', () => {
  const mark = furniture((_, at) => `<p>Room ${at}</p>`);
  const link = furniture((_, at) => `<p><a href="/${at}">See what it costs here.</a></p>`);
  for (const html of [mark, link])
    expect(readFurniture(html, { name: text, description: text })).toEqual(
      names.map((name) => ({ name })),
    );
});

const table = (headers: readonly string[]): string =>
  `<table><tr>${headers.map((header) => `<th>${header}</th>`).join('')}</tr>` +
  names.map((name, at) => `<tr><td>${at + 1}</td><td>${name}</td></tr>`).join('') +
  '</table>';

test.each([
  ['Pos', 'position'],
  ['Qty', 'qtyOrdered'],
  ['Num.', 'number_of_seats'],
])('the header %s is short for %s', (header, field) => {
  const properties = { item: text, [field]: { type: 'integer' } };
  expect(readFurniture(table([header, 'Item']), properties)).toEqual(
    names.map((item, at) => ({ item, [field]: at + 1 })),
  );
});

test('a header with which two fields begin is short for none, nor is one of two letters', () => {
  const number = { type: 'integer' };
  const two = { item: text, positionHome: number, positionAway: number };
  expect(readFurniture(table(['Pos', 'Item']), two)).toEqual(names.map((item) => ({ item })));
  const short = { item: text, position: number };
  expect(readFurniture(table(['Po', 'Item']), short)).toEqual(names.map((item) => ({ item })));
});

const asked = names.map((name, at) => ({
  question: `Is the ${name} in stock?`,
  answer: `It is back in ${at + 2} days.`,
}));

test.each([
  [
    'terms',
    `<dl>${asked.map(({ question, answer }) => `<dt>${question}<dd>${answer}`).join('')}</dl>`,
  ],
  [
    'headings',
    asked.map(({ question, answer }) => `<h3>${question}</h3><p>${answer}</p>`).join(''),
  ],
  [
    'details',
    asked
      .map(
        ({ question, answer }) => `<details><summary>${question}</summary><p>${answer}</details>`,
      )
      .join(''),
  ],
])('what ends with a question mark is a question, among %s', (_, html) => {
  expect(readFurniture(html, { question: text, answer: text })).toEqual(asked);
});

test('a heading without a question mark is no question', () => {
  const html = names.map((name) => `<h3>${name}</h3><p>It is a fine thing.</p>`).join('');
  const found = readFurniture(html, { question: text, answer: text });
  expect(JSON.stringify(found)).not.toContain('question');
});

test.each([
  ['by Ann Oak', 'Ann Oak'],
  ['Von Ann Oak', 'Ann Oak'],
])('%s in a card is by its author', (line, author) => {
  const first = `<p>${line}</p>`;
  const others = ['Bob Elm', 'Cid Ash', 'Dan Fir'].map(
    (name) => `<p>${line.replace('Ann Oak', name)}</p>`,
  );
  const html = furniture((_, at) => [first, ...others][at] ?? '');
  const found = readFurniture(html, { name: text, author: text });
  expect(Array.isArray(found) ? (found[0] as unknown) : found).toEqual({ name: names[0], author });
});

test('what only names begin with is no byline', () => {
  const html = furniture(
    (_, at) => `<p>Judge ${['Ann Oak', 'Bob Elm', 'Cid Ash', 'Dan Fir'][at]}</p>`,
  );
  expect(readFurniture(html, { name: text, author: text })).toEqual(
    names.map((name) => ({ name })),
  );
});

test.each([
  ['✓', '✗'],
  ['✔', '✘'],
  ['☑', '☐'],
  ['Yes', 'No'],
])('%s and %s in a table are yes and no', (yes, no) => {
  const rows = names.map((name, at) => `<tr><td>${name}<td>${at % 2 === 0 ? yes : no}`);
  const html = `<table><tr><th>Name<th>Sold${rows.join('')}</table>`;
  expect(readFurniture(html, { name: text, sold: { type: 'boolean' } })).toEqual(
    names.map((name, at) => ({ name, sold: at % 2 === 0 })),
  );
});

const plans: readonly (readonly string[])[] = [
  ['', 'Basic', 'Pro', 'Team'],
  ['Price', '$9', '$19', '$49'],
  ['Storage', '10 GB', '100 GB', '1 TB'],
];

function tableOf(rows: readonly (readonly string[])[]): string {
  const lines = rows.map(
    ([label = '', ...cells], at) =>
      `<tr><th>${label}</th>${cells.map((cell) => (at === 0 ? `<th>${cell}</th>` : `<td>${cell}</td>`)).join('')}</tr>`,
  );
  return `<table>${lines.join('')}</table>`;
}

test('records that stand side by side are named by what stands above them', () => {
  const number = { type: 'number' };
  expect(readFurniture(tableOf(plans), { name: text, price: number, storage: text })).toEqual([
    { name: 'Basic', price: 9, storage: '10 GB' },
    { name: 'Pro', price: 19, storage: '100 GB' },
    { name: 'Team', price: 49, storage: '1 TB' },
  ]);
});

test.each([
  ['one row is named so', { name: text, price: text, seats: text }],
  ['the headings of the columns are fields too', { price: text, storage: text, pro: text }],
])('a table is not turned where %s', (_, fields) => {
  expect(JSON.stringify(readFurniture(tableOf(plans), fields))).not.toContain('"name":"Basic"');
});

const stars = (count: number): string => '★'.repeat(count) + '☆'.repeat(5 - count);

test.each([
  ['stars', (count: number) => `<p>${stars(count)}</p>`],
  ['a drawing', (count: number) => `<i role="img" aria-label="${count} out of 5 stars"></i>`],
  ['words', (count: number) => `<p>Rated ${count} / 5</p>`],
])('the rating of a card may be %s', (_, toBody) => {
  const html = furniture((__, at) => toBody(5 - at));
  expect(readFurniture(html, { name: text, rating: { type: 'number' } })).toEqual(
    names.map((name, at) => ({ name, rating: 5 - at })),
  );
});

test('a name in bold type is the name of a record, and "2 baths" are its bathrooms', () => {
  const people = ['Ann Oak', 'Bob Elm', 'Cid Ash', 'Dan Fir'];
  const flats = people.map(
    (name, at) => `<div><b>${name}</b><br>${at + 1} beds · ${at + 2} baths · ${at + 3} rooms</div>`,
  );
  const number = { type: 'number' };
  const fields = { name: text, bedrooms: number, bathrooms: number, roommates: number };
  expect(readFurniture(flats.join(''), fields)).toEqual(
    people.map((name, at) => ({ name, bedrooms: at + 1, bathrooms: at + 2 })),
  );
});

test('of a text with a link at its beginning the link is the name', () => {
  const rows = names.map(
    (name, at) =>
      `<tr><td><a href="/${at}">${name} story</a> (${'abcd'[at]}.example)<td>${at + 7}0`,
  );
  const html = `<div>${rows.map((row) => `<table>${row}</table>`).join('')}</div>`;
  const list = `<ul>${rows.map((row) => `<li>${row.replaceAll(/<t[rd]>/g, '')}</li>`).join('')}</ul>`;
  for (const markup of [html, list])
    expect(readFurniture(markup, { title: text, url: text })).toEqual(
      names.map((name, at) => ({ title: `${name} story`, url: `https://lists.example/${at}` })),
    );
});

const number = { type: 'number' };
const priced = { name: text, price: number, url: text };

test.each([
  ['a label', '<dl><dt>List Price:</dt><dd>', '</dd></dl>'],
  ['a class', '<p><b class="price--regular">', '</b></p>'],
  ['the class of a block', '<p class="price--strike-mark"><b class="price__primary">', '</b></p>'],
])('prices that %s calls usual are the prices of a list without others', (_by, open, close) => {
  const price = (at: number): string => `${open}$${at + 3}.50${close}`;
  const found = names.map((name, at) => ({ name, price: at + 3.5 }));
  expect(
    readFurniture(
      furniture((_, at) => price(at)),
      { name: text, price: number },
    ),
  ).toEqual(found);
});

test('the mark with which a heading links to itself is no part of it', () => {
  const html = names.map(
    (name, at) =>
      `<section><h2 id="s${at}">${name}<a href="#s${at}">¶</a></h2><p>All of what is to be said about the ${name} stands here.</p></section>`,
  );
  expect(readFurniture(html.join(''), { name: text })).toEqual(names.map((name) => ({ name })));
});

test('a list in a menu is not what is asked for where it lacks a part of that', () => {
  const menu = `<nav><ul>${names.map((name, at) => `<li><a href="/c/${at}">Every ${name} there is</a></li>`).join('')}</ul></nav>`;
  expect(readFurniture(menu, priced) ?? []).toEqual([]);
  expect(readFurniture(menu, { name: text, url: text })).toHaveLength(4);
});

test('a list of bare texts is not what is asked for with two things more', () => {
  const html = `<ul>${names.map((name) => `<li><h4>About the ${name}</h4></li>`).join('')}</ul>`;
  expect(readFurniture(html, priced) ?? []).toEqual([]);
});

test('the date of a post is the one that the posts are ordered by, not when their authors joined', () => {
  const joined = { Ada: 2011, Bo: 2007, Cleo: 2019, Dan: 2015 };
  const html = Object.entries(joined).map(
    ([name, year], at) =>
      `<article><div class="author"><a href="/u/${name}">${name}</a><p class="date">May 3, ${year}</p></div><p>June ${at + 1}, 2024</p><div class="text">I am ${name} and I like bees.</div></article>`,
  );
  const found = readFurniture(html.join(''), { author: text, date: text, text });
  expect(found).toEqual(
    Object.keys(joined).map((name, at) => ({
      author: name,
      date: `June ${at + 1}, 2024`,
      text: `I am ${name} and I like bees.`,
    })),
  );
});

test('the date of an answer is not that of the first comment below it', () => {
  const html = [2, 1, 3, 1].map((count, at) => {
    const comment = `<li><time>June ${at + 1}, 2024</time>`;
    return `<article><p class="text">Bees like clover more than ${at} lilies.</p><i>May ${at + 1}, 2024</i><ul class="notes">${comment.repeat(count)}</ul></article>`;
  });
  const found = readFurniture(html.join(''), { text, date: text });
  expect(found).toMatchObject([1, 2, 3, 4].map((day) => ({ date: `May ${day}, 2024` })));
});

test('all paragraphs of a post are its text, and not the first one alone', () => {
  const first =
    'I like bees, and I have kept them in my garden for more than ten years, in four hives.';
  const paragraph = toColumn('/div/p#1', first, []);
  const all = toColumn('/div/p/prose#1', `${first} More follows.`, [paragraph]);
  const schema = { type: 'object', properties: { text } };
  const [plan] = planFields(schema, '', undefined).children;
  if (plan === undefined) throw new Error('No field is planned.');
  const url = 'https://lists.example/';
  expect(scoreFit(plan, all, url)).toBeGreaterThan(scoreFit(plan, paragraph, url));
});

function toColumn(key: string, all: string, within: readonly Column[]): Column {
  const words = new Set(['post']);
  const cells = ['One', 'Two', 'Six'].map((name) => ({
    text: `${name}: ${all}`,
    source: { node: new Element('p', {}) },
    href: undefined,
  }));
  return { key, header: '', words, ownWords: words, cells, within, cuts: 0 };
}

test('a year in brackets behind a title is no part of the title where both are asked for', () => {
  const html = furniture(
    (name, at) => `<p><a href="/m/${at}">The ${name} (19${80 + at})</a></p>`,
  ).replaceAll(/<h3>[^<]*<\/h3>/g, '');
  const fields = { title: text, year: { type: 'integer' } };
  expect(readFurniture(html, fields)).toEqual(
    names.map((name, at) => ({ title: `The ${name}`, year: 1980 + at })),
  );
  expect(readFurniture(html, { title: text })).toEqual(
    names.map((name, at) => ({ title: `The ${name} (19${80 + at})` })),
  );
});

test.each([
  ['tenths of a scale', (at: number) => `<span>7.${at}/10</span>`, 7],
  ['a label of a drawing', (at: number) => `<i aria-label="4.${at} out of 5 stars"></i>`, 4],
])('%s are a rating wherever they stand', (_, toBody, whole) => {
  const found = readFurniture(
    furniture((__, at) => toBody(at)),
    { name: text, rating: { type: 'number' } },
  );
  expect(found).toEqual(names.map((name, at) => ({ name, rating: whole + at / 10 })));
});

test('the part of a link without its day is the name of what it leads to', () => {
  const items = names.map(
    (name, at) =>
      `<p><a href="/${at}"><b>May ${at + 2}, 2024</b> – Notice on ${name}</a><br>Of what the council has said of it in its meeting.</p>`,
  );
  expect(readFurniture(`<div>${items.join('')}</div>`, { title: text, date: text })).toEqual(
    names.map((name, at) => ({ title: `Notice on ${name}`, date: `May ${at + 2}, 2024` })),
  );
});

test('a court is also told by its district, whatever stands above it', () => {
  const courts = ['District of Maine', 'Eastern District of Ohio', 'Board of Patent Appeals'];
  const rows = courts.map(
    (court, at) =>
      `<tr><td>24-10${at}<td><a href="/${at}">Ash v. Birch ${'ABC'[at]}</a><br><span>${court}</span></tr>`,
  );
  const html = `<table><tr><th>Docket number<th>Short title</tr>${rows.join('')}</table>`;
  const found = readFurniture(html, { docket_number: text, case_name: text, lower_court: text });
  expect(found).toMatchObject(courts.map((court) => ({ lower_court: court })));
});
