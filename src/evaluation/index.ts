export type { EvaluationCase } from './cases/evaluation-case.ts';
export type { Metric, MetricUnit, Score, ScoredOutcome } from './metrics/metric.ts';
export type { ModelPrice, ModelPrices } from './pipelines/model-prices.ts';
export type { ModelExchange, Pipeline, PipelineOutput } from './pipelines/pipeline.ts';
export type {
  CaseDescription,
  CaseOutcome,
  Comparison,
  EarlierComparison,
  EvaluationResult,
  MetricDescription,
  PipelineFigures,
} from './result/evaluation-result.ts';
export type { Interval } from './statistics/interval.ts';
