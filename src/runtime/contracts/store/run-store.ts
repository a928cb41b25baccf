import type { RateLimits } from './request-store.ts';
import type { NewDelivery, RunEvent } from './delivery-store.ts';
import type { Balance } from '../ledger.ts';
import type { SqlTransaction } from '../run-queue.ts';

/** `queued`, then `running`, then one of three final states. */
export type RunStatus = 'queued' | 'running' | RunEvent;

/** What a completed run collected. */
export interface RunResult {
  readonly pages: readonly { readonly items: readonly Readonly<Record<string, unknown>>[] }[];
  /** `replay` or `healed`. */
  readonly mode: string;
  /** 0 to 1: how far the page has moved away from its recipe. */
  readonly drift: number;
  readonly warnings: readonly string[];
}

/** A run as it stands. */
export interface Run {
  readonly id: string;
  readonly account: string;
  readonly recipeId: string;
  /** The version of the recipe that it runs; absent of runs from before versions were kept. */
  readonly recipeRevision?: number;
  readonly status: RunStatus;
  /** Values by name; the values are empty once the run has ended. */
  readonly variables: Readonly<Record<string, string>>;
  /** What the caller asked for at most, where he did; beside `effectiveCap`, of which it says nothing. */
  readonly maxPages?: number;
  /** Most pages that the run may have: the plan's, or fewer where fewer were affordable at dispatch. */
  readonly effectiveCap: number;
  /** Whether credits lowered the cap, at dispatch or during the run. */
  readonly clampedByCredits: boolean;
  readonly creditsPerPage: number;
  readonly pagesExtracted: number;
  readonly itemsExtracted: number;
  /** Credits charged; 0 until the run has completed. */
  readonly creditsUsed: number;
  readonly createdAtMs: number;
  readonly startedAtMs?: number;
  readonly completedAtMs?: number;
  /** Why the run failed or was cancelled, for people; absent otherwise. */
  readonly error?: string;
  /** As in `result`; present on completed runs only. */
  readonly drift?: number;
  /** Present on completed runs only. */
  readonly result?: RunResult;
}

/** A run to be created. */
export interface NewRun extends Pick<
  Run,
  'id' | 'account' | 'recipeId' | 'recipeRevision' | 'variables' | 'creditsPerPage'
> {
  /** The plan's pages per run; ≥ 1. */
  readonly planPages: number;
  /** The caller's own cap; ≥ 1. Absent where he has none. */
  readonly maxPages?: number | undefined;
  /** The limits of the request that dispatches it, which is counted as by `AdmissionStore`. Absent where a schedule does: that is no request. */
  readonly limits?: RateLimits | undefined;
  /** At most `limit` runs may be created after `sinceMs`, this one included. */
  readonly quota: { readonly limit: number; readonly sinceMs: number };
  /** The value to keep under the dispatch's idempotency key, in the same transaction; see `IdempotencyStore`. */
  readonly idempotency?: { readonly key: string; readonly value: unknown } | undefined;
  readonly nowMs: number;
}

/** The end of a run; `delivery` is stored in the same transaction and attempted later. */
export type RunEnding = Pick<Run, 'id' | 'pagesExtracted' | 'itemsExtracted'> & {
  readonly delivery?: NewDelivery | undefined;
  readonly nowMs: number;
} & (
    | {
        readonly status: 'completed';
        readonly result: RunResult;
        /** At most what is held; the rest is freed. */
        readonly credits: number;
        readonly clampedByCredits: boolean;
      }
    | {
        readonly status: 'failed' | 'cancelled';
        readonly error: string;
        /** The idempotency key of the dispatch, to be forgotten: the next dispatch with it makes a new run. */
        readonly forgetKey?: string | undefined;
      }
  );

/**
 * Runs of a store whose database can also hold the queue. They belong to the queue until a worker starts them, and to no
 * store object: the end of the process that created them leaves them waiting.
 */
export interface QueuedRunStore {
  /** As `RunStore.create`. Calls `enqueue` in the same transaction: both are kept, or neither. */
  create(run: NewRun, enqueue: (transaction: SqlTransaction) => Promise<void>): Promise<Run>;
  /** Ids of runs that were created here and are still `queued`, created before `createdBeforeMs`, oldest first. */
  list(query: {
    readonly createdBeforeMs: number;
    readonly limit: number;
  }): Promise<readonly string[]>;
}

/**
 * The runs of a store and the credits that they hold. A run belongs to the store object that created or started it, as long
 * as that object is open and its process is alive; see `Store.recover`.
 */
export interface RunStore {
  /**
   * Creates a run: counts it towards the quota, lowers its cap to what is affordable, and holds the credits of its first
   * page, all or nothing. Rejects with `not_found` for an unknown account, with `conflict` for a deleted one or a known id, with
   * `rate_limited` beyond the limits or the quota (`sb_runs_per_month`), and with `insufficient_credits` when not one page is
   * affordable.
   */
  create(run: NewRun): Promise<Run>;
  /** For queues that have `pushWithin`, in the same database; absent where the store shares no transaction. */
  readonly queued?: QueuedRunStore;
  /** From `queued` to `running`; rejects with `conflict` in any other state. */
  start(request: { readonly id: string; readonly nowMs: number }): Promise<Run>;
  /**
   * Records the counts so far and holds the credits of one more page; called before each further page. Rejects with
   * `insufficient_credits`, changing nothing, and with `conflict` when the run is no longer running: then stop the work.
   */
  advance(request: Pick<Run, 'id' | 'pagesExtracted' | 'itemsExtracted'>): Promise<Run>;
  /**
   * Ends a run: in one transaction posts or voids its hold, stores its delivery and erases the values of its variables.
   * Rejects with `conflict` when the run has already ended; the first end stands.
   */
  end(ending: RunEnding): Promise<Run>;
  /** Resolves to the run, or to `undefined`. `account: undefined` finds runs of any account, for the operator. */
  find(query: {
    readonly account: string | undefined;
    readonly id: string;
  }): Promise<Run | undefined>;
  /**
   * Resolves to a run and its account's balance, both read at one moment, so that a charge of the run is in both or in
   * neither; `undefined` where the account has no such run.
   */
  poll(
    query: Pick<Run, 'account' | 'id'>,
  ): Promise<{ readonly run: Run; readonly credits: Balance } | undefined>;
  /** Runs without their `result`, newest first, those before the run with id `before`. */
  list(query: {
    readonly account: string | undefined;
    /** `true`: only runs that have not ended. */
    readonly unfinished?: boolean | undefined;
    readonly recipeId?: string | undefined;
    readonly status?: RunStatus | undefined;
    readonly limit: number;
    readonly before?: string | undefined;
  }): Promise<readonly Run[]>;
}
