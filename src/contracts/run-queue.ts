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
