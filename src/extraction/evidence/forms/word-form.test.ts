import { expect, test } from 'vitest';
import { statusOf } from '../../../../test/support/status-of.ts';

test.each([
  ['Waterproof: yes', true, false],
  ['Waterproof: no', false, true],
  ['Waterproof: ja', true, false],
])('"%s" says %s, and not %s', (written, right, wrong) => {
  expect(statusOf({ waterproof: right }, `<p>${written}</p>`)).not.toBe('unsupported');
  expect(statusOf({ waterproof: wrong }, `<p>${written}</p>`)).toBe('unsupported');
});

test.each([
  ['nearly_new', 'Nearly new'],
  ['NearlyNew', 'nearly new'],
  ['out-of-print', 'Out of print'],
])('%s is what the page calls "%s"', (member, written) => {
  expect(statusOf({ condition: member }, `<p>Condition: ${written}</p>`)).toBe('normalised');
  expect(statusOf({ condition: member }, '<p>Condition: used</p>')).toBe('unsupported');
});
