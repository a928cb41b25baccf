import type { Interval } from './interval.ts';
import { createRandom } from './create-random.ts';
import { type Aggregate, type SiteScore, sumSizes, toSiteFigure } from './site-scores.ts';
import { toInterval } from './to-interval.ts';

/** Scores of the cases of one pipeline, or of two: then the figure is the second's minus the first's. */
export interface DrawnScores {
  readonly aggregate: Aggregate;
  readonly isShare: boolean;
  readonly scores: readonly SiteScore[];
  readonly others?: readonly SiteScore[];
}

/**
 * Returns each figure with its interval, `undefined` where it has no value. Sites are drawn anew, as many as there are, with their
 * cases; all figures are taken from the same draws, and the same sites from both pipelines.
 */
export function drawFigures(
  figures: readonly DrawnScores[],
  siteCount: number,
  draws: number,
  seed: number,
): readonly (Interval | undefined)[] {
  const parts = figures.map(({ scores, others, aggregate }) => ({
    first: toSiteFigure(scores, siteCount, aggregate),
    second: others === undefined ? undefined : toSiteFigure(others, siteCount, aggregate),
    count: 0,
    mean: 0,
    squares: 0,
  }));
  const valueOf = ({ first, second }: (typeof parts)[number], weights: ArrayLike<number>): number =>
    second === undefined ? first(weights) : second(weights) - first(weights);
  const weights = new Uint16Array(siteCount);
  const random = createRandom(seed);
  for (let draw = 0; draw < draws; draw += 1) {
    weights.fill(0);
    for (let taken = 0; taken < siteCount; taken += 1) {
      const site = Math.floor(random() * siteCount);
      weights[site] = (weights[site] ?? 0) + 1;
    }
    for (const part of parts) {
      const value = valueOf(part, weights);
      // A draw may hold none of the sites that have a score.
      if (Number.isNaN(value)) continue;
      // Welford's sums, which do not cancel.
      part.count += 1;
      const distance = value - part.mean;
      part.mean += distance / part.count;
      part.squares += distance * (value - part.mean);
    }
  }
  const once = new Uint8Array(siteCount).fill(1);
  return parts.map((part, at) => {
    const value = valueOf(part, once);
    const { scores = [], others, aggregate = 'ratio', isShare = false } = figures[at] ?? {};
    if (Number.isNaN(value)) return undefined;
    return toInterval({
      value,
      deviation: Math.sqrt(part.squares / Math.max(1, part.count - 1)),
      sizes: sumSizes([...scores, ...(others ?? [])], siteCount, aggregate),
      isShare: isShare && others === undefined,
    });
  });
}
