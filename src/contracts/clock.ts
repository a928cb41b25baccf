/** Time, replaceable in tests. Deadlines use `monotonicMs`, so that a changed wall clock neither ends nor prolongs a call. */
export interface Clock {
  /** Wall clock in milliseconds since 1970-01-01 UTC. */
  nowMs(): number;
  /** Milliseconds from an arbitrary start; never goes back. */
  monotonicMs(): number;
  /**
   * Calls back once after `delayMs`, never within this call; the returned function cancels it. Any delay up to `Infinity`,
   * which never ends, and 0 for one below. A waiting timer keeps the process alive.
   */
  after(delayMs: number, callback: () => void): () => void;
}
