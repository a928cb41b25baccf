import { setImmediate } from 'node:timers/promises';

/** Lets others run in between during long work. */
export interface Pacer {
  /** Returns at once while the slice lasts; rejects with `signal.reason` once the signal aborts. */
  pause(): Promise<void>;
}

/** Long enough to get somewhere, short enough that nobody notices. */
const sliceMs = 12;

/** Hands the thread back to the event loop after every slice. */
export function createPacer(signal: AbortSignal | undefined): Pacer {
  let startedMs = performance.now();
  return {
    async pause() {
      signal?.throwIfAborted();
      if (performance.now() - startedMs < sliceMs) return;
      await setImmediate();
      signal?.throwIfAborted();
      startedMs = performance.now();
    },
  };
}
