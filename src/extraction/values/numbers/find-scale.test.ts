import { expect, test } from 'vitest';
import { findScale } from './find-scale.ts';
import { type NumberContext, findNumberLocale } from './number-locale.ts';

type Kind = NumberContext['kind'];

function scaleBehind(after: string, language: string, kind: Kind = 'number', peers?: string[]) {
  const locale = findNumberLocale({ language });
  return findScale('', after, { kind, language, ...(peers && { peers }) }, locale);
}

test.each([
  [' million people', 'en', 6, 8],
  ['k reviews', 'en', 3, 1],
  [' Mio. Euro', 'de', 6, 5],
  [' mkr', 'sv', 6, 4],
])(
  'the word behind a number multiplies it, and what follows does not: %j',
  (after, language, power, length) => {
    expect(scaleBehind(after, language)).toMatchObject({ power, length, lengthBefore: 0 });
  },
);

test.each([
  [' k.k.', 'nl', 'money'],
  [' metres', 'en', 'number'],
  [' m²', 'en', 'number'],
] as const)(
  'letters that stand for words, and units, multiply nothing: %j',
  (after, language, kind) => {
    expect(scaleBehind(after, language, kind)?.power ?? 0).toBe(0);
  },
);

test('a letter multiplies where others of its column have a word for theirs, and not among units', () => {
  expect(scaleBehind(' m', 'en', 'number', ['1.2 bn', '800 m'])).toMatchObject({ power: 6 });
  expect(scaleBehind(' m', 'en', 'number', ['12 km', '800 m'])).toBeUndefined();
});

test('a word before a number multiplies it in languages that put it there', () => {
  const locale = findNumberLocale({ language: 'sw' });
  const scale = findScale('elfu ', '', { kind: 'count', language: 'sw' }, locale);
  expect(scale).toMatchObject({ length: 0, lengthBefore: 5 });
});
