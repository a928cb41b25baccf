import { expect, test } from 'vitest';
import { statusOf } from '../../../../test/support/status-of.ts';

test.each([
  ['<p>Language: German</p>', 'en', { language: 'de' }, { language: 'fr' }],
  ['<p>Sprache: Deutsch</p>', 'de', { inLanguage: 'de' }, { inLanguage: 'en' }],
  ['<p>Country: Germany</p>', 'en', { country: 'DE' }, { country: 'AT' }],
])('%s on a page of %s says %o, and not %o', (markup, language, right, wrong) => {
  expect(statusOf(right, markup, language)).toBe('normalised');
  expect(statusOf(wrong, markup, language)).toBe('unsupported');
});

test.each([
  ['<p>A German shepherd barks</p>', 'en', { language: 'de' }],
  ['<p>Language: German</p>', 'x'.repeat(40), { language: 'zz' }],
  ['<p>Currency of Germany</p>', 'en', { code: 'DE' }],
])(
  'a code is no language and no country elsewhere: %s on a page of %s, %o',
  (markup, language, value) => {
    expect(statusOf(value, markup, language)).toBe('unsupported');
  },
);
