import { expect, test } from 'vitest';
import { statusOf } from '../../../../test/support/status-of.ts';

const national = '<p>Tel. 020 7946 0018</p>';

test.each([
  ['+44 20 7946 0018', national, 'en-GB'],
  ['+442079460018', national, 'en-GB'],
  ['02079460018', national, 'en'],
  ['020 7946 0018', '<p>Tel. +44 (0)20 7946-0018</p>', 'en-GB'],
  ['+44 20 7946 0018', '<p><a href="tel:+442079460018">Call us</a></p>', 'en'],
  ['+1 212 555 0100', '<p>Phone (212) 555-0100</p>', 'en-US'],
  ['+39 06 555 0100', '<p>Tel. 06 5550100</p>', 'it-IT'],
])('%s is the number in %s on a page of %s', (phone, markup, language) => {
  expect(['supported', 'normalised']).toContain(statusOf({ phone }, markup, language));
});

test.each([
  ['+44 20 7946 0019', national, 'en-GB'],
  ['+33 20 7946 0018', national, 'en-GB'],
  ['+44 20 7946 0018', national, 'en'],
  ['+44 20 7946 0018', '<p>Tel. +33 20 7946 0018</p>', 'en-GB'],
  ['+44 20 7946 001', national, 'en-GB'],
])('%s is not the number in %s on a page of %s', (phone, markup, language) => {
  expect(statusOf({ phone }, markup, language)).toBe('unsupported');
});
