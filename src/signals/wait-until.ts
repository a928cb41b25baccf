import { setTimeout as sleep } from 'node:timers/promises';

export interface WaitUntilInput<Value> {
  /** `undefined`: not yet. */
  readonly poll: () => Promise<Value | undefined>;
  readonly timeoutMs: number;
  /** @default 50 */
  readonly everyMs?: number;
  readonly signal: AbortSignal;
}

/** Polls until there is something; `undefined` when time is up, the last poll being at its very end. */
export async function waitUntil<Value>(input: WaitUntilInput<Value>): Promise<Value | undefined> {
  const { poll, timeoutMs, everyMs = 50, signal } = input;
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    const isLast = performance.now() >= endMs;
    const value = await poll();
    if (value !== undefined || isLast) return value;
    await pause(Math.min(everyMs, Math.max(0, endMs - performance.now())), signal);
  }
}

/** Waits, and rejects with the signal's reason once it aborts. */
export async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(delayMs, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
