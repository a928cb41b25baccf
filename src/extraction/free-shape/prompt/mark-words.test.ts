import { expect, test } from 'vitest';
import { type KnownWords, markCount, markPlainWords, markTerms } from './mark-words.ts';
import { splitPrompt } from './split-prompt.ts';

const page = new Map<string, 'page' | 'concept' | 'column'>([
  ['fuel type', 'page'],
  ['fuel', 'page'],
  ['price', 'concept'],
  ['date', 'concept'],
  ['points', 'column'],
  ['pages', 'page'],
  ['bestsellers', 'page'],
]);
const known: KnownWords = {
  findTerm: (words) => page.get(words.join(' ')),
  isListHeading: (words) => words.join(' ') === 'bestsellers',
  isSubject: (word) => word === 'kettle',
  nameSubject: () => false,
  isCount: () => false,
  isOwnCurrency: (word) => word === 'euros',
};

function mark(prompt: string): readonly (readonly [text: string, mark: string])[] {
  const words = splitPrompt(prompt);
  markTerms(words, known);
  markCount(words);
  markPlainWords(words, known);
  return words.map(({ text, mark: marked }) => [text, marked]);
}

test('the longest name at a place is the one that is meant', () => {
  const words = splitPrompt('fuel type and fuel');
  markTerms(words, known);
  expect(words.flatMap(({ term }) => term ?? [])).toEqual(['fuel_type', 'fuel']);
});

test('a heading of the page with parts behind it is the name of a list', () => {
  expect(mark('bestsellers with price')).toEqual([
    ['bestsellers', 'noun'],
    ['with', 'filler'],
    ['price', 'term'],
  ]);
  expect(mark('bestsellers')).toEqual([['bestsellers', 'term']]);
});

test('a plain word is a name where "how many" asks for it, and filler elsewhere', () => {
  expect(mark('how many pages')).toContainEqual(['pages', 'term']);
  expect(mark('these pages, fuel')).not.toContainEqual(['pages', 'term']);
});

test('the own currency of the page behind "in" asks for nothing more', () => {
  expect(mark('price in euros')).toContainEqual(['euros', 'filler']);
  expect(mark('price in dollars')).toContainEqual(['dollars', 'open']);
});

test('what the page is about is a subject, and "all" leads to a list', () => {
  expect(mark('all kettle')).toEqual([
    ['all', 'every'],
    ['kettle', 'subject'],
  ]);
});
