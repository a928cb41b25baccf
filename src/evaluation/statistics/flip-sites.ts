import { correctPValues, type PValues } from './correct-p-values.ts';
import { createRandom } from './create-random.ts';
import type { DrawFiguresInput } from './draw-figures.ts';
import { toFlippedDifference } from './site-scores.ts';

/** Up to so many sites all ways to change sides are tried: 8,192. */
const maxComplete = 13;

/**
 * Returns the p-values of the differences of pairs: where two pipelines do not differ, both answers of a site could as well be the
 * other's. Sites change sides at random, each with all its cases, and in all pairs together.
 */
export function flipSites(input: DrawFiguresInput): readonly PValues[] {
  const { figures, pairs, siteCount, draws, seed } = input;
  const isComplete = siteCount <= maxComplete;
  const ways = isComplete ? 2 ** siteCount : draws;
  const random = createRandom(seed);
  const flips = new Float64Array(siteCount);
  const parts = pairs.map(([first, second]) => {
    const { scores = [], aggregate = 'ratio' } = figures[first] ?? {};
    const others = figures[second]?.scores ?? [];
    const differ = toFlippedDifference(scores, others, siteCount, aggregate);
    return { differ, found: differ(flips), flipped: new Float64Array(ways) };
  });
  for (let way = 0; way < ways; way += 1) {
    for (let site = 0; site < siteCount; site += 1) {
      flips[site] = isComplete ? (way >> site) & 1 : Number(random() < 0.5);
    }
    for (const { differ, found, flipped } of parts) {
      const difference = differ(flips);
      // Without a score on one side there is nothing to compare: that speaks for chance.
      flipped[way] = Number.isNaN(difference) ? found : difference;
    }
  }
  return correctPValues(parts, isComplete);
}
