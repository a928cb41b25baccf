import { isBusy } from './to-store-error.ts';

/**
 * SQLite's own waiting backs off to 100 ms, so that beside a process that commits all the time it may find no gap for
 * seconds. Asking every millisecond finds one in some 20 tries.
 */
const pauseMs = 1;

const never = new Int32Array(new SharedArrayBuffer(4));

/** Does the work, again and again while another connection holds the lock; blocks the thread. Throws the last error after `timeoutMs`. */
export function waitWhileBusy<Result>(timeoutMs: number, work: () => Result): Result {
  const startedMs = performance.now();
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() - startedMs >= timeoutMs) throw error;
    }
    pause();
  }
}

/** Blocks the thread for a millisecond. */
export function pause(): void {
  Atomics.wait(never, 0, 0, pauseMs);
}
