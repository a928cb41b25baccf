import type { EvaluationCase } from '../cases/evaluation-case.ts';
import type { Metric } from '../metrics/metric.ts';
import type { ModelPrices } from '../pipelines/model-prices.ts';
import type { PipelineDefinition } from '../pipelines/to-pipelines.ts';
import type { EvaluationResult } from '../result/evaluation-result.ts';
import type { EvaluationBudget } from './create-budget.ts';
import type { EvaluationProgress } from './create-progress.ts';

/** What is compared, and how. */
export interface ComparePipelinesInput {
  /** At least one; ids are unique. */
  readonly cases: readonly EvaluationCase[];
  /** By name, at least one: engines with options, or functions. The first is what the others are compared with. */
  readonly pipelines: Readonly<Record<string, PipelineDefinition>>;
  /** What is measured; names are unique. @default `builtInMetrics(cases, { prices })`, beside which further ones can be put: `[...builtInMetrics(cases), mine]` */
  readonly metrics?: readonly Metric[] | undefined;
  /** Name of the pipeline that the others are compared with, or an earlier result, with which each pipeline of it is. @default the first pipeline */
  readonly baseline?: string | EvaluationResult | undefined;
  /** Name of the data set, for people. @default 'cases' */
  readonly name?: string | undefined;
  /** Of the drawings that intervals come from: equal seeds and outcomes give equal figures. @default 1 */
  readonly seed?: number | undefined;
  /** How often sites are drawn for each interval: fewer are quicker, and a little less sure of its ends. @default 10_000 */
  readonly draws?: number | undefined;
  /** Cases at once. @default 1: latencies are then a case's own */
  readonly concurrency?: number | undefined;
  /** Milliseconds until a case is given up, which is a result. @default 120_000 */
  readonly timeoutMs?: number | undefined;
  /** What models may take in this call; cases for which it has no room are not begun. @default no limit */
  readonly budget?: EvaluationBudget | undefined;
  /** What models cost, by the provider's name. @default none: money is not measured */
  readonly prices?: ModelPrices | undefined;
  /** Path of a file that each outcome is appended to as it comes, and of which outcomes are taken that still hold. @default none */
  readonly outcomes?: string | undefined;
  /** Once it aborts, no case begins and those under way are left out: the result has what there is. */
  readonly signal?: AbortSignal | undefined;
  /** Called at the beginning and after each outcome. */
  readonly onProgress?: ((progress: EvaluationProgress) => void) | undefined;
}
