import { charge, type ChargeContext } from './charge.ts';
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

export interface PaidResult<Result> {
  readonly result: Result;
  readonly receipt: Receipt;
}

/**
 * Admits a call and pays for it in the engine's place: once the input is known to be good, and before anything is done
 * for it. Whoever keeps many accounts has rules of his own.
 */
export interface Payer {
  pay<Result>(
    paid: PaidCall,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<PaidResult<Result>>;
}

/** Does the work once for an idempotency key, charges for it, and writes the receipt. */
export async function runPaidCall<Result>(
  paid: PaidCall,
  call: CallOptions,
  context: OperationContext,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<PaidResult<Result>> {
  if (call.payer !== undefined) return call.payer.pay(paid, work);
  const run = () => chargeWithReceipt(paid.credits, call, context, work);
  const { account = '', idempotencyKey: key, signal } = call;
  if (key === undefined) return run();
  return context.answers.answerOnce({ account, key, input: paid.question, signal }, run);
}

/** Charges for the work and writes the receipt. */
export async function chargeWithReceipt<Result>(
  credits: number,
  call: CallOptions,
  context: ChargeContext,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<PaidResult<Result>> {
  const { clock, createId } = context;
  const startedMs = clock.monotonicMs();
  const { result, creditsUsed, creditsRemaining } = await charge(credits, call, context, work);
  const latencyMs = Math.round(clock.monotonicMs() - startedMs);
  return { result, receipt: { creditsUsed, creditsRemaining, requestId: createId(), latencyMs } };
}
