import { expect, test } from 'vitest';
import { findAnswer, findThought, findUndecided } from './find-thought.ts';
import { splitPrompt } from './split-prompt.ts';

test.each([
  ['summarize the article', 'summarize'],
  ['title and pros and cons', 'pros and cons'],
  ['products under 20 dollars', 'under 20'],
  ['sort the products', 'sort'],
  ['제품을 요약해 주세요', '요약'],
  ['title and price', undefined],
  ['the sort', undefined],
])('words that ask for thought are told: %s', (prompt, expected) => {
  expect(findThought(splitPrompt(prompt), prompt)).toBe(expected);
});

test('a word that is part of a name asks for no thought', () => {
  const words = splitPrompt('average');
  for (const word of words) word.mark = 'term';
  expect(findThought(words, 'average')).toBeUndefined();
});

test('a question for yes or no is told with what is not known in it', () => {
  const prompt = 'Is it dog friendly?';
  expect(findUndecided(splitPrompt(prompt), ['dog friendly'], prompt)).toBe('is … dog friendly');
  expect(findUndecided(splitPrompt(prompt), [], prompt)).toBeUndefined();
  expect(findUndecided(splitPrompt('dog friendly'), ['dog friendly'], 'dog')).toBeUndefined();
});

test.each([
  ['Who wrote it?', 'name'],
  ['At what time does it open?', 'time'],
  ['The time', undefined],
])('some questions have answers of one kind: %s', (prompt, expected) => {
  expect(findAnswer(splitPrompt(prompt))).toBe(expected);
});
