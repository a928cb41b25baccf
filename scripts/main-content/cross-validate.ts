import { chooseContent } from '../../src/page/main-content/choose/choose-content.ts';
import { seededRandom } from './boost-trees.ts';
import { type FitOptions, fitModel, predictPage } from './fit-model.ts';
import { foldCount } from './labelled-pages.ts';
import { type PageScore, scorePage, scoreSnippets } from './score-pages.ts';
import type { TrainingData, TrainingPage } from './training-data.ts';

/** Shares of the seven types in the published test mix: half articles; those of the others are estimates. */
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
  /** Mean shares of the wanted and unwanted snippets of a page that came through. */
  readonly snippetRecall: number;
  readonly snippetLeak: number;
  /** 95 of 100 resamplings of the sites give an `equal` in this range. */
  readonly spread: readonly [number, number];
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
export function toFigures(chances: ReadonlyMap<TrainingPage, Float32Array>): Figures {
  const scores = new Map<string, PageScore[]>();
  const tested: PageScore[] = [];
  const snippets: { readonly recall: number; readonly leak: number }[] = [];
  const bySite = new Map<string, { readonly type: string; readonly f1: number }[]>();
  for (const [page, values] of chances) {
    if (page.set === 'trafilatura-eval') {
      const { kept } = chooseContent({ ...page, chances: values });
      snippets.push(scoreSnippets(page, kept));
      continue;
    }
    const score = scorePage(page, values);
    const type = page.set === 'wcxb' ? page.type : 'news';
    if (page.set === 'wcxb') {
      tested.push(score);
      const entry = { type, f1: score.f1 };
      const pages = bySite.get(page.site);
      if (pages === undefined) bySite.set(page.site, [entry]);
      else pages.push(entry);
    }
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
    snippetRecall: mean(snippets.map(({ recall }) => recall)),
    snippetLeak: mean(snippets.map(({ leak }) => leak)),
    spread: spreadOf([...bySite.values()]),
    calibration: calibrate(tested),
  };
}

/** Draws sites with replacement: pages of one site are alike. */
function spreadOf(
  sites: readonly (readonly { readonly type: string; readonly f1: number }[])[],
): readonly [number, number] {
  const random = seededRandom(1);
  const values = Array.from({ length: 400 }, () => {
    const sums = new Map<string, [sum: number, count: number]>();
    for (let draw = 0; draw < sites.length; draw += 1) {
      for (const { type, f1 } of sites[Math.floor(random() * sites.length)] ?? []) {
        const entry = sums.get(type) ?? [0, 0];
        sums.set(type, [entry[0] + f1, entry[1] + 1]);
      }
    }
    return mean([...sums.values()].map(([sum, count]) => sum / count));
  }).sort((one, other) => one - other);
  return [values[10] ?? 0, values[389] ?? 0];
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
