import { expect, test } from 'vitest';
import { boostTrees, treeValue } from '../../../../scripts/main-content/boost-trees.ts';
import { toWeights } from '../../../../scripts/main-content/write-weights.ts';
import { decodeModel, readChances } from './main-content-model.ts';
import { hashWord, readClassFacts, wordWeight } from '../blocks/lexicon.ts';
import { featureNames } from '../features/feature-names.ts';

const width = featureNames.length;
const count = 400;
/** Blocks whose first feature decides, except where the third one turns it round. */
const bins = new Uint8Array(count * width);
const labels = new Float32Array(count);
for (let row = 0; row < count; row += 1) {
  const first = row % 20;
  const third = (row >> 2) % 7;
  bins[row * width] = first;
  bins[row * width + 2] = third;
  labels[row] = first > 9 !== third > 4 ? 1 : 0;
}
const fitted = boostTrees({
  bins,
  featureCount: width,
  rows: Int32Array.from({ length: count }, (_, row) => row),
  labels,
  weights: new Float32Array(count).fill(1),
  options: {
    trees: 30,
    leaves: 6,
    learningRate: 0.3,
    minRows: 5,
    featureShare: 1,
    rowShare: 1,
    ridge: 1,
    seed: 1,
  },
});

function predict(row: number): number {
  const odds = fitted.trees.reduce(
    (sum, tree) => sum + treeValue(tree, bins, row * width),
    fitted.base,
  );
  return 1 / (1 + Math.exp(-odds));
}

test('small trees learn what no single feature shows', () => {
  for (let row = 0; row < count; row += 1) {
    expect(Math.abs(predict(row) - (labels[row] ?? 0))).toBeLessThan(0.3);
  }
});

test('a written table decides as the trees it was written from', () => {
  // A border halfway between two bins stands for the bin below it.
  const edges = featureNames.map(() => Array.from({ length: 63 }, (_, bin) => bin + 0.5));
  const lexicon = {
    classes: new Map([['sidebar', -40]]),
    words: new Map([['copyright', -60]]),
    headings: new Map([['related', -70]]),
  };
  const model = decodeModel(toWeights(fitted, lexicon, edges));
  const values = new Float32Array(count * width);
  for (let row = 0; row < count; row += 1) {
    for (let feature = 0; feature < width; feature += 1) {
      values[feature * count + row] = bins[row * width + feature] ?? 0;
    }
  }
  const chances = readChances(model.trees, { values, stride: count }, count);
  for (let row = 0; row < count; row += 1) expect(chances[row]).toBeCloseTo(predict(row), 2);
  expect(readClassFacts('x_Sidebar', model.lexicon.classes)).toMatchObject({
    lowest: -40,
    sum: -40,
  });
  expect(wordWeight(model.lexicon.words, hashWord('copyright'))).toBe(-60);
  expect(wordWeight(model.lexicon.headings, hashWord('unknown'))).toBe(0);
});
