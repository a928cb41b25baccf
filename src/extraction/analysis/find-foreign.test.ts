import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';
import { state, text } from '../../../test/support/extract-fields.ts';

const product = { name: text, price: { type: 'number' }, sku: text, author: text, totalTime: text };

const extractFrom = (html: string, properties: object = product): unknown => {
  const reading = readPage({ html: `<html lang="en">${html}`, url: 'https://a.example/ash-1' });
  const schema = { type: 'object', properties };
  return extractStructure({ reading, prompt: 'The thing', schema, detailLevel: 'medium' }).value;
};

const ash = '<title>Ash lamp | Shop</title><h1>Ash lamp</h1><p>Made of wood.</p>';
const oak = { '@type': 'Product', name: 'Oak lamp', sku: 'OAK-77', offers: { price: 10 } };
const listOf = (item: object): object => ({
  '@type': 'ItemList',
  itemListElement: [{ '@type': 'ListItem', position: 1, item }],
});
const shown = (name: string): string =>
  `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">${name}</b><i itemprop="color">Brown</i><meta itemprop="description" content="It is hard."></div>`;

describe('an entity is about another thing than the page', () => {
  test('where it stands in a list and has another name', () => {
    expect(extractFrom(ash + state(listOf(oak)))).toEqual({ name: 'Ash lamp' });
    const own = { ...oak, name: 'Ash lamp' };
    expect(extractFrom(ash + state(listOf(own)))).toMatchObject({ price: 10, sku: 'OAK-77' });
  });

  test('where the page has no title but states its own thing beside the list', () => {
    const own = { '@type': 'Product', name: 'Elm chair' };
    const html = state(own) + state(listOf(oak));
    const value = { product: { name: 'Elm chair' } };
    expect(extractFrom(html, { product: { type: 'object', properties: product } })).toEqual(value);
    expect(extractFrom(state(listOf(oak)))).toMatchObject({ sku: 'OAK-77' });
  });

  test('where another of its kind has the name of the page', () => {
    const recipes = [
      { '@type': 'Recipe', name: 'Side bread', totalTime: 'PT90M', author: 'Bob' },
      { '@type': 'Recipe', name: 'Best soup', totalTime: 'PT30M' },
    ];
    const html = `<h1>Best soup</h1>${state(recipes)}`;
    expect(extractFrom(html)).toEqual({ name: 'Best soup', totalTime: 'PT30M' });
  });

  test('where its address leads elsewhere', () => {
    const url = 'https://a.example/oak-2';
    expect(extractFrom(ash + state({ ...oak, url }))).toEqual({ name: 'Ash lamp' });
  });

  test('where it is shown beside the page or below a further heading', () => {
    const fields = { color: text, description: text };
    expect(extractFrom(`${ash}<aside>${shown('Oak lamp')}</aside>`, fields)).toEqual({});
    expect(extractFrom(`${ash}<h2>Related</h2>${shown('Oak lamp')}`, fields)).toEqual({});
  });
});

describe('an entity of another name is the thing of the page', () => {
  test.each([
    ['without an address', {}],
    ['at the address of the page in another form', { url: 'https://a.example/ash-1-brown/' }],
    ['at an address in another language', { url: 'https://a.example/en/oak-lamp' }],
  ])('%s', (_, more) => {
    const html = '<title>Eschenleuchte</title><h1>Eschenleuchte</h1>' + state({ ...oak, ...more });
    expect(extractFrom(html)).toMatchObject({ price: 10, sku: 'OAK-77' });
  });

  test('below a heading that is no name of the page', () => {
    const html = `<title>Lamps | Shop</title><h1>Light up your life</h1><h2>Oak lamp</h2>${shown('Oak lamp')}`;
    expect(extractFrom(html, { color: text })).toEqual({ color: 'Brown' });
  });
});

test.each([
  ['Hotel', 'containsPlace', 'Restaurant'],
  ['Festival', 'subEvent', 'MusicEvent'],
  ['Hospital', 'department', 'MedicalClinic'],
])('what a thing holds, or is in, is another thing: %s, %s', (type, property, inner) => {
  const other = { '@type': inner, name: 'The Oar', totalTime: 'PT2H', author: 'Tom Field' };
  const data = { '@type': type, name: 'Ash lamp', [property]: other };
  expect(extractFrom(ash + state(data))).toEqual({ name: 'Ash lamp' });
});

describe('an entity is about the thing of the page', () => {
  test.each([
    ['has its address', { ...oak, name: 'Brass bell', url: '/ash-1' }],
    ['has a longer name', { ...oak, name: 'Ash lamp of three colours for desks' }],
    ['has a name in another script', { ...oak, name: 'Ясеневая лампа' }],
  ])('that %s', (_, data) => {
    expect(extractFrom(ash + state(data))).toMatchObject({ price: 10, sku: 'OAK-77' });
  });

  test('that is shown below its heading', () => {
    expect(extractFrom(ash + shown('Oak lamp'), { color: text })).toEqual({ color: 'Brown' });
  });

  test('whose name the title has and the heading has not', () => {
    const html = `<title>Oak lamp</title><h1>Details</h1>${state(oak)}`;
    expect(extractFrom(html)).toMatchObject({ price: 10 });
  });

  test('and who sells it has another name', () => {
    const shop = { '@type': 'LocalBusiness', name: 'Bellco', telephone: '+44 20 7946 0000' };
    const phone = { telephone: '+44 20 7946 0000' };
    expect(extractFrom(ash + state(shop), { telephone: text })).toEqual(phone);
  });
});

test('who the author of a page works for is no other thing', () => {
  const address = { '@type': 'PostalAddress', streetAddress: '5 Low St', addressLocality: 'Leeds' };
  const site = { '@type': 'Organization', '@id': '#o', name: 'Fit Ltd', location: { '@id': '#p' } };
  const worksFor = { '@id': '#o' };
  const author = { '@type': 'Person', name: 'Ann Lee', url: '/author/ann', worksFor };
  const graph = [{ '@type': 'Place', '@id': '#p', address }, site, author];
  const html = `<title>Gyms near you</title><h1>Gyms near you</h1>${state({ '@graph': graph })}`;
  expect(extractFrom(html, { street: text, city: text })).toEqual({
    street: '5 Low St',
    city: 'Leeds',
  });
});
