import { LRUCache } from 'lru-cache';
import type { Billing } from '../../runtime/contracts/billing.ts';
import type { Clock } from '../../runtime/contracts/clock.ts';
import type { Ledger } from '../../runtime/contracts/ledger.ts';
import type { IdempotencyStore, RateLimits } from '../../runtime/contracts/store/request-store.ts';
import { idempotencyKeyReused } from '../../runtime/errors/store-errors.ts';
import { createBilling } from './create-billing.ts';
import { createIdempotency, type KeyReference } from './create-idempotency.ts';
import { createRetryQueue } from './create-retry-queue.ts';
import { postHold } from './post-hold.ts';
import { createRateLimiter } from './create-rate-limiter.ts';

interface LedgerBillingOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly createId: () => string;
  /** Returns the limits of an account; `undefined` is the process itself. */
  readonly limitsOf: (account: string | undefined) => RateLimits;
  /** Aborts when nothing is to be tried again. */
  readonly closing: AbortSignal;
  /** Most bytes of what is kept under idempotency keys. @default 64 MiB */
  readonly maxSavedBytes?: number;
}

/** Keys kept at once; the oldest are forgotten first. */
const maxKeys = 10_000;
/** As much as the page cache; a scraped page has up to 10 MiB, and a third more as text. */
const defaultSavedBytes = 64 * 1_024 * 1_024;

/** An hour: a ledger that is away for longer needs its operator. */
const giveUpMs = 60 * 60 * 1_000;

/** Billing on a ledger alone: what is kept under idempotency keys lives as long as the process. */
export function ledgerBilling(options: LedgerBillingOptions): Billing {
  const { ledger, clock, createId, limitsOf: requireLimits, closing } = options;
  // The caller is given the error of the first try, and there is no operator to report to.
  const retries = createRetryQueue({ clock, report: () => {}, giveUpMs });
  closing.addEventListener('abort', () => void retries.close().catch(ignoreUnfreed));
  const store = memoryIdempotency(options);
  const rateLimiter = createRateLimiter(clock);
  return createBilling({
    ledger,
    // In memory it cannot fail.
    idempotency: createIdempotency({ store, clock, forget: (_reference, work) => work() }),
    requireLimits,
    isShared: false,
    async admit({ kind, limits, ...hold }) {
      const admission = rateLimiter.admit(hold.account, limits);
      try {
        const balance = await ledger.hold(hold);
        if (kind === 'run') admission.leave();
        return { balance, leave: () => admission.leave() };
      } catch (error) {
        admission.withdraw();
        throw error;
      }
    },
    createId,
    async free(id, work) {
      const error = await retries.attempt(`void hold ${id}`, work);
      if (error !== undefined) throw error;
    },
  });
}

/** What is not freed by the end of the process is for the ledger to sweep. */
function ignoreUnfreed(): void {}

interface SavedValue {
  readonly digest: string;
  readonly value: string;
  readonly expiresAtMonotonicMs: number;
}

/** Takes no note of requests under way: there is no other process. */
function memoryIdempotency({
  ledger,
  clock,
  maxSavedBytes = defaultSavedBytes,
}: LedgerBillingOptions): IdempotencyStore {
  const saved = new LRUCache<string, SavedValue>({
    max: maxKeys,
    maxSize: maxSavedBytes,
    // One byte a character: keys may hold others, but values are base64.
    sizeCalculation: ({ value }, id) => value.length + id.length,
  });
  const begun = new Map<string, Omit<SavedValue, 'value'>>();

  return {
    async begin({ digest, nowMs, expiresAtMs, ...reference }) {
      const id = toId(reference);
      const known = saved.get(id);
      const monotonicMs = clock.monotonicMs();
      if (known === undefined || known.expiresAtMonotonicMs <= monotonicMs) {
        const expiresAtMonotonicMs = monotonicMs + expiresAtMs - nowMs;
        begun.set(id, { digest, expiresAtMonotonicMs });
        return { state: 'new' };
      }
      if (known.digest !== digest) throw idempotencyKeyReused();
      return { state: 'kept', value: known.value };
    },
    async complete({ value, post, ...reference }) {
      const id = toId(reference);
      const first = begun.get(id);
      const balance = await postHold(ledger, { account: reference.account, ...post });
      begun.delete(id);
      if (first !== undefined) saved.set(id, { ...first, value: String(value) });
      return balance;
    },
    async forget(reference) {
      begun.delete(toId(reference));
    },
  };
}

function toId({ account, key }: KeyReference): string {
  return JSON.stringify([account, key]);
}
