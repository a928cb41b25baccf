import { deserialize, serialize } from 'node:v8';
import type {
  Bill,
  BillRequest,
  Billing,
  Charge,
  OpenedBill,
} from '../../runtime/contracts/billing.ts';
import type { Balance, Ledger } from '../../runtime/contracts/ledger.ts';
import type { AdmissionRequest, RateLimits } from '../../runtime/contracts/store/request-store.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { withSpan } from '../../runtime/signals/with-span.ts';
import type { Idempotency, KeyTurn } from './create-idempotency.ts';
import { isRefusal, postHold } from './post-hold.ts';
import type { Clock } from '../../runtime/contracts/clock.ts';
import { runWithin, timedOut } from '../../runtime/signals/waiting.ts';
import { createHash } from 'node:crypto';
import { toCanonicalJson } from '../../runtime/plain-json.ts';

/** The account that requests without one are booked on. */
const ownAccount = 'default';

interface BillingParts {
  readonly ledger: Ledger;
  readonly idempotency: Idempotency;
  /** The limits of an account that may spend; throws when it may not. */
  readonly requireLimits: (account: string | undefined) => RateLimits | Promise<RateLimits>;
  /** Checks the limits and holds the credits on `ledger`, both or neither. */
  readonly admit: (request: Omit<AdmissionRequest, 'nowMs'>) => Promise<Admitted>;
  readonly createId: () => string;
  /** Whether other processes recover holds: one that this process lost may be void already when its work ends. */
  readonly isShared: boolean;
  /**
   * Frees a hold by `work` and, where that rejects, does it again later: a full disk or a ledger that cannot be reached must
   * not keep credits for ever. May reject with what `work` rejected with at first.
   */
  readonly free: (holdId: string, work: () => Promise<void>) => Promise<void>;
}

/** A request that was admitted. */
interface Admitted {
  /** After its hold. */
  readonly balance: Balance;
  /** Frees its place in flight, unless the end of its hold does; a second time it does nothing. */
  leave(): void;
}

/** Billing on a ledger: one hold a bill, extended, then posted or void. */
export function createBilling(parts: BillingParts): Billing {
  const { ledger, idempotency } = parts;

  async function open(request: BillRequest): Promise<OpenedBill> {
    const { account = ownAccount, signal } = request;
    const turn =
      request.idempotency && (await idempotency.take({ ...request.idempotency, account, signal }));
    try {
      if (turn?.saved !== undefined) return await recall(turn.saved.value, account, turn);
      return { state: 'open', bill: await hold(request, account, turn) };
    } catch (error) {
      await turn?.fail();
      throw error;
    }
  }

  async function recall(saved: unknown, account: string, turn: KeyTurn): Promise<OpenedBill> {
    const creditsRemaining = spendable(await ledger.balance(account));
    turn.end();
    return { state: 'recalled', value: fromSaved(saved), creditsRemaining };
  }

  async function hold(
    { account: given, kind, callName, credits, signal }: BillRequest,
    account: string,
    turn: KeyTurn | undefined,
  ): Promise<Bill> {
    const limits = await parts.requireLimits(given);
    signal.throwIfAborted();
    const id = callName === undefined ? parts.createId() : `${callName}-${parts.createId()}`;
    try {
      const admitted = await withSpan('hold credits', { 'gleaner.credits': credits }, () =>
        parts.admit({ id, account, credits, kind, limits }),
      );
      return toBill({ id, account, admitted, turn }, parts);
    } catch (error) {
      // A ledger that broke off may have made the hold all the same.
      if (!isRefusal(error)) await freeHold(id, parts, true).catch(ignoreUnfreed);
      throw error;
    }
  }

  return { open };
}

interface OpenHold {
  readonly id: string;
  readonly account: string;
  readonly admitted: Admitted;
  readonly turn: KeyTurn | undefined;
}

function toBill({ id, account, admitted, turn }: OpenHold, parts: BillingParts): Bill {
  const { ledger } = parts;
  let posting: Promise<Balance> | undefined;
  let posted = 0;

  /** What a post that has begun charges after all, because its caller could not wait for it, is given back. */
  async function undo(): Promise<void> {
    const isPosted = await posting?.then(
      () => true,
      () => false,
    );
    if (isPosted === true && posted > 0)
      await parts.free(id, async () => void (await ledger.grant(account, posted)));
    // A post that failed has freed the hold, if it could.
    if (isPosted !== true) await freeHold(id, parts, parts.isShared || isPosted === false);
  }

  return {
    id,
    creditsRemaining: spendable(admitted.balance),
    async extend(credits) {
      await ledger.extend(id, credits);
    },
    async commit({ credits, value, beforePost }) {
      const post = { holdId: id, credits };
      // To copy a large value takes a while, so it comes before the last look at the clock.
      const saved = turn === undefined ? '' : toSaved(value);
      beforePost?.();
      posted = credits;
      posting = withSpan('post credits', { 'gleaner.credits': credits }, () =>
        turn === undefined
          ? postHold(ledger, { account, ...post })
          : turn.complete({ value: saved, post }),
      );
      const balance = await posting;
      admitted.leave();
      return { creditsRemaining: spendable(balance) };
    },
    async release() {
      try {
        await withSpan('void credits', {}, undo);
      } finally {
        admitted.leave();
        await turn?.fail();
      }
    },
  };
}

/**
 * Frees a hold, now or later. A hold that is no longer open counts as freed where that can be expected: `mayBeAbsent` says so
 * for the first try; at every later one, an earlier one may have freed it unnoticed.
 */
function freeHold(id: string, { ledger, free }: BillingParts, mayBeAbsent = false): Promise<void> {
  let isExpected = mayBeAbsent;
  return free(id, async () => {
    try {
      await ledger.void(id);
    } catch (error) {
      if (!isExpected || !isRefusal(error)) throw error;
    } finally {
      isExpected = true;
    }
  });
}

/** The error of the hold itself is what the caller is given. */
function ignoreUnfreed(): void {}

function spendable({ balance, held }: Balance): number {
  return balance - held;
}

/** Returns a copy of the value as text, which no caller can change. By V8's serialisation, because JSON cannot hold bytes. */
function toSaved(value: unknown): string {
  try {
    return serialize(value).toString('base64');
  } catch (cause) {
    throw new TypeError(
      'The result cannot be kept under its idempotency key, because it holds what cannot be copied, such as a function: leave the key out, or let the schema give plain data.',
      { cause },
    );
  }
}

function fromSaved(saved: unknown): unknown {
  // Bytes in the value share the memory that is read here, so each caller gets a copy of that.
  return deserialize(Uint8Array.from(Buffer.from(String(saved), 'base64')));
}

/** Work that costs credits, and the frame it is done in. */
interface BilledWork<Value> extends Omit<BillRequest, 'idempotency' | 'signal'> {
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
interface BilledResult<Value> {
  readonly value: Value;
  /** What the account can spend now. */
  readonly creditsRemaining: number;
}

/**
 * The one way in which work costs credits: a bill is opened, the work is done before the deadline, the bill is committed.
 * Whatever goes wrong on the way releases the bill, also a commit that comes after the deadline: what it charged is given back. A
 * value is handed out only after the commit has resolved. Rejects like
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
    return await runWithin({ clock, timeoutMs, signals }, async (signal) => {
      progress.opening = billing.open({ ...asked, idempotency, signal });
      const opened = await progress.opening;
      if (opened.state === 'recalled') {
        // Kept under a digest of the same request, by the same code.
        return { value: opened.value as Value, creditsRemaining: opened.creditsRemaining };
      }
      signal.throwIfAborted();
      const bill = withinTime(opened.bill, checkTime);
      progress.bill = bill;
      const charge = await work(signal, bill);
      return { value: charge.value, ...(await bill.commit(charge)) };
    });
  } catch (error) {
    if (progress.bill !== undefined) await release(progress.bill, { error, clock });
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

/** Milliseconds that failed work waits for its hold to be freed; what takes longer goes on without it. */
const releaseMs = 1_000;

/** Frees what failed work held; where even that fails, neither of the two errors is lost. */
async function release(
  bill: Bill,
  { error, clock }: { readonly error: unknown; readonly clock: Clock },
): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const cancel = clock.after(releaseMs, resolve);
  const released = bill.release();
  try {
    await Promise.race([released, late]);
  } catch (releaseError) {
    throw new GleanerError(
      'internal_error',
      `The work failed, and its hold "${bill.id}" could not be freed. That is tried again for as long as the process lives; both errors are in the cause.`,
      { cause: new AggregateError([error, releaseError]) },
    );
  } finally {
    cancel();
    released.catch(ignoreLate);
  }
}

/** The caller has had an error already, and a bill that was not opened needs no release. */
function ignoreLate(): void {}

/** Returns the SHA-256 of a request in base64. The order of its members does not matter. */
export function toRequestDigest(request: unknown): string {
  return createHash('sha256').update(toCanonicalJson(request)).digest('base64');
}
