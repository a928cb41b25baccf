import { expect, test } from 'vitest';
import { toDuration } from './shown-text.ts';

test.each([
  [900_000, '15 min'],
  [4_000, '4 s'],
  [90_000, '90 s'],
  [2_500, '2.5 s'],
  [250, '250 ms'],
])('%i ms are %s', (ms, text) => {
  expect(toDuration(ms)).toBe(text);
});
