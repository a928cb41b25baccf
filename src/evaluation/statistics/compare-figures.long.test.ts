import { describe, expect, test } from 'vitest';
import type { Metric, Score } from '../metrics/metric.ts';
import { compareFigures } from './compare-figures.ts';
import { createRandom } from './draw-figures.ts';

const share = { unit: 'share', better: 'higher' } as const;
const fields = ['title', 'price', 'brand', 'sku', 'date', 'author'];
const metrics: readonly Pick<Metric, 'name' | 'unit' | 'better' | 'aggregate'>[] = [
  { name: 'f1', ...share },
  { name: 'precision', ...share },
  { name: 'recall', ...share },
  ...fields.map((field) => ({ name: `f1 of ${field}`, ...share })),
  { name: 'latency p50', unit: 'ms', better: 'lower', aggregate: 'p50' },
];

describe('60 pages of 20 sites with 12 values each, of which 85 % are right, taken twice', () => {
  /*
   * Every site has its own share of right values. A value that comes out otherwise when the same pipeline is asked again, as with a
   * model that is not deterministic: 1 % of them, in both runs independently, so that 2 % differ. A pipeline without a model has no such
   * noise.
   */
  const runs = 200;
  const cases = Array.from({ length: 60 }, (_, at) => ({ id: `case ${at}`, site: `${at % 20}` }));

  test('a loss of 3 points is found in 80 of 100 runs or more', () => {
    expect(countRuns(0.03, 0.01).worse / runs).toBeGreaterThanOrEqual(0.8);
  });

  test('a run without change raises a false alarm in 5 of 100 or less, over all metrics together', () => {
    const alarms = countRuns(0, 0.01);
    expect((alarms.better + alarms.worse) / runs).toBeLessThanOrEqual(0.05);
  });

  test('a loss of 3 points is found, and no change is none, also without noise', () => {
    expect(countRuns(0.03, 0).worse / runs).toBeGreaterThanOrEqual(0.95);
    // Latency alone differs.
    const alarms = countRuns(0, 0);
    expect((alarms.better + alarms.worse) / runs).toBeLessThanOrEqual(0.05);
  });

  /** In how many runs any metric is said to be worse, and better. */
  function countRuns(loss: number, noise: number): { worse: number; better: number } {
    const random = createRandom(20_261_122);
    const counts = { worse: 0, better: 0 };
    for (let run = 0; run < runs; run += 1) {
      const rightOf = Array.from({ length: 20 }, () => 0.7 + 0.3 * random());
      const outcomes = cases.flatMap(({ id, site }) => {
        const truth = Array.from({ length: 12 }, () => random() < (rightOf[Number(site)] ?? 0));
        return (['before', 'after'] as const).map((pipeline) => {
          // What is lost was right before: 3 points of all values are more of the right ones.
          const lost = pipeline === 'after' ? loss / 0.85 : 0;
          const values = truth.map((isRight) => {
            const flips = random() < noise;
            return isRight !== flips && random() >= lost;
          });
          return { pipeline, case: id, scores: toScores(values, 900 + 200 * random()) };
        });
      });
      const { comparisons } = compareFigures({
        metrics,
        cases,
        outcomes,
        baseline: 'before',
        seed: run,
        draws: 600,
      });
      const verdicts = new Set(comparisons.map(({ verdict }) => verdict));
      counts.worse += Number(verdicts.has('worse'));
      counts.better += Number(verdicts.has('better'));
    }
    return counts;
  }
});

/** A wrong value is wrong and missed; every third is left out, and missed alone. */
function toScores(values: readonly boolean[], latencyMs: number): Record<string, Score> {
  const { right, given, all } = tally(values);
  return {
    f1: { kept: 2 * right, total: given + all },
    precision: { kept: right, total: given },
    recall: { kept: right, total: all },
    ...Object.fromEntries(
      fields.map((field, at) => {
        const own = tally(values.filter((_, place) => place % fields.length === at));
        return [`f1 of ${field}`, { kept: 2 * own.right, total: own.given + own.all }];
      }),
    ),
    'latency p50': { kept: latencyMs, total: 1 },
  };
}

function tally(own: readonly boolean[]): { right: number; given: number; all: number } {
  const right = own.filter(Boolean).length;
  return { right, given: own.length - Math.floor((own.length - right) / 3), all: own.length };
}

const one = { name: 'f1', ...share };
const cases = Array.from({ length: 12 }, (_, at) => ({ id: `${at}`, site: `site ${at}` }));
const outcomesOf = (pipeline: string, kept: (at: number) => number) =>
  cases.map(({ id }, at) => ({
    pipeline,
    case: id,
    scores: { f1: { kept: kept(at), total: 10 } },
  }));

test('a pipeline that is worse on every site is worse, by how much, with what is lost', () => {
  const outcomes = [...outcomesOf('a', () => 9), ...outcomesOf('b', (at) => 7 - (at % 2))];
  const { figures, comparisons, warnings } = compareFigures({
    metrics: [one],
    cases,
    outcomes,
    baseline: 'a',
    seed: 1,
  });
  expect(figures.get('a')).toEqual({ f1: { value: 0.9, low: 0.9, high: 0.9, cases: 12 } });
  expect(comparisons).toMatchObject([
    {
      pipeline: 'b',
      metric: 'f1',
      verdict: 'worse',
      won: [],
      lost: cases.map(({ id }) => id),
      // All of 2^12 ways to change sides are tried, and two are as far apart.
      p: 2 / 4_096,
      adjustedP: 2 / 4_096,
    },
  ]);
  const { difference } = comparisons[0] ?? { difference: { value: 0, low: 0, high: 0 } };
  expect(difference.value).toBeCloseTo(-0.25, 10);
  expect(difference.low).toBeLessThan(-0.25);
  expect(difference.high).toBeGreaterThan(-0.25);
  expect(difference.high).toBeLessThan(0);
  expect(warnings).toEqual([]);
});

test('where less is better, more is worse', () => {
  const { comparisons } = compareFigures({
    metrics: [{ name: 'f1', unit: 'tokens', better: 'lower' }],
    cases,
    outcomes: [...outcomesOf('a', (at) => at), ...outcomesOf('b', (at) => at + 5)],
    baseline: 'a',
    seed: 1,
  });
  expect(comparisons).toMatchObject([{ verdict: 'worse', won: [] }]);
  expect(comparisons[0]?.lost).toHaveLength(12);
});

test('a difference on some sites and against it on others is none shown, and its flips are listed', () => {
  const { comparisons } = compareFigures({
    metrics: [one],
    cases,
    outcomes: [...outcomesOf('a', () => 7), ...outcomesOf('b', (at) => (at % 2 === 0 ? 8 : 6))],
    baseline: 'a',
    seed: 1,
  });
  expect(comparisons).toMatchObject([
    {
      verdict: 'no difference shown',
      p: 1,
      adjustedP: 1,
      won: ['0', '2', '4', '6', '8', '10'],
      lost: ['1', '3', '5', '7', '9', '11'],
    },
  ]);
});

test('equal answers differ by nothing, with a p-value of 1', () => {
  const { comparisons } = compareFigures({
    metrics: [one],
    cases,
    outcomes: [...outcomesOf('a', (at) => at % 10), ...outcomesOf('b', (at) => at % 10)],
    baseline: 'a',
    seed: 1,
  });
  expect(comparisons).toEqual([
    {
      pipeline: 'b',
      metric: 'f1',
      difference: { value: 0, low: 0, high: 0 },
      p: 1,
      adjustedP: 1,
      verdict: 'no difference shown',
      won: [],
      lost: [],
    },
  ]);
});

test('a comparison is over the cases that both pipelines have a score of, a figure over all of its own', () => {
  const outcomes = [
    ...outcomesOf('a', () => 9),
    ...outcomesOf('b', (at) => (at < 6 ? 9 : 0)).slice(0, 8),
  ];
  const { figures, comparisons } = compareFigures({
    metrics: [one],
    cases,
    outcomes,
    baseline: new Map([['b', 'a']]),
    seed: 1,
  });
  expect(figures.get('b')?.['f1']).toMatchObject({ value: 54 / 80, cases: 8 });
  expect(comparisons[0]?.difference.value).toBeCloseTo(54 / 80 - 0.9, 10);
  expect(comparisons[0]?.lost).toEqual(['6', '7']);
});

test('figures do not depend on the order in which outcomes come', () => {
  const outcomes = [...outcomesOf('a', (at) => at / 3), ...outcomesOf('b', (at) => at / 7)];
  const input = { metrics: [one], cases, baseline: 'a', seed: 3, draws: 500 };
  const { figures, comparisons } = compareFigures({ ...input, outcomes });
  const other = compareFigures({ ...input, outcomes: outcomes.toReversed() });
  expect(other.comparisons).toEqual(comparisons);
  expect(other.figures.get('a')).toEqual(figures.get('a'));
});

test('pages of one site are drawn one by one, which a warning tells, as it does of few sites', () => {
  const ofOne = cases.map(({ id }) => ({ id, site: 'shop.example' }));
  const outcomes = [...outcomesOf('a', () => 9), ...outcomesOf('b', () => 5)];
  const { comparisons, warnings } = compareFigures({
    metrics: [one],
    cases: ofOne,
    outcomes,
    baseline: 'a',
    seed: 1,
  });
  expect(comparisons).toMatchObject([{ verdict: 'no difference shown' }]);
  expect(comparisons[0]?.p).toBeLessThan(0.01);
  expect(warnings).toEqual([
    'All cases are of one site, so intervals and p-values speak of that site alone; add cases of other sites to learn how the pipelines do elsewhere.',
    'The cases are of 1 site, and fewer than 6 cannot show a difference, however large; add cases of other sites.',
  ]);
  const few = compareFigures({
    metrics: [one],
    cases: cases.slice(0, 5),
    outcomes,
    baseline: 'a',
    seed: 1,
  });
  expect(few.comparisons).toMatchObject([{ verdict: 'no difference shown', p: 2 / 32 }]);
  expect(few.warnings).toEqual([
    'The cases are of 5 sites, and fewer than 6 cannot show a difference, however large; add cases of other sites.',
  ]);
});

test('metrics named like what every object inherits have no score of their own', () => {
  const { figures, comparisons } = compareFigures({
    metrics: [{ name: 'constructor', ...share }],
    cases,
    outcomes: [...outcomesOf('a', () => 9), ...outcomesOf('b', () => 9)],
    baseline: 'a',
    seed: 1,
  });
  expect([Object.keys(figures.get('a') ?? {}), comparisons]).toEqual([[], []]);
});
