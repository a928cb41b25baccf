import { expect, test } from 'vitest';
import { listMatching, weighMatching } from './match-patterns.ts';

const patterns = {
  '^x-': { type: 'string' },
  size$: { type: 'number' },
  '(?<=a)b(': { type: 'boolean' },
};

test('a name has the schemas of all patterns that are in it', () => {
  expect(listMatching(patterns, 'x-size')).toEqual([{ type: 'string' }, { type: 'number' }]);
  expect(listMatching(patterns, 'size-x')).toEqual([]);
});

test('a pattern that cannot be read is in no name', () => {
  expect(listMatching(patterns, 'ab(')).toEqual([]);
});

test('matching costs more for longer names and larger patterns', () => {
  const large = { '(?:[ab]?[ab]?){450}$': {} };
  expect(weighMatching(large, 'a'.repeat(1_000))).toBeGreaterThan(weighMatching(large, 'a') * 10);
  expect(weighMatching(patterns, 'a')).toBeLessThan(weighMatching(large, 'a'));
});
