import { chooseContent } from '../../src/page/main-content/choose-content.ts';
import { type Share, toSpread } from '../../bench/to-spread.ts';
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
  /** By figure or type: in 95 of 100 resamplings of the sites the figure is in this range. */
  readonly spreads: Readonly<Record<string, readonly [number, number]>>;
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
  const scored: ScoredPage[] = [];
  const snippets: (ReturnType<typeof scoreSnippets> & { readonly site: string })[] = [];
  for (const [page, values] of chances) {
    const { site } = page;
    if (page.set === 'trafilatura-eval') {
      const kept = chooseContent({ ...page, chances: values });
      snippets.push({ ...scoreSnippets(page, kept), site });
    } else {
      const type = page.set === 'wcxb' ? page.type : 'news';
      scored.push({ ...scorePage(page, values), site, type });
    }
  }
  const ofType = Map.groupBy(scored, ({ type }) => type);
  const types: Record<string, number> = {};
  const spreads: Record<string, readonly [number, number]> = {};
  const equal: Share[] = [];
  const mix: Share[] = [];
  for (const [type, share] of Object.entries(testMix)) {
    const pages = ofType.get(type) ?? [];
    const toShares = (weight: number): Share[] =>
      pages.map(({ site, f1 }) => shareOf(site, f1, weight / pages.length));
    types[type] = mean(pages.map(({ f1 }) => f1));
    spreads[type] = toSpread(toShares(pages.length));
    equal.push(...toShares(100));
    mix.push(...toShares(100 * share));
  }
  const articles = ofType.get('article') ?? [];
  const news = ofType.get('news') ?? [];
  spreads['equal'] = toSpread(equal);
  spreads['mix'] = toSpread(mix);
  spreads['articleFourGrams'] = toSpread(articles.map(toGramShare));
  spreads['newsFourGrams'] = toSpread(news.map(toGramShare));
  const spreadOf = (read: (page: (typeof snippets)[number]) => number): readonly [number, number] =>
    toSpread(snippets.map((page) => shareOf(page.site, read(page), 1)));
  spreads['snippetRecall'] = spreadOf(({ recall }) => recall);
  spreads['snippetLeak'] = spreadOf(({ leak }) => leak);
  return {
    types,
    equal: sumShares(equal),
    mix: sumShares(mix),
    articleFourGrams: sumFourGrams(articles),
    newsFourGrams: sumFourGrams(news),
    newsF1: mean(news.map(({ f1 }) => f1)),
    snippetRecall: mean(snippets.map(({ recall }) => recall)),
    snippetLeak: mean(snippets.map(({ leak }) => leak)),
    spreads,
  };
}

type ScoredPage = PageScore & { readonly site: string; readonly type: string };

/** F1 over all pages is the sum of twice what is right, over that and what is extra and missed. */
function toGramShare({ site, fourGrams: [right, extra, missed] }: ScoredPage): Share {
  return { site, kept: 2 * right, total: 2 * right + extra + missed };
}

function sumShares(shares: readonly Share[]): number {
  const total = shares.reduce((sum, share) => sum + share.total, 0);
  return shares.reduce((sum, share) => sum + share.kept, 0) / Math.max(1e-9, total);
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

/** A page's value with a weight. */
function shareOf(site: string, value: number, weight: number): Share {
  return { site, kept: value * weight, total: weight };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
