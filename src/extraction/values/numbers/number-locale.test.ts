import { expect, test } from 'vitest';
import { learnScaleWords } from './number-locale.ts';

test('where the country is unknown, the words of each country of the language count', () => {
  const india = learnScaleWords({ tag: 'en-IN', hasCountry: true });
  const words = learnScaleWords({ tag: 'en', hasCountry: false });
  const missing = [...india.keys()].filter((word) => !words.has(word));
  expect(missing).toEqual([]);
  expect([...(words.get('Cr')?.scales ?? [])]).toEqual([1e7]);
});

test('words of another language do not count', () => {
  expect(learnScaleWords({ tag: 'de', hasCountry: false }).has('Cr')).toBe(false);
});
