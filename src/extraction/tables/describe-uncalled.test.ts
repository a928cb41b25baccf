import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

const text = { type: 'string' };
const told =
  'Nothing on the page calls the records of "countries" so: they are what it lists, and may be other things than those asked for.';

function listCuts(
  {
    above = '<h2>Latest</h2>',
    list = '<ul>',
    prompt = 'All of them',
    name = 'countries',
    names = ['Ash house', 'Elm house', 'Fir house'],
  },
  fields: object = { name: text, url: text },
): readonly string[] {
  const cards = names.map((text, at) => `<li><a href="/p/${at}">${text}</a></li>`);
  const html = `<html lang="en"><head><title>Homes</title></head><body><main><h1>Homes</h1>${above}${list}${cards.join('')}</ul></main></body></html>`;
  const reading = readPage({ html, url: 'https://homes.example/latest' });
  const items = { type: 'object', properties: fields };
  const schema = { type: 'object', properties: { [name]: { type: 'array', items } } };
  const found = extractStructure({ reading, prompt, schema, detailLevel: 'medium' });
  expect(found.value).toMatchObject({ [name]: [{ name: names[0] }, {}, {}] });
  return found.cuts.filter((cut) => cut.startsWith('Nothing'));
}

test('records of names that nothing calls what is asked for are told', () => {
  expect(listCuts({})).toEqual([told]);
});

test.each([
  ['a heading', { above: '<h2>The countries</h2>' }],
  ['a line above', { above: '<p>We have been to each of these countries:</p>' }],
  ['a class', { list: '<ul class="country-list">' }],
  ['the title', { name: 'homes' }],
  ['what the prompt calls them', { prompt: 'All homes on this page' }],
])('those that %s calls so are not', (_, page) => {
  expect(listCuts(page)).toEqual([]);
});

const parties = ['Ash v. Holt', 'In re Elm', 'Fir v. Lund'];

test('names of two parties are those of cases, whatever the page calls them', () => {
  expect(listCuts({ name: 'cases', names: parties })).toEqual([]);
  expect(listCuts({ name: 'decisions', names: parties })).toEqual([]);
  expect(listCuts({ name: 'events', names: parties })).toHaveLength(1);
});

test('nor those of a field that names nothing', () => {
  expect(listCuts({ name: 'items' })).toEqual([]);
  expect(listCuts({ name: 'results' })).toEqual([]);
});
