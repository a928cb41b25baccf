/** A cron expression by which runs of a recipe are dispatched. */
export interface Schedule {
  readonly id: string;
  readonly account: string;
  readonly recipeId: string;
  readonly cron: string;
  /** IANA name, e.g. `Europe/Zurich`. */
  readonly timeZone: string;
  /** The next tick; absent when the expression has none. */
  readonly nextAtMs?: number;
  readonly createdAtMs: number;
}

/** One moment at which a schedule was due. Without `runId` and `error` the process that claimed it ended before the dispatch. */
export interface ScheduleTick {
  readonly scheduleId: string;
  readonly dueAtMs: number;
  readonly claimedAtMs: number;
  readonly runId?: string;
  /** Why no run was dispatched, for people. */
  readonly error?: string;
}

/** The schedules of a store. The caller computes when they are due. */
export interface ScheduleStore {
  /** Creates or replaces a schedule. Rejects with `not_found` on a schedule of another account, or a recipe that the account does not have. */
  put(schedule: {
    readonly id: string;
    readonly account: string;
    readonly recipeId: string;
    readonly cron: string;
    readonly timeZone: string;
    readonly nextAtMs?: number;
    readonly nowMs: number;
  }): Promise<Schedule>;
  /** Schedules of an account, oldest first; or schedules of all accounts that are due by `dueMs`, earliest first. */
  list(
    query: { readonly account: string } | { readonly dueMs: number; readonly limit: number },
  ): Promise<readonly Schedule[]>;
  /** Deletes a schedule. Rejects with `not_found`. */
  delete(reference: { readonly account: string; readonly id: string }): Promise<void>;
  /** Takes the tick due at `dueAtMs` and sets the next one. Resolves to `false` when another process took it or the schedule was changed. */
  claimTick(request: {
    readonly id: string;
    readonly dueAtMs: number;
    readonly nextAtMs?: number;
    readonly nowMs: number;
  }): Promise<boolean>;
  /** Records the run that a claimed tick dispatched, or why it dispatched none. */
  finishTick(
    request: { readonly id: string; readonly dueAtMs: number } & (
      | { readonly runId: string }
      | { readonly error: string }
    ),
  ): Promise<void>;
  /** Ticks of a schedule, newest first. */
  listTicks(query: {
    readonly account: string;
    readonly id: string;
    readonly limit: number;
  }): Promise<readonly ScheduleTick[]>;
}
