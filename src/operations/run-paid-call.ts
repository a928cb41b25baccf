import { charge, type ChargeContext } from './charge.ts';
import type { CallOptions, OperationContext } from './operation-context.ts';
import type { PaidCall, PaidResult } from './payer.ts';

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
