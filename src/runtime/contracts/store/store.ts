import type { AccountStore } from './account-store.ts';
import type { AdmissionStore, IdempotencyStore } from './request-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { KeyStore, SignInStore } from './sign-in-store.ts';
import type { Ledger } from '../ledger.ts';
import type { RecipeStore } from './recipe-store.ts';
import type { Run, RunStore } from './run-store.ts';
import type { ScheduleStore } from './schedule-store.ts';

/** A change of an account's balance; the balance is the sum of all entries. */
export interface LedgerEntry {
  readonly account: string;
  /** Negative when charged. */
  readonly credits: number;
  readonly kind: 'grant' | 'post';
  /** Id of the hold or run that was posted. */
  readonly reference?: string;
  /** Wall clock of the machine that the store works on, since `Ledger` is given no time. */
  readonly createdAtMs: number;
}

/** Credits that an account was charged on one day for one kind of work. */
export interface DayOfUsage {
  /** Midnight UTC with which the day begins. */
  readonly dayMs: number;
  readonly kind: 'extract' | 'scrape' | 'run';
  readonly credits: number;
  /** Number of charges. */
  readonly count: number;
}

/** The ledger of a store. A hold of a call belongs to the store object that made it; see `Store.recover`. */
export interface StoreLedger extends Ledger {
  /** Entries of an account, newest first. */
  listEntries(query: {
    readonly account: string;
    readonly limit: number;
  }): Promise<readonly LedgerEntry[]>;
  /** What the account was charged since `sinceMs`, by day and kind of work, oldest first. The id of a call's hold begins with its kind. */
  listUsage(query: {
    readonly account: string;
    readonly sinceMs: number;
  }): Promise<readonly DayOfUsage[]>;
}

/** The ages in milliseconds from which ended things are deleted, by kind. */
export interface SweepBounds {
  readonly nowMs: number;
  /**
   * Of holds since they were posted or voided, by the store's own clock. Posting such a hold again is a `conflict` as long
   * as it is kept, and `not_found` after that.
   */
  readonly holdAgeMs: number;
  /** Of runs, since they ended. */
  readonly runAgeMs: number;
  /** Of deliveries, since their attempt ended. */
  readonly deliveryAgeMs: number;
  /** Of ticks, since they were claimed. */
  readonly tickAgeMs: number;
  /** Most to delete of each kind. */
  readonly limit: number;
}

/**
 * Everything that the service keeps, by noun. Every method is one atomic operation, durable once it resolves, and sees all
 * earlier changes of other processes on the same storage. Ids and times come from the caller.
 */
export interface Store {
  /** Short and stable, e.g. `memory` or `sqlite`. */
  readonly name: string;
  readonly ledger: StoreLedger;
  readonly admissions: AdmissionStore;
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly recipes: RecipeStore;
  readonly runs: RunStore;
  readonly deliveries: DeliveryStore;
  readonly schedules: ScheduleStore;
  readonly idempotency: IdempotencyStore;
  readonly signIns: SignInStore;
  /**
   * Deletes what is older than the bounds, requests that left their minute, and results of idempotency keys, sign-in links and
   * sessions that have expired. Resolves to the number of deletions: call it until that is 0. Ledger entries stay, because their sum is the balance, and so does each account's
   * newest run.
   */
  sweep(bounds: SweepBounds): Promise<number>;
  /**
   * Cleans up after store objects that were closed or whose process ended: frees the holds of their calls, and with them their
   * places in flight, marks the
   * deliveries that they were attempting as failed, and resolves to their unfinished runs, which the caller has to end. Work
   * of open store objects is left alone, in all processes. Called when the service starts and at regular intervals.
   */
  recover(): Promise<readonly Run[]>;
  /** Resolves when the store can be written at the moment, which leaves nothing written; rejects like a change that fails. */
  ping(): Promise<void>;
  /**
   * For stores that many machines use: a signal for the work that begins now. It aborts, with `service_unavailable` as its reason,
   * when this object was cut off from the database for so long that the others take it for dead and end what it had begun: stop
   * that work then. Charging it and completing its runs rejects with `service_unavailable` or `conflict`. The object works on, and
   * work that begins after that has the next signal. Absent where ownership cannot be lost while the process lives.
   */
  ownership?(): AbortSignal;
  /** Resolves when all work under way has ended. Others can then recover what this object owned. */
  close(): Promise<void>;
}
