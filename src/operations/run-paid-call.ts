import { charge } from './charge.ts';
import type { CallOptions, OperationContext } from './operation-context.ts';

/** What is the same for every call that costs credits. */
export interface Receipt {
  readonly creditsUsed: number;
  /** What the account can still spend. */
  readonly creditsRemaining: number;
  readonly requestId: string;
  /** Whole milliseconds from the call to its result. */
  readonly latencyMs: number;
}

export interface PaidCall {
  readonly credits: number;
  /** What tells this call from others under the same idempotency key, as JSON-like data. */
  readonly question: unknown;
}

/** Does the work once for an idempotency key, charges for it, and writes the receipt. */
export async function runPaidCall<Result>(
  { credits, question }: PaidCall,
  call: CallOptions,
  context: OperationContext,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<{ readonly result: Result; readonly receipt: Receipt }> {
  const { clock, answers } = context;
  const startedMs = clock.monotonicMs();
  const run = async (): Promise<{ readonly result: Result; readonly receipt: Receipt }> => {
    const { result, creditsUsed, creditsRemaining } = await charge(credits, call, context, work);
    const latencyMs = Math.round(clock.monotonicMs() - startedMs);
    return {
      result,
      receipt: { creditsUsed, creditsRemaining, requestId: context.createId(), latencyMs },
    };
  };
  const { account = '', idempotencyKey: key, signal } = call;
  if (key === undefined) return run();
  return answers.answerOnce({ account, key, input: question, signal }, run);
}
