import { setTimeout as wait } from 'node:timers/promises';
import { APICallError } from '@ai-sdk/provider';
import { parseRetryAfter } from '../../../egress/parse-retry-after.ts';

export interface RetryOptions {
  /** How often a call is made again; 0 makes it once. */
  readonly maxRetries: number;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
}

/** Before the first retry; doubled before each further one. */
const firstDelayMs = 500;
/** A provider that asks for more will not answer within a call: 120 s at most, with the page still to be read. */
const maxDelayMs = 60_000;

/**
 * The call's result. A failure that its provider calls transient (status 408, 409, 429 or 5xx, or no connection) is
 * tried again after the time that the provider asks for (`retry-after-ms`, `retry-after`), else after 0.5, 1, 2, … s.
 * Rejects with the last failure, or with `signal.reason` when the signal aborts while waiting.
 */
export async function retryCall<Result>(
  call: () => Promise<Result>,
  { maxRetries, signal }: RetryOptions,
): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await call();
    } catch (error) {
      const delayMs = retries < maxRetries ? findDelay(error, retries) : undefined;
      if (delayMs === undefined) throw error;
      await wait(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

/** Milliseconds to wait before the next try; `undefined` where trying again cannot help in time. */
function findDelay(error: unknown, retries: number): number | undefined {
  if (!APICallError.isInstance(error) || !error.isRetryable) return undefined;
  const asked = readRetryAfter(error.responseHeaders ?? {});
  const delayMs = asked ?? firstDelayMs * 2 ** retries;
  return delayMs > maxDelayMs ? undefined : delayMs;
}

/** `retry-after-ms` is of OpenAI and more precise than `retry-after`. */
function readRetryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const { 'retry-after-ms': milliseconds, 'retry-after': after } = headers;
  const delayMs = Number(milliseconds ?? Number.NaN);
  return Number.isFinite(delayMs) ? Math.max(0, delayMs) : parseRetryAfter(after);
}
