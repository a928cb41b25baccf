import {
  boostTrees,
  type BoostOptions,
  seededRandom,
  type TrainedTree,
  treeValue,
} from './boost-trees.ts';
import { featureNames } from '../../src/page/main-content/features/feature-names.ts';
import type { TrainingData, TrainingPage } from './training-data.ts';

export interface FitOptions extends BoostOptions {
  /** How far the number of pages of a type is evened out: 0 not at all, 1 completely. */
  readonly typeEvenness: number;
  /** Weight of a page that states its body alone, and of a block that a snippet names. */
  readonly newsWeight: number;
  readonly snippetWeight: number;
  /** Blocks of a page that are learned from in one tree's rows; the others lend them their weight. */
  readonly maxRowsPerPage: number;
}

/** Picked by cross-validation over sites; see results.json. */
export const fitOptions: FitOptions = {
  trees: 160,
  leaves: 10,
  learningRate: 0.1,
  minRows: 60,
  featureShare: 0.25,
  rowShare: 0.6,
  ridge: 8,
  seed: 1,
  typeEvenness: 0.8,
  newsWeight: 1,
  snippetWeight: 0.1,
  maxRowsPerPage: 150,
};

export interface FittedModel {
  readonly base: number;
  readonly trees: readonly TrainedTree[];
}

/** Fits trees to the pages outside a fold; `-1` leaves none out. */
export function fitModel(
  data: TrainingData,
  bins: Uint8Array,
  testFold: number,
  options: FitOptions,
): FittedModel {
  const labels = new Float32Array(data.rowCount);
  const weights = new Float32Array(data.rowCount);
  const counts = new Map<string, number>();
  for (const { set, type } of data.pages)
    if (set === 'wcxb') counts.set(type, (counts.get(type) ?? 0) + 1);
  const rows: number[] = [];
  const random = seededRandom(options.seed + 99);
  for (const page of data.pages) {
    if (page.fold === testFold) continue;
    labels.set(page.labels, page.firstRow);
    const scale = pageWeight(page, counts, options);
    const useful = [...page.weights.keys()].filter((block) => (page.weights[block] as number) > 0);
    const share = Math.min(1, options.maxRowsPerPage / useful.length);
    for (const block of useful) {
      // Long blocks decide a page's figure: they are always learned from.
      const chance = (page.shape.words[block] as number) >= 25 ? 1 : share;
      if (chance < 1 && random() > chance) continue;
      rows.push(page.firstRow + block);
      weights[page.firstRow + block] = ((page.weights[block] as number) * scale) / chance;
    }
  }
  return boostTrees({
    bins,
    featureCount: featureNames.length,
    rows: Int32Array.from(rows),
    labels,
    weights,
    options,
  });
}

function pageWeight(
  page: TrainingPage,
  counts: ReadonlyMap<string, number>,
  options: FitOptions,
): number {
  if (page.set === 'fundus-news') return options.newsWeight;
  if (page.set === 'trafilatura-eval') return options.snippetWeight;
  return (60 / (counts.get(page.type) ?? 60)) ** options.typeEvenness;
}

/** The chances of a page's blocks. */
export function predictPage(
  model: FittedModel,
  bins: Uint8Array,
  page: TrainingPage,
): Float32Array {
  const width = featureNames.length;
  return Float32Array.from(page.labels, (_, block) => {
    let odds = model.base;
    for (const tree of model.trees) odds += treeValue(tree, bins, (page.firstRow + block) * width);
    return 1 / (1 + Math.exp(-odds));
  });
}
