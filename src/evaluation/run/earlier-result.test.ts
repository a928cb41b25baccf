import { expect, test } from 'vitest';
import { comparePipelines } from '../compare-pipelines.ts';
import type { EvaluationCase } from '../cases/evaluation-case.ts';
import { builtInMetrics } from '../metrics/built-in-metrics.ts';
import { createRandom } from '../statistics/create-random.ts';
import { listResultIssues } from '../result/list-result-issues.ts';

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
