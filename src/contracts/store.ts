import type { AccountStore } from './account-store.ts';
import type { AnswerStore } from './answer-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { KeyStore } from './key-store.ts';
import type { Ledger } from './ledger.ts';
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
  readonly answers: AnswerStore;
  /**
   * Cleans up after store objects that are gone, be it closed or killed: frees the holds of their calls, and gives
   * their unfinished runs, for the caller to end. What living ones have under way is left alone, in whatever process.
   * Call it when the service starts, and now and then.
   */
  recover(): Promise<readonly Run[]>;
  /** Waits for what is under way. What this object owns can be recovered by others afterwards. */
  close(): Promise<void>;
}
