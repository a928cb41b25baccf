import { expect, test } from 'vitest';
import { findListName, findOwner } from './find-list-name.ts';
import { type Word, splitPrompt } from './split-prompt.ts';

/** The words of a prompt: those in brackets are names, those behind a star lead to them, and "all" leads to a list. */
function wordsOf(prompt: string): readonly Word[] {
  const marked = prompt.split(' ');
  return splitPrompt(prompt.replaceAll(/[[\]*]/g, '')).map((word, at) => {
    const text = marked[at] ?? '';
    if (text.startsWith('[')) return { ...word, mark: 'term', term: word.text };
    if (text.startsWith('*')) return { ...word, mark: 'filler' };
    return { ...word, mark: word.text === 'all' ? 'every' : 'open' };
  });
}

test.each([
  ['all *the mountain huts *with [height]', 'mountain_huts'],
  ['products *with [price]', 'products'],
  ['wolves *with [weight]', 'wolves'],
  ['[price] *and [stock]', undefined],
])('a list is called by the words behind "all", or by a plural with parts: %s', (prompt, name) => {
  const words = wordsOf(prompt);
  expect(findListName(words)).toBe(name);
  expect(words.filter(({ mark }) => mark === 'noun').map(({ text }) => text)).toEqual(
    name?.split('_') ?? [],
  );
});

test('what has parts and is no plural owns the names', () => {
  expect(findOwner(wordsOf('hut *with [height] *and [beds]'))).toEqual({
    name: 'hut',
    terms: ['height', 'beds'],
  });
  expect(findOwner(wordsOf('hut *with nothing'))).toBeUndefined();
});
