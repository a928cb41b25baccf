import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { createClassTable, createWordTable, hashPair, hashWord, numberHash } from './lexicon.ts';
import { listWordHashes, TextRun } from './text-run.ts';

const lexicon = {
  classes: createClassTable([]),
  words: createWordTable([
    [hashWord('cookie'), -50],
    [hashWord('river'), 20],
  ]),
  headings: createWordTable([]),
};

function read(...pieces: readonly string[]): TextRun {
  const run = new TextRun(lexicon, undefined);
  for (const piece of pieces) run.read(piece, false);
  run.endWord(false);
  return run;
}

test('one pass counts words, signs and capitals', () => {
  const run = read('The river, 12 km long, costs $5. (“Really?”)');
  expect(run).toMatchObject({ words: 8, commas: 2, stops: 2, currencies: 1, digits: 3 });
  expect(run.endsSentence).toBe(true);
  expect(run.capitalWords).toBe(2);
});

test('a word goes on in the next piece of text', () => {
  expect(read('coo', 'kie').weightMin).toBe(-50);
  expect(read('coo ', 'kie').weightMin).toBe(0);
});

test('words in links are counted apart', () => {
  const run = new TextRun(lexicon, undefined);
  run.read('one two', true);
  run.endWord(true);
  run.read(' three', false);
  run.endWord(false);
  expect(run).toMatchObject({ words: 3, linkWords: 2 });
});

test('pairs of words that the page states elsewhere are recognised', () => {
  const [first = 0, second = 0] = listWordHashes('blue kayak');
  const stated = createWordTable([[hashPair(first, second), 2]]);
  const run = new TextRun(lexicon, stated);
  run.read('A Blue kayak for two', false);
  run.endWord(false);
  expect(run.statedBody).toBe(1);
});

test('both readers of words see the same ones in any text', () => {
  assert(
    property(string({ unit: 'grapheme', maxLength: 80 }), (text) => {
      expect(read(text).words).toBe(listWordHashes(text).length);
    }),
  );
  expect(listWordHashes('2024')).toEqual([numberHash]);
});
