import { expect, test } from 'vitest';
import { collapseSpace } from '../../runtime/unicode/fold-text.ts';

test('each run of white space becomes one space, in texts of any length', () => {
  const text = ` a \t\n b\u00A0\u00A0c${' '.repeat(70_000)}d\n`.repeat(9);
  expect(collapseSpace(text)).toBe(text.replaceAll(/\s+/g, ' '));
  expect(collapseSpace(' a\n')).toBe(' a ');
  expect(collapseSpace(' '.repeat(200_000))).toBe(' ');
});

test('white space that the pattern does not match stays', () => {
  const text = 'a\u00A0 \n\u00A0b '.repeat(20_000);
  expect(collapseSpace(text, /[^\S\u00A0]+/g)).toBe(text.replaceAll(/[^\S\u00A0]+/g, ' '));
});
