import type { AccountStore } from './account-store.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { KeyStore } from './key-store.ts';
import type { Ledger } from '../ledger.ts';
import type { RecipeStore } from './recipe-store.ts';
import type { Run, RunStore } from './run-store.ts';
import type { ScheduleStore } from './schedule-store.ts';

/** A change of an account's balance; the balance is the sum of them. */
export interface LedgerEntry {
  readonly account: string;
  /** Negative when charged. */
  readonly credits: number;
  readonly kind: 'grant' | 'post';
  /** Id of the hold or run that was posted. */
  readonly reference?: string;
  /** Of the machine the store works on: `Ledger` knows no other clock. */
  readonly createdAtMs: number;
}

/** The ledger of a store. A hold that no run has belongs to the store object that made it; see `Store.recover`. */
export interface StoreLedger extends Ledger {
  /** Newest first. */
  listEntries(query: {
    readonly account: string;
    readonly limit: number;
  }): Promise<readonly LedgerEntry[]>;
}

/** How old what has ended has to be before it is forgotten, by kind, in milliseconds. */
export interface SweepBounds {
  readonly nowMs: number;
  /**
   * Of holds that were posted or voided, by the store's own clock: as long as a hold is kept, a second try to post it is a
   * `conflict`, and `not_found` later.
   */
  readonly holdAgeMs: number;
  /** Of runs, since they ended. */
  readonly runAgeMs: number;
  /** Of deliveries, since their attempt ended. */
  readonly deliveryAgeMs: number;
  /** Of ticks, since they were claimed. */
  readonly tickAgeMs: number;
  /** Most to forget of each kind. */
  readonly limit: number;
}

/**
 * Everything the service keeps, by noun. Every method is one atomic operation, durable once it resolves, and sees what
 * other processes on the same storage did before it. Ids and moments come from the caller: a store makes neither up.
 */
export interface Store {
  /** Short and stable, e.g. `memory` or `sqlite`. */
  readonly name: string;
  readonly ledger: StoreLedger;
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly recipes: RecipeStore;
  readonly runs: RunStore;
  readonly deliveries: DeliveryStore;
  readonly schedules: ScheduleStore;
  readonly idempotency: IdempotencyStore;
  /**
   * Forgets what is old enough, and what is kept under idempotency keys once it has expired; gives how many there were, so ask again until
   * there are none. The ledger's entries stay, whose sum is the balance, and so does each account's newest run.
   */
  sweep(bounds: SweepBounds): Promise<number>;
  /**
   * Cleans up after store objects that are gone, be it closed or killed: frees the holds of their calls, ends the
   * webhooks they were posting, and gives their unfinished runs, for the caller to end. What open store objects have under
   * way is left alone, in all processes. Call it when the service starts, and once in a while.
   */
  recover(): Promise<readonly Run[]>;
  /** Resolves when changes can be made at the moment, without making one; rejects like a change that cannot. */
  ping(): Promise<void>;
  /** Waits for what is under way. What this object owns can be recovered by others afterwards. */
  close(): Promise<void>;
}
