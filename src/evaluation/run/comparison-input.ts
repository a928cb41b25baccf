import type { EvaluationCase } from '../cases/evaluation-case.ts';
import type { Metric } from '../metrics/metric.ts';
import type { ModelPrices } from '../pipelines/pipeline.ts';
import type { PipelineDefinition } from '../pipelines/to-pipelines.ts';
import type { CaseOutcome, EvaluationResult } from '../result/evaluation-result.ts';
import type { EvaluationBudget, Spending } from './create-budget.ts';
import type { Task } from './run-cases.ts';

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

/** How far a comparison has come. */
export interface EvaluationProgress {
  /** Outcomes there are, those that were kept from an earlier call included; of `total`. */
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** Estimated from the time that cases of each pipeline have taken; `undefined` before one of each has ended. */
  readonly remainingMs: number | undefined;
  /** By this call. */
  readonly spent: Spending;
  /** The outcome that has just come; `undefined` at the beginning. */
  readonly pipeline: string | undefined;
  readonly case: string | undefined;
}

interface Progress {
  /** Takes down an outcome. */
  add(outcome: CaseOutcome): void;
  /** How far things are; `latest` has just come. */
  describe(latest?: CaseOutcome): EvaluationProgress;
}

interface ProgressOptions {
  readonly tasks: readonly Task[];
  readonly kept: readonly CaseOutcome[];
  readonly concurrency: number;
  readonly spent: Spending;
}

/** Counts outcomes, and tells when the rest will have come. */
export function createProgress({ tasks, kept, concurrency, spent }: ProgressOptions): Progress {
  const total = tasks.length + kept.length;
  let done = kept.length;
  let failed = kept.filter(({ error }) => error !== undefined).length;
  const counts = new Map<string, { left: number; ended: number; tookMs: number }>();
  for (const { pipeline } of tasks) {
    const count = counts.get(pipeline.name) ?? { left: 0, ended: 0, tookMs: 0 };
    count.left += 1;
    counts.set(pipeline.name, count);
  }

  function estimateMs(): number | undefined {
    let sumMs = 0;
    for (const { left, ended, tookMs } of counts.values()) {
      if (left === 0) continue;
      if (ended === 0) return undefined;
      sumMs += (left * tookMs) / ended;
    }
    return sumMs / concurrency;
  }

  return {
    add({ pipeline, latencyMs, error }) {
      done += 1;
      if (error !== undefined) failed += 1;
      const count = counts.get(pipeline);
      if (count === undefined) return;
      count.left -= 1;
      count.ended += 1;
      count.tookMs += latencyMs;
    },
    describe: (latest) => ({
      done,
      total,
      failed,
      remainingMs: estimateMs(),
      spent: { ...spent },
      pipeline: latest?.pipeline,
      case: latest?.case,
    }),
  };
}
