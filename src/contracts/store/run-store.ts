import type { NewDelivery, RunEvent } from './delivery-store.ts';
import type { Balance } from '../ledger.ts';

/** From `queued` over `running` to one of the ends, which are final. */
export type RunStatus = 'queued' | 'running' | RunEvent;

/** What a completed run collected. */
export interface RunResult {
  readonly pages: readonly { readonly items: readonly Readonly<Record<string, unknown>>[] }[];
  readonly mode: string;
  /** 0 to 1. */
  readonly drift: number;
  readonly warnings: readonly string[];
}

/** A run as it stands. */
export interface Run {
  readonly id: string;
  readonly account: string;
  readonly recipeId: string;
  readonly status: RunStatus;
  /** By name; the values are empty once it has ended. */
  readonly variables: Readonly<Record<string, string>>;
  /** The most pages it may take: the plan's cap, the caller's wish and what was affordable at dispatch, whichever is least. */
  readonly effectiveCap: number;
  /** Credits made the cap smaller, at dispatch or on the way. */
  readonly clampedByCredits: boolean;
  readonly creditsPerPage: number;
  readonly pagesExtracted: number;
  readonly itemsExtracted: number;
  /** Charged; 0 until it completed. */
  readonly creditsUsed: number;
  readonly createdAtMs: number;
  readonly startedAtMs?: number;
  readonly completedAtMs?: number;
  /** Only on failed and cancelled runs. */
  readonly error?: string;
  /** Only on completed runs. */
  readonly result?: RunResult;
}

/** What a run begins with. */
export interface NewRun {
  readonly id: string;
  readonly account: string;
  readonly recipeId: string;
  readonly variables: Readonly<Record<string, string>>;
  /** The plan's pages per run, or the caller's smaller wish; ≥ 1. */
  readonly maxPages: number;
  readonly creditsPerPage: number;
  /** At most `limit` runs may have been created after `sinceMs`, this one included. */
  readonly quota: { readonly limit: number; readonly sinceMs: number };
  /** Keeps a value under the idempotency key of the dispatch, in the same transaction; see `IdempotencyStore`. */
  readonly idempotency?: { readonly key: string; readonly value: unknown };
  readonly nowMs: number;
}

/** The end of a run; `delivery` is written with it, to be attempted later. */
export type RunEnding = {
  readonly id: string;
  readonly pagesExtracted: number;
  readonly itemsExtracted: number;
  readonly delivery?: NewDelivery;
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
      /** The idempotency key that the run was dispatched with: the next dispatch with it is the first again. */
      readonly forgetKey?: string;
    }
);

/**
 * The runs of a store and the credits they hold. A run belongs to the store object that created or started it, as long
 * as that is open and its process lives; see `Store.recover`.
 */
export interface RunStore {
  /**
   * Counts it, fixes its cap by what is affordable and holds its first page, all or nothing. Rejects with `rate_limited`
   * (`sb_runs_per_month`) beyond the quota, `insufficient_credits` when not one page is affordable, `not_found` or
   * `conflict` for an account that is unknown or deleted, `conflict` on a known id.
   */
  create(run: NewRun): Promise<Run>;
  /** From `queued` to `running`; rejects with `conflict` in any other state. */
  start(request: { readonly id: string; readonly nowMs: number }): Promise<Run>;
  /**
   * Before each further page: notes what there is so far and holds one more page. Rejects with `insufficient_credits`,
   * holding and noting nothing, and with `conflict` when the run is not running any more: then stop it.
   */
  advance(request: {
    readonly id: string;
    readonly pagesExtracted: number;
    readonly itemsExtracted: number;
  }): Promise<Run>;
  /**
   * The one terminal transition, in one transaction with posting or voiding its hold, writing its delivery and erasing
   * the values of its variables. Rejects with `conflict` when the run has ended before: the other end stands.
   */
  end(ending: RunEnding): Promise<Run>;
  /** `account: undefined` is the operator's view: of any account. */
  find(query: {
    readonly account: string | undefined;
    readonly id: string;
  }): Promise<Run | undefined>;
  /**
   * A run of an account, and what that has, of one moment: a run that says it was paid beside a balance from before would
   * be a contradiction.
   */
  poll(query: {
    readonly account: string;
    readonly id: string;
  }): Promise<{ readonly run: Run; readonly credits: Balance } | undefined>;
  /** Newest first, before the run `before`; without `result`, which `find` gives. */
  list(query: {
    readonly account: string | undefined;
    /** Only those that have not ended. */
    readonly unfinished?: boolean;
    readonly limit: number;
    readonly before?: string;
  }): Promise<readonly Run[]>;
}
