import type { Metric, Score } from '../metrics/metric.ts';

/** A case's score with the number of its site. */
export interface SiteScore extends Score {
  readonly site: number;
}

export type Aggregate = NonNullable<Metric['aggregate']>;

/** A figure as a function of how often each site counts; NaN where no site that counts has a score. */
type SiteFigure = (weights: Float64Array) => number;

/** Returns the figure of scores of sites 0 to `siteCount - 1`. */
export function toSiteFigure(
  scores: readonly SiteScore[],
  siteCount: number,
  aggregate: Aggregate,
): SiteFigure {
  if (aggregate !== 'ratio') return toQuantile(scores, aggregate === 'p50' ? 0.5 : 0.95);
  const sums = sumBySite(scores, siteCount);
  return (weights) => {
    const [kept, total] = addSites(sums, weights);
    return kept / total;
  };
}

/** The second figure minus the first as a function of which sites, 1 and not 0, have changed sides with all their cases. */
export function toFlippedDifference(
  scores: readonly SiteScore[],
  others: readonly SiteScore[],
  siteCount: number,
  aggregate: Aggregate,
): SiteFigure {
  if (aggregate === 'ratio') {
    const [first, second] = [sumBySite(scores, siteCount), sumBySite(others, siteCount)];
    const changes = first.map((sum, at) => (second[at] ?? 0) - sum);
    const all = new Float64Array(siteCount).fill(1);
    const [ownKept, ownTotal] = addSites(first, all);
    const [otherKept, otherTotal] = addSites(second, all);
    return (flips) => {
      const [kept, total] = addSites(changes, flips);
      return (otherKept - kept) / (otherTotal - total) - (ownKept + kept) / (ownTotal + total);
    };
  }
  // The first's sites and the second's in one row: weights of 1 and 0 say which of them are taken.
  const pooled = toSiteFigure(
    [...scores, ...others.map((score) => ({ ...score, site: score.site + siteCount }))],
    siteCount * 2,
    aggregate,
  );
  const weights = new Float64Array(siteCount * 2);
  return (flips) => {
    weights.set(flips, siteCount);
    for (let site = 0; site < siteCount; site += 1) weights[site] = 1 - (flips[site] ?? 0);
    const first = pooled(weights);
    for (let site = 0; site < weights.length; site += 1) weights[site] = 1 - (weights[site] ?? 0);
    return pooled(weights) - first;
  };
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

/** `kept` and `total` of each site in turn. */
function sumBySite(scores: readonly SiteScore[], siteCount: number): Float64Array {
  const sums = new Float64Array(siteCount * 2);
  for (const { site, kept, total } of scores) {
    sums[site * 2] = (sums[site * 2] ?? 0) + kept;
    sums[site * 2 + 1] = (sums[site * 2 + 1] ?? 0) + total;
  }
  return sums;
}

/** The loop in which a comparison spends its time: 1 ns for a site. */
function addSites(
  sums: Float64Array,
  weights: Float64Array,
): readonly [kept: number, total: number] {
  let [kept, total] = [0, 0];
  for (let site = 0; site < weights.length; site += 1) {
    const weight = weights[site] ?? 0;
    kept += weight * (sums[site * 2] ?? 0);
    total += weight * (sums[site * 2 + 1] ?? 0);
  }
  return [kept, total];
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
