/** Takes runs in and hands each of them to a worker once. Implement it to spread runs over machines. */
export interface RunQueue {
  /** Short and stable, e.g. `memory`. */
  readonly name: string;
  /**
   * Resolves when the run is sure to be handed out, unless the queue's process dies: `Store.recover` finds runs that were
   * lost so. A run that waits already is not queued again.
   */
  push(runId: string): Promise<void>;
  /**
   * From now on runs are handed out, oldest first, to `work`, which never rejects; a bounded number at once. Throws
   * `TypeError` between a start and its stop.
   */
  start(work: (runId: string) => Promise<void>): void;
  /**
   * Hands out nothing more, waits for what was handed out, and resolves to the runs that were pushed here and that no
   * worker will be handed: none where they wait for other processes. The queue may be started again.
   */
  stop(): Promise<readonly string[]>;
}
