import type { Webhook } from './delivery-store.ts';
import type { Balance } from '../ledger.ts';
import type { Run } from './run-store.ts';

/** What an account may do in a period; the rate limiter and the runs enforce it. */
export interface PlanCaps {
  readonly requestsPerMinute: number;
  readonly inFlight: number;
  /** In any 30 days. */
  readonly runsPerMonth: number;
  readonly pagesPerRun: number;
  readonly schedulesAllowed: boolean;
}

/** An account as it stands. */
export interface Account {
  readonly id: string;
  readonly plan: PlanCaps;
  /** Where the runs of recipes without a webhook of their own are reported. */
  readonly webhook?: Webhook;
  readonly createdAtMs: number;
  /** Absent: not verified, so it cannot spend. */
  readonly emailVerifiedAtMs?: number;
  readonly suspendedAtMs?: number;
  /**
   * Present while a deletion is requested and neither cancelled nor confirmed. From that moment on the account counts as
   * deleted: nothing but `confirm-deletion` changes it, and its keys are of no use.
   */
  readonly deletionScheduledForMs?: number;
  /** Confirmed: its keys are revoked, its schedules gone, and it starts no run any more. For ever. */
  readonly deletedAtMs?: number;
}

/** What an account begins with. */
export interface NewAccount {
  readonly id: string;
  readonly plan: PlanCaps;
  /** Granted in the same transaction; a whole number ≥ 0. */
  readonly credits: number;
  readonly emailVerified: boolean;
  readonly nowMs: number;
}

/** What an account may do, has, and has done: all of one moment. */
export interface AccountUsage {
  readonly plan: PlanCaps;
  readonly credits: Balance;
  /** Runs that it created after the moment that was asked for. */
  readonly runs: number;
  readonly schedules: number;
  /** Its newest run, without `result`; absent before the first one. */
  readonly lastRun?: Run;
}

/** Everything that can happen to an account. */
export type AccountChange =
  | { readonly kind: 'verify-email' | 'suspend' | 'resume' }
  | { readonly kind: 'set-plan'; readonly plan: PlanCaps }
  /** No `webhook` removes it. */
  | { readonly kind: 'set-webhook'; readonly webhook?: Webhook }
  | { readonly kind: 'request-deletion'; readonly scheduledForMs: number }
  | { readonly kind: 'cancel-deletion' | 'confirm-deletion' };

/** The accounts of a store. Credits are the ledger's, under the same id. */
export interface AccountStore {
  /** Rejects with `conflict` on a known id. */
  create(account: NewAccount): Promise<Account>;
  find(id: string): Promise<Account | undefined>;
  usage(query: {
    readonly id: string;
    readonly sinceMs: number;
  }): Promise<AccountUsage | undefined>;
  /** Oldest first, after the account `after`; with `deletionDueMs` only those whose deletion is due by then. */
  list(query: {
    readonly limit: number;
    readonly after?: string;
    readonly deletionDueMs?: number;
  }): Promise<readonly Account[]>;
  /**
   * Repeating a change is harmless, and keeps the first moment. Confirming a deletion revokes the keys and removes the
   * schedules in the same transaction; a deletion that is confirmed late dates from the moment that it was scheduled for.
   * Rejects with `not_found` on an unknown account, with `conflict` when there is no deletion to cancel or to confirm, and
   * on every other change of an account that is deleted by then.
   */
  change(request: {
    readonly id: string;
    readonly change: AccountChange;
    readonly nowMs: number;
  }): Promise<Account>;
}
