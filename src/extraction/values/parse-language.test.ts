import { expect, test } from 'vitest';
import { parseLanguage } from './parse-language.ts';

test.each([
  ['German', 'en', 'de'],
  ['deutsch', 'de', 'de'],
  ['Français', 'fr', 'fr'],
  // The English name counts everywhere, that of another language does not.
  ['German', 'fr', 'de'],
  ['Deutsch', 'en', undefined],
  ['Elvish', 'en', undefined],
  ['', 'en', undefined],
  ['German '.repeat(20), 'en', undefined],
])('%j on a page in %s is %s', (text, language, code) => {
  expect(parseLanguage(text, { language })).toBe(code);
});
