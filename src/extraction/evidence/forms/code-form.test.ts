import { expect, test } from 'vitest';
import { statusOf } from '../../../../test/support/status-of.ts';

test.each([
  ['978-3-16-148410-0', '9783161484100', '9783161484101'],
  ['978 3 16 148410 0', '9783161484100', '9783161484101'],
  ['9783161484100', '978-3-16-148410-0', '978-3-16-148410-1'],
  ['AB-12345', 'AB12345', 'AB12346'],
  ['AB12345', 'AB-12345', 'AC-12345'],
  ['0-306-40615-X', '030640615x', '030640615'],
])('a page with "%s" has the code %s, and not %s', (written, right, wrong) => {
  expect(statusOf({ code: right }, `<p>Code: ${written}</p>`)).toBe('normalised');
  expect(statusOf({ code: wrong }, `<p>Code: ${written}</p>`)).toBe('unsupported');
});

test.each([
  ['12-345-67', '1234-567'],
  ['12-345-67', '1234567'],
  ['10000-20000', '1000020000'],
  ['AB-12345-6', 'AB12345'],
])('of "%s" %s is another code, or none', (written, wrong) => {
  expect(statusOf({ serial: wrong }, `<p>Serial: ${written}</p>`)).toBe('unsupported');
});
