import type { EvaluationResult, MetricDescription } from '../../result/evaluation-result.ts';

/** The metrics that the report puts first; `undefined` where the result has none of the kind. */
export interface MainMetrics {
  /** How good answers are. */
  readonly quality: MetricDescription | undefined;
  /** What they cost: money, else credits, else tokens, whichever differs from nothing. */
  readonly cost: MetricDescription | undefined;
  readonly latency: MetricDescription | undefined;
}

/** Finds what stands for quality, cost and latency: the first of its kind in the result's order, for the whole answer. */
export function toMainMetrics(result: EvaluationResult): MainMetrics {
  const whole = result.metrics.filter(({ field }) => field === undefined);
  const costs = (['money', 'credits', 'tokens'] as const).flatMap((unit) =>
    whole.filter((metric) => metric.unit === unit && metric.better === 'lower'),
  );
  const isSpent = ({ name }: MetricDescription): boolean =>
    result.pipelines.some(({ figures }) => (figures[name]?.value ?? 0) > 0);
  return {
    quality:
      whole.find(({ name }) => name === 'f1') ??
      whole.find(({ unit, better }) => unit === 'share' && better === 'higher'),
    cost: costs.find(isSpent) ?? costs[0],
    latency: whole.find(({ unit }) => unit === 'ms'),
  };
}
