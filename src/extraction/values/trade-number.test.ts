import { expect, test } from 'vitest';
import { isTradeNumber } from './trade-number.ts';

test.each([
  ['4006381333931', 'ean'],
  ['4006381333931', 'gtin13'],
  ['036000291452', 'upc'],
  ['0036000291452', 'upc'],
  ['96385074', 'gtin'],
  ['10012345678902', 'gtin'],
  ['978-0-306-40615-7', 'isbn'],
  ['9780306406157', 'isbn_13'],
  ['0-306-40615-2', 'isbn'],
  ['0306406152', 'isbn_10'],
  ['080442957X', 'isbn10'],
  ['0306406152', 'barcode'],
])('%s is a number of the trade, asked for as %s', (text, name) => {
  expect(isTradeNumber(text, name)).toBe(true);
});

test.each([
  ['4006381333932', 'ean', 'its check digit is another'],
  ['0000000000000', 'ean', 'a placeholder'],
  ['9780000000002', 'isbn13', 'a placeholder behind the prefix of books'],
  ['9781234567897', 'isbn', 'digits as they are counted'],
  ['1234567890128', 'ean', 'digits as they are counted'],
  ['4006381333931', 'upc', 'an EAN'],
  ['0306406152', 'isbn_13', 'an ISBN-10'],
  ['9780306406157', 'isbn_10', 'an ISBN-13'],
  ['4006381333931', 'isbn', 'the number of an article'],
  ['0306406152', 'ean', 'the number of a book'],
  ['SKU-4711', 'gtin', 'letters'],
  ['12345', 'gtin', 'too short'],
])('%s is none, asked for as %s: %s', (text, name) => {
  expect(isTradeNumber(text, name)).toBe(false);
});
