import { expect, test } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { indexPage } from '../analysis/index-page.ts';
import { ColumnShape } from './column-shape.ts';

const [element] = indexPage(
  readPage({ html: '<p>Courts</p>', url: 'https://lists.example/' }),
).elements;

function toShape(texts: readonly string[]): ColumnShape {
  if (element === undefined) throw new Error('The page has no element.');
  const cells = texts.map((text) => ({ text, source: { node: element.node }, href: undefined }));
  const words: ReadonlySet<string> = new Set();
  return new ColumnShape({
    key: '',
    header: '',
    words,
    ownWords: words,
    cells,
    within: [],
    cuts: 0,
  });
}

test('a word is shared by values of which three in five have it, wherever the others stand', () => {
  const having = ['Circuit Courts', 'Court of Appeal', 'Tax COURT'];
  expect(toShape([...having, 'Smith', 'Jones']).sharesWord('court')).toBe(true);
  expect(toShape(['Smith', 'Jones', ...having]).sharesWord('court')).toBe(true);
  expect(toShape(['Smith', 'Jones', 'Doe', ...having]).sharesWord('court')).toBe(false);
});

test('a word that only begins others is not shared, and no word is', () => {
  const texts = ['Courtship', 'Courtyard', 'Courtesy'];
  expect(toShape(texts).sharesWord('court')).toBe(false);
  expect(toShape(texts).sharesWord('')).toBe(false);
});

test.each(['1.250,-', '12 :-', '45 €', '￥45', 'EUR 45', '45 kr'])(
  'a value with the sign, code or name of a currency is an amount: %s',
  (text) => {
    expect(toShape([text, text]).amounts).toBe(1);
  },
);

test.each(['21-4850', '05/12/2024', '12:30', '1,250', '12.50'])(
  'digits and marks alone are no amount: %s',
  (text) => {
    expect(toShape([text, text]).amounts).toBe(0);
  },
);

test('points and dashes of a name count neither as letters nor against them', () => {
  expect(toShape(['Op. A.-G. 62-b', 'Op. A.-G. 16-j']).letters).toBeCloseTo(5 / 7);
  expect(toShape(['12 - 34']).letters).toBe(0);
});
