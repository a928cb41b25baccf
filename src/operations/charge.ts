import type { Ledger } from '../contracts/ledger.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import { runWithin } from '../signals/run-within.ts';
import { withSpan } from '../tracing/with-span.ts';
import type { CallOptions, OperationContext } from './operation-context.ts';

/** The account that calls without one are booked on. */
const ownAccount = 'default';

/** What charging needs of the engine. */
export type ChargeContext = Pick<
  OperationContext,
  'clock' | 'closing' | 'createId' | 'ledger' | 'throttle' | 'capsOf' | 'maxCallMs'
>;

export interface Charged<Result> {
  readonly result: Result;
  readonly creditsUsed: number;
  /** What can still be spent. */
  readonly creditsRemaining: number;
}

/**
 * The one way in which work costs credits: admitted by the throttle, held, done before the deadline, posted.
 * Whatever goes wrong on the way voids the hold; a result is handed out only after its post has resolved.
 */
export async function charge<Result>(
  credits: number,
  call: CallOptions,
  context: ChargeContext,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Charged<Result>> {
  const { clock, closing, ledger } = context;
  const account = call.account ?? ownAccount;
  const signals = call.signal === undefined ? [closing] : [call.signal, closing];
  for (const signal of signals) signal.throwIfAborted();

  const admission = context.throttle.admit(account, context.capsOf(call.account));
  const holdId = context.createId();
  const timeoutMs = Math.min(call.timeoutMs ?? context.maxCallMs, context.maxCallMs);
  let held = false;
  const told = { 'gleaner.credits': credits };
  const hold = withSpan('hold credits', told, () =>
    ledger.hold({ id: holdId, account, credits }),
  ).then(
    () => (held = true),
    (error: unknown) => {
      admission.withdraw();
      throw error;
    },
  );
  try {
    const result = await runWithin({ clock, timeoutMs, signals }, async (signal) => {
      await hold;
      return work(signal);
    });
    const left = await withSpan('post credits', told, () => ledger.post(holdId, credits));
    held = false;
    return { result, creditsUsed: credits, creditsRemaining: left.balance - left.held };
  } catch (error) {
    if (held) await release(ledger, holdId, error);
    // The deadline came while the ledger was still thinking: what it sets aside later is freed then.
    else hold.then(() => ledger.void(holdId)).catch(ignoreRefusedHold);
    throw error;
  } finally {
    admission.leave();
  }
}

/** Frees the hold of failed work; where even that fails, neither of the two errors is lost. */
async function release(ledger: Ledger, holdId: string, error: unknown): Promise<void> {
  try {
    await withSpan('void credits', {}, () => ledger.void(holdId));
  } catch (voidError) {
    throw new GleanerError(
      'internal_error',
      `The work failed, and its hold "${holdId}" could not be freed: free it by hand. Both errors are in the cause.`,
      { cause: new AggregateError([error, voidError]) },
    );
  }
}

/** The call has been answered already, and a hold that was refused needs no freeing. */
function ignoreRefusedHold(): void {}
