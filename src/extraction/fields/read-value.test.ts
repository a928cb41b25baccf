import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';

function extract(
  markup: string,
  properties: Readonly<Record<string, unknown>>,
  { lang = 'en-US', url = 'https://shop.example/lamps/brass' } = {},
) {
  const html = `<html lang="${lang}"><title>Brass lamp</title><main><h1>Brass lamp</h1>${markup}</main></html>`;
  const reading = readPage({ html, url });
  const schema = { type: 'object', properties };
  const { value, cuts } = extractStructure({ reading, prompt: '', schema, detailLevel: 'medium' });
  return { value: value as Readonly<Record<string, unknown>>, cuts };
}

const price = { price: { type: 'number' } };

test.each([
  ['<p class=price>$68<small>50</small></p>', 'en-US', 68.5],
  ['<p class=price>68<sup>50</sup> €</p>', 'nl-NL', 68.5],
  ['<p class=price>€ 1.068<small>50</small></p>', 'nl-NL', 1068.5],
  ['<p class=price>$68.50<small>12</small></p>', 'en-US', 68.5],
  ['<p class=price>Preis: ,89 €</p>', 'de-DE', 0.89],
  ['<p class=price>Price: 99¢</p>', 'en-US', 0.99],
  ['<p class=price>₹1,24,999</p>', 'en-IN', 124999],
  ['<p class=price>£3.350 each</p>', 'en-GB', 3.35],
  ['<p class=price>$2.499 / gal</p>', 'en-US', 2.499],
  ['<p class=price>2.499 €</p>', 'de', 2499],
])('the price %s on a page of %s is %d', (markup, lang, value) => {
  expect(extract(markup, price, { lang }).value).toEqual({ price: value });
});

test('the language of the element counts before that of the page', () => {
  const markup = '<div lang="de-DE"><p class=price>1.299 £</p></div>';
  expect(extract(markup, price, { lang: 'en-GB' }).value).toEqual({ price: 1299 });
  expect(extract(markup.replace('lang', 'id'), price, { lang: 'en-GB' }).value).toEqual({
    price: 1.299,
  });
});

test('a number with two meanings is told by its path', () => {
  const properties = { range: { type: 'number' } };
  const { value, cuts } = extract('<p>Range: 2.500 km</p>', properties, { lang: '' });
  expect(value).toEqual({ range: 2.5 });
  expect(cuts.join(' ')).toContain('/range may be meant as 2500');
  const known = extract('<p>Range: 2.500 km</p>', properties, { lang: 'de-DE' });
  expect(known).toEqual({ value: { range: 2500 }, cuts: [] });
});

test.each([
  ['Population: 3.7 million', 3700000],
  ['Population: 1.2k', 1200],
  ['Population: 3,700', 3700],
  ['Population: −3.5', -3.5],
])('%s is %d', (line, population) => {
  const properties = { population: { type: 'number' } };
  expect(extract(`<p>${line}</p>`, properties).value).toEqual({ population });
});

test('a fraction is no whole number', () => {
  expect(extract('<p>Pieces: 2.5</p>', { pieces: { type: 'integer' } }).value).toEqual({});
  expect(extract('<p>Pieces: 2</p>', { pieces: { type: 'integer' } }).value).toEqual({ pieces: 2 });
});

test.each([
  ['es-CL', 'https://tienda.example.cl/lampara', '$12.990', 'CLP'],
  ['en', 'https://shop.example.com.au/lamp', '$129.90', 'AUD'],
  ['en-CA', 'https://shop.example/lamp', '$129.90', 'CAD'],
  ['en-US', 'https://shop.example/lamp', '$129.90', 'USD'],
  ['en-AU', 'https://shop.example/lamp', 'US$129.90', 'USD'],
  ['en', 'https://shop.example.io/lamp', '$129.90', 'USD'],
  ['sv-SE', 'https://butik.example.se/lampa', '129 kr', 'SEK'],
])('on a page of %s at %s the currency of %s is %s', (lang, url, amount, code) => {
  const properties = { ...price, currency: { type: 'string' } };
  const { value } = extract(`<p class=price>${amount}</p>`, properties, { lang, url });
  expect(value['currency']).toBe(code);
});

function readAmounts(cells: readonly string[], lang = 'en-US'): unknown {
  const rows = cells.map((cell, at) => `<tr><td>2024-03-0${at + 1}<td>Row ${at}<td>${cell}`);
  const table = `<table><tr><th>Date<th>Note<th>Amount${rows.join('')}</table>`;
  const item = { date: { type: 'string' }, note: { type: 'string' }, amount: { type: 'number' } };
  const list = { type: 'array', items: { type: 'object', properties: item } };
  const { value, cuts } = extract(table, { rows: list }, { lang });
  const found = value['rows'] as readonly { readonly amount: number }[];
  return { amounts: found.map(({ amount }) => amount), cuts: cuts.length };
}

test.each([
  [
    ['2,000.00 €', '−950.00 €', '−12.50 €'],
    [2000, -950, -12.5],
  ],
  [
    ['$2,000.00', '-$950.00', '-$100,000.00'],
    [2000, -950, -100000],
  ],
  [
    ['$2,000.00', '($950.00)', '(1,100.00)'],
    [2000, -950, -1100],
  ],
  [
    ['$2,000.00', '$950.00', '1,100.00'],
    [2000, 950, 1100],
  ],
])('the cells %j are %j', (cells, amounts) => {
  expect(readAmounts(cells)).toEqual({ amounts, cuts: 0 });
});

test('the other numbers of a column say how its marks are meant', () => {
  expect(readAmounts(['1.299', '89,95', '2.499'], '')).toEqual({
    amounts: [1299, 89.95, 2499],
    cuts: 0,
  });
});

const markup = (json: string): string => `<script type="application/ld+json">${json}</script>`;
const string = { type: 'string' };

test.each([
  ['"softwareVersion":1.10', { softwareVersion: string }, { softwareVersion: '1.10' }],
  ['"softwareVersion":2.0,', { softwareVersion: string }, { softwareVersion: '2.0' }],
  ['"sku":12345678901234567890', { sku: string }, { sku: '12345678901234567890' }],
  ['"weight":1.50', { weight: { type: 'number' } }, { weight: 1.5 }],
  ['"offers":{"price":1299.00}', price, { price: 1299 }],
])(
  'the number of %s keeps its digits in a text, and is a number where one is wanted',
  (json, properties, value) => {
    const page = markup(`{"@type":"SoftwareApplication","name":"Brass lamp",${json}}`);
    expect(extract(page, properties).value).toEqual(value);
  },
);

test('the JSON-LD of a page itself holds numbers as numbers', () => {
  const html = markup('{"@type":"Product","softwareVersion":1.10}');
  const { jsonLd } = readPage({ html, url: 'https://shop.example/' }).structuredData;
  expect(jsonLd).toEqual([{ '@type': 'Product', softwareVersion: 1.1 }]);
});

test.each([
  ['9007199254740993', 'integer', undefined],
  ['12345678901234567890', 'number', undefined],
  ['9007199254740992', 'integer', 9007199254740992],
  ['9007199254740993', ['integer', 'string'], '9007199254740993'],
])('%s as %j is %j, never another number', (written, type, value) => {
  const page = `<table><tr><th>Serial count</th><td>${written}</td></tr></table>`;
  expect(extract(page, { serialCount: { type } }).value['serialCount']).toBe(value);
});

const bool = { type: 'boolean' };

test.each([
  ['de', 'Verfügbarkeit: Auf Lager', 'verfügbarkeit', ['auf_lager', 'ausverkauft'], 'auf_lager'],
  ['de', 'Verfügbarkeit: Vergriffen', 'verfügbarkeit', ['auf_lager', 'ausverkauft'], 'ausverkauft'],
  ['es', 'Disponibilidad: En stock', 'disponibilidad', ['agotado', 'en_stock'], 'en_stock'],
  ['en', 'Availability: In stock', 'availability', ['warehouse', 'OutOfStock'], undefined],
  ['en', 'Availability: Only a few left', 'availability', ['InStock', 'OutOfStock'], 'InStock'],
  ['en', 'Availability: Discontinued', 'availability', ['InStock', 'OutOfStock'], 'OutOfStock'],
])('on a page in %s "%s" is the member of %s in %j: %s', (lang, line, name, members, value) => {
  const field = { type: 'string', enum: members };
  expect(extract(`<p>${line}</p>`, { [name]: field }, { lang }).value[name]).toBe(value);
});

test.each([
  ['de', 'Verfügbarkeit: Auf Lager', 'auf_lager', true],
  ['de', 'Verfügbarkeit: Ausverkauft', 'lieferbar', false],
  ['es', 'Disponibilidad: Agotado', 'en_stock', false],
  ['ru', 'Наличие: В наличии', 'в_наличии', true],
  ['ja', '在庫: 在庫あり', '在庫あり', true],
  ['fr', 'En stock : Non', 'inStock', false],
  ['de', 'Auf Lager: Ja', 'inStock', true],
])('on a page in %s "%s" answers %s with %s', (lang, line, name, value) => {
  expect(extract(`<p>${line}</p>`, { [name]: bool }, { lang }).value[name]).toBe(value);
});

test.each([
  ['hu', 'Wifi: Igen', true],
  ['ja', 'Wifi: なし', false],
  ['el', 'Wifi: Ναι', true],
])('yes and no are read on a page in %s: %s', (lang, line, wifi) => {
  expect(extract(`<p>${line}</p>`, { wifi: bool }, { lang }).value).toEqual({ wifi });
});

test.each(['1550 kJ / 370 kcal', '370 kcal (1550 kJ)', '1550 kJ, 370 kcal'])(
  'calories are those of %s, not the joules',
  (energy) => {
    const properties = { calories: { type: 'number' }, kalorien: { type: 'integer' } };
    const { value } = extract(`<p>Brennwert: ${energy}</p>`, properties, { lang: 'de' });
    expect(value).toEqual({ calories: 370, kalorien: 370 });
  },
);

test('joules alone are no calories, and are told', () => {
  const { value, cuts } = extract('<p>Energy: 1550 kJ</p>', { calories: { type: 'number' } });
  expect(value).toEqual({});
  expect(cuts.join(' ')).toContain('"calories" in kj');
});

test.each([
  ['it', 'Via Roma, 12', ['via', 'street']],
  ['es', 'Calle Mayor, 12', ['calle', 'street']],
  ['pl', 'ulica Długa 12', ['ulica', 'street']],
])('on a page in %s the street is "%s", with what it begins with', (lang, street, names) => {
  const properties = Object.fromEntries(names.map((name) => [name, string]));
  const { value } = extract(`<address>${street}<br>20121 Oska</address>`, properties, { lang });
  expect(Object.values(value)).toEqual([street, street]);
});

test.each([
  ['EUR', ['EUR', 'USD']],
  ['eur', ['eur', 'usd']],
  [undefined, ['USD', 'GBP']],
])('the currency of an amount is the member %s of %j', (currency, members) => {
  const properties = { currency: { type: 'string', enum: members } };
  const { value } = extract('<p>Price: €12.90</p>', properties);
  expect(value['currency']).toBe(currency);
});

test('a condition that data states as a term of schema.org is the member of that name', () => {
  const offer = { '@type': 'Offer', itemCondition: 'https://schema.org/UsedCondition' };
  const data = JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Brass lamp',
    offers: offer,
  });
  const markup = `<script type="application/ld+json">${data}</script>`;
  expect(extract(markup, { condition: { enum: ['new', 'used'] } }).value).toEqual({
    condition: 'used',
  });
});

test.each([{ type: ['number', 'string'] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }])(
  'a price that may be a number or a text (%o) is the number',
  (asked) => {
    expect(extract('<p>Price: £12.50</p>', { price: asked }).value).toEqual({ price: 12.5 });
    expect(extract('<p>Code: 12 B</p>', { code: asked }).value).toEqual({ code: '12 B' });
  },
);
