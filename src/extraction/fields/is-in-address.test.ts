import { expect, test } from 'vitest';
import { isInAddress } from './is-in-address.ts';

test.each([
  ['Rain in the North', '/news/rain-in-the-north'],
  ['Rain in the North', '/1234-rain-in-the-north.html'],
  ['Rain in the North', '/rain_in_the_north-1234/comments'],
  ["Anna's crêpes", '/recipes/annas-crepes/'],
  ['Größe zählt', '/groesse-zaehlt'],
  ['Дождь', '/%D0%B4%D0%BE%D0%B6%D0%B4%D1%8C'],
])('%s is a step of %s', (name, path) => {
  expect(isInAddress(name, `https://a.example${path}`)).toBe(true);
});

test.each([
  ['Rain in the North', '/news/rain'],
  ['Rain', '/news/rain-in-the-north'],
  ['2024', '/news/1234'],
  ['—', '/'],
])('%s is no step of %s', (name, path) => {
  expect(isInAddress(name, `https://a.example${path}`)).toBe(false);
});
