import type { Metric, Score } from '../metrics/metric.ts';
import type {
  CaseDescription,
  CaseOutcome,
  Comparison,
  PipelineFigures,
} from '../result/evaluation-result.ts';
import {
  type DrawFiguresInput,
  type DrawnScores,
  type FigurePair,
  createRandom,
  drawFigures,
} from './draw-figures.ts';
import { toCount } from '../../runtime/errors/shown-text.ts';
import type { Interval } from './to-interval.ts';
import { type SiteScore, toFlippedDifference } from './site-scores.ts';

type ComparedMetric = Pick<Metric, 'name' | 'unit' | 'better' | 'aggregate'>;

export interface CompareFiguresInput {
  readonly metrics: readonly ComparedMetric[];
  readonly cases: readonly Pick<CaseDescription, 'id' | 'site'>[];
  /** One for each pipeline and case; a case that a pipeline was not asked is missing. */
  readonly outcomes: readonly Pick<CaseOutcome, 'pipeline' | 'case' | 'scores'>[];
  /** Name of the pipeline that all others are compared with, or by pipeline the one that it is compared with. */
  readonly baseline: string | ReadonlyMap<string, string>;
  /** Equal seeds and outcomes give equal figures. */
  readonly seed: number;
  /** How often sites are drawn anew. @default 10000 */
  readonly draws?: number;
}

export interface CompareFiguresResult {
  /** By pipeline, in the order of the outcomes. */
  readonly figures: ReadonlyMap<string, PipelineFigures['figures']>;
  readonly comparisons: readonly Comparison[];
  /** Sentences for people: what the numbers cannot show, and why. */
  readonly warnings: readonly string[];
}

/** Adjusted p-value below which a difference is called one. */
const significance = 0.05;
/**
 * Sites that have to change, all to one side, before a difference can be shown: the signs of `k` sites are all equal by chance in 2 of
 * 2^k ways. The correction for further metrics cannot lower that.
 */
const minChangedSites = Math.floor(Math.log2(2 / significance)) + 1;

/** The smallest loss that a comparison over sites can show beyond noise. */
export interface LeastLoss {
  /** Sites that there are. */
  readonly sites: number;
  /** So many of them have to do worse, while none does better. */
  readonly changedSites: number;
  /** The least p-value of so many. */
  readonly p: number;
}

/** What the cases can show at best. Where they have fewer sites than have to change, they can show nothing. */
export function findLeastLoss(cases: readonly Pick<CaseDescription, 'id' | 'site'>[]): LeastLoss {
  return {
    sites: countSites(cases),
    changedSites: minChangedSites,
    p: 2 / 2 ** minChangedSites,
  };
}

/**
 * Returns the figures of pipelines and how they differ, with intervals and p-values over sites: `src/evaluation/statistics` says
 * how. Where all cases are of one site, cases take the place of sites, and no difference counts as shown: it may be that site's alone.
 */
export function compareFigures(input: CompareFiguresInput): CompareFiguresResult {
  const { metrics, cases, outcomes, baseline, seed, draws = 10_000 } = input;
  const sites = numberSites(cases);
  const canShow = countSites(cases) >= minChangedSites;
  const byPipeline = groupScores(outcomes);
  const pipelines = [...byPipeline.keys()];
  const listScores = (pipeline: string, metric: string, only?: string): readonly SiteScore[] =>
    listSiteScores(byPipeline, sites.of, { pipeline, metric, only });

  const figures: DrawnScores[] = [];
  const addFigure = (metric: ComparedMetric, scores: readonly SiteScore[]): number =>
    figures.push({
      aggregate: metric.aggregate ?? 'ratio',
      isShare: metric.unit === 'share',
      scores,
    }) - 1;
  const places = new Map(
    pipelines.map((pipeline) => [
      pipeline,
      metrics.map((metric) => addFigure(metric, listScores(pipeline, metric.name))),
    ]),
  );
  const pairs = listPairs(pipelines, baseline).flatMap(({ pipeline, other }) =>
    metrics.map((metric, at) => {
      // Mostly both have a score of the same cases, and the difference is one of the figures that are drawn anyway.
      const placeOf = (one: string, partner: string): number => {
        const place = places.get(one)?.[at] ?? 0;
        const scores = listScores(one, metric.name, partner);
        return scores.length === figures[place]?.scores.length ? place : addFigure(metric, scores);
      };
      const pair: FigurePair = [placeOf(other, pipeline), placeOf(pipeline, other)];
      return { pipeline, other, metric, pair };
    }),
  );
  const drawn = { siteCount: sites.count, draws, seed };
  const intervals = drawFigures({ ...drawn, figures, pairs: pairs.map(({ pair }) => pair) });
  const compared = pairs.flatMap((key, at) => {
    const difference = intervals.differences[at];
    return difference === undefined ? [] : [{ ...key, difference }];
  });
  const pValues = flipSites({ ...drawn, figures, pairs: compared.map(({ pair }) => pair) });
  return {
    figures: new Map(
      [...places].map(([pipeline, own]) => [
        pipeline,
        Object.fromEntries(
          metrics.flatMap(({ name }, at) => {
            const place = own[at] ?? 0;
            const interval = intervals.figures[place];
            return interval === undefined
              ? []
              : [[name, { ...interval, cases: figures[place]?.scores.length ?? 0 }]];
          }),
        ),
      ]),
    ),
    comparisons: compared.map(({ pipeline, other, metric, difference }, at) => {
      const { p, adjustedP } = pValues[at] ?? { p: 1, adjustedP: 1 };
      const sign = metric.better === 'higher' ? 1 : -1;
      return {
        pipeline,
        metric: metric.name,
        difference,
        p,
        adjustedP,
        verdict: canShow ? toVerdict(difference, adjustedP, sign) : 'no difference shown',
        ...listFlips(cases, byPipeline.get(pipeline), byPipeline.get(other), metric.name, sign),
      };
    }),
    warnings: compared.length > 0 ? listWarnings(sites) : [],
  };
}

function listPairs(
  pipelines: readonly string[],
  baseline: CompareFiguresInput['baseline'],
): readonly { readonly pipeline: string; readonly other: string }[] {
  return pipelines.flatMap((pipeline) => {
    const other = typeof baseline === 'string' ? baseline : baseline.get(pipeline);
    return other === undefined || other === pipeline || !pipelines.includes(other)
      ? []
      : [{ pipeline, other }];
  });
}

/** Both must speak for it: the p-value knows of the other comparisons, the interval of how large the difference may be. */
function toVerdict(
  { value, low, high }: Interval,
  adjustedP: number,
  sign: number,
): Comparison['verdict'] {
  if (adjustedP >= significance || (low <= 0 && high >= 0)) return 'no difference shown';
  return value * sign > 0 ? 'better' : 'worse';
}

type ScoresByCase = ReadonlyMap<string, Readonly<Record<string, Score>>>;

interface NumberedSites {
  readonly of: ReadonlyMap<string, number>;
  readonly count: number;
  /** Whether each case stands for itself, because all are of one site. */
  readonly areCases: boolean;
}

function countSites(cases: CompareFiguresInput['cases']): number {
  return new Set(cases.map(({ site }) => site)).size;
}

function numberSites(cases: CompareFiguresInput['cases']): NumberedSites {
  const areCases = countSites(cases) < 2;
  const numbers = new Map<string, number>();
  const of = new Map<string, number>();
  for (const { id, site } of cases) {
    const name = areCases ? id : site;
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    of.set(id, number);
  }
  return { of, count: numbers.size, areCases };
}

function groupScores(outcomes: CompareFiguresInput['outcomes']): ReadonlyMap<string, ScoresByCase> {
  const byPipeline = new Map<string, Map<string, Readonly<Record<string, Score>>>>();
  for (const outcome of outcomes) {
    const scores = byPipeline.get(outcome.pipeline) ?? new Map();
    byPipeline.set(outcome.pipeline, scores);
    scores.set(outcome.case, outcome.scores);
  }
  return byPipeline;
}

function listSiteScores(
  byPipeline: ReadonlyMap<string, ScoresByCase>,
  siteOf: ReadonlyMap<string, number>,
  wanted: { readonly pipeline: string; readonly metric: string; readonly only: string | undefined },
): readonly SiteScore[] {
  const own = byPipeline.get(wanted.pipeline);
  const other = wanted.only === undefined ? undefined : byPipeline.get(wanted.only);
  // In the order of the cases: sums of fractions depend on their order, and outcomes come as they are done.
  return [...siteOf].flatMap(([id, site]) => {
    const score = findScore(own?.get(id), wanted.metric);
    if (score === undefined) return [];
    if (wanted.only !== undefined && findScore(other?.get(id), wanted.metric) === undefined) {
      return [];
    }
    return [{ site, kept: score.kept, total: score.total }];
  });
}

/** Metrics are named by users: `constructor` is no score. */
function findScore(
  scores: Readonly<Record<string, Score>> | undefined,
  metric: string,
): Score | undefined {
  return scores !== undefined && Object.hasOwn(scores, metric) ? scores[metric] : undefined;
}

/** The cases that go better, and worse, than with the other pipeline. */
function listFlips(
  cases: CompareFiguresInput['cases'],
  own: ScoresByCase | undefined,
  other: ScoresByCase | undefined,
  metric: string,
  sign: number,
): Pick<Comparison, 'won' | 'lost'> {
  const [won, lost]: [string[], string[]] = [[], []];
  for (const { id } of cases) {
    const [score, before] = [findScore(own?.get(id), metric), findScore(other?.get(id), metric)];
    if (score === undefined || before === undefined) continue;
    const change = (score.kept / score.total - before.kept / before.total) * sign;
    if (change > 0) won.push(id);
    else if (change < 0) lost.push(id);
  }
  return { won, lost };
}

function listWarnings({ count, areCases }: NumberedSites): readonly string[] {
  const warnings: string[] = [];
  if (areCases && count > 1) {
    warnings.push(
      'All cases are of one site, so intervals and p-values speak of that site alone; add cases of other sites to learn how the pipelines do elsewhere.',
    );
  }
  const known = areCases ? 1 : count;
  if (known < minChangedSites) {
    warnings.push(
      `The cases are of ${toCount(known, 'site')}, and fewer than ${minChangedSites} cannot show a difference, however large; add cases of other sites.`,
    );
  }
  return warnings;
}

/** Up to so many sites all ways to change sides are tried: 8,192. */
const maxComplete = 13;

/**
 * Returns the p-values of the differences of pairs: where two pipelines do not differ, both answers of a site could as well be the
 * other's. Sites change sides at random, each with all its cases, and in all pairs together.
 */
function flipSites(input: DrawFiguresInput): readonly PValues[] {
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

/** How probable differences as large as those found are where there are none. */
interface PValues {
  /** Of the difference by itself. */
  readonly p: number;
  /** Of any difference as large among all that are looked at together. */
  readonly adjustedP: number;
}

/** A difference as it was found, and as it comes out when sites change sides. */
interface FlippedDifference {
  readonly found: number;
  /** One for each way to change sides, the same way at the same place for all differences. */
  readonly flipped: Float64Array;
}

/** Parts of the deviation by which equal differences may differ through rounding. */
const rounding = 1e-9;

/**
 * Returns the p-values of differences that were looked at together, by Westfall and Young's step-down maxT: each is compared with the
 * largest of those that are not larger than itself, over the same changes of sides. Metrics of one pipeline say much of the same
 * thing; a correction that knows the number alone, such as Holm's, takes them for separate trials, and ten sites could then show
 * nothing at all. `isComplete`: all ways to change sides are there, among them the one that was found.
 */
export function correctPValues(
  differences: readonly FlippedDifference[],
  isComplete: boolean,
): readonly PValues[] {
  const scaled = differences.map(({ found, flipped }) => {
    const deviation = Math.sqrt(
      flipped.reduce((sum, value) => sum + value * value, 0) / Math.max(1, flipped.length),
    );
    return { found: Math.abs(found) / deviation, deviation, flipped };
  });
  const values: PValues[] = differences.map(() => ({ p: 1, adjustedP: 1 }));
  // Without any deviation there is no difference on any site, and nothing to be wrong about.
  const order = [...scaled.keys()]
    .filter((at) => (scaled[at]?.deviation ?? 0) > 0)
    .sort((a, b) => (scaled[b]?.found ?? 0) - (scaled[a]?.found ?? 0));
  const draws = differences[0]?.flipped.length ?? 0;
  const largest = new Float64Array(draws);
  const counts: { readonly at: number; readonly own: number; readonly any: number }[] = [];
  for (const at of order.toReversed()) {
    const { found, deviation, flipped } = scaled[at] ?? {
      found: 0,
      deviation: 1,
      flipped: largest,
    };
    let [own, any] = [0, 0];
    for (let draw = 0; draw < draws; draw += 1) {
      const size = Math.abs(flipped[draw] ?? 0) / deviation;
      if (size >= found - rounding) own += 1;
      if (size > (largest[draw] ?? 0)) largest[draw] = size;
      if ((largest[draw] ?? 0) >= found - rounding) any += 1;
    }
    counts.push({ at, own, any });
  }
  // The difference as found is one of the ways that chance could have taken.
  const toP = (count: number): number => (isComplete ? count / draws : (count + 1) / (draws + 1));
  let least = 0;
  for (const { at, own, any } of counts.toReversed()) {
    least = Math.max(least, toP(any));
    values[at] = { p: toP(own), adjustedP: least };
  }
  return values;
}
