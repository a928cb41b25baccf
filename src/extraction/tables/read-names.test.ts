import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const text = { type: 'string' };

function readStaff(
  headers: readonly string[],
  rows: readonly string[],
  properties: Readonly<Record<string, object>>,
): unknown {
  const head = headers.map((header) => `<th>${header}</th>`).join('');
  const body = rows.map((row) => `<tr>${row}</tr>`).join('');
  const html = `<main><h1>Staff</h1><table><tr>${head}</tr>${body}</table></main>`;
  const schema = { type: 'array', items: { type: 'object', properties } };
  const reading = readPage({ html, url: 'https://staff.example/' });
  return extractStructure({ reading, prompt: 'All staff.', schema, detailLevel: 'medium' }).value;
}

const people = [
  ['Ada Ashby', 'Baker'],
  ['Ben Birch', 'Driver'],
  ['Cy Cedar', 'Clerk'],
] as const;

const readNamesOf = (toCell: (name: string, role: string, at: number) => string): unknown =>
  readStaff(
    ['Name', 'Office'],
    people.map(([name, role], at) => `<td>${toCell(name, role, at)}</td><td>B-${at}</td>`),
    { name: text, office: text },
  );

const named = people.map(([name], at) => ({ name, office: `B-${at}` }));
const whole = people.map(([name, role], at) => ({ name: `${name} ${role}`, office: `B-${at}` }));

test('a link with another element beside it is the name, and that element its own value', () => {
  const cells = people.map(
    ([name, role], at) =>
      `<td><a href="/s/${at}">${name}</a> <span class="role">${role}</span></td><td>B-${at}</td>`,
  );
  expect(readStaff(['Name', 'Office'], cells, { name: text, role: text, office: text })).toEqual(
    people.map(([name, role], at) => ({ name, role, office: `B-${at}` })),
  );
});

test('a link above a line and a heading above a paragraph are names', () => {
  const above = readNamesOf((name, role, at) => `<a href="/s/${at}">${name}</a><br>${role}`);
  const heading = readNamesOf((name, role) => `<div><h3>${name}</h3><p>${role}</p></div>`);
  expect(above).toEqual(named);
  expect(heading).toEqual(named);
});

test('what a link goes on with in the same text is a part of the name', () => {
  expect(readNamesOf((name, role, at) => `<a href="/s/${at}">${name}</a> ${role}`)).toEqual(whole);
});

test('the first of several links is no name, nor is a bold word of a line', () => {
  const links = readNamesOf((name, role) => `<a href="/a">${name}</a> <a href="/b">${role}</a>`);
  const bold = readNamesOf((name, role) => `<b>${name}</b> <span>${role}</span>`);
  expect(links).toEqual(whole);
  expect(bold).toEqual(whole);
});

test('the lines of a cell are the items of a field that holds a list', () => {
  const properties = { name: text, languages: { type: 'array', items: text } };
  const readLanguages = (toCell: (one: string, other: string) => string): unknown =>
    readStaff(
      ['Name', 'Languages'],
      people.map(([name]) => `<td>${name}</td><td>${toCell('Welsh', 'Irish Gaelic')}</td>`),
      properties,
    );
  const languages = people.map(([name]) => ({ name, languages: ['Welsh', 'Irish Gaelic'] }));
  expect(readLanguages((one, other) => `${one}<br>${other}`)).toEqual(languages);
  expect(readLanguages((one, other) => `<ul><li>${one}</li><li>${other}</li></ul>`)).toEqual(
    languages,
  );
  // Without lines nothing says what an item is.
  expect(readLanguages((one, other) => `${one} ${other}`)).toEqual(
    people.map(([name]) => ({ name, languages: 'Welsh Irish Gaelic' })),
  );
});

test('a list in a link is no part of the name of what it leads to', () => {
  const items = [1, 2, 3].map(
    (at) =>
      `<li><a href="/p${at}"><div><span class="brand">Brand${at}</span> <span class="model">Model${at}</span></div><ul><li>Open</li><li>Dynamic</li></ul></a></li>`,
  );
  const html = `<h1>Headphones</h1><ul>${items.join('')}</ul>`;
  const properties = { name: text, url: text };
  const schema = { type: 'array', items: { type: 'object', properties } };
  const reading = readPage({ html, url: 'https://shop.example/' });
  const input = { reading, prompt: 'All products.', schema, detailLevel: 'medium' } as const;
  expect(extractStructure(input).value).toEqual(
    [1, 2, 3].map((at) => ({
      name: `Brand${at} Model${at}`,
      url: `https://shop.example/p${at}`,
    })),
  );
});
