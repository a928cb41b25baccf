/** Time, replaceable in tests. Deadlines use `monotonicMs`, so that a changed wall clock neither ends nor prolongs a call. */
export interface Clock {
  /** Returns the wall-clock time in milliseconds since 1970-01-01 UTC. */
  nowMs(): number;
  /** Returns milliseconds since an arbitrary start; never less than before. */
  monotonicMs(): number;
  /**
   * Calls `callback` once after `delayMs` milliseconds, never before this call returns; the returned function cancels it.
   * `delayMs` may be any number: `Infinity` never calls back, a negative one counts as 0. A waiting timer keeps the process
   * alive.
   */
  after(delayMs: number, callback: () => void): () => void;
}

/**
 * Makes an id that no other call gets: of a request (`requestId` of a result) or of a run (`id` of a run). Ids appear in results and
 * URLs, hence letters, digits, `-` and `_` alone.
 */
export type CreateId = (kind: 'request' | 'run') => string;
