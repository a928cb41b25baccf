/** An open transaction of a store's database, in which a queue can keep something of its own. */
export interface SqlTransaction {
  /** Runs one statement with parameters `$1`, `$2`, …, and resolves to its rows. A rejection rolls the transaction back. */
  executeSql(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: readonly unknown[] }>;
}

/** Accepts runs and hands each of them to one worker once. Implement it to spread runs over several machines. */
export interface RunQueue {
  /** Short and stable, e.g. `memory`. */
  readonly name: string;
  /**
   * Resolves when the run is queued for certain. Runs that are lost because the queue's process dies are found by
   * `Store.recover`. A run that is already waiting is not queued again.
   */
  push(runId: string): Promise<void>;
  /**
   * Like `push`, as a part of a transaction: the run is queued if that is committed, and only then. Present on queues that
   * keep runs in a database; their runs outlive the process that queued them.
   */
  pushWithin?(runId: string, transaction: SqlTransaction): Promise<void>;
  /**
   * Begins to hand runs to `work`, oldest first, a bounded number at a time; `work` never rejects. Throws a `TypeError` when
   * the queue is already started.
   */
  start(work: (runId: string) => Promise<void>): void;
  /**
   * Hands out no further run, waits for those handed out, and resolves to the ids of pushed runs that no worker will get;
   * empty where other processes will work on them. The queue may be started again.
   */
  stop(): Promise<readonly string[]>;
}
