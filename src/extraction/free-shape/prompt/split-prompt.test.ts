import { expect, test } from 'vitest';
import { hasParts, listPhrases, splitPrompt } from './split-prompt.ts';

test('words are in lower case, without what marks possession, in the clauses between punctuation', () => {
  const words = splitPrompt("The Product's price, and stock. Weight?");
  expect(words.map(({ text, clause }) => [text, clause])).toEqual([
    ['the', 0],
    ['product', 0],
    ['price', 0],
    ['and', 1],
    ['stock', 1],
    ['weight', 2],
  ]);
  expect(words.filter(({ startsSentence }) => startsSentence).map(({ text }) => text)).toEqual([
    'the',
    'weight',
  ]);
});

test('languages without spaces have words too', () => {
  expect(splitPrompt('価格と在庫').length).toBeGreaterThan(1);
});

test('phrases are those of one clause, without those of plain words alone', () => {
  const phrases = listPhrases('the fuel type, and the gearbox');
  expect(phrases).toContain('fuel type');
  expect(phrases).toContain('gearbox');
  expect(phrases).not.toContain('the');
  expect([...phrases].filter((phrase) => /type.*gearbox/.test(phrase))).toEqual([]);
});

test.each([
  ['teams with points', true],
  ['teams, with points', false],
  ['teams and points', false],
])('parts follow a word in its own clause: %s', (prompt, expected) => {
  expect(hasParts(splitPrompt(prompt), 0)).toBe(expected);
});
