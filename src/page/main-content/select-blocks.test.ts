import { array, assert, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { rankBlocks, selectBlocks, smoothChances } from './select-blocks.ts';

const sized = array(
  record({ words: integer({ min: 1, max: 50 }), chance: integer({ min: 1, max: 99 }) }),
  { minLength: 1, maxLength: 8 },
);

/** The readers of `selectBlocks`, from the strictest to the most generous. */
const shifts = [-1.465, -0.792, -0.366, 0, 0.366, 0.792, 1.465].map((quantile) => quantile * 1.5);
const steepness = Math.sqrt(1 + (1.5 / 1.7) ** 2);

/** F1 of a choice of blocks as each reader expects it, averaged over the readers. */
function expectF1(blocks: readonly { words: number; chance: number }[], choice: number): number {
  const perReader = shifts.map((shift) => {
    let kept = 0;
    let right = 0;
    let wanted = 0;
    for (const [block, { words, chance }] of blocks.entries()) {
      const odds = steepness * Math.log(chance / (100 - chance)) + shift;
      const share = words / (1 + Math.exp(-odds));
      wanted += share;
      if (((choice >> block) & 1) === 0) continue;
      kept += words;
      right += share;
    }
    return (2 * right) / (kept + wanted);
  });
  return perReader.reduce((sum, f1) => sum + f1, 0) / perReader.length;
}

test('no other choice of blocks has a higher expected F1', () => {
  assert(
    property(sized, (blocks) => {
      const words = blocks.map((block) => block.words);
      const chances = Float32Array.from(blocks, ({ chance }) => chance / 100);
      const { expectedF1 } = selectBlocks(rankBlocks(words, chances), 1);
      for (let choice = 1; choice < 2 ** blocks.length; choice += 1) {
        expect(expectF1(blocks, choice)).toBeLessThanOrEqual(expectedF1 + 1e-6);
      }
    }),
  );
});

test('many words that belong or do not belong together are left out sooner than words that err apart', () => {
  // An article, and twice as many words of comments. Were each word to err by itself, keeping all would give more.
  const { kept } = selectBlocks(rankBlocks([500, 1_000], Float32Array.from([0.98, 0.38])), 1);
  expect([...kept]).toEqual([1, 0]);
});

test('a page without blocks keeps nothing and expects nothing', () => {
  const { kept, expectedF1 } = selectBlocks(rankBlocks([], new Float32Array(0)), 1);
  expect(kept).toHaveLength(0);
  expect(expectedF1).toBe(0);
});

test('blocks of one template draw each other along', () => {
  // Two items with one path below one list, then a block of another path.
  const page = {
    words: [10, 10, 10],
    group: Int32Array.from([0, 0, 1]),
    cards: new Int32Array(3).fill(-1),
    element: [2, 3, 4],
    parent: [0, 0, 1, 1, 0],
    blockStart: [0, 0, 0, 1, 2],
    blockEnd: [3, 2, 1, 2, 3],
  };
  const smoothed = smoothChances(page, Float32Array.from([0.9, 0.3, 0.3]));
  expect(smoothed[1]).toBeGreaterThan(smoothed[2] ?? 1);
  expect(smoothed[0]).toBeLessThan(0.9);
});

test('cards of one group draw each other along', () => {
  // Three cards below one list, each by a template of its own, and a block beside them.
  const page = {
    words: [10, 10, 10, 10],
    group: Int32Array.from([0, 1, 2, 3]),
    element: [2, 3, 4, 5],
    parent: [0, 0, 1, 1, 1, 0],
    blockStart: [0, 0, 0, 1, 2, 3],
    blockEnd: [4, 3, 1, 2, 3, 4],
  };
  const chances = Float32Array.from([0.9, 0.9, 0.1, 0.1]);
  const apart = smoothChances({ ...page, cards: new Int32Array(4).fill(-1) }, chances);
  const together = smoothChances({ ...page, cards: Int32Array.from([2, 2, 2, -1]) }, chances);
  expect(together[2]).toBeGreaterThan(apart[2] ?? 1);
  expect(together[0]).toBeLessThan(apart[0] ?? 0);
  expect(together[3]).toBe(apart[3]);
});
