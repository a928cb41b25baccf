import { expect, test } from 'vitest';
import { type DrawnScores, createRandom, drawFigures } from './draw-figures.ts';
import type { Interval } from './to-interval.ts';
import type { SiteScore } from './site-scores.ts';

/*
 * Simulated pages: each site has a difficulty of its own (standard deviation 0.9 on the scale of log odds, around 77 % right), and
 * the second pipeline one more (0.5), so that pages of a site are alike. A page has 5 to 14 values. Half of what is random of a value
 * is the page's and shared by both pipelines; the rest is each one's own. Sites have 4 pages, or 1 to 30, log-normal around 4.
 */
const sitesOf = { even: () => 4, uneven: (random: Random) => Math.exp(gauss(random) * 0.8) * 4 };

test.each([
  { sites: 10, shape: 'even' },
  { sites: 20, shape: 'even' },
  { sites: 60, shape: 'even' },
  { sites: 10, shape: 'uneven' },
  { sites: 20, shape: 'uneven' },
  { sites: 60, shape: 'uneven' },
] as const)(
  'a difference of $sites sites of $shape size lies in its interval in 93 to 97 of 100 simulations',
  ({ sites, shape }) => {
    const random = createRandom(20_261_122 + sites);
    const truth = findTruth(shape);
    const runs = 1_000;
    let [bySite, byPage, share] = [0, 0, 0];
    for (let run = 0; run < runs; run += 1) {
      const { first, second, pages } = simulate(random, sites, shape);
      const both = { aggregate: 'ratio', isShare: true } as const;
      const { figures, differences } = drawFigures({
        figures: [
          { ...both, scores: first },
          { ...both, scores: second },
        ],
        pairs: [[0, 1]],
        siteCount: sites,
        draws: 200,
        seed: run,
      });
      bySite += Number(holds(differences[0], truth.difference));
      share += Number(holds(figures[0], truth.first));
      // Pages as if each were a site of its own: what is done where sites are not thought of.
      if (run >= 200) continue;
      const [unclustered] = drawOne({ ...both, scores: apart(first) }, pages, run);
      byPage += Number(holds(unclustered, truth.first));
    }
    expect(bySite / runs).toBeGreaterThan(0.93);
    expect(bySite / runs).toBeLessThan(0.97);
    expect(share / runs).toBeGreaterThan(0.93);
    expect(share / runs).toBeLessThan(0.97);
    // The reason for all this.
    expect(byPage / 200).toBeLessThan(0.86);
  },
);

function apart(scores: readonly SiteScore[]): readonly SiteScore[] {
  return scores.map((score, at) => ({ ...score, site: at }));
}

type Random = () => number;
type Shape = keyof typeof sitesOf;

interface Simulated {
  readonly first: readonly SiteScore[];
  readonly second: readonly SiteScore[];
  readonly pages: number;
}

function simulate(random: Random, sites: number, shape: Shape): Simulated {
  const [first, second]: [SiteScore[], SiteScore[]] = [[], []];
  for (let site = 0; site < sites; site += 1) {
    const odds = 1.2 + gauss(random) * 0.9;
    const otherOdds = odds + gauss(random) * 0.5;
    const pages = Math.min(30, Math.max(1, Math.round(sitesOf[shape](random))));
    for (let page = 0; page < pages; page += 1) {
      const total = 5 + Math.floor(random() * 10);
      let [kept, otherKept] = [0, 0];
      for (let value = 0; value < total; value += 1) {
        const luck = random();
        kept += Number(luck < toShare(odds));
        otherKept += Number((random() < 0.5 ? luck : random()) < toShare(otherOdds));
      }
      first.push({ site, kept, total });
      second.push({ site, kept: otherKept, total });
    }
  }
  return { first, second, pages: first.length };
}

/** What many sites would show. */
function findTruth(shape: Shape): { readonly first: number; readonly difference: number } {
  const { first, second } = simulate(createRandom(1), 20_000, shape);
  const [one, other] = [first, second].map(
    (scores) =>
      scores.reduce((sum, { kept }) => sum + kept, 0) /
      scores.reduce((sum, { total }) => sum + total, 0),
  );
  return { first: one ?? 0, difference: (other ?? 0) - (one ?? 0) };
}

test.each([
  { aggregate: 'p50', sites: 20, least: 0.93 },
  { aggregate: 'p50', sites: 60, least: 0.93 },
  // Few pages are slower than the 95th of 100, and what they are on other sites is not known: told in docs/EVALUATION.md.
  { aggregate: 'p95', sites: 20, least: 0.87 },
  { aggregate: 'p95', sites: 60, least: 0.91 },
] as const)(
  'the $aggregate of times of $sites sites lies in its interval in $least of simulations or more',
  ({ aggregate, sites, least }) => {
    const random = createRandom(7);
    const takeTimes = (count: number): readonly SiteScore[] =>
      Array.from({ length: count }, (_, site) => {
        const usual = gauss(random) * 0.3;
        return Array.from({ length: 4 }, () => ({
          site,
          kept: Math.exp(usual + gauss(random) * 0.5) * 1_000,
          total: 1,
        }));
      }).flat();
    const many = takeTimes(20_000)
      .map(({ kept }) => kept)
      .sort((a, b) => a - b);
    const truth = many[Math.floor(many.length * (aggregate === 'p50' ? 0.5 : 0.95))] ?? 0;
    const runs = 300;
    let held = 0;
    for (let run = 0; run < runs; run += 1) {
      const scores = takeTimes(sites);
      const [figure] = drawOne({ aggregate, isShare: false, scores }, sites, run);
      held += Number(holds(figure, truth));
    }
    expect(held / runs).toBeGreaterThanOrEqual(least);
    expect(held / runs).toBeLessThan(0.985);
  },
);

test('an interval of a share ends within 0 and 1, and is the same for the same seed', () => {
  const scores = [10, 10, 9, 10, 10, 10].map((kept, site) => ({ site, kept, total: 10 }));
  const figure: DrawnScores = { aggregate: 'ratio', isShare: true, scores };
  const [one] = drawOne(figure, 6, 5);
  expect(one?.value).toBeCloseTo(59 / 60);
  expect(one?.low).toBeGreaterThan(0.7);
  expect(one?.high).toBeLessThan(1);
  expect(drawOne(figure, 6, 5)).toEqual([one]);
});

test('a figure without any score has no interval', () => {
  const empty: DrawnScores = { aggregate: 'ratio', isShare: true, scores: [] };
  const none: DrawnScores = { ...empty, scores: [{ site: 0, kept: 0, total: 0 }] };
  for (const figure of [empty, none, { ...empty, aggregate: 'p95' as const }]) {
    expect(drawOne(figure, 3, 1)).toEqual([undefined]);
  }
});

function drawOne(
  figure: DrawnScores,
  siteCount: number,
  seed: number,
): readonly (Interval | undefined)[] {
  return drawFigures({ figures: [figure], pairs: [], siteCount, draws: 200, seed }).figures;
}

function holds(interval: Interval | undefined, value: number): boolean {
  return interval !== undefined && interval.low <= value && value <= interval.high;
}

function gauss(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function toShare(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
