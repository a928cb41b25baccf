export { comparePipelines } from './compare-pipelines.ts';
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
export { toReport, type ReportOptions } from './report/to-report.ts';
export type { Interval } from './statistics/interval.ts';
export type { EnginePipeline, PipelineCall } from './pipelines/create-engine-pipeline.ts';
export type { FunctionPipeline, PipelineFunction } from './pipelines/create-function-pipeline.ts';
export type { PipelineDefinition } from './pipelines/to-pipelines.ts';
export type { ComparePipelinesInput } from './run/comparison-input.ts';
export type { EvaluationBudget, Spending } from './run/create-budget.ts';
export type { EvaluationProgress } from './run/create-progress.ts';
