import { deserialize, serialize } from 'node:v8';
import type { Bill, Billing, BillRequest, OpenedBill } from '../contracts/billing.ts';
import type { Balance, Ledger } from '../contracts/ledger.ts';
import type { AdmissionRequest, RateLimits } from '../contracts/store/admission-store.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import { isGleanerError } from '../errors/gleaner-error.ts';
import { withSpan } from '../tracing/with-span.ts';
import type { Idempotency, KeyTurn } from './create-idempotency.ts';

/** The account that requests without one are booked on. */
export const ownAccount = 'default';

export interface BillingParts {
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
export interface Admitted {
  /** After its hold. */
  readonly balance: Balance;
  /** Frees its place in flight, unless the end of its hold does. */
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
      if (turn?.kept !== undefined) return await recall(turn.kept.value, account, turn);
      return { state: 'open', bill: await hold(request, account, turn) };
    } catch (error) {
      await turn?.fail();
      throw error;
    }
  }

  async function recall(kept: unknown, account: string, turn: KeyTurn): Promise<OpenedBill> {
    const creditsRemaining = spendable(await ledger.balance(account));
    turn.end();
    return { state: 'recalled', value: fromKept(kept), creditsRemaining };
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
      return toBill({ id, admitted, turn }, parts);
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
  readonly admitted: Admitted;
  readonly turn: KeyTurn | undefined;
}

function toBill({ id, admitted, turn }: OpenHold, parts: BillingParts): Bill {
  const { ledger } = parts;
  return {
    id,
    creditsRemaining: spendable(admitted.balance),
    async extend(credits) {
      await ledger.extend(id, credits);
    },
    async commit({ credits, value, beforePost }) {
      const post = { holdId: id, credits };
      // To copy a large value takes a while, so it comes before the last look at the clock.
      const kept = turn === undefined ? '' : toKept(value);
      beforePost?.();
      const balance = await withSpan('post credits', { 'gleaner.credits': credits }, () =>
        turn === undefined ? ledger.post(id, credits) : turn.complete({ value: kept, post }),
      );
      admitted.leave();
      return { creditsRemaining: spendable(balance) };
    },
    async release() {
      try {
        await withSpan('void credits', {}, () => freeHold(id, parts, parts.isShared));
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

/** Whether the ledger made no change, and would make none another time. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof RangeError ||
    (isGleanerError(error) && refusals.has(error.code))
  );
}

const refusals: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'insufficient_credits',
  'conflict',
  'not_found',
  'invalid_request',
]);

/** The error of the hold itself is what the caller is given. */
function ignoreUnfreed(): void {}

function spendable({ balance, held }: Balance): number {
  return balance - held;
}

/** Returns a copy of the value as text, which no caller can change. By V8's serialisation, because JSON cannot hold bytes. */
function toKept(value: unknown): string {
  try {
    return serialize(value).toString('base64');
  } catch (cause) {
    throw new TypeError(
      'The result cannot be kept under its idempotency key, because it holds what cannot be copied, such as a function: leave the key out, or let the schema give plain data.',
      { cause },
    );
  }
}

function fromKept(kept: unknown): unknown {
  // Bytes in the value share the memory that is read here, so each caller gets a copy of that.
  return deserialize(Uint8Array.from(Buffer.from(String(kept), 'base64')));
}
