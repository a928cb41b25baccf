/** When runs of a recipe begin by themselves. */
export interface Schedule {
  readonly id: string;
  readonly account: string;
  readonly recipeId: string;
  readonly cron: string;
  /** IANA name. */
  readonly timeZone: string;
  /** Its next tick; absent when the expression never comes true again. */
  readonly nextAtMs?: number;
  readonly createdAtMs: number;
}

/** One moment at which a schedule fell due. Neither run nor error: claimed, and its process was gone before it said more. */
export interface ScheduleTick {
  readonly scheduleId: string;
  readonly dueAtMs: number;
  readonly claimedAtMs: number;
  readonly runId?: string;
  /** Why no run came of it. */
  readonly error?: string;
}

/** The schedules of a store. When they fall due is computed above it. */
export interface ScheduleStore {
  /** Creates or replaces it. Rejects with `not_found` on a schedule of another account, or a recipe the account does not have. */
  put(schedule: {
    readonly id: string;
    readonly account: string;
    readonly recipeId: string;
    readonly cron: string;
    readonly timeZone: string;
    readonly nextAtMs?: number;
    readonly nowMs: number;
  }): Promise<Schedule>;
  /** Those of an account, oldest first, or those of all accounts due by a moment, the longest due first. */
  list(
    query: { readonly account: string } | { readonly dueMs: number; readonly limit: number },
  ): Promise<readonly Schedule[]>;
  /** Rejects with `not_found`. */
  delete(reference: { readonly account: string; readonly id: string }): Promise<void>;
  /** Takes the tick due at `dueAtMs` and sets the next one. `false` when another process took it, or it was changed. */
  claimTick(request: {
    readonly id: string;
    readonly dueAtMs: number;
    readonly nextAtMs?: number;
    readonly nowMs: number;
  }): Promise<boolean>;
  /** What came of a claimed tick: a run, or why not. */
  finishTick(
    request: { readonly id: string; readonly dueAtMs: number } & (
      | { readonly runId: string }
      | { readonly error: string }
    ),
  ): Promise<void>;
  /** Newest first. */
  listTicks(query: {
    readonly account: string;
    readonly id: string;
    readonly limit: number;
  }): Promise<readonly ScheduleTick[]>;
}
