import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const text = { type: 'string' };
const number = { type: 'number' };

const listOf = (properties: Readonly<Record<string, object>>): object => ({
  type: 'array',
  items: { type: 'object', properties, required: Object.keys(properties) },
});

const named = listOf({ name: text });
const priced = listOf({ name: text, price: number });
const titled = listOf({ title: text });

function read(html: string, properties: Readonly<Record<string, object>>): unknown {
  const reading = readPage({ html: `<main>${html}</main>`, url: 'https://lists.example/page' });
  const schema = { type: 'object', properties };
  return extractStructure({ reading, prompt: 'Extract the data', schema, detailLevel: 'medium' })
    .value;
}

const dish = (name: string, price: string): string =>
  `<li><span>${name}</span> <span class="price">€${price}</span></li>`;

const menu = `<h1>Roma</h1>
  <section><h2>Starters</h2><ul>${dish('Bruschetta', '5.50')}${dish('Caprese', '7.00')}</ul></section>
  <section><h2>Mains</h2><ul>${dish('Lasagne', '12.00')}${dish('Gnocchi', '11.00')}</ul></section>`;
const starters = [
  { name: 'Bruschetta', price: 5.5 },
  { name: 'Caprese', price: 7 },
];
const mains = [
  { name: 'Lasagne', price: 12 },
  { name: 'Gnocchi', price: 11 },
];

test('each list is the part below its own heading, and one without a heading is none of them', () => {
  const schema = { starters: priced, mains: priced, desserts: priced };
  expect(read(menu, schema)).toEqual({ starters, mains });
  expect(read(menu, { starters: priced, drinks: priced })).toEqual({ starters });
});

test('the parts of a page with a heading as is asked for are not the records', () => {
  const html = `<h1>Conference</h1><h2>Speakers</h2><ul><li>Ann Lee</li><li>Bob Ray</li></ul>
    <h2>Sponsors</h2><ul><li>Acme</li><li>Bolt</li></ul>`;
  const speakers = [{ name: 'Ann Lee' }, { name: 'Bob Ray' }];
  expect(read(html, { speakers: named })).toEqual({ speakers });
});

const event = (name: string): string =>
  `<div class="card"><h4>Event</h4><h3><a href="/${name}">${name} in the park</a></h3></div>`;

test('records that all begin with the heading that is asked for are records', () => {
  const html = `<h1>July</h1><div>${['Opera', 'Jazz', 'Chess'].map(event).join('')}</div>`;
  const events = ['Opera', 'Jazz', 'Chess'].map((name) => ({ name: `${name} in the park` }));
  expect(read(html, { events: named })).toEqual({ events });
});

const feature = (name: string): string =>
  `<div class="feature"><h3>${name}</h3><p>All that you need for it at one place.</p></div>`;

test('what stands under the heading of another list is not given to a list that nothing names', () => {
  const names = ['Ticketing', 'Seating', 'Reports'];
  const html = `<h1>Tix</h1><h2>Features</h2>${names.map(feature).join('')}`;
  const features = names.map((name) => ({ name }));
  expect(read(html, { features: named, plans: named, customers: named })).toEqual({ features });
  expect(read(html, { entries: named })).toEqual({ entries: features });
});

test('a table under the name of another group is not this one', () => {
  const html = `<h1>Cup</h1><h2>Group A</h2><table><tr><th>Team</th><th>Points</th></tr>
    <tr><td>Roma</td><td>6</td></tr><tr><td>Ajax</td><td>3</td></tr></table>`;
  const group = listOf({ team: text, points: number });
  const groupA = [
    { team: 'Roma', points: 6 },
    { team: 'Ajax', points: 3 },
  ];
  expect(read(html, { groupA: group, groupB: group })).toEqual({ groupA });
});

const item = (kind: string, name: string): string =>
  `<div class="item ${kind}"><h3>${name}</h3></div>`;

test('of a list of several kinds each field gets those that are called as it is', () => {
  const html = `<h1>Shop</h1>${item('book', 'Dune')}${item('film', 'Alien')}${item('book', 'Emma')}${item('film', 'Heat')}`;
  expect(read(html, { books: titled, films: titled })).toEqual({
    books: [{ title: 'Dune' }, { title: 'Emma' }],
    films: [{ title: 'Alien' }, { title: 'Heat' }],
  });
  expect(read(html, { items: titled })).toEqual({
    items: ['Dune', 'Alien', 'Emma', 'Heat'].map((title) => ({ title })),
  });
});

test('related products are those of the list that is called related, and not the offers of the table above', () => {
  const html = `<h1>Lamp</h1><table><tr><th>Shop</th><th>Price</th></tr>
    <tr><td>Ash</td><td>€10</td></tr><tr><td>Birch</td><td>€11</td></tr><tr><td>Cedar</td><td>€12</td></tr></table>
    <h2>Related</h2><ul class="related"><li><a href="/1">Desk lamp</a> <span class="price">€20</span></li>
    <li><a href="/2">Floor lamp</a> <span class="price">€21</span></li></ul>`;
  expect(read(html, { relatedProducts: listOf({ price: number }) })).toEqual({
    relatedProducts: [{ price: 20 }, { price: 21 }],
  });
});
