import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { extractStructure } from './extract-structure.ts';

const text: JsonSchema = { type: 'string' };

function readField(body: string, name: string, schema: JsonSchema): unknown {
  const reading = readPage({
    html: `<html lang="en"><main><h1>Boots</h1>${body}`,
    url: 'https://shop.example/boots',
  });
  const { value } = extractStructure({
    reading,
    prompt: '',
    schema: { type: 'object', properties: { [name]: schema } },
    detailLevel: 'medium',
  });
  return (value as Readonly<Record<string, unknown>>)[name];
}

function toRecords(fields: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []) {
  return { type: 'array', items: { type: 'object', properties: fields, required } } as const;
}

function toData(data: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data });
  return `<script type="application/ld+json">${json}</script>`;
}

const list = { type: 'array', items: text } as const;
const trailData = toData({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 2, item: { '@id': '/shoes', name: 'Shoes' } },
    { '@type': 'ListItem', position: 1, name: 'Start', item: 'https://shop.example/' },
    { '@type': 'ListItem', position: 3, name: 'Boots' },
  ],
});
const trailList =
  '<ol><li><a href="/">Start</a> /</li><li><a href="/shoes">Shoes</a> /</li><li>Boots</li></ol>';
const category = toData({ '@type': 'Product', name: 'Boots', category: 'Footwear' });

test.each([
  ['data', trailData],
  ['a part with a label', `<nav aria-label="Breadcrumb">${trailList}</nav>`],
  ['a part with a class', `<div class="breadcrumbs">${trailList}</div>`],
])('breadcrumbs are read from %s', (_, trail) => {
  expect(readField(trail + category, 'breadcrumbs', list)).toEqual(['Start', 'Shoes', 'Boots']);
  expect(readField(trail + category, 'breadcrumb', text)).toBe('Start > Shoes > Boots');
  expect(readField(trail, 'breadcrumbs', toRecords({ name: text, url: text }))).toEqual([
    { name: 'Start', url: 'https://shop.example/' },
    { name: 'Shoes', url: 'https://shop.example/shoes' },
    { name: 'Boots' },
  ]);
});

test('links alone are breadcrumbs of a part that is called so', () => {
  const links = '<div class="breadcrumb"><a href="/">Start</a> › <a href="/shoes">Shoes</a></div>';
  expect(readField(links, 'breadcrumbs', list)).toEqual(['Start', 'Shoes']);
});

test('a page without breadcrumbs has none, whatever its category', () => {
  const menu = '<ul><li><a href="/a">Sale</a></li><li><a href="/b">New</a></li></ul>';
  expect(readField(category + menu, 'breadcrumbs', list)).toBeUndefined();
});

const faqs = toRecords({ question: text, answer: text });

test('questions and answers are read from data', () => {
  const mainEntity = ['red', 'blue'].map((colour) => ({
    '@type': 'Question',
    name: `Are they ${colour}?`,
    acceptedAnswer: { '@type': 'Answer', text: `In ${colour}, too.` },
  }));
  expect(readField(toData({ '@type': 'FAQPage', mainEntity }), 'faqs', faqs)).toEqual([
    { question: 'Are they red?', answer: 'In red, too.' },
    { question: 'Are they blue?', answer: 'In blue, too.' },
  ]);
});

const long = 'We use what you tell us to make this site better for you and for all who read it.';
const answers = (answer: string): string =>
  `<table><tr><th>Answer${['A', 'B', 'C'].map((one) => `<tr><td>${one}: ${answer}`).join('')}</table>`;

test('long texts alone are no records of several fields', () => {
  expect(readField(answers('yes'), 'faqs', faqs)).toHaveLength(3);
  expect(readField(answers(long), 'faqs', faqs)).toBeUndefined();
});

test('records that lack what each must have are null where null may stand for them', () => {
  const strict = toRecords({ question: text, answer: text }, ['question', 'answer']);
  const schema = { ...strict, type: ['array', 'null'] } as const;
  expect(readField(answers('yes'), 'faqs', schema)).toBeNull();
});

const properties = [
  ['Material', 'Brass'],
  ['Width', '38 mm'],
  ['Weight', '120 g'],
] as const;
const write = (form: (name: string, value: string) => string): string =>
  properties.map(([name, value]) => form(name, value)).join('');
const cards = `<h2>You may also like</h2>${['Gull belt', 'Dove purse', 'Heron strap']
  .map((name) => `<div class="card"><a href="/${name}"><img src="a.png"></a><h3>${name}</h3></div>`)
  .join('')}`;
const specs = toRecords({ name: text, value: text });
const propertyList = properties.map(([name, value]) => ({ name, value }));

test.each([
  ['terms', `<dl>${write((name, value) => `<dt>${name}<dd>${value}`)}</dl>`],
  ['rows', `<table>${write((name, value) => `<tr><th>${name}<td>${value}`)}</table>`],
  ['items', `<ul>${write((name, value) => `<li>${name}: ${value}`)}</ul>`],
  [
    'items with a bold name',
    `<ul>${write((name, value) => `<li><b>${name}:</b> <span>${value}</span>`)}</ul>`,
  ],
])('names and values are those of %s beside cards', (_, list) => {
  expect(readField(`<h2>Details</h2>${list}${cards}`, 'specifications', specs)).toEqual(
    propertyList,
  );
  expect(readField(list, 'facts', specs)).toEqual(propertyList);
});

test('of several lists of names and values the one called properties is read, in all its parts', () => {
  const longer = ['Mo', 'Tu', 'We', 'Th'].map((day) => `<dt>${day}<dd>9 am to 5 pm`).join('');
  const body = `<h2>Hours</h2><dl>${longer}</dl><h2>Technical data</h2><h3>Body</h3><table>${write(
    (name, value) => `<tr><th>${name}<td>${value}`,
  )}</table><h3>Strap</h3><dl><dt>Length<dd>90 cm<dt>Colour<dd>tan</dl>`;
  expect(readField(body, 'specs', specs)).toEqual([
    ...propertyList,
    { name: 'Length', value: '90 cm' },
    { name: 'Colour', value: 'tan' },
  ]);
});

test('cards are no properties of a page that has none', () => {
  expect(readField(`<p>Brass, 38 mm wide.</p>${cards}`, 'specifications', specs)).toBeUndefined();
});

const contact = '<dl><dt>Phone<dd>123 456<dt>Fax<dd>123 457</dl>';

test('things with names are kept beside terms that nothing calls properties', () => {
  expect(readField(cards + contact, 'purses', specs)).toEqual([
    { name: 'Gull belt' },
    { name: 'Dove purse' },
    { name: 'Heron strap' },
  ]);
});

test('terms with their values come before things without values, where the list may be one of anything', () => {
  expect(readField(cards + contact, 'items', specs)).toEqual([
    { name: 'Phone', value: '123 456' },
    { name: 'Fax', value: '123 457' },
  ]);
});

test('names with numbers are read as any other list', () => {
  const sums = toRecords({ name: text, value: { type: 'number' } });
  const rows = ['Gull', 'Dove', 'Heron'].map((name, at) => `<tr><td>${name}<td>${at + 4}`);
  const table = `<table><tr><th>Name<th>Value${rows.join('')}</table>`;
  expect(readField(`${table}<h2>Details</h2>${contact}`, 'hotels', sums)).toEqual([
    { name: 'Gull', value: 4 },
    { name: 'Dove', value: 5 },
    { name: 'Heron', value: 6 },
  ]);
});

test.each([
  ['merkmale', 'name', 'wert'],
  ['caracteristicas', 'nombre', 'valor'],
  ['caractéristiques', 'nom', 'valeur'],
  ['specifikationer', 'navn', 'værdi'],
  ['характеристики', 'название', 'значение'],
])('properties are asked for in other languages: %s with %s and %s', (list, name, value) => {
  const rows = '<table><tr><th>A1</th><td>10</td></tr><tr><th>B2</th><td>oak</td></tr></table>';
  expect(readField(rows, list, toRecords({ [name]: text, [value]: text }))).toEqual([
    { [name]: 'A1', [value]: '10' },
    { [name]: 'B2', [value]: 'oak' },
  ]);
});

test.each([
  ['preguntas', 'pregunta', 'respuesta'],
  ['fragen', 'frage', 'antwort'],
  ['questions', 'question', 'réponse'],
])('questions are asked for in other languages: %s with %s and %s', (list, question, answer) => {
  const html = '<details><summary>Does it fold?</summary>Yes, in three.</details>';
  expect(readField(html, list, toRecords({ [question]: text, [answer]: text }))).toEqual([
    { [question]: 'Does it fold?', [answer]: 'Yes, in three.' },
  ]);
});
