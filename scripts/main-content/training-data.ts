import { readBlockFeatures } from '../../src/page/main-content/features/block-features.ts';
import { featureNames } from '../../src/page/main-content/features/feature-names.ts';
import { collectBlocks } from '../../src/page/main-content/blocks/collect-blocks.ts';
import {
  type PageFeatures,
  readPageFeatures,
} from '../../src/page/main-content/features/page-features.ts';
import { type PageShape, readPageShape } from '../../src/page/main-content/shape/page-shape.ts';
import {
  emptyLexicon,
  foldCount,
  type LabelledPage,
  labelPage,
  readTrainingPage,
  readTrainingPages,
  siteKey,
} from './labelled-pages.ts';
import {
  learnLexicon,
  type LexiconLimits,
  type LexiconWords,
  readContrasts,
  toLexicon,
  type WordContrasts,
} from './learn-lexicon.ts';

export interface TrainingPage extends LabelledPage {
  readonly shape: PageShape;
  /** What the page says it is. */
  readonly signs: Pick<PageFeatures, 'data' | 'isForum' | 'kind'>;
  /** Row of the first block; the others follow. */
  readonly firstRow: number;
}

export interface TrainingData {
  readonly pages: readonly TrainingPage[];
  readonly rowCount: number;
  /** Upper borders of the bins, by feature. */
  readonly edges: readonly (readonly number[])[];
  /**
   * Bins of all rows, one matrix a test fold. Words were weighed by pages of other folds than the row's own and the test
   * fold, so that no row has seen its own label or a test page's.
   */
  readonly bins: readonly Uint8Array[];
  /** Weighed by all pages: for the table that is published. */
  readonly lexicon: LexiconWords;
}

const binCount = 64;

/** Reads, labels and measures all pages. Takes about two minutes. */
export function buildTrainingData(limits: LexiconLimits): TrainingData {
  const contrasts: { fold: number; site: string; contrast: WordContrasts }[] = [];
  const labelled: LabelledPage[] = [];
  for (const { set, page } of readTrainingPages()) {
    const { document } = readTrainingPage(page);
    const label = labelPage(set, page, document);
    labelled.push(label);
    if (set === 'trafilatura-eval' || label.gold.length > 0) {
      const contrast = readContrasts(label, collectBlocks(document, emptyLexicon));
      contrasts.push({ fold: label.fold, site: siteKey(page.site), contrast });
    }
  }
  const learn = (one: number, other: number): LexiconWords =>
    learnLexicon(
      contrasts.filter(({ fold }) => fold !== one && fold !== other),
      limits,
    );
  const lexicons = Array.from({ length: foldCount }, (_, one) =>
    Array.from({ length: foldCount }, (_, other) =>
      other < one ? undefined : toLexicon(learn(one, other)),
    ),
  );
  const lexiconFor = (testFold: number, fold: number): typeof emptyLexicon =>
    lexicons[Math.min(testFold, fold)]?.[Math.max(testFold, fold)] ?? emptyLexicon;
  const measured = measurePages(labelled, lexiconFor);
  return { ...measured, lexicon: learn(-1, -1) };
}

function measurePages(
  labelled: readonly LabelledPage[],
  lexiconFor: (testFold: number, fold: number) => typeof emptyLexicon,
): Omit<TrainingData, 'lexicon'> {
  const rowCount = labelled.reduce((sum, { labels }) => sum + labels.length, 0);
  const width = featureNames.length;
  const edges = findEdges(labelled, lexiconFor);
  const bins = Array.from({ length: foldCount }, () => new Uint8Array(rowCount * width));
  const pages: TrainingPage[] = [];
  let firstRow = 0;
  for (const [index, { page }] of [...readTrainingPages()].entries()) {
    const label = labelled[index];
    if (label === undefined) throw new Error(`Expected a label for page ${page.id}.`);
    const reading = readTrainingPage(page);
    const { document } = reading;
    const signs = readPageFeatures(reading);
    const { data, isForum = false, kind } = signs;
    let shape: PageShape | undefined;
    for (let testFold = 0; testFold < foldCount; testFold += 1) {
      const cut = collectBlocks(document, lexiconFor(testFold, label.fold), signs.stated);
      const features = readBlockFeatures(cut, signs);
      const { columns } = features.table;
      shape ??= readPageShape(cut, features);
      const matrix = bins[testFold] as Uint8Array;
      for (const [feature, name] of featureNames.entries()) {
        const column = columns[name];
        const borders = edges[feature] as readonly number[];
        for (let block = 0; block < column.length; block += 1) {
          matrix[(firstRow + block) * width + feature] = findBin(borders, column[block] as number);
        }
      }
    }
    if (shape !== undefined)
      pages.push({ ...label, shape, signs: { data, isForum, kind }, firstRow });
    firstRow += label.labels.length;
  }
  return { pages, rowCount, edges, bins };
}

/** Borders of every feature's bins, by the blocks of every sixth page. */
function findEdges(
  labelled: readonly LabelledPage[],
  lexiconFor: (testFold: number, fold: number) => typeof emptyLexicon,
): readonly (readonly number[])[] {
  const samples: number[][] = featureNames.map(() => []);
  for (const [index, { page }] of [...readTrainingPages()].entries()) {
    if (index % 6 !== 0) continue;
    const reading = readTrainingPage(page);
    const { document } = reading;
    const signs = readPageFeatures(reading);
    const cut = collectBlocks(document, lexiconFor(0, labelled[index]?.fold ?? 0), signs.stated);
    const { columns } = readBlockFeatures(cut, signs).table;
    const step = Math.max(1, Math.ceil(cut.blocks.words.length / 400));
    for (const [feature, name] of featureNames.entries()) {
      for (let block = 0; block < columns[name].length; block += step) {
        samples[feature]?.push(columns[name][block] as number);
      }
    }
  }
  return samples.map(toBorders);
}

/**
 * Borders so that each bin holds about as many values. What is found too often for that (most blocks hold no link) has a
 * bin of its own, and the others share the rest: borders by quantiles alone left them 6 bins of 64.
 */
function toBorders(values: number[]): readonly number[] {
  const counts = new Map<number, number>();
  for (const value of values.sort((one, other) => one - other)) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  let bins = binCount;
  let rest = values.length;
  const frequent = new Set<number>();
  for (const [value, count] of counts) {
    if (count < values.length / binCount) continue;
    frequent.add(value);
    bins -= 1;
    rest -= count;
  }
  const wanted = rest / Math.max(1, bins);
  const borders = new Set<number>();
  let held = 0;
  let previous: number | undefined;
  for (const [value, count] of counts) {
    const isFull = held >= wanted || frequent.has(value) || frequent.has(previous ?? Number.NaN);
    if (isFull && previous !== undefined) {
      borders.add(shorten((previous + value) / 2));
      held = 0;
    }
    held += count;
    previous = value;
  }
  return [...borders].sort((one, other) => one - other).slice(0, binCount - 1);
}

/** Three digits are enough for a border, and keep the table small. */
function shorten(value: number): number {
  return Number(value.toPrecision(3));
}

function findBin(borders: readonly number[], value: number): number {
  let low = 0;
  let high = borders.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (borders[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
