import { setTimeout } from 'node:timers/promises';
import type { Fetcher } from 'gleaner';

/**
 * Leaves `gapMs` between two requests to the same host.
 *
 * `createGleaner({ fetcher: politeFetcher(httpFetcher()) })`
 */
export function politeFetcher(fetcher: Fetcher, gapMs = 1_000): Fetcher {
  const freeAtMs = new Map<string, number>();

  return {
    name: `polite-${fetcher.name}`,
    async fetch(request) {
      request.signal.throwIfAborted();
      const { host } = new URL(request.url);
      const nowMs = performance.now();
      const startMs = Math.max(nowMs, freeAtMs.get(host) ?? 0);
      freeAtMs.set(host, startMs + gapMs);
      await wait(startMs - nowMs, request.signal);
      return fetcher.fetch(request);
    },
  };
}

/** Rejects with the signal's own reason, as the contract asks for. */
async function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(delayMs, undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
}
