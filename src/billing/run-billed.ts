import type { Bill, Billing, Charge, OpenedBill } from '../contracts/billing.ts';
import type { Clock } from '../contracts/clock.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import { runWithin, timedOut } from '../signals/run-within.ts';
import { toRequestDigest } from './to-request-digest.ts';

/** Work that costs credits, and the frame it is done in. */
export interface BilledWork<Value> {
  readonly account: string | undefined;
  readonly kind: 'call' | 'run';
  /** Which call it is; see `BillRequest.work`. */
  readonly callName?: 'extract' | 'scrape' | undefined;
  /** Credits to hold before the work begins. */
  readonly credits: number;
  readonly idempotencyKey: string | undefined;
  /** The whole request as JSON-like data; the same idempotency key with another request is a `conflict`. */
  readonly request: unknown;
  /** Milliseconds until the work is given up. */
  readonly timeoutMs: number;
  /** Whichever aborts first ends the work. */
  readonly signals: readonly AbortSignal[];
  /** Resolves to the credits to charge, at most what the bill then holds, and the value to hand out. */
  readonly work: (signal: AbortSignal, bill: Bill) => Promise<Charge & { readonly value: Value }>;
}

/** What is handed out: the value of this work, or of the first with the same idempotency key. */
export interface BilledResult<Value> {
  readonly value: Value;
  /** What the account can spend now. */
  readonly creditsRemaining: number;
}

/**
 * The one way in which work costs credits: a bill is opened, the work is done before the deadline, the bill is committed.
 * Whatever goes wrong on the way releases the bill; a value is handed out only after the commit has resolved. Rejects like
 * `Billing.open`, like the work, with `validation_failed` (`timed_out`) after the deadline, and with a signal's reason.
 */
export async function runBilled<Value>(
  { idempotencyKey: key, request, timeoutMs, signals, work, ...asked }: BilledWork<Value>,
  { billing, clock }: { readonly billing: Billing; readonly clock: Clock },
): Promise<BilledResult<Value>> {
  const deadlineMs = clock.monotonicMs() + timeoutMs;
  // Neither a timer nor an abort is noticed while the event loop is blocked: asked before credits move.
  const checkTime = (): void => {
    for (const outer of signals) outer.throwIfAborted();
    if (clock.monotonicMs() >= deadlineMs) throw timedOut(timeoutMs);
  };
  const idempotency = key === undefined ? undefined : { key, digest: toRequestDigest(request) };
  const progress: { opening?: Promise<OpenedBill>; bill?: Bill } = {};
  try {
    const done = await runWithin({ clock, timeoutMs, signals }, async (signal) => {
      progress.opening = billing.open({ ...asked, idempotency, signal });
      const opened = await progress.opening;
      if (opened.state === 'recalled') return opened;
      signal.throwIfAborted();
      const bill = withinTime(opened.bill, checkTime);
      progress.bill = bill;
      return { state: 'done', bill, charge: await work(signal, bill) } as const;
    });
    if (done.state === 'recalled') {
      // Kept under a digest of the same request, by the same code.
      return { value: done.value as Value, creditsRemaining: done.creditsRemaining };
    }
    const { creditsRemaining } = await done.bill.commit(done.charge);
    return { value: done.charge.value, creditsRemaining };
  } catch (error) {
    if (progress.bill !== undefined) await release(progress.bill, error);
    // The work was given up before its bill was open: what is held later is freed then.
    else progress.opening?.then(releaseOpened).catch(ignoreLate);
    throw error;
  }
}

/** A bill that is neither extended nor charged once `checkTime` throws. */
function withinTime(bill: Bill, checkTime: () => void): Bill {
  return {
    ...bill,
    async extend(credits) {
      checkTime();
      await bill.extend(credits);
    },
    commit: ({ credits, value }) => bill.commit({ credits, value, beforePost: checkTime }),
  };
}

async function releaseOpened(opened: OpenedBill): Promise<void> {
  if (opened.state === 'open') await opened.bill.release();
}

/** Frees what failed work held; where even that fails, neither of the two errors is lost. */
async function release(bill: Bill, error: unknown): Promise<void> {
  try {
    await bill.release();
  } catch (releaseError) {
    throw new GleanerError(
      'internal_error',
      `The work failed, and its hold "${bill.id}" could not be freed. That is tried again for as long as the process lives; both errors are in the cause.`,
      { cause: new AggregateError([error, releaseError]) },
    );
  }
}

/** The caller has had an error already, and a bill that was not opened needs no release. */
function ignoreLate(): void {}
