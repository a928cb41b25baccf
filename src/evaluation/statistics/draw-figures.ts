import { type DrawnFigure, type Interval, toInterval } from './to-interval.ts';
import { type Aggregate, type SiteScore, sumSizes, toSiteFigure } from './site-scores.ts';

/** Scores of cases that make one figure. */
export interface DrawnScores {
  readonly aggregate: Aggregate;
  /** Whether the figure is a share of a whole. */
  readonly isShare: boolean;
  readonly scores: readonly SiteScore[];
}

/** Places of two figures in a list: the second's minus the first's is looked at. */
export type FigurePair = readonly [first: number, second: number];

export interface DrawFiguresInput {
  readonly figures: readonly DrawnScores[];
  readonly pairs: readonly FigurePair[];
  readonly siteCount: number;
  /** How often sites are drawn anew. */
  readonly draws: number;
  readonly seed: number;
}

interface DrawFiguresResult {
  /** `undefined` where a figure has no value. */
  readonly figures: readonly (Interval | undefined)[];
  readonly differences: readonly (Interval | undefined)[];
}

/**
 * Returns figures and differences with their intervals. Sites are drawn anew, as many as there are, with all their cases; every
 * figure is taken from the same draws, so that a difference is one between the same sites.
 */
export function drawFigures(input: DrawFiguresInput): DrawFiguresResult {
  const { figures, pairs, siteCount, draws, seed } = input;
  const parts = figures.map(({ scores, aggregate }) => toSiteFigure(scores, siteCount, aggregate));
  const values = new Float64Array(parts.length);
  const spreads = figures.map(() => createSpread());
  const pairSpreads = pairs.map(() => createSpread());
  const weights = new Float64Array(siteCount);
  const random = createRandom(seed);
  for (let draw = 0; draw < draws; draw += 1) {
    weights.fill(0);
    for (let taken = 0; taken < siteCount; taken += 1) {
      const site = Math.floor(random() * siteCount);
      weights[site] = (weights[site] ?? 0) + 1;
    }
    for (const [at, part] of parts.entries()) {
      const value = part(weights);
      values[at] = value;
      spreads[at]?.add(value);
    }
    for (const [at, [first, second]] of pairs.entries()) {
      pairSpreads[at]?.add((values[second] ?? 0) - (values[first] ?? 0));
    }
  }
  const once = weights.fill(1);
  // A ratio's value is summed in the order of the cases, which a sum by site would round otherwise.
  const found = figures.map(({ scores, aggregate }, at) =>
    aggregate === 'ratio' ? toRatio(scores) : (parts[at]?.(once) ?? Number.NaN),
  );
  const sizes = figures.map(({ scores, aggregate }) => sumSizes(scores, siteCount, aggregate));
  const noSizes = new Float64Array();
  return {
    figures: figures.map((figure, at) =>
      toResult(found[at] ?? 0, spreads[at], sizes[at] ?? noSizes, findLimits(figure)),
    ),
    differences: pairs.map(([first, second], at) => {
      const own = sizes[first]?.map((size, site) => size + (sizes[second]?.[site] ?? 0));
      const difference = (found[second] ?? 0) - (found[first] ?? 0);
      const limits = figures[first]?.isShare === true ? ([-1, 1] as const) : undefined;
      return toResult(difference, pairSpreads[at], own ?? noSizes, limits);
    }),
  };
}

/** Times, tokens and credits are never below 0; a metric of one's own may be. */
function findLimits({ isShare, scores }: DrawnScores): DrawnFigure['limits'] {
  if (isShare) return [0, 1];
  return scores.every(({ kept }) => kept >= 0) ? [0, Infinity] : undefined;
}

function toRatio(scores: readonly SiteScore[]): number {
  let [above, below] = [0, 0];
  for (const { kept, total } of scores) {
    above += kept;
    below += total;
  }
  return above / below;
}

function toResult(
  value: number,
  spread: Spread | undefined,
  sizes: Float64Array,
  limits: DrawnFigure['limits'],
): Interval | undefined {
  if (Number.isNaN(value)) return undefined;
  return toInterval({ value, deviation: spread?.deviation() ?? 0, sizes, limits });
}

/** Standard deviation of values that come one by one. */
interface Spread {
  /** NaN is left out: a draw may hold none of the sites that have a score. */
  add(value: number): void;
  deviation(): number;
}

function createSpread(): Spread {
  let [count, mean, squares] = [0, 0, 0];
  return {
    add(value) {
      if (Number.isNaN(value)) return;
      // Welford's sums, which do not cancel.
      count += 1;
      const distance = value - mean;
      mean += distance / count;
      squares += distance * (value - mean);
    },
    deviation: () => Math.sqrt(squares / Math.max(1, count - 1)),
  };
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
