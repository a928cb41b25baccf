import type { Idempotency } from '../core/billing/create-idempotency.ts';
import type { RateLimiter } from '../core/billing/create-rate-limiter.ts';
import type { RetryQueue } from '../core/billing/create-retry-queue.ts';
import type { Clock } from '../runtime/contracts/clock.ts';
import type { RunQueue } from '../runtime/contracts/run-queue.ts';
import type { FreeKind, PlaceKind, RateLimits } from '../runtime/contracts/store/request-store.ts';
import type { Store } from '../runtime/contracts/store/store.ts';
import type { Egress } from '../network/egress/create-egress.ts';
import type { OperationContext } from '../core/operations/operation-context.ts';
import type { ResolvedServiceOptions, ServiceEvent } from './service-options.ts';
import type { Account } from '../runtime/contracts/store/account-store.ts';
import { GleanerError, invalidRequest } from '../runtime/errors/gleaner-error.ts';
import { checkActive, toCurrentAccount } from '../storage/stores/account-rules.ts';
import { deletedAccount } from '../runtime/errors/store-errors.ts';

/** What the parts of a service work with, complete. */
export interface ServiceContext extends ResolvedServiceOptions {
  /** What the operations of the gleaner work with: as its own calls do, but paid for by accounts of the store. */
  readonly operations: OperationContext;
  readonly store: Store;
  readonly queue: RunQueue;
  readonly clock: Clock;
  readonly egress: Egress;
  /** What is no limit of a plan, in this process: refused bodies, and what is done on the studio's page. */
  readonly rateLimiter: RateLimiter;
  readonly freeCalls: FreeCalls;
  readonly idempotency: Idempotency;
  /** Credits for a page of a run. */
  readonly runPagePrice: number;
  readonly maxRunMs: number;
  /** Reports an event to the operator's listener; never throws. */
  readonly emit: (event: ServiceEvent) => void;
  readonly retries: RetryQueue;
  /** Aborts when the service, or its engine, gives up what is under way. */
  readonly stopping: AbortSignal;
}

/** A call of the dashboard's or the studio's API; or one that the studio's page makes as the pointer moves and keys go down. */
export type CallKind = 'dashboard' | 'input';

/** A place of an account, for what lasts. It belongs to this process, and is free once the process is gone. */
export interface Place {
  /** Frees it, once. */
  leave(): void;
  /** Whether the others have freed it, since this process was cut off from the store: what has it ends then. */
  isLost(): boolean;
  /** Abort when it is lost; empty where that cannot happen. */
  readonly signals: readonly AbortSignal[];
}

/** Counts what accounts do without credits, by the limits of their plans, which hold for all processes together. */
export interface FreeCalls {
  /** Counts a call. Rejects with `rate_limited` beyond what the plan allows. */
  count(call: { readonly account: string; readonly kind: CallKind }): Promise<void>;
  /** Takes a place until the function that it resolves to is called. Rejects with `rate_limited`. */
  take(kind: FreeKind, account: string, limits: RateLimits): Promise<() => void>;
  /** Takes a place for what lasts, of as many as the plan allows. Rejects with `rate_limited`. */
  takePlace(taken: { readonly account: string; readonly kind: PlaceKind }): Promise<Place>;
}

/** Whether a piece of work, from its begin to its end, is this process's own. */
export interface Lease {
  /** Abort when the work is lost to other processes; empty where that cannot happen. */
  readonly signals: readonly AbortSignal[];
  /** Asks at once, also where the process was halted and no timer has fired since. */
  isLost(): boolean;
}

/** Begins before the work takes anything from the store, so that what it takes is owned for as long as it believes. */
export function beginLease(store: Pick<Store, 'ownership'>): Lease {
  const signal = store.ownership?.();
  if (signal === undefined) return { signals: [], isLost: () => false };
  return { signals: [signal], isLost: () => store.ownership?.() !== signal || signal.aborted };
}

/** One page of an account's list. */
export interface PageOfList {
  readonly account: string;
  /** Most entries. @default 100 */
  readonly limit?: number | undefined;
  /** Id of the last entry of the page before: the list continues with older ones. @default the newest entries */
  readonly before?: string | undefined;
}

/** Most entries of a list: 100 unless it is said; throws `invalid_request` for what is no number of entries. */
export function resolveLimit(limit = 100): number {
  if (Number.isSafeInteger(limit) && limit >= 0) return limit;
  const message = 'Expected a whole number of entries, 0 or more.';
  throw invalidRequest('list', [{ path: '/limit', message }]);
}

type AccountContext = Pick<ServiceContext, 'store' | 'clock'>;

/** Resolves to the account as it is now, deleted or not; rejects with `not_found` for an unknown one. */
export async function requireAccount(
  id: string,
  { store, clock }: AccountContext,
): Promise<Account> {
  const account = await store.accounts.find(id);
  if (account === undefined) throw unknownAccount(id);
  return toCurrentAccount(account, clock.nowMs());
}

/** The account; throws `not_found` for an unknown one and `conflict` for one that is deleted by now. */
export async function requireLivingAccount(id: string, context: AccountContext): Promise<Account> {
  const account = await requireAccount(id, context);
  if (account.deletedAtMs !== undefined) throw deletedAccount(id);
  return account;
}

/**
 * The account, when what it owns may change and something may be sent for it: every method that does either begins with this.
 * Rejects as `requireLivingAccount` does, and with `forbidden` for a suspended account.
 */
export async function requireActiveAccount(id: string, context: AccountContext): Promise<Account> {
  const account = await requireLivingAccount(id, context);
  checkActive(account);
  return account;
}

/**
 * The account, when it may spend credits. Rejects, in the contract's order, with `not_found` (also for a deleted account),
 * `email_verification_required`, `account_deletion_pending`, and `forbidden` for a suspended one.
 */
export async function requireSpender(id: string, context: AccountContext): Promise<Account> {
  const account = await requireAccount(id, context);
  checkSpender(account);
  return account;
}

/** Throws what `requireSpender` rejects with, for an account as it is now. */
export function checkSpender(account: Omit<Account, 'plan' | 'webhook'>): void {
  if (account.deletedAtMs !== undefined) throw unknownAccount(account.id);
  if (account.emailVerifiedAtMs === undefined) {
    throw new GleanerError(
      'email_verification_required',
      'The account’s e-mail address is not verified: verify it, then try again.',
    );
  }
  if (account.deletionScheduledForMs !== undefined) {
    const deletionScheduledFor = new Date(account.deletionScheduledForMs).toISOString();
    throw new GleanerError(
      'account_deletion_pending',
      `The account will be deleted on ${deletionScheduledFor} and cannot spend credits: cancel the deletion first.`,
      { details: { deletionScheduledFor } },
    );
  }
  checkActive(account);
}

/** The error for an account that does not exist. */
export function unknownAccount(id: string): GleanerError<'not_found'> {
  return new GleanerError('not_found', `There is no account "${id}".`);
}

/** Throws `forbidden` on a plan without schedules. */
export function checkSchedulesAllowed({ plan }: Account): void {
  if (plan.schedulesAllowed) return;
  throw new GleanerError(
    'forbidden',
    'The account’s plan has no schedules: ask the operator of the service.',
  );
}

/** What an account's refused bodies may cost the process in a minute, as bodies of up to 32 KB: a larger one counts for several. */
const refusedBodies = { requestsPerMinute: 1_200, inFlight: Infinity } as const;
const refusedBodyBytes = 32_768;
const refusedNoun = 'refused requests (one counts for each 32 KB of its body)';

/** Where bodies of requests are counted that were refused: no use of the plan, and work all the same. */
export interface RefusedBodies {
  /** Those of an account. */
  of(account: string): {
    /** Throws `rate_limited` while the account has had too many of them in a minute; asked before a body is read. */
    check(): void;
    /** Counts one, in this process. */
    count(bytes: number): void;
  };
}

/** Refused bodies of a service. */
export function createRefusedBodies({
  rateLimiter,
}: Pick<ServiceContext, 'rateLimiter'>): RefusedBodies {
  return {
    of: (account) => ({
      check() {
        rateLimiter.check(`refused ${account}`, refusedBodies, refusedNoun);
      },
      count(bytes) {
        // Beyond the limit, too: those that were read at the same time.
        const unlimited = { requestsPerMinute: Number.MAX_SAFE_INTEGER, inFlight: Infinity };
        for (let counted = 0; counted <= bytes; counted += refusedBodyBytes) {
          rateLimiter.admit(`refused ${account}`, unlimited).leave();
        }
      },
    }),
  };
}
