/** Takes runs in and hands each of them to a worker once. Implement it to spread runs over machines. */
export interface RunQueue {
  /** Short and stable, e.g. `memory`. */
  readonly name: string;
  /** Resolves when the run is sure to be handed out, unless the queue's process dies: the store lists runs that were lost. */
  push(runId: string): Promise<void>;
  /** From now on runs are handed out, oldest first, to `work`, which never rejects; a bounded number at once. */
  start(work: (runId: string) => Promise<void>): void;
  /**
   * Hands out nothing more, waits for what was handed out, and resolves to the runs that were pushed here and that
   * will not be handed out now: none where they wait for other processes.
   */
  close(): Promise<readonly string[]>;
}
