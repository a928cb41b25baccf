import { expect, test } from 'vitest';
import { comparePipelines } from '../compare-pipelines.ts';
import type { EvaluationCase } from '../cases/evaluation-case.ts';
import { builtInMetrics } from '../metrics/built-in-metrics.ts';
import { createRandom } from '../statistics/draw-figures.ts';
import { findLeastLoss } from '../statistics/compare-figures.ts';
import { listResultIssues } from '../result/require-earlier.ts';

const runs = 200;
const sites = 20;
const fields = Array.from({ length: 12 }, (_, at) => `field${at}`);

/** 60 pages of 20 sites, each with 12 values. */
const cases: readonly EvaluationCase[] = Array.from({ length: 60 }, (_, at) => ({
  id: `page-${at}`,
  site: `site-${at % sites}`,
  url: 'https://shop.example/',
  body: new TextEncoder().encode(`<p>${at}</p>`),
  prompt: 'Everything',
  expected: Object.fromEntries(fields.map((field) => [field, `${field} of page-${at}`])),
}));

/** Those of the whole answer, as `gleaner bench --baseline` judges by them. */
const metrics = builtInMetrics(cases).filter(
  ({ name, field, unit }) => field === undefined && unit === 'share' && !name.endsWith(')'),
);

/** Fewer drawings than by default, so that 600 comparisons take some seconds. */
const common = { cases, metrics, draws: 600 };

/**
 * In how many of 200 runs an earlier result of the same pipeline shows a loss of the whole answer: where 3 points of all values
 * were broken since, and where nothing was. Sites differ in how many of their values are right (70 to 100 %), and 1 % of the
 * values come out otherwise whenever a page is read, as with a model that is not deterministic.
 */
async function countLosses(): Promise<{ readonly broken: number; readonly same: number }> {
  const random = createRandom(14);
  const losses = { broken: 0, same: 0 };
  for (let run = 0; run < runs; run += 1) {
    const rightOf = Array.from({ length: sites }, () => 0.7 + 0.3 * random());
    const truth = new Map(
      cases.map(({ id }, at) => [id, fields.map(() => random() < (rightOf[at % sites] ?? 0))]),
    );
    const read =
      (loss: number) =>
      ({ id }: EvaluationCase): unknown => {
        const right = truth.get(id) ?? [];
        const values = fields.map((field, at) => {
          const isRight = (right[at] ?? false) !== random() < 0.01;
          // What is broken was right before: 3 points of all values are more of the right ones.
          return [field, isRight && random() >= loss / 0.85 ? `${field} of ${id}` : 'another'];
        });
        return Object.fromEntries(values);
      };
    const before = await comparePipelines({ ...common, pipelines: { mine: read(0) } });
    const isLost = async (loss: number): Promise<boolean> => {
      const pipelines = { mine: read(loss) };
      const { earlier } = await comparePipelines({ ...common, pipelines, baseline: before });
      return (earlier?.comparisons ?? []).some(({ verdict }) => verdict === 'worse');
    };
    losses.broken += Number(await isLost(0.03));
    losses.same += Number(await isLost(0));
  }
  return losses;
}

test('of 200 losses of 3 points on 60 pages 80 % are shown against an earlier result, of 200 runs without change 5 %', async () => {
  const { broken, same } = await countLosses();
  expect(broken / runs).toBeGreaterThanOrEqual(0.8);
  expect(same / runs).toBeLessThanOrEqual(0.05);
}, 120_000);

/** An answer that has lost a value on the first sites. */
const answerWithout =
  (lostSites: number) =>
  ({ site, expected }: EvaluationCase): unknown =>
    Number(site?.slice('site-'.length)) < lostSites ? { field0: 'another' } : expected;

test('so many sites as the least loss says, and no fewer, show one beyond noise among all metrics of the whole answer', async () => {
  for (const siteCount of [6, 10, 20]) {
    const some = cases
      .slice(0, 20)
      .map((each, at) => ({ ...each, site: `site-${at % siteCount}` }));
    const { sites: known, changedSites } = findLeastLoss(some);
    const before = await comparePipelines({ cases: some, pipelines: { mine: answerWithout(0) } });
    const isShown = async (lostSites: number): Promise<boolean> => {
      const pipelines = { mine: answerWithout(lostSites) };
      const { earlier } = await comparePipelines({ cases: some, pipelines, baseline: before });
      return (earlier?.comparisons ?? []).some(
        ({ metric, verdict }) => metric === 'f1' && verdict === 'worse',
      );
    };
    expect({ known, shown: await isShown(changedSites) }).toEqual({
      known: siteCount,
      shown: true,
    });
    expect(await isShown(changedSites - 1)).toBe(false);
  }
});

test('an engine is deterministic without a model, extractor, fetcher or browser of its own, others say so', async () => {
  const extractor = {
    name: 'mine',
    extract: async () => ({ value: {}, usage: [], warnings: [] }),
  };
  const { pipelines } = await comparePipelines({
    cases: cases.slice(0, 1),
    pipelines: {
      structure: {},
      extractor: { gleaner: { extractor } },
      declared: { gleaner: { extractor }, deterministic: true },
      bare: () => ({}),
      parser: { run: () => ({}), deterministic: true },
    },
  });
  expect(pipelines.map(({ name, isDeterministic }) => [name, isDeterministic])).toEqual([
    ['structure', true],
    ['extractor', false],
    ['declared', true],
    ['bare', false],
    ['parser', true],
  ]);
});

test('results are as the JSON Schema says that is shipped, also with an earlier one and with failures', async () => {
  const pipelines = {
    mine: {},
    failing: () => {
      throw new Error('No lamp');
    },
  };
  const input = { cases: cases.slice(0, 2), pipelines, prices: {} };
  const before = await comparePipelines(input);
  const result = await comparePipelines({ ...input, baseline: before });
  const asJson: unknown = JSON.parse(JSON.stringify(result));
  expect(result.earlier?.comparisons.length).toBeGreaterThan(10);
  expect(listResultIssues(asJson, 'result')).toEqual([]);
  expect(listResultIssues({ ...result, seed: '1' }, 'result')).toMatchObject([{ path: '/seed' }]);
  expect(result.earlier?.comparisons.filter(({ metric }) => metric.startsWith('latency'))).toEqual(
    [],
  );
});
