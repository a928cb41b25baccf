import { expect, test } from 'vitest';
import { isOpposite } from './opposite-names.ts';

test.each([
  ['maxPrice', 'Minimum price'],
  ['priceInclVat', 'Price excl. VAT'],
  ['gross_price', 'Net price'],
  ['newPrice', 'Old price'],
  ['salePrice', 'Regular price'],
  ['ourPrice', 'RRP'],
  ['totalPrice', 'Price per night'],
  ['price', 'Tax'],
  ['totalTime', 'Prep time'],
  ['cookTime', 'Total time'],
])('%s is not what is called "%s"', (name, label) => {
  expect(isOpposite(name, label)).toBe(true);
});

test.each([
  ['maxPrice', 'Maximum price'],
  ['maxPrice', 'Price'],
  ['price', 'Old price'],
  ['priceExclVat', 'Price (without tax)'],
  ['price_before_discount', 'Regular price'],
  ['totalTax', 'Tax'],
  ['price', 'Price incl. tax'],
  ['totalTime', 'Total cook time'],
  ['min_max', 'Minimum'],
])('%s may be what is called "%s"', (name, label) => {
  expect(isOpposite(name, label)).toBe(false);
});
