import { describe, expect, test } from 'vitest';
import { type Row, text } from '../../../test/support/extract-list.ts';
import { extractStructure } from '../structure/extract-structure.ts';
import { readPage } from '../../page/read-page.ts';

const people = [
  ['Ann Oak', 'Director'],
  ['Bob Elm', 'Head of sales'],
  ['Cy Ash', 'Engineer'],
] as const;
const things = [
  ['Oak table', '$249.00'],
  ['Blue kettle', '$24.50'],
  ['Brass lamp', '$48.00'],
] as const;
const role = { name: text, role: text };
const priced = { name: text, price: { type: 'number' } };
const dated = { title: text, date: { type: 'string', format: 'date' } };
const namedPeople = people.map(([name, said]) => ({ name, role: said }));
const namedThings = [
  { name: 'Oak table', price: 249 },
  { name: 'Blue kettle', price: 24.5 },
  { name: 'Brass lamp', price: 48 },
];

function read(
  list: string,
  html: string,
  properties: Readonly<Record<string, object>>,
  heading = `Our ${list}`,
): { readonly rows: readonly Row[]; readonly cuts: readonly string[] } {
  const { value, cuts } = extractStructure({
    reading: readPage({
      html: `<html lang="en"><nav><ul><li><a href="/">Home</a></li><li><a href="/b">Blog</a></li></ul></nav>
        <main><h1>${heading}</h1><p>The mill stands by the river and has been there for a long time.</p>${html}</main>`,
      url: 'https://lists.example/mill',
    }),
    prompt: `All ${list}.`,
    schema: {
      type: 'object',
      properties: { [list]: { type: 'array', items: { type: 'object', properties } } },
    },
    detailLevel: 'medium',
  });
  const rows = (value as Readonly<Record<string, readonly Row[] | undefined>>)[list] ?? [];
  return { rows, cuts };
}

type Layout = (name: string, said: string) => string;

const items: Readonly<Record<string, Layout>> = {
  'a dash': (name, said) => `<li>${name} – ${said}</li>`,
  'a hyphen': (name, said) => `<li>${name} - ${said}</li>`,
  'a comma': (name, said) => `<li>${name}, ${said}</li>`,
  brackets: (name, said) => `<li>${name} (${said})</li>`,
  'a colon': (name, said) => `<li>${name}: ${said}</li>`,
  'a bold name': (name, said) => `<li><b>${name}</b> ${said}</li>`,
  'a break': (name, said) => `<li><b>${name}</b><br>${said}</li>`,
  'a link': (name, said) => `<li><a href="/i/${name}">${name}</a> ${said}</li>`,
  classes: (name, said) => `<li><i class="a">${name}</i><i class="b">${said}</i></li>`,
};

describe.each(Object.entries(items))('items of two texts by %s', (_, item) => {
  const list = (all: readonly (readonly [string, string])[]): string =>
    `<ul>${all.map(([name, said]) => item(name, said)).join('')}</ul>`;

  test('are a name and a price', () => {
    expect(read('products', list(things), priced)).toEqual({ rows: namedThings, cuts: [] });
  });

  test('are a name and the other text that is asked for, which is told', () => {
    const { rows, cuts } = read('people', list(people), role);
    expect(rows).toEqual(namedPeople);
    expect(cuts).toEqual([expect.stringContaining('"role" was read by its place')]);
  });
});

test('terms with a definition, headings with a paragraph and rows of two cells are a name and another text', () => {
  const layouts: readonly Layout[] = [
    (name, said) => `<dt>${name}</dt><dd>${said}</dd>`,
    (name, said) => `<h3>${name}</h3><p>${said}</p>`,
    (name, said) => `<tr><td>${name}</td><td>${said}</td></tr>`,
  ];
  const wrappers = ['dl', 'div', 'table'];
  for (const [at, layout] of layouts.entries()) {
    const inner = people.map(([name, said]) => layout(name, said)).join('');
    const { rows, cuts } = read('people', `<${wrappers[at]}>${inner}</${wrappers[at]}>`, role);
    expect(rows).toEqual(namedPeople);
    expect(cuts).toHaveLength(1);
  }
});

test('a number is of the first field where that is called as one of the records is', () => {
  const html =
    '<ul><li>Norway: 5,550,203</li><li>Chile: 19,603,733</li><li>Nepal: 30,896,590</li></ul>';
  const fields = { country: text, population: { type: 'integer' } };
  const { rows, cuts } = read('countries', html, fields);
  expect(rows).toMatchObject([
    { country: 'Norway', population: 5_550_203 },
    { country: 'Chile' },
    { country: 'Nepal' },
  ]);
  expect(cuts).toHaveLength(1);
  const counted = html
    .replace(/: [\d,]+/g, () => ': 1')
    .replace(': 1</li><li>Nepal: 1', ': 2</li><li>Nepal: 3');
  expect(read('countries', counted, fields).rows).toEqual([]);
});

test('a name beside a day is told where nothing calls the list as it is asked for', () => {
  const html =
    '<ul><li>Spring fair – 12 April 2025</li><li>Boat race – 3 May 2025</li><li>Book swap – 5 July 2025</li></ul>';
  const rows = [
    { title: 'Spring fair', date: '2025-04-12' },
    { title: 'Boat race' },
    { title: 'Book swap' },
  ];
  expect(read('events', html, dated)).toMatchObject({ rows, cuts: [] });
  expect(read('events', html, dated, 'The mill')).toMatchObject({
    rows,
    cuts: [expect.stringContaining('"title" was read by its place')],
  });
});

const noRecords: Readonly<Record<string, string>> = {
  'properties of a thing':
    '<ul><li>Weight: heavy</li><li>Material: Oak</li><li>Colour: Brown</li></ul>',
  'days with their hours':
    '<ul><li>Monday – closed</li><li>Tuesday – open</li><li>Friday – closed</li></ul>',
  questions:
    '<dl><dt>Do you ship?</dt><dd>Yes</dd><dt>Are you open?</dt><dd>No</dd><dt>Who are you?</dt><dd>Millers</dd></dl>',
  quotes: '<ul><li>"I love it" – Ann</li><li>"So good" – Bob</li><li>"Yes" – Cy</li></ul>',
  'a poem': '<p>The wind – the rain<br>The sea – the sky<br>The stone – the tree</p>',
  'three texts':
    '<ul><li>Ann Oak, Clerk, York</li><li>Bob Elm, Cook, Hull</li><li>Cy Ash, Nurse, Leeds</li></ul>',
  'parts under another heading':
    '<h2>Downloads</h2><ul><li>Plan – Large</li><li>Map – Small</li><li>Guide – Long</li></ul>',
  sentences:
    '<h3>Ann Oak</h3><p>Ann leads us all.</p><h3>Bob Elm</h3><p>Bob sells our tables.</p><h3>Cy Ash</h3><p>Cy builds them all.</p>',
  'texts before their names':
    '<p>Ann</p><h3>Director</h3><p>Bob</p><h3>Clerk</h3><p>Cy</p><h3>Cook</h3>',
  'a footer':
    '<footer><ul><li>Shop – York</li><li>Mill – Leeds</li><li>Office – Hull</li></ul></footer>',
};

test.each(Object.entries(noRecords))('%s are no people with a role', (_, html) => {
  expect(read('people', html, role).rows.filter((row) => row['role'] !== undefined)).toEqual([]);
});

test('a list that nothing calls as it is asked for says nothing by its place', () => {
  const html = `<ul>${people.map(([name, said]) => `<li>${name} – ${said}</li>`).join('')}</ul>`;
  expect(read('people', html, role, 'The mill').rows).toEqual([]);
});
