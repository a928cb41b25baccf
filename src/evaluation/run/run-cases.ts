import { omitUndefined } from '../../runtime/collections.ts';
import { isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import type { Clock } from '../../runtime/contracts/clock.ts';
import { runWithin } from '../../runtime/signals/waiting.ts';
import { type Pipeline, sumAmounts } from '../pipelines/pipeline.ts';
import type { CaseOutcome } from '../result/evaluation-result.ts';
import type { DescribedCase } from '../result/describe-case.ts';
import type { Budget } from './create-budget.ts';

/** One pipeline's turn at one case. */
export interface Task {
  readonly pipeline: Pipeline;
  readonly described: DescribedCase;
}

interface RunCasesInput {
  readonly tasks: readonly Task[];
  readonly concurrency: number;
  /** Milliseconds until a case is given up. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly budget: Budget;
  /** Once it aborts no case begins, and those under way are left out. */
  readonly signal: AbortSignal;
  /** Called before the next case of a place begins; where it rejects, everything ends with its reason. */
  onOutcome(outcome: CaseOutcome): Promise<void>;
}

/**
 * Runs tasks in their order, a few at once. A pipeline that throws, hangs or answers with what is no answer gives an outcome with
 * an error; it ends nothing.
 */
export async function runCases(input: RunCasesInput): Promise<void> {
  const fault = new AbortController();
  const signal = AbortSignal.any([input.signal, fault.signal]);
  const remaining = input.tasks[Symbol.iterator]();

  async function work(): Promise<void> {
    for (const task of remaining) {
      if (signal.aborted) return;
      if (!(await input.budget.admit(task.pipeline.name))) continue;
      const outcome = await runTask(task, { ...input, signal });
      if (outcome === undefined) {
        input.budget.release(task.pipeline.name);
        return;
      }
      input.budget.settle(outcome);
      await input.onOutcome(outcome);
    }
  }

  async function workOrStop(): Promise<void> {
    try {
      await work();
    } catch (error) {
      fault.abort(error);
      throw error;
    }
  }

  await Promise.all(Array.from({ length: input.concurrency }, workOrStop));
}

/** `undefined` where the signal aborted before the case had ended. */
async function runTask(
  { pipeline, described }: Task,
  { timeoutMs, clock, signal }: RunCasesInput,
): Promise<CaseOutcome | undefined> {
  // Each gets a case of its own, which it may change, and reading it is no part of the pipeline's time.
  const { body, schema, expected, ...others } = described.case;
  const own = {
    ...others,
    expected: structuredClone(expected),
    ...(schema === undefined ? {} : { schema: structuredClone(schema) }),
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  };
  const startedMs = clock.monotonicMs();
  const toOutcome = (rest: Partial<CaseOutcome>): CaseOutcome => ({
    pipeline: pipeline.name,
    case: described.description.id,
    digest: described.description.digest,
    latencyMs: Math.round((clock.monotonicMs() - startedMs) * 1_000) / 1_000,
    warnings: [],
    scores: {},
    ...rest,
  });
  try {
    const output = await runWithin({ clock, timeoutMs, signals: [signal] }, (within) =>
      pipeline.run(own, within),
    );
    return toOutcome(omitUndefined<Partial<CaseOutcome>>(output));
  } catch (error) {
    return signal.aborted ? undefined : toOutcome(describeFailure(error));
  }
}

/** Longest message that is kept: it may quote anything. */
const maxMessage = 2_000;

/** An error of Gleaner tells why and what its model calls took; of others the message is what there is. */
function describeFailure(error: unknown): Partial<CaseOutcome> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, maxMessage);
  if (!isGleanerError(error)) return { error: { code: 'pipeline_failed', message } };
  if (error.code !== 'validation_failed') return { error: { code: error.code, message } };
  const { reason, usage = [] } = error.details;
  return {
    error: { code: reason, message },
    ...omitUndefined<Partial<CaseOutcome>>({
      value: undefined,
      model: usage[0]?.model,
      inputTokens: sumAmounts(usage.map(({ inputTokens }) => inputTokens)),
      outputTokens: sumAmounts(usage.map(({ outputTokens }) => outputTokens)),
    }),
  };
}
