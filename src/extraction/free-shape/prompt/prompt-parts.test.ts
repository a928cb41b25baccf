import { expect, test } from 'vitest';
import { askBareQuestions, findHeads, listOpenPhrases, splitParts } from './prompt-parts.ts';
import { type Word, splitPrompt } from './split-prompt.ts';

const names: ReadonlySet<string> = new Set(['price', 'author', 'area', 'name', 'care', 'stock']);
const plain: ReadonlySet<string> = new Set('the of and with per when where is by'.split(' '));

function wordsOf(prompt: string): readonly Word[] {
  return splitPrompt(prompt).map((word) =>
    names.has(word.text)
      ? { ...word, mark: 'term', term: word.text }
      : { ...word, mark: plain.has(word.text) ? 'filler' : 'open' },
  );
}

test.each([
  ['the price and the stock', []],
  ['the price per sheet', ['price per sheet']],
  ['the area of the capital', ['area of the capital']],
  ['price, dragons', ['dragons']],
  ['the name of the author', []],
])('what narrows a name leaves it open: %s', (prompt, expected) => {
  expect(splitParts(wordsOf(prompt)).flatMap(listOpenPhrases)).toEqual(expected);
});

test('what stands behind "with" belongs to what could not be named', () => {
  const parts = splitParts(wordsOf('dragons with price and stock'));
  expect(parts.map(({ isNarrowed }) => isNarrowed)).toEqual([true, true, true]);
});

const ask = (prompt: string): unknown => askBareQuestions(splitParts(wordsOf(prompt)), ['author']);

test('a question by its word alone asks for what goes with the names, or stays open', () => {
  expect(ask('author and when')).toEqual({ terms: ['published'], open: [] });
  expect(ask('author and where')).toEqual({ terms: [], open: ['where'] });
});

test('a name right behind another is told with it', () => {
  expect([...findHeads(wordsOf('care name, price'))]).toEqual([['name', 'care']]);
});
