import { runBilled } from '../billing/run-billed.ts';
import type { CallOptions, OperationContext } from './operation-context.ts';

/** What every call that costs credits reports. */
export interface Receipt {
  readonly creditsUsed: number;
  /** Credits that the account can still spend; `Infinity` where nothing limits them, e.g. without a ledger. */
  readonly creditsRemaining: number;
  readonly requestId: string;
  /** Milliseconds from the call to its result, a whole number. */
  readonly latencyMs: number;
}

/** A call whose input has been checked. `Work` is what its work gives, `Result` what the caller is handed. */
export interface PricedCall<Work, Result extends object> {
  readonly credits: number;
  /** The whole request, as JSON-like data. */
  readonly request: { readonly operation: 'extract' | 'scrape' };
  readonly toResult: (work: Work) => Result;
}

/** What running a call takes. */
export type RunCallContext = Pick<
  OperationContext,
  'billing' | 'clock' | 'closing' | 'createId' | 'maxCallMs'
>;

/** Does the work of a call, once for each idempotency key, charges for it, and returns the result with its receipt. */
export async function runCall<Work, Result extends object>(
  { credits, request, toResult }: PricedCall<Work, Result>,
  call: CallOptions,
  context: RunCallContext,
  work: (signal: AbortSignal) => Promise<Work>,
): Promise<Result & Receipt> {
  const { clock, closing, createId, maxCallMs } = context;
  const startedMs = clock.monotonicMs();
  const { value, creditsRemaining } = await runBilled(
    {
      account: call.account,
      kind: 'call',
      callName: request.operation,
      credits,
      idempotencyKey: call.idempotencyKey,
      request,
      timeoutMs: Math.min(call.timeoutMs ?? maxCallMs, maxCallMs),
      signals: call.signal === undefined ? [closing] : [call.signal, closing],
      async work(signal) {
        const result = await work(signal);
        const latencyMs = Math.round(clock.monotonicMs() - startedMs);
        const receipt = { creditsUsed: credits, requestId: createId('request'), latencyMs };
        call.beforeCharge?.({ ...toResult(result), ...receipt });
        return { credits, value: { result, receipt } };
      },
    },
    context,
  );
  return { ...toResult(value.result), ...value.receipt, creditsRemaining };
}
