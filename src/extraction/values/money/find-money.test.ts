import { describe, expect, test } from 'vitest';
import { findMoney } from './find-money.ts';
import { findSenseInLine } from './find-sense-in-line.ts';

const read = (text: string, language = 'en', host = 'a.example'): unknown =>
  findMoney(text, true, { language, host }).map(({ amount, currency }) => [amount, currency]);

describe('a code that is a word in capitals as well', () => {
  test.each([
    'TOP 10 lamps of the year',
    'COP26 in Glasgow',
    'ALL 50 states',
    'World CUP 2026',
    'AMD 7600 with a fan',
    'PHP 8.2 is here',
    'TOP 10',
  ])('is no currency beside a whole number: %s', (text) => {
    expect(read(text)).toEqual([]);
  });

  test.each([
    ['from PEN 12.50 each', 'en', 'a.example', [['12.50', 'PEN']]],
    ['COP 45.000 al mes', 'es', 'a.example', [['45000', 'COP']]],
    ['PHP 1,200 a night', 'en', 'a.example', [['1200', 'PHP']]],
    ['TRY 500', 'en', 'a.example', [['500', 'TRY']]],
    ['sadece TRY 500 bugün', 'tr', 'a.example', [['500', 'TRY']]],
    ['only PHP 999 today', 'en-PH', 'a.example', [['999', 'PHP']]],
    ['only MAD 300 today', 'en', 'shop.ma', [['300', 'MAD']]],
    ['only USD 300 today', 'en', 'a.example', [['300', 'USD']]],
  ])('is one with cents, alone, or where it is paid with: %s', (text, language, host, amounts) => {
    expect(read(text, language, host)).toEqual(amounts);
  });
});

test.each([
  'or $49.91 per month',
  'oder 49,91 € im Monat',
  'ou 49,91 € par mois',
  'o 49,91 € al mes',
])('what may be paid by the month instead is no price: %s', (line) => {
  expect(findSenseInLine(line)).toBe('other');
  expect(findSenseInLine(line.replace(/^\S+ /, ''))).not.toBe('other');
});

test.each(['call us at 555 0199', '0113 496 0000', 'Tel. 020 7946 0000'])(
  'a number that people call is no amount: %s',
  (text) => {
    expect(findMoney(text, false)).toEqual([]);
  },
);
