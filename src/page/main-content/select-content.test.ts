import { expect, test } from 'vitest';
import { pageKinds } from './features/page-features.ts';
import { rankBlocks, selectBlocks, selectContent } from './select-blocks.ts';

const { unstated: unsaid, website, article, product } = pageKinds;
/** A text, what follows on it, and what stands around both. */
const words = [400, 60, 300];

function keep(kind: number, chances: readonly number[]): readonly number[] {
  return [...selectContent(rankBlocks(words, Float32Array.from(chances)), kind).kept];
}

test.each([
  ['what says it is one', article, [1, 0, 0]],
  ['what says nothing', unsaid, [1, 0, 0]],
  ['a product', product, [1, 1, 0]],
  ['a website', website, [1, 1, 0]],
])('in doubt less is kept of an article: %s', (_, kind, kept) => {
  expect(keep(kind, [0.97, 0.51, 0.05])).toEqual(kept);
});

test('where little is clear, an article is no exception', () => {
  const sizes = [400, 300, 300];
  const unclear = rankBlocks(sizes, Float32Array.from([0.5, 0.3, 0.05]));
  expect([...selectContent(unclear, article).kept]).toEqual([1, 1, 0]);
  expect([...selectBlocks(unclear, 0.8).kept]).toEqual([1, 0, 0]);
});
