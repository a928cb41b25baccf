import { expect, test } from 'vitest';
import type { FontSet } from '../font-set.ts';
import { type LineSegment, placeBothWays } from './break-lines.ts';

/** Each letter is as wide as another. */
const fontSet = { measure: (text: string) => text.length } as unknown as FontSet;

test.each([
  ['سعر ١٢٣٫٥٠', 'سعر| |٠٥٫٣٢١'],
  ['۱۴۰۲/۱۲/۱۱', '۱۱/۲۱/۲۰۴۱'],
  ['سعر 123.50', 'سعر| |123.50'],
])('a number is shown to the right, whatever its font turns: %s', (text, shown) => {
  const segment = { text, size: 1, x: 0, width: text.length } as LineSegment;
  const placed = placeBothWays([segment], 'rtl', fontSet);
  expect(placed.map((piece) => piece.text).join('|')).toBe(shown);
});
