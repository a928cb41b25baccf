import { expect, test } from 'vitest';
import { readMonth } from './read-month.ts';

test.each([
  ['June 2010', '2010-06'],
  ['Sept. 2010', '2010-09'],
  ['junio de 2010', '2010-06'],
  ['Juni, 2010', '2010-06'],
  ['2010. június', '2010-06'],
  ['июня 2010', '2010-06'],
  ['2010-06', '2010-06'],
  ['06/2010', '2010-06'],
  ['2010年6月', '2010-06'],
])('%s is a month', (text, month) => {
  expect(readMonth(text)).toBe(month);
});

test.each([
  '2010',
  'June',
  'Spring 2010',
  '13/2010',
  '2010-13',
  'June 4, 2010',
  'Volume 2010',
  'in June 2010',
])('%s is none, or more than one', (text) => {
  expect(readMonth(text)).toBeUndefined();
});

test('the language of the page names its months first', () => {
  expect(readMonth('июнь 2010', 'ru')).toBe('2010-06');
  expect(readMonth('listopad 2010', 'pl')).toBe('2010-11');
  expect(readMonth('listopad 2010', 'hr')).toBe('2010-10');
});

test.each([
  ['KASIM 2024', '2024-11'],
  ['NİSAN 2024', '2024-04'],
  ['kasım 2024', '2024-11'],
])('Turkish capitals name a month: %s', (text, month) => {
  expect(readMonth(text, 'tr')).toBe(month);
});
