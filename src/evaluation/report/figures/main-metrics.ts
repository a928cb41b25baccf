import type { EvaluationResult, MetricDescription } from '../../result/evaluation-result.ts';

/** The metrics that the report puts first; `undefined` where the result has none of the kind. */
export interface MainMetrics {
  /** How good answers are. */
  readonly quality: MetricDescription | undefined;
  /** What they cost: money, else credits, else tokens, whichever most pipelines have and in which they differ. */
  readonly cost: MetricDescription | undefined;
  readonly latency: MetricDescription | undefined;
}

/** Finds what stands for quality, cost and latency: the first of its kind in the result's order, for the whole answer. */
export function toMainMetrics(result: EvaluationResult): MainMetrics {
  const whole = result.metrics.filter(({ field }) => field === undefined);
  const costs = (['money', 'credits', 'tokens'] as const).flatMap((unit) =>
    whole.filter((metric) => metric.unit === unit && metric.better === 'lower'),
  );
  // One that few pipelines have, or all have in the same amount, tells nothing apart.
  const isTelling = ({ name }: MetricDescription): boolean => {
    const values = result.pipelines.flatMap(({ figures }) => figures[name]?.value ?? []);
    return values.length * 2 > result.pipelines.length && new Set(values).size > 1;
  };
  return {
    quality:
      whole.find(({ name }) => name === 'f1') ??
      whole.find(({ unit, better }) => unit === 'share' && better === 'higher'),
    cost: result.pipelines.length === 1 ? costs[0] : costs.find(isTelling),
    latency: whole.find(({ unit }) => unit === 'ms'),
  };
}
