import { systemClock, type Clock, type Fetcher } from 'gleaner';

export interface PoliteFetcherOptions {
  /** From the start of one request to the start of the next. @default 1_000 */
  readonly gapMs?: number;
  /** @default the time of the machine */
  readonly clock?: Clock;
}

/**
 * Leaves a gap between two requests to the same host.
 *
 * `createGleaner({ fetcher: politeFetcher(httpFetcher()) })`
 */
export function politeFetcher(
  fetcher: Fetcher,
  { gapMs = 1_000, clock = systemClock() }: PoliteFetcherOptions = {},
): Fetcher {
  const freeAtMs = new Map<string, number>();

  return {
    name: `polite-${fetcher.name}`,
    async fetch(request) {
      request.signal.throwIfAborted();
      const { host } = new URL(request.url);
      const nowMs = clock.monotonicMs();
      const startMs = Math.max(nowMs, freeAtMs.get(host) ?? nowMs);
      freeAtMs.set(host, startMs + gapMs);
      if (startMs > nowMs) await wait(clock, startMs - nowMs, request.signal);
      return fetcher.fetch(request);
    },
  };
}

/** Rejects with the signal's own reason, as the contract asks for. */
function wait(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      cancel();
      reject(signal.reason);
    };
    const cancel = clock.after(delayMs, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
