import { findMoney, type ModelPrices } from '../pipelines/model-prices.ts';
import type { PipelineOutput } from '../pipelines/pipeline.ts';
import type { Metric, MetricUnit, Score } from './metric.ts';

/** Metrics of what an answer costs, and of what a pipeline says of it: none needs to know the right one. */
export function createCostMetrics(prices: ModelPrices | undefined): readonly Metric[] {
  return [
    ofOutput('unsupported values', 'share', 'lower', ({ evidence }) =>
      evidence === undefined
        ? undefined
        : {
            kept: evidence.filter(({ status }) => status === 'unsupported').length,
            total: evidence.length,
          },
    ),
    ofOutput('completeness', 'share', 'higher', ({ lists }) => {
      if (lists === undefined) return undefined;
      let [kept, total] = [0, 0];
      for (const { returned, shown } of lists) {
        kept += returned;
        total += Math.max(returned, shown);
      }
      return { kept, total };
    }),
    ofOutput('repaired', 'share', 'lower', ({ wasRepaired }) => toShare(wasRepaired)),
    ofOutput('without model', 'share', 'higher', ({ withoutModel }) => toShare(withoutModel)),
    ofOutput('from cache', 'share', 'higher', ({ fromCache }) => toShare(fromCache)),
    ofOutput('input tokens', 'tokens', 'lower', ({ inputTokens }) => toMean(inputTokens)),
    ofOutput('output tokens', 'tokens', 'lower', ({ outputTokens }) => toMean(outputTokens)),
    ofOutput('credits', 'credits', 'lower', ({ creditsUsed }) => toMean(creditsUsed)),
    ...(prices === undefined
      ? []
      : [ofOutput('money', 'money', 'lower', (output) => toMean(findMoney(output, prices)))]),
    ...(['p50', 'p95'] as const).map((aggregate): Metric => ({
      name: `latency ${aggregate}`,
      unit: 'ms',
      better: 'lower',
      aggregate,
      score: ({ latencyMs }) => ({ kept: latencyMs, total: 1 }),
    })),
    {
      name: 'failed',
      unit: 'share',
      better: 'lower',
      score: ({ output }) => ({ kept: Number(output === undefined), total: 1 }),
    },
  ];
}

/** Not taken of failed cases: what they cost is not known. */
function ofOutput(
  name: string,
  unit: MetricUnit,
  better: Metric['better'],
  score: (output: PipelineOutput) => Score | undefined,
): Metric {
  return {
    name,
    unit,
    better,
    score: ({ output }) => (output === undefined ? undefined : score(output)),
  };
}

function toShare(is: boolean | undefined): Score | undefined {
  return is === undefined ? undefined : { kept: Number(is), total: 1 };
}

function toMean(amount: number | undefined): Score | undefined {
  return amount === undefined ? undefined : { kept: amount, total: 1 };
}
