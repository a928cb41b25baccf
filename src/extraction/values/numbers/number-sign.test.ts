import { expect, test } from 'vitest';
import type { NumberContext } from './number-locale.ts';
import { readNumber, readNumbers } from './read-numbers.ts';

const money = (text: string, place: Partial<NumberContext> = {}) =>
  readNumber(text, { kind: 'money', ...place });
const number = (text: string, place: Partial<NumberContext> = {}) =>
  readNumber(text, { kind: 'number', ...place });

test.each([
  ['−950.00 €', -950],
  ['-$950', -950],
  ['$-950', -950],
  ['($950.00)', -950],
  ['(950.00)', -950],
  ['Balance: ($950.00)', -950],
  ['–12.50 £', -12.5],
  ['CHF-5.00', -5],
  ['1,250.40-', -1250.4],
  ['$ (1,250.40)', -1250.4],
  ['minus $1,250.40', -1250.4],
  ['Balance: minus 12.00 £', -12],
])('%s keeps its sign', (text, value) => {
  expect(money(text, { language: 'en' })).toMatchObject({ value, confidence: 'certain' });
});

test('a sign keeps its meaning behind the number, before a bracket and in the words of a language', () => {
  expect(money('1.250,40- €', { language: 'de' })).toMatchObject({ value: -1250.4, currency: '€' });
  expect(money('(12,50) €', { language: 'de' })).toMatchObject({ value: -12.5, currency: '€' });
  expect(money('△1,250円', { language: 'ja' })).toMatchObject({ value: -1250 });
  expect(number('moins 5 °C', { language: 'fr' })).toMatchObject({ value: -5 });
  expect(money('▲1,250円', { language: 'ja' })).toMatchObject({ confidence: 'ambiguous' });
  expect(number('▲ 2.5', { language: 'en' })).toMatchObject({ value: 2.5 });
});

test.each(['Result: − 12.40 €', 'Result: - $12.40', 'Saldo： - 12.40'])(
  'a dash between blanks behind a label is likely a sign: %s',
  (text) => {
    expect(money(text, { language: 'en' })).toMatchObject({
      value: -12.4,
      confidence: 'ambiguous',
      alternatives: [12.4],
    });
  },
);

test('a dash is no sign where it stands for a nought, leaves out the cents or begins a range', () => {
  expect(money('–,89 €', { language: 'de' })).toMatchObject({ value: 0.89 });
  expect(money('950,- €', { language: 'de' })).toMatchObject({ value: 950 });
  expect(money('10-€15', { language: 'en' })).toMatchObject({ value: 15 });
});

test.each([
  ["1'234.– CHF", 'de-CH', 1234, 'CHF'],
  ['CHF 12.–', 'de-CH', 12, 'CHF'],
  ['12,- €', 'de', 12, '€'],
  ['1.234,– €', undefined, 1234, '€'],
  ['1.234.- CHF', undefined, 1234, 'CHF'],
  ['199:- kr', 'sv', 199, 'kr'],
  ['12,-', 'de', 12, ',-'],
])('a dash in place of the cents hides no currency: %s', (text, language, value, currency) => {
  expect(money(text, { language })).toMatchObject({ value, currency });
  expect(money(text, { language })?.confidence).not.toBe('ambiguous');
});

test('a dash behind a mark is not in place of cents before another number or a word', () => {
  expect(readNumbers('12.-15. May', { kind: 'number' })[0]).toMatchObject({ wholeEnd: 2 });
  expect(readNumbers('12.- May', { kind: 'number' })[0]).toMatchObject({ wholeEnd: 4 });
  expect(money('1.234,-x €', { language: 'en' })?.currency).not.toBe('€');
});

test.each(['12.-15', '€12.-15', 'Fr. 12.-15.-', '12,-15'])(
  'the end of a range behind omitted cents is not negative: %s',
  (text) => {
    expect(readNumbers(text, { kind: 'money' }).map(({ value }) => value)).toEqual([12, 15]);
  },
);

test('a dash between a blank and digits is a sign still', () => {
  expect(money('CHF -15.-', { language: 'de' })).toMatchObject({ value: -15 });
});

test.each(['(950)', '(1,234)'])('brackets around the count %s are no sign', (text) => {
  expect(readNumber(text, { kind: 'count', language: 'en' })?.value).toBeGreaterThan(0);
});

test.each([
  ['5 below zero', 'en', -5],
  ['12 °C below zero', 'en', -12],
  ['5 Grad unter Null', 'de', -5],
  ['below zero by 5', 'en', 5],
])('words behind a number are its sign: %s', (text, language, value) => {
  expect(number(text, { language })).toMatchObject({ value, confidence: 'certain' });
});

test.each(['450 BC', '450 BCE', '450 B.C.', '450 v. Chr.'])(
  'a year before the first one is negative, or counted from it: %s',
  (text) => {
    expect(readNumber(text, { kind: 'integer' })).toMatchObject({
      value: -450,
      confidence: 'ambiguous',
      alternatives: [450],
    });
  },
);

test.each(['120.00 DR', '120.00 CR', '120.00 H'])(
  'a booked amount may be either side of its account: %s',
  (text) => {
    expect(number(text)).toMatchObject({ confidence: 'ambiguous', alternatives: [-120] });
  },
);
