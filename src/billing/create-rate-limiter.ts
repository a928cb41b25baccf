import type { Clock } from '../contracts/clock.ts';
import { GleanerError } from '../errors/gleaner-error.ts';

/** Most calls an account may start in any 60 seconds, and have in flight at once; `Infinity` for no limit. */
export interface RateLimits {
  readonly requestsPerMinute: number;
  readonly inFlight: number;
}

/** A call that the rate limiter has admitted. Call one of the two, once. */
export interface Admission {
  /** Ends the call: frees its place in flight. */
  leave(): void;
  /** Undoes the admission of a call that did no work: frees its place in flight and takes it out of the minute's count. */
  withdraw(): void;
}

/** Limits the calls of each account. */
export interface RateLimiter {
  /** Admits a call, or throws `rate_limited`: first by requests per minute, then by calls in flight. A refused call is not counted. */
  admit(account: string, limits: RateLimits): Admission;
}

const windowMs = 60_000;
/** When a call in flight will end is unknown: ask again soon. */
const inFlightRetrySeconds = 1;

interface Traffic {
  /** When each call of the last minute started, oldest first. */
  readonly startsMs: number[];
  inFlight: number;
}

/** Creates a rate limiter with a sliding window of 60 s. Accounts without a call in the last minute take no memory. */
export function createRateLimiter(clock: Clock): RateLimiter {
  const traffic = new Map<string, Traffic>();
  let sweptMs = clock.monotonicMs();

  function forget(account: string, { startsMs, inFlight }: Traffic, nowMs: number): void {
    const fresh = startsMs.findIndex((startMs) => startMs > nowMs - windowMs);
    startsMs.splice(0, fresh === -1 ? startsMs.length : fresh);
    if (startsMs.length === 0 && inFlight === 0) traffic.delete(account);
  }

  function sweep(nowMs: number): void {
    if (nowMs - sweptMs < windowMs) return;
    sweptMs = nowMs;
    for (const [account, entry] of traffic) forget(account, entry, nowMs);
  }

  return {
    admit(account, limits) {
      // A call without any limit leaves no trace, so that the embedder's own calls cost nothing here.
      if (limits.requestsPerMinute === Infinity && limits.inFlight === Infinity) return unlimited;
      const nowMs = clock.monotonicMs();
      sweep(nowMs);
      const entry = traffic.get(account) ?? { startsMs: [], inFlight: 0 };
      forget(account, entry, nowMs);
      checkPerMinute(entry, limits, nowMs);
      checkInFlight(entry, limits);
      traffic.set(account, entry);
      entry.startsMs.push(nowMs);
      entry.inFlight += 1;
      let inside = true;
      const leave = () => {
        if (inside) entry.inFlight -= 1;
        inside = false;
      };
      return {
        leave,
        withdraw() {
          leave();
          const own = entry.startsMs.lastIndexOf(nowMs);
          if (own !== -1) entry.startsMs.splice(own, 1);
        },
      };
    },
  };
}

const unlimited: Admission = { leave() {}, withdraw() {} };

function checkPerMinute({ startsMs }: Traffic, limits: RateLimits, nowMs: number): void {
  const limitPerMin = limits.requestsPerMinute;
  if (startsMs.length < limitPerMin) return;
  const freesAtMs = (startsMs[startsMs.length - limitPerMin] ?? nowMs) + windowMs;
  const retryAfterSeconds = Math.max(1, Math.ceil((freesAtMs - nowMs) / 1_000));
  throw new GleanerError(
    'rate_limited',
    `The account has made its ${limitPerMin} calls of this minute: try again in ${retryAfterSeconds} s.`,
    { details: { reason: 'rate_limit_per_min', limitPerMin, retryAfterSeconds } },
  );
}

function checkInFlight({ inFlight }: Traffic, { inFlight: maxConcurrent }: RateLimits): void {
  if (inFlight < maxConcurrent) return;
  throw new GleanerError(
    'rate_limited',
    `The account has its ${maxConcurrent} calls under way: try again when one has ended.`,
    {
      details: {
        reason: 'max_concurrent_requests',
        maxConcurrent,
        retryAfterSeconds: inFlightRetrySeconds,
      },
    },
  );
}
