import { drawFigures } from '../src/evaluation/statistics/draw-figures.ts';

/** A page's part in a figure that is a sum over a sum. */
export interface Share {
  readonly site: string;
  readonly kept: number;
  readonly total: number;
}

const draws = 10_000;

/** The range of 95 % of a sum over a sum, over sites; seeded: equal input gives an equal range. */
export function toSpread(shares: readonly Share[]): readonly [low: number, high: number] {
  const sites = new Map<string, number>();
  const scores = shares.map(({ site, kept, total }) => {
    const number = sites.get(site) ?? sites.size;
    sites.set(site, number);
    return { site: number, kept, total };
  });
  const isShare = scores.every(({ kept, total }) => kept <= total);
  const { figures } = drawFigures({
    figures: [{ aggregate: 'ratio', isShare, scores }],
    pairs: [],
    siteCount: sites.size,
    draws,
    seed: 1,
  });
  const { low = 0, high = 0 } = figures[0] ?? {};
  return [low, high];
}
