import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';
import { cards, product, readList, text } from '../../../test/support/extract-list.ts';

const section = (title: string, list: string): string =>
  `<section><h2>${title}</h2><ul>${list}</ul></section>`;

test.each([
  ['what is offered beside', 'Desks', 'You may also like'],
  ['rooms', 'Kitchen', 'Bath'],
  ['a list and another of the same form', 'Results 1 to 3', 'Recently viewed'],
])('a list that goes on under another heading is told: %s', (_, first, second) => {
  const { cuts } = readList(section(first, cards(1, 6)) + section(second, cards(7, 12)), product);
  expect(cuts).toEqual([
    `The list goes on under several headings, and all of it was read: "${first}", "${second}".`,
  ]);
});

test.each([
  ['the same', 'Desks', 'Desks'],
  ['months', 'May 2024', 'June 2024'],
  ['letters of a register', 'A', 'B-C'],
])('a list in parts under headings that say nothing else is not told: %s', (_, first, second) => {
  const { cuts } = readList(section(first, cards(1, 6)) + section(second, cards(7, 12)), product);
  expect(cuts).toEqual([]);
});

test('the headings of cards are no parts of a list of their lines', () => {
  const people = ['Ann Moor', 'Bo Lee', 'Cy Fox', 'Dora Hill', 'Ed Ray'];
  const items = people.map(
    (name, at) =>
      `<li><h3>${name}</h3><p>Role: Guide ${at}</p><p>Phone: 555 010${at}</p><p>Office: Room ${at}</p></li>`,
  );
  const asked = { name: text, role: text, phone: text, office: text, department: text };
  const { rows } = readList(`<ul>${items.join('')}</ul>`, asked);
  expect(rows).toEqual(
    people.map((name, at) => ({
      name,
      role: `Guide ${at}`,
      phone: `555 010${at}`,
      office: `Room ${at}`,
    })),
  );
});

const item = (name: string, price: number): string =>
  `<li><h3>${name}</h3><span>$${price}</span></li>`;
const fresh = section('New in', item('Ash', 1) + item('Elm', 2) + item('Fir', 3));

test.each([
  ['relatedProducts', 'Related products'],
  ['bestsellers', 'Bestsellers'],
])(
  'a list that has the name of a heading stands under it, though another is longer: %s',
  (name, title) => {
    const html = fresh + section(title, item('Oak', 4) + item('Yew', 5));
    expect(readNamed(html, name)).toEqual(['Oak', 'Yew']);
    expect(readNamed(html, 'newIn')).toEqual(['Ash', 'Elm', 'Fir']);
    expect(readNamed(html, 'trees')).toEqual(['Ash', 'Elm', 'Fir']);
  },
);

test('a list under its own heading that lacks what is asked for is not it', () => {
  const html = fresh + section('Bestsellers', '<li><h3>Oak</h3></li><li><h3>Yew</h3></li>');
  expect(readNamed(html, 'bestsellers')).toEqual(['Ash', 'Elm', 'Fir']);
});

const table = (title: string, rows: string): string =>
  `<h2>${title}</h2><table><tr><th>Name<th>Price</tr>${rows}</table>`;

test('a table with the name of the list is read, though another has the same columns', () => {
  const html =
    table('Seeds', '<tr><td>Pea<td>2<tr><td>Bean<td>3<tr><td>Kale<td>4') +
    table('Bulbs', '<tr><td>Tulip<td>5<tr><td>Iris<td>6');
  expect(readNamed(html, 'bulbs')).toEqual(['Tulip', 'Iris']);
});

function readNamed(html: string, name: string): unknown {
  const reading = readPage({ html: `<main>${html}</main>`, url: 'https://lists.example/' });
  const items = { type: 'object', properties: product };
  const schema = { type: 'object', properties: { [name]: { type: 'array', items } } };
  const { value } = extractStructure({
    reading,
    prompt: 'The data.',
    schema,
    detailLevel: 'medium',
  });
  const records = (value as Readonly<Record<string, readonly { readonly name: string }[]>>)[name];
  return records?.map((record) => record.name);
}

const walk = (title: string, date: string): string =>
  `<li><h3>${title}</h3><span class="date">${date}</span></li>`;

test('a day of the records themselves goes before the month that they stand under', () => {
  const html =
    section('March 2024', walk('Ash Hill', 'Mar 1') + walk('Elm Wood', 'Mar 2')) +
    section('April 2024', walk('Fir Lake', 'Apr 1') + walk('Oak Moor', 'Apr 2'));
  expect(readList(html, { title: text, date: text }).rows).toMatchObject([
    { date: 'Mar 1' },
    { date: 'Mar 2' },
    { date: 'Apr 1' },
    { date: 'Apr 2' },
  ]);
});
