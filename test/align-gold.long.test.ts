import { expect, test } from 'vitest';
import { alignGold, tokenize } from '../scripts/main-content/align-gold.ts';

function align(blocks: readonly string[], gold: string): readonly number[] {
  const numbers = new Map<string, number>();
  const toNumbers = (text: string): number[] =>
    tokenize(text).map((word) => {
      const known = numbers.get(word) ?? numbers.size + 1;
      numbers.set(word, known);
      return known;
    });
  return [
    ...alignGold(
      blocks.map((text) => toNumbers(text)),
      toNumbers(gold),
    ),
  ];
}

test('blocks of the gold text are distinguished from the others, short ones by their place', () => {
  const labels = align(
    [
      'Home',
      'News',
      'The bridge over the river was closed for repairs this morning',
      'News',
      'It will open again in the first week of the coming month',
      'Home',
      'All rights reserved by the owners of this site',
    ],
    'The bridge over the river was closed for repairs this morning. News. It will open again in the first week of the coming month.',
  );
  expect(labels).toEqual([0, 0, 1, 1, 1, 0, 0]);
});

test('a copy of a block counts once', () => {
  const text = 'Ten kayaks were found on the beach after the storm';
  expect(align([text, text], text).filter((label) => label > 0.5)).toHaveLength(1);
});

test('of two copies the one among other gold text is the one', () => {
  const labels = align(
    [
      'Body alder, neck maple, scale 648 mm',
      'Other guitars of this series',
      'Body alder',
      'Neck maple',
      'Scale 648 mm',
      'Available since the summer of last year',
    ],
    'Body alder. Neck maple. Scale 648 mm. Available since the summer of last year.',
  );
  expect(labels).toEqual([0, 0, 1, 1, 1, 1]);
});

test('a phrase that happens to stand in the gold text labels no block', () => {
  const block =
    'Read on this site how people in the middle of the town fought against the plans for a new road and won';
  expect(align([block], 'She lived in the middle of the town for years')).toEqual([0]);
});

test('an empty gold text leaves every block out', () => {
  expect(align(['Some words that stand on the page', 'Home'], '')).toEqual([0, 0]);
});
