import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const names = ['Oak Desk', 'Pine Shelf', 'Ash Stool', 'Elm Chair'];

function readField(toBody: (at: number) => string, field: string, schema: object): unknown {
  const cards = names.map((name, at) => `<div><h3>${name}</h3>${toBody(at)}</div>`);
  const html = `<html lang="en"><main><h1>All</h1>${cards.join('')}</main>`;
  const reading = readPage({ html, url: 'https://lists.example/' });
  const items = { type: 'object', properties: { name: text, [field]: schema } };
  const input = { reading, prompt: 'All items.', detailLevel: 'medium' } as const;
  const { value } = extractStructure({ ...input, schema: { type: 'array', items } });
  const rows = value as readonly Readonly<Record<string, unknown>>[];
  expect(rows.map(({ name }) => name)).toEqual(names);
  return rows.map(({ [field]: found }) => found);
}

const four = <Value>(toValue: (at: number) => Value): readonly Value[] => [0, 1, 2, 3].map(toValue);

test.each<readonly [string, object, (at: number) => string, (at: number) => number | string]>([
  ['email', text, (at: number) => `a${at}@shop.example`, (at: number) => `a${at}@shop.example`],
  ['phone', text, (at: number) => `+49 30 111 22${at}`, (at: number) => `+49 30 111 22${at}`],
  ['phone', text, (at: number) => `(030) 111-22${at}`, (at: number) => `(030) 111-22${at}`],
  ['year', number, (at: number) => `${1990 + at}`, (at: number) => 1990 + at],
  ['year', number, (at: number) => `Made (${1990 + at})`, (at: number) => 1990 + at],
  ['time', text, (at: number) => `1${at}:30`, (at: number) => `1${at}:30`],
  ['version', text, (at: number) => `v1.${at}.0`, (at: number) => `v1.${at}.0`],
  ['duration', text, (at: number) => `1 h 2${at} min`, (at: number) => `1 h 2${at} min`],
  ['duration', number, (at: number) => `2${at} min`, (at: number) => 20 + at],
  ['percentage', number, (at: number) => `1${at}.5 %`, (at: number) => 10.5 + at],
  ['reviewCount', number, (at: number) => `4.${at} (1,20${at} reviews)`, (at: number) => 1200 + at],
  [
    'reviewCount',
    number,
    (at: number) => `4.${at} out of 5 Stars. 14${at} reviews`,
    (at: number) => 140 + at,
  ],
])('the %s of a card is told by its form: %j', (field, schema, toText, toValue) => {
  expect(readField((at) => `<p>${toText(at)}</p>`, field, schema)).toEqual(four(toValue));
});

test('a rating and how many have rated are found in one text', () => {
  const cards = names.map(
    (name, at) => `<div><h3>${name}</h3><p>4.${at} out of 5 Stars. 14${at} reviews</p></div>`,
  );
  const html = `<html lang="en"><main><h1>All</h1>${cards.join('')}</main>`;
  const reading = readPage({ html, url: 'https://lists.example/' });
  const items = { type: 'object', properties: { name: text, rating: number, reviewCount: number } };
  const schema = { type: 'array', items };
  const { value } = extractStructure({
    reading,
    prompt: 'All items.',
    detailLevel: 'medium',
    schema,
  });
  expect(value).toEqual(
    names.map((name, at) => ({ name, rating: Number(`4.${at}`), reviewCount: 140 + at })),
  );
});

const toRating = (at: number): string =>
  `<p class="rating">${at === 1 ? '0 reviews' : `4.${at} (12 reviews)`}</p>`;

test('that nobody has rated is no rating of 0', () => {
  expect(readField(toRating, 'rating', number)).toEqual([4, undefined, 4.2, 4.3]);
});

test.each([
  ['a code', 'phone', text, (at: number) => `<p>10022${at}</p>`],
  [
    'a sentence about a while',
    'duration',
    text,
    () => '<p>It lasts 20 min at the least for most.</p>',
  ],
  ['an amount', 'percentage', number, (at: number) => `<p>$1${at}.50</p>`],
  ['a count of something', 'year', number, (at: number) => `<p>${1990 + at} pieces</p>`],
  ['a mail in a sentence', 'email', text, () => '<p>Ask a@shop.example about it.</p>'],
  ['when it opens and when it closes', 'time', text, () => '<p>09:00</p><p>17:00</p>'],
  ['a range of hours', 'time', text, () => '<p>09:00 – 17:00</p>'],
  ['two telephones', 'phone', text, () => '<p>+49 30 111 220</p><p>+49 30 111 221</p>'],
])('%s is no %s', (_, field, schema, toBody) => {
  expect(readField(toBody, field, schema)).toEqual(four(() => undefined));
});

function toPrice(at: number): string {
  return `<p class="price">${at % 2 === 0 ? '€' : '£'}1${at}.50</p>`;
}

test('the currency of a card is that of its price', () => {
  expect(readField(toPrice, 'currency', text)).toEqual(['EUR', 'GBP', 'EUR', 'GBP']);
  expect(readField(toPrice, 'price', number)).toEqual([10.5, 11.5, 12.5, 13.5]);
  expect(readField((at) => `<p>1${at}.50</p>`, 'currency', text)).toEqual(four(() => undefined));
});

function readTable(head: string, properties: Readonly<Record<string, object>>): unknown {
  const rows = '<tr><td>Ann<td>10<td>1<td>20<td>2<tr><td>Bob<td>30<td>3<td>40<td>4';
  const reading = readPage({ html: `<table>${head}${rows}</table>`, url: 'about:blank' });
  const schema = { type: 'array', items: { type: 'object', properties } };
  return extractStructure({ reading, prompt: 'All.', schema, detailLevel: 'medium' }).value;
}

const years =
  '<tr><th rowspan=2>Name<th colspan=2>2023<th colspan=2>2024' +
  '<tr><th>Sales<th>Profit<th>Sales<th>Profit';

test('a field with a year has the column of that year', () => {
  expect(readTable(years, { name: text, sales2024: number, profit_2023: number })).toEqual([
    { name: 'Ann', sales2024: 20, profit_2023: 1 },
    { name: 'Bob', sales2024: 40, profit_2023: 3 },
  ]);
});

test('nor has it that of another', () => {
  const found = readTable(years, { name: text, sales2022: number });
  expect(found).toEqual([{ name: 'Ann' }, { name: 'Bob' }]);
});

test('a percent sign heads a share', () => {
  const head = '<tr><th>Name<th>Votes<th>%<th>Before<th>Seats';
  expect(readTable(head, { name: text, percentage: number })).toEqual([
    { name: 'Ann', percentage: 1 },
    { name: 'Bob', percentage: 3 },
  ]);
});

const lists: readonly (readonly string[])[] = [
  ['Light', 'Strong'],
  ['Cheap'],
  ['Round', 'Red', 'Old'],
  ['New'],
];

function toList(at: number, tag = 'ul'): string {
  return `<${tag}>${(lists[at] ?? []).map((item) => `<li>${item}</li>`).join('')}</${tag}>`;
}

const strings = { type: 'array', items: text };

test.each(['features', 'changes'])('the only list of a record is its %s', (field) => {
  expect(readField((at) => `<p>$1${at}</p>${toList(at)}`, field, strings)).toEqual(lists);
  const listed = readField((at) => (at === 1 ? '' : toList(at, 'ol')), field, strings);
  expect(listed).toEqual([lists[0], [], lists[2], lists[3]]);
});

test('of two lists the one that is called so is taken, or none', () => {
  const named = readField(
    (at) => `${toList(at)}<h4>Dishes</h4>${toList(3 - at)}`,
    'dishes',
    strings,
  );
  expect(named).toEqual(lists.toReversed());
  const open = readField((at) => `${toList(at)}<hr>${toList(3 - at)}`, 'dishes', strings);
  expect(open).toEqual(four(() => undefined));
});

test.each([
  [
    'links',
    strings,
    (at: number) => toList(at).replaceAll(/<li>(.*?)<\/li>/g, '<li><a href="/x">$1</a></li>'),
  ],
  ['texts', text, (at: number) => toList(at)],
])('a list of %s is none for a field of another kind', (_, schema, toBody) => {
  expect(readField(toBody, 'features', schema)).toEqual(four(() => undefined));
});

test.each([
  ['a fraction', (points: number) => `<b>${points}/5</b>`],
  ['a row of stars', (points: number) => `<b>${'⭐'.repeat(points)}</b>`],
  ['a label', (points: number) => `<i role="img" aria-label="${points} of 5"></i>`],
  ['a title', (points: number) => `<i title="${points}/5"></i>`],
  ['a picture', (points: number) => `<img src="/s${points}.png" alt="${points} of 5">`],
  ['a meter', (points: number) => `<meter value="${points}" max="5"></meter>`],
  ['data for a script', (points: number) => `<i data-rating="${points}" data-max="5"></i>`],
])('a rating is told by its scale: %s', (_, toRated) => {
  expect(readField((at) => toRated(5 - at), 'rating', number)).toEqual(four((at) => 5 - at));
});

test('stars to be pressed are no rating', () => {
  const choose = [1, 2, 3].map((points) => `<button aria-label="${points} of 5"></button>`);
  expect(readField(() => choose.join(''), 'rating', number)).toEqual(four(() => undefined));
});
