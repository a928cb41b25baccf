import type { Clock } from '../../runtime/contracts/clock.ts';
import type { RateLimits } from '../../runtime/contracts/store/request-store.ts';
import { inFlightExceeded, minuteExceeded, minuteMs } from './billing-rules.ts';

/** A call that the rate limiter has admitted. Call one of the two, once. */
interface Admission {
  /** Ends the call: frees its place in flight. */
  leave(): void;
  /** Undoes the admission of a call that did no work: frees its place in flight and takes it out of the minute's count. */
  withdraw(): void;
}

/** Limits the calls of each account in this process. */
export interface RateLimiter {
  /** Admits a call, or throws `rate_limited`: first by requests per minute, then by calls in flight. A refused call is not counted. */
  admit(account: string, limits: RateLimits): Admission;
  /** Throws `rate_limited` where no further call of this minute would be admitted, and counts none. */
  check(account: string, limits: RateLimits): void;
}

/** The calls of an account. */
export interface Traffic {
  /** When each call of the last minute started, oldest first. */
  readonly startsMs: number[];
  inFlight: number;
}

/** Creates a rate limiter with a sliding window of 60 s. Accounts without a call in the last minute leave `traffic`, at most a minute late. */
export function createRateLimiter(
  clock: Clock,
  traffic: Map<string, Traffic> = new Map<string, Traffic>(),
): RateLimiter {
  let sweptMs = clock.monotonicMs();

  function forget(account: string, { startsMs, inFlight }: Traffic, nowMs: number): void {
    const fresh = startsMs.findIndex((startMs) => startMs > nowMs - minuteMs);
    startsMs.splice(0, fresh === -1 ? startsMs.length : fresh);
    if (startsMs.length === 0 && inFlight === 0) traffic.delete(account);
  }

  function sweep(nowMs: number): void {
    if (nowMs - sweptMs < minuteMs) return;
    sweptMs = nowMs;
    for (const [account, entry] of traffic) forget(account, entry, nowMs);
  }

  return {
    check(account, limits) {
      const entry = traffic.get(account);
      if (entry === undefined) return;
      const nowMs = clock.monotonicMs();
      forget(account, entry, nowMs);
      checkPerMinute(entry, limits, nowMs);
    },
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
  const limit = limits.requestsPerMinute;
  if (startsMs.length < limit) return;
  const leavesAtMs = (startsMs[startsMs.length - limit] ?? nowMs) + minuteMs;
  throw minuteExceeded(limit, leavesAtMs - nowMs);
}

function checkInFlight({ inFlight }: Traffic, limits: RateLimits): void {
  if (inFlight >= limits.inFlight) throw inFlightExceeded(limits.inFlight);
}
