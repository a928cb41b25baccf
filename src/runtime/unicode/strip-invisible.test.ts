import { expect, test } from 'vitest';
import { workRatioOf } from '../../../test/support/work-ratio-of.ts';
import { stripInvisible, toNormalForm } from './strip-invisible.ts';

test('a text is composed, in the compatibility form where that is asked for', () => {
  expect(toNormalForm('Cafe\u0301 ①', 'NFC')).toBe('Café ①');
  expect(toNormalForm('Cafe\u0301 ①', 'NFKC')).toBe('Café 1');
});

test('30 marks of a character are kept, and no more', () => {
  const marks = '\u0301\u0323'.repeat(100_000);
  let text = '';
  const work = workRatioOf(() => {
    text = toNormalForm(`a${marks}b${marks}`, 'NFC');
  });
  // One of the marks of each letter becomes a part of it.
  expect(text.match(/\p{M}+/gu)?.map((run) => run.length)).toEqual([29, 29]);
  expect(work).toBeLessThan(400);
});

test.each([
  ['escape', '\u001B'],
  ['control sequence introducer', '\u009B'],
  ['operating system command', '\u009D'],
  ['next line', '\u0085'],
  ['delete', '\u007F'],
])('a control is no part of a text (%s)', (_name, control) => {
  expect(stripInvisible(`a${control}b`)).toBe('ab');
});

test.each(['\t', '\n', '\u00A0', '¡', '€'])('what has a width stays (%j)', (character) => {
  expect(stripInvisible(`a${character}b`)).toBe(`a${character}b`);
});
