import type { Metric, Score } from '../metrics/metric.ts';

/** A case's score with the number of its site. */
export interface SiteScore extends Score {
  readonly site: number;
}

export type Aggregate = NonNullable<Metric['aggregate']>;

/** A figure as a function of how often each site counts; NaN where no site that counts has a score. */
export type SiteFigure = (weights: ArrayLike<number>) => number;

/** Returns the figure of scores of sites 0 to `siteCount - 1`. */
export function toSiteFigure(
  scores: readonly SiteScore[],
  siteCount: number,
  aggregate: Aggregate,
): SiteFigure {
  if (aggregate === 'ratio') return toRatio(scores, siteCount);
  return toQuantile(scores, aggregate === 'p50' ? 0.5 : 0.95);
}

/** Sums of `total` by site, or of cases where the figure is a quantile: how much each site weighs in it. */
export function sumSizes(
  scores: readonly SiteScore[],
  siteCount: number,
  aggregate: Aggregate,
): Float64Array {
  const sizes = new Float64Array(siteCount);
  for (const { site, total } of scores) {
    sizes[site] = (sizes[site] ?? 0) + (aggregate === 'ratio' ? total : 1);
  }
  return sizes;
}

function toRatio(scores: readonly SiteScore[], siteCount: number): SiteFigure {
  const kept = new Float64Array(siteCount);
  for (const score of scores) kept[score.site] = (kept[score.site] ?? 0) + score.kept;
  const total = sumSizes(scores, siteCount, 'ratio');
  return (weights) => {
    let [above, below] = [0, 0];
    for (let site = 0; site < siteCount; site += 1) {
      const weight = weights[site] ?? 0;
      above += weight * (kept[site] ?? 0);
      below += weight * (total[site] ?? 0);
    }
    return above / below;
  };
}

/** The least value that at least `share` of the cases do not exceed. */
function toQuantile(scores: readonly SiteScore[], share: number): SiteFigure {
  const sorted = scores
    .map(({ site, kept, total }) => ({ site, value: kept / total }))
    .sort((a, b) => a.value - b.value);
  const sites = Uint32Array.from(sorted, ({ site }) => site);
  const values = Float64Array.from(sorted, ({ value }) => value);
  return (weights) => {
    let sum = 0;
    for (const site of sites) sum += weights[site] ?? 0;
    let below = 0;
    for (let at = 0; at < sites.length; at += 1) {
      below += weights[sites[at] ?? 0] ?? 0;
      // Sums of 0.05 twenty times over are not quite 1.
      if (below >= share * sum - 1e-9 && below > 0) return values[at] ?? Number.NaN;
    }
    return Number.NaN;
  };
}
