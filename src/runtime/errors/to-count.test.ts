import { expect, test } from 'vitest';
import { toCount } from './shown-text.ts';

test('one thing is singular, everything else plural', () => {
  expect([0, 1, 2].map((count) => toCount(count, 'page'))).toEqual([
    '0 pages',
    '1 page',
    '2 pages',
  ]);
  expect([1, 2].map((count) => toCount(count, 'entry', 'entries'))).toEqual([
    '1 entry',
    '2 entries',
  ]);
});
