import { expect, test } from 'vitest';
import { findTotal, itemsOf, onlyOf, pageOf, partOf, shownWord } from './shown-counts.ts';

test.each([
  ['57 results', 57],
  ['57 results for “lamp”', 57],
  ['57 Treffer', 57],
  ['57 lampes trouvées', 57],
  ['12 reed lamps found', 12],
  ['Showing all 57 lamps', 57],
  ['共 57 件', 57],
])('%s says how many items a list has', (said, total) => {
  expect(findTotal(said)).toBe(total);
});

test.each([
  '57 reviews',
  '57 results per page',
  'Top 57 results',
  'Founded 57 years ago',
  '5.7 results',
  '57',
])('%s says nothing of a list', (said) => {
  expect(findTotal(said)).toBeUndefined();
});

test('a page among pages is said with the word for "of" in several languages', () => {
  const read = (said: string): readonly number[] =>
    [...(pageOf.exec(said) ?? [])].slice(1).map(Number);
  expect(read('Page 2 of 6')).toEqual([2, 6]);
  expect(read('Seite 2 von 6')).toEqual([2, 6]);
  expect(read('2/6')).toEqual([2, 6]);
  expect(read('2 of 6 lamps')).toEqual([]);
  expect(onlyOf.exec('of 6')?.[1]).toBe('6');
  expect(onlyOf.exec('2 of 6')?.[1]).toBeUndefined();
});

test('the items shown are said as a range or as a part, by a word that something is shown', () => {
  expect(itemsOf.exec('31–60 of 120')?.slice(1)).toEqual(['31', '60', '120']);
  expect(itemsOf.exec('31 bis 60 von 120')?.slice(1)).toEqual(['31', '60', '120']);
  expect(partOf.exec('You have seen 15 of 40 products')?.slice(1)).toEqual(['15', '40']);
  expect(partOf.exec('1.15 of 40.5')).toBeNull();
  expect(['You have seen', 'Angezeigt', 'Affichage'].every((word) => shownWord.test(word))).toBe(
    true,
  );
  expect(shownWord.test('In stock')).toBe(false);
});
