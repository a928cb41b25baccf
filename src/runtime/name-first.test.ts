import { expect, test } from 'vitest';
import { nameFirst, nameFirstPlaces } from './name-first.ts';

test('names all of a short list, and says how many more a long one has', () => {
  expect(nameFirst(['tab', 'row'], 2)).toBe('tab, row');
  expect(nameFirst(['tab', 'row', 'cell', 'link'], 2)).toBe('tab, row and 2 more');
  expect(nameFirst(['tab', 'row'], 2, 30)).toBe('tab, row and 28 more');
});

test('has words for the pointer of a whole value', () => {
  expect(nameFirstPlaces(['', '/price', '/title'], 2)).toBe('the whole value, /price and 1 more');
});
