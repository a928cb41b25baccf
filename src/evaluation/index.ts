export { comparePipelines } from './compare-pipelines.ts';
export type { ComparePipelinesInput } from './run/comparison-input.ts';
export type { EvaluationBudget, Spending } from './run/create-budget.ts';
export type { EvaluationProgress } from './run/comparison-input.ts';
export type { EvaluationCase } from './cases/evaluation-case.ts';
export { draftCases } from './cases/draft-cases.ts';
export type { DraftCasesInput, DraftedCase } from './cases/draft-cases.ts';
export { readCases } from './cases/read-cases.ts';
export type { ReadCasesOptions } from './cases/evaluation-case.ts';
export { builtInMetrics } from './metrics/built-in-metrics.ts';
export type { BuiltInMetricsOptions } from './metrics/built-in-metrics.ts';
export type { Metric, MetricUnit, Score, ScoredOutcome } from './metrics/metric.ts';
export type { FunctionPipeline, PipelineFunction } from './pipelines/create-function-pipeline.ts';
export type { ModelPrice, ModelPrices } from './pipelines/pipeline.ts';
export type { ModelExchange, Pipeline, PipelineOutput } from './pipelines/pipeline.ts';
export type { EnginePipeline, PipelineCall, PipelineDefinition } from './pipelines/to-pipelines.ts';
export type {
  CaseChanges,
  CaseDescription,
  CaseOutcome,
  Comparison,
  EarlierComparison,
  EvaluationResult,
  MetricDescription,
  PipelineFigures,
} from './result/evaluation-result.ts';
export { estimate } from './estimate.ts';
export type { Estimate, EstimateOptions, EstimateRequest } from './estimate.ts';
export type { Amount } from './estimate.ts';
export { toReport, type ReportOptions } from './report/to-report.ts';
export { findLeastLoss, type LeastLoss } from './statistics/compare-figures.ts';
export type { Interval } from './statistics/to-interval.ts';
