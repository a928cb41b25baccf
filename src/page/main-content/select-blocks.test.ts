import { array, assert, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { selectBlocks, smoothChances } from './select-blocks.ts';

const sized = array(
  record({ words: integer({ min: 1, max: 50 }), chance: integer({ min: 1, max: 99 }) }),
  { minLength: 1, maxLength: 8 },
);

test('no other choice of blocks has a higher expected F1', () => {
  assert(
    property(sized, (blocks) => {
      const words = blocks.map((block) => block.words);
      const chances = Float32Array.from(blocks, ({ chance }) => chance / 100);
      const { expectedF1 } = selectBlocks(words, chances, 1);
      const wanted = words.reduce((sum, count, block) => sum + count * (chances[block] ?? 0), 0);
      for (let choice = 1; choice < 2 ** blocks.length; choice += 1) {
        let kept = 0;
        let right = 0;
        for (const [block, count] of words.entries()) {
          if (((choice >> block) & 1) === 0) continue;
          kept += count;
          right += count * (chances[block] ?? 0);
        }
        expect((2 * right) / (kept + wanted)).toBeLessThanOrEqual(expectedF1 + 1e-6);
      }
    }),
  );
});

test('a page without blocks keeps nothing and expects nothing', () => {
  const { kept, expectedF1 } = selectBlocks([], new Float32Array(0), 1);
  expect(kept).toHaveLength(0);
  expect(expectedF1).toBe(0);
});

test('blocks of one template draw each other along', () => {
  // Two items with one path below one list, then a block of another path.
  const page = {
    words: [10, 10, 10],
    group: Int32Array.from([0, 0, 1]),
    element: [2, 3, 4],
    parent: [0, 0, 1, 1, 0],
    blockStart: [0, 0, 0, 1, 2],
    blockEnd: [3, 2, 1, 2, 3],
  };
  const smoothed = smoothChances(page, Float32Array.from([0.9, 0.3, 0.3]));
  expect(smoothed[1]).toBeGreaterThan(smoothed[2] ?? 1);
  expect(smoothed[0]).toBeLessThan(0.9);
});
