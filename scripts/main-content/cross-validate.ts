import { type FitOptions, fitModel, predictPage } from './fit-model.ts';
import { foldCount } from './labelled-pages.ts';
import { keepBlocks, type PageScore, scorePage } from './score-pages.ts';
import type { TrainingData, TrainingPage } from './training-data.ts';

/** Shares of the seven types in the dataset's published test mix. */
export const testMix: Readonly<Record<string, number>> = {
  article: 0.53,
  service: 0.11,
  product: 0.079,
  collection: 0.078,
  forum: 0.075,
  listing: 0.066,
  documentation: 0.061,
};

/** Figures of one way of choosing, over all pages. */
export interface Figures {
  /** Mean word-F1 of each type. */
  readonly types: Readonly<Record<string, number>>;
  /** All types weighed equally, and by the test mix. */
  readonly equal: number;
  readonly mix: number;
  /** F1, precision and recall of 4-grams. */
  readonly articleFourGrams: readonly [number, number, number];
  readonly newsFourGrams: readonly [number, number, number];
  readonly newsF1: number;
  /** Shares of labelled blocks of the snippet set that came through. */
  readonly wantedBlocks: number;
  readonly unwantedBlocks: number;
  /** Mean expected and real F1 by tenth of the expected one. */
  readonly calibration: readonly (readonly [number, number])[];
}

/** The chances of every page's blocks by a model that has seen no page of its site. */
export function predictOutOfFold(
  data: TrainingData,
  options: FitOptions,
): ReadonlyMap<TrainingPage, Float32Array> {
  const chances = new Map<TrainingPage, Float32Array>();
  for (let fold = 0; fold < foldCount; fold += 1) {
    const bins = data.bins[fold];
    if (bins === undefined) continue;
    const model = fitModel(data, bins, fold, options);
    for (const page of data.pages) {
      if (page.fold === fold) chances.set(page, predictPage(model, bins, page));
    }
  }
  return chances;
}

/** Scores all pages by the chances of their blocks. */
export function toFigures(
  chances: ReadonlyMap<TrainingPage, Float32Array>,
  recallWeight: number,
): Figures {
  const scores = new Map<string, PageScore[]>();
  const tested: PageScore[] = [];
  const snippets = { wanted: 0, wantedKept: 0, unwanted: 0, unwantedKept: 0 };
  for (const [page, values] of chances) {
    if (page.set === 'trafilatura-eval') {
      countSnippets(page, keepBlocks(page, values, recallWeight).kept, snippets);
      continue;
    }
    const score = scorePage(page, values, recallWeight);
    const type = page.set === 'wcxb' ? page.type : 'news';
    if (page.set === 'wcxb') tested.push(score);
    const list = scores.get(type);
    if (list === undefined) scores.set(type, [score]);
    else list.push(score);
  }
  const types: Record<string, number> = {};
  let equal = 0;
  let mix = 0;
  for (const [type, share] of Object.entries(testMix)) {
    types[type] = mean((scores.get(type) ?? []).map(({ f1 }) => f1));
    equal += types[type] / 7;
    mix += types[type] * share;
  }
  return {
    types,
    equal,
    mix,
    articleFourGrams: sumFourGrams(scores.get('article') ?? []),
    newsFourGrams: sumFourGrams(scores.get('news') ?? []),
    newsF1: mean((scores.get('news') ?? []).map(({ f1 }) => f1)),
    wantedBlocks: snippets.wantedKept / Math.max(1, snippets.wanted),
    unwantedBlocks: snippets.unwantedKept / Math.max(1, snippets.unwanted),
    calibration: calibrate(tested),
  };
}

function countSnippets(
  page: TrainingPage,
  kept: Uint8Array,
  counts: { wanted: number; wantedKept: number; unwanted: number; unwantedKept: number },
): void {
  for (const [block, weight] of page.weights.entries()) {
    if (weight === 0) continue;
    if ((page.labels[block] as number) > 0.5) {
      counts.wanted += 1;
      counts.wantedKept += kept[block] as number;
    } else {
      counts.unwanted += 1;
      counts.unwantedKept += kept[block] as number;
    }
  }
}

function sumFourGrams(scores: readonly PageScore[]): readonly [number, number, number] {
  let right = 0;
  let extra = 0;
  let missed = 0;
  for (const { fourGrams } of scores) {
    right += fourGrams[0];
    extra += fourGrams[1];
    missed += fourGrams[2];
  }
  return [
    (2 * right) / (2 * right + extra + missed),
    right / (right + extra),
    right / (right + missed),
  ];
}

function calibrate(scores: readonly PageScore[]): readonly (readonly [number, number])[] {
  const sorted = [...scores].sort((one, other) => one.expectedF1 - other.expectedF1);
  return Array.from({ length: 10 }, (_, tenth) => {
    const part = sorted.slice((tenth * sorted.length) / 10, ((tenth + 1) * sorted.length) / 10);
    return [
      mean(part.map(({ expectedF1 }) => expectedF1)),
      mean(part.map(({ f1 }) => f1)),
    ] as const;
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
