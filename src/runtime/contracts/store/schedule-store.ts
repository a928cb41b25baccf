/** A cron expression by which runs of a recipe are dispatched. */
export interface Schedule {
  readonly id: string;
  readonly account: string;
  readonly recipeId: string;
  readonly cron: string;
  /** IANA name, e.g. `Europe/Zurich`. */
  readonly timeZone: string;
  /** The next tick; absent when the expression has none, and while the schedule is paused. */
  readonly nextAtMs?: number;
  /** Its latest ticks, where they dispatched no run; absent once one did. */
  readonly refusals?: ScheduleRefusals;
  /** Since when it is paused, because too many ticks in a row were refused; `put` resumes it. */
  readonly pausedAtMs?: number;
  readonly createdAtMs: number;
}

/** Ticks in a row whose run was refused. */
export interface ScheduleRefusals {
  readonly count: number;
  /** Why the newest one was refused, for people. */
  readonly reason: string;
  /** When the newest one was due. */
  readonly lastDueAtMs: number;
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
  /**
   * Creates or replaces a schedule, which is then neither paused nor has refused ticks. Rejects with `not_found` on a schedule of another account, or a recipe that the account does not have,
   * and with `conflict` on a new one beyond the plan's schedules.
   */
  put(
    schedule: Pick<Schedule, 'id' | 'account' | 'recipeId' | 'cron' | 'timeZone' | 'nextAtMs'> & {
      readonly nowMs: number;
    },
  ): Promise<Schedule>;
  /** Schedules of an account, oldest first. */
  list(query: { readonly account: string }): Promise<readonly Schedule[]>;
  /**
   * Schedules of all accounts that are due by `dueMs`, from each account in turn: first the one of each account that has been due
   * the longest, then the second of each. At most `perAccount` of one account, and `limit` of all.
   */
  listDue(query: {
    readonly dueMs: number;
    readonly perAccount: number;
    readonly limit: number;
  }): Promise<readonly Schedule[]>;
  /** Deletes a schedule. Rejects with `not_found`. */
  delete(reference: Pick<Schedule, 'account' | 'id'>): Promise<void>;
  /** Takes the tick due at `dueAtMs` and sets the next one. Resolves to `false` when another process took it or the schedule was changed. */
  claimTick(request: {
    readonly id: string;
    readonly dueAtMs: number;
    readonly nextAtMs?: number | undefined;
    readonly nowMs: number;
  }): Promise<boolean>;
  /** Records the run that a claimed tick dispatched, which ends a row of refused ones; or why it dispatched none, at no fault of its account. */
  finishTick(
    request: { readonly id: string; readonly dueAtMs: number } & (
      | { readonly runId: string }
      | { readonly error: string }
    ),
  ): Promise<void>;
  /**
   * Counts a claimed tick whose run was refused, and pauses the schedule with the `pauseAfter`th in a row. Of the ticks in a row the
   * newest alone is kept. Resolves to the schedule, to `undefined` where it was deleted meanwhile.
   */
  refuseTick(request: {
    readonly id: string;
    readonly dueAtMs: number;
    readonly reason: string;
    readonly pauseAfter: number;
    readonly nowMs: number;
  }): Promise<Schedule | undefined>;
  /** Ticks of a schedule, newest first. */
  listTicks(
    query: Pick<Schedule, 'account' | 'id'> & { readonly limit: number },
  ): Promise<readonly ScheduleTick[]>;
}
