import { expect, test } from 'vitest';
import { createLabelTest, foldLabel, listPlainForms, splitWords } from './fold-label.ts';

test.each([
  ['Price', 'price'],
  ['Price:', 'price'],
  ['  Total \n price : ', 'total price'],
  ['• Weight', 'weight'],
  ['- 12', '12'],
  ['Länge', 'länge'],
  ['Größe …', 'größe'],
  ['ﬁle', 'file'],
  ['No. 5', 'no. 5'],
  ['a', 'a'],
  ['–', ''],
  ['', ''],
])('the label %j is compared as %j', (label, folded) => {
  expect(foldLabel(label)).toBe(folded);
});

const labels = new Set(['price', 'no', 'file', 'total price', 'café', 'länge', '12', '価格']);

test.each([
  'Price',
  'PRICE :',
  '• Price',
  'No.',
  'no',
  'ﬁle',
  'Total \n price:',
  'Café',
  'Cafe\u0301',
  'CAFE\u0301:',
  'Länge',
  'fi\u00adle',
  'fil\u00ade',
  '12',
  '- 12',
  '価格：',
])('%j has one of the labels', (text) => {
  expect(createLabelTest(labels)(text)).toBe(true);
});

test.each(['Prices', 'Pric', 'Filed', 'cafe', 'Note', 'n', '', '–', 'Brand', 'fac\u0327ade', '価'])(
  '%j has none of the labels',
  (text) => {
    expect(createLabelTest(labels)(text)).toBe(false);
  },
);

test.each([
  ['città', ['citta']],
  ['größe', ['grosse', 'groesse']],
  ['smørrebrød', ['smorrebrod', 'smoerrebroed']],
  ['city', []],
  ['город', []],
])('the forms of a label in ASCII: %s', (label, forms) => {
  expect(listPlainForms(label)).toEqual(forms);
});

test('the Turkish capital with a dot is folded to the letter with one', () => {
  expect(foldLabel('İŞLEMCİ')).toBe('işlemci');
  expect(foldLabel('HAZIRLIK SÜRESİ')).toBe('hazırlık süresi');
  expect(foldLabel('CPU TIME')).toBe('cpu time');
  expect(splitWords('İşlemci_Hızı')).toEqual(['işlemci', 'hızı']);
});

test('a Greek label has a form without marks', () => {
  expect(listPlainForms('τιμή')).toEqual(['τιμη']);
  expect(listPlainForms('χωρα')).toEqual([]);
});

test('vowels that are marks of their letters part no words', () => {
  expect(splitWords('उत्पाद_नाम')).toEqual(['उत्पाद', 'नाम']);
  expect(splitWords('ชื่อสินค้า')).toEqual(['ชื่อสินค้า']);
});
