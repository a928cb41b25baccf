import { type PValues, correctPValues } from './correct-p-values.ts';
import { createRandom } from './create-random.ts';
import type { DrawnScores } from './draw-figures.ts';
import { toSiteFigure } from './site-scores.ts';

/** Up to so many sites all ways to change sides are tried: 8,192. */
const maxComplete = 13;

/**
 * Returns p-values for differences between two pipelines each: where none differs, both answers of a site could as well be the
 * other's. Sites change sides at random, each with all its cases, and in all comparisons together.
 */
export function flipSites(
  comparisons: readonly Required<DrawnScores>[],
  siteCount: number,
  draws: number,
  seed: number,
): readonly PValues[] {
  const isComplete = siteCount <= maxComplete;
  const ways = isComplete ? 2 ** siteCount : draws;
  const random = createRandom(seed);
  const parts = comparisons.map(({ scores, others, aggregate }) => {
    // The first's sites and the second's in one row: weights of 1 and 0 say which of them are taken.
    const pooled = toSiteFigure(
      [...scores, ...others.map((score) => ({ ...score, site: score.site + siteCount }))],
      siteCount * 2,
      aggregate,
    );
    return { pooled, flipped: new Float64Array(ways) };
  });
  const first = new Uint8Array(siteCount * 2).fill(1, 0, siteCount);
  const second = new Uint8Array(siteCount * 2).fill(1, siteCount);
  const found = parts.map(({ pooled }) => pooled(second) - pooled(first));
  for (let way = 0; way < ways; way += 1) {
    for (let site = 0; site < siteCount; site += 1) {
      const changes = isComplete ? (way >> site) & 1 : Number(random() < 0.5);
      first[site] = 1 - changes;
      first[siteCount + site] = changes;
      second[site] = changes;
      second[siteCount + site] = 1 - changes;
    }
    for (const [at, { pooled, flipped }] of parts.entries()) {
      const difference = pooled(second) - pooled(first);
      // Without a score on one side there is nothing to compare: that speaks for chance.
      flipped[way] = Number.isNaN(difference) ? (found[at] ?? 0) : difference;
    }
  }
  return correctPValues(
    parts.map(({ flipped }, at) => ({ found: found[at] ?? 0, flipped })),
    isComplete,
  );
}
