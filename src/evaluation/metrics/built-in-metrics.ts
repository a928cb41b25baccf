import type { EvaluationCase } from '../cases/evaluation-case.ts';
import { checkPrices, type ModelPrices } from '../pipelines/model-prices.ts';
import { createAnswerMetrics } from './create-answer-metrics.ts';
import { createCostMetrics } from './create-cost-metrics.ts';
import { schemaMetric } from './schema-metric.ts';
import type { Metric } from './metric.ts';

export interface BuiltInMetricsOptions {
  /** By the name of the model; without them there is no metric of money. */
  readonly prices?: ModelPrices | undefined;
  /** How far a number may be off in the kind `tolerance`, as a part of the expected one. @default 0.01 */
  readonly tolerance?: number | undefined;
  /** Called with a sentence for people, once for each thing that is measured in another way than described. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

/**
 * The metrics that can be taken of cases: of the answers where a right one is known, whole and by field; of schemas, evidence and
 * lists; and of what it costs. docs/EVALUATION.md defines each.
 */
export function builtInMetrics(
  cases: readonly EvaluationCase[],
  options: BuiltInMetricsOptions = {},
): readonly Metric[] {
  const { prices, tolerance = 0.01, onWarning = () => {} } = options;
  if (!Number.isFinite(tolerance) || tolerance < 0) {
    throw new TypeError('Expected `tolerance` to be a number from 0 on, e.g. 0.01 for 1 %.');
  }
  if (prices !== undefined) checkPrices(prices);
  return [
    ...createAnswerMetrics(cases, tolerance, onWarning),
    ...(cases.some(({ schema }) => schema !== undefined) ? [schemaMetric()] : []),
    ...createCostMetrics(prices),
  ];
}
