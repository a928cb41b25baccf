import type { CaseOutcome } from '../result/evaluation-result.ts';
import type { Spending } from './create-budget.ts';
import type { Task } from './run-cases.ts';

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

export interface Progress {
  /** Takes down an outcome. */
  add(outcome: CaseOutcome): void;
  /** How far things are; `latest` has just come. */
  describe(latest?: CaseOutcome): EvaluationProgress;
}

export interface ProgressOptions {
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
