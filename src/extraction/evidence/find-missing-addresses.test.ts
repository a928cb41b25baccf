import { expect, test } from 'vitest';
import { statusOf } from '../../../test/support/status-of.ts';
import { readPage } from '../../page/read-page.ts';
import { findMissingAddresses } from './find-missing-addresses.ts';

const missing = (site: string, text: string): readonly string[] => {
  const reading = readPage({ html: `<main><p>${text}</p></main>`, url: 'https://a.example/' });
  return findMissingAddresses({ value: { site }, given: '' }, reading, undefined).paths;
};

test.each([
  ['https://www.example.org/x', 'Visit www.example.org/x', 'normalised'],
  ['https://example.org/', 'Visit example.org.', 'normalised'],
  ['http://example.org', 'Visit example.org, today', 'normalised'],
  ['https://example.org/x', 'Visit https://example.org/x today', 'supported'],
])('%s is on a page that says "%s"', (site, text, status) => {
  expect(missing(site, text)).toEqual([]);
  expect(statusOf({ site }, `<p>${text}</p>`)).toBe(status);
});

test.each([
  ['https://example.org/', 'Mail info@example.org'],
  ['https://example.org/', 'Visit shop.example.org'],
  ['https://example.org/', 'Visit example.org/x'],
  ['https://example.org/', 'Visit example.org.au'],
  ['https://example.org/x', 'Visit example.org/xy'],
  ['https://example.org/x', 'Visit example.org'],
])('%s is not on a page that says "%s"', (site, text) => {
  expect(missing(site, text)).toEqual(['/site']);
  expect(statusOf({ site }, `<p>${text}</p>`)).toBe('unsupported');
});
