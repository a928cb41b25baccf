import { describe, expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { extractStructure } from '../structure/extract-structure.ts';
import { card, product, readRows, type Row, text } from '../../../test/support/extract-list.ts';

const priceFields = { name: text, price: { type: 'number' } };

const readItems = (html: string, items: object) => {
  const reading = readPage({ html, url: 'https://lists.example/' });
  const schema = { type: 'array', items };
  return extractStructure({ reading, prompt: 'All', schema, detailLevel: 'medium' });
};

const readAll = (html: string, properties: Readonly<Record<string, object>>) =>
  readItems(html, { type: 'object', properties });

const toRequired = (properties: Readonly<Record<string, object>>) =>
  ({ type: 'object', properties, required: ['name', 'price'] }) as const;

const pricesOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly Row[]).map(({ price }) => price) : [];

describe('a price that some rows do not state', () => {
  const lamps = ['Oak lamp', 'Birch lamp', 'Steel lamp', 'Copper lamp', 'Linen lamp', 'Glass lamp'];
  const toPrices = (words: string): readonly string[] =>
    lamps.map((_, at) => (at % 3 === 1 ? `$${at}.50` : words));
  const list = (prices: readonly string[]): string =>
    `<h1>Lamps</h1><ul>${lamps.map((name, at) => `<li><h3><a href="/${at}">${name}</a></h3><p>${prices[at]}</p>`).join('')}</ul>`;
  const table = (prices: readonly string[]): string =>
    `<table><tr><th>Name<th>Price${lamps.map((name, at) => `<tr><td>${name}<td>${prices[at]}`).join('')}</table>`;
  const forms = [
    ['cards, "On request"', list(toPrices('On request'))],
    ['cards, "Sold out"', list(toPrices('Sold out'))],
    ['a table, "POA"', table(toPrices('POA'))],
  ] as const;
  const nullable = { name: text, price: { type: ['number', 'null'] } };

  test.each(forms)('is that of the rows that do: %s', (_, html) => {
    const { value, missing } = readAll(html, priceFields);
    expect(value).toMatchObject(lamps.map((name) => ({ name })));
    expect(pricesOf(value)).toEqual([undefined, 1.5, undefined, undefined, 4.5, undefined]);
    expect(missing).toEqual([
      { pointer: '/*/price', required: false, lacking: { count: 4, of: 6 } },
    ]);
  });

  test.each(forms)('is null where it is required and may be null: %s', (_, html) => {
    const { value, missing, cuts } = readItems(html, toRequired(nullable));
    expect(pricesOf(value)).toEqual([null, 1.5, null, null, 4.5, null]);
    expect(missing).toEqual([
      { pointer: '/*/price', required: false, lacking: { count: 4, of: 6 } },
    ]);
    expect(cuts).toEqual([]);
  });

  test.each(forms)('is told of the rows that the schema does not allow: %s', (_, html) => {
    const { value, cuts } = readItems(html, toRequired(priceFields));
    expect(pricesOf(value)).toEqual([1.5, 4.5]);
    expect(cuts).toEqual([
      '4 of 6 records have no "price", which the schema requires, and were left out. Where it may be null, they are kept.',
    ]);
  });

  test('is none where words that differ stand beside a single amount', () => {
    const words = [
      'Warm light',
      'Soft shade',
      'Gift card $50',
      'Cork base',
      'Dimmable',
      'Long cord',
    ];
    const { value } = readAll(list(words), priceFields);
    expect(pricesOf(value)).toEqual(lamps.map(() => undefined));
  });

  test('is null in no row that has no name', () => {
    const html = list(toPrices('On request')).replace('</ul>', '<li><p>On request</p></ul>');
    expect(readItems(html, toRequired(nullable)).value).toHaveLength(6);
  });
});

describe('a price beside its instalments', () => {
  test.each([
    ['pt-BR', ['R$ 1.200,00 12x R$ 100,00', 'R$ 99,90 3x R$ 33,30', 'R$ 600,00 6x R$ 100,00']],
    [
      'pt-BR',
      [
        'R$ 1.200,00 ou 12x de R$ 100,00',
        'R$ 99,90 ou 3x de R$ 33,30',
        'R$ 600,00 ou 6x de R$ 100',
      ],
    ],
    ['pt-BR', ['12x R$ 100,00 R$ 1.200,00', '3x R$ 33,30 R$ 99,90', '6x R$ 100,00 R$ 600,00']],
    ['tr', ['1.200,00 TL 12 x 100,00 TL', '99,90 TL 3 x 33,30 TL', '600,00 TL 6 x 100,00 TL']],
  ])('is the whole one in every record: %s %j', (lang, texts) => {
    expect(listPrices(lang, texts)).toEqual([1200, 99.9, 600]);
  });

  test('is what stands beside a measure or a code with an x', () => {
    expect(
      listPrices('en', ['£15.00 (2 x 30 cm)', '£30.00 (3 x 20 cm)', '£9.50 (1 x 10 cm)']),
    ).toEqual([15, 30, 9.5]);
    expect(listPrices('en', ['Type 7x £15.00', 'Type 8x £30.00', 'Type 9x £9.50'])).toEqual([
      15, 30, 9.5,
    ]);
  });
});

function listPrices(lang: string, texts: readonly string[]): readonly unknown[] {
  const shown = texts.map((price, at) => card(at, `<p class="price">${price}</p>`)).join('');
  const html = `<html lang="${lang}"><main><h1>Lamps</h1><ul>${shown}</ul></main></html>`;
  return readRows(html, product).map(({ price }) => price);
}
