import type { Clock } from '../../runtime/contracts/clock.ts';
import type { RateLimits } from '../../runtime/contracts/store/request-store.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';

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
  /** Throws `rate_limited` where no further call of this minute would be admitted, and counts none. `noun` says what is counted. */
  check(account: string, limits: RateLimits, noun?: string): void;
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
    check(account, limits, noun) {
      const entry = traffic.get(account);
      if (entry === undefined) return;
      const nowMs = clock.monotonicMs();
      forget(account, entry, nowMs);
      checkPerMinute(entry, limits, nowMs, noun);
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

function checkPerMinute(
  { startsMs }: Traffic,
  limits: RateLimits,
  nowMs: number,
  noun?: string,
): void {
  const limit = limits.requestsPerMinute;
  if (startsMs.length < limit) return;
  const leavesAtMs = (startsMs[startsMs.length - limit] ?? nowMs) + minuteMs;
  throw minuteExceeded(limit, leavesAtMs - nowMs, noun);
}

function checkInFlight({ inFlight }: Traffic, limits: RateLimits): void {
  if (inFlight >= limits.inFlight) throw inFlightExceeded(limits.inFlight);
}

// How requests are counted and refused, by every store and in one process.

/** Milliseconds of the window in which requests are counted. */
export const minuteMs = 60_000;

/**
 * Whether a request counts among those of the minute before `nowMs`. One from more than a minute ahead does not: the wall clock
 * was set back, and nothing must wait for it to catch up.
 */
export function isInMinute(startMs: number, nowMs: number): boolean {
  return nowMs - minuteMs < startMs && startMs <= nowMs + minuteMs;
}

/** When a request starts, as it is kept: never before the one that came last, so that the oldest leaves the minute first. */
export function toStartMs(nowMs: number, lastMs: number | undefined): number {
  return lastMs !== undefined && isInMinute(lastMs, nowMs) ? Math.max(lastMs, nowMs) : nowMs;
}

/** The error for one request too many in the minute; `leavesMs` is until the earliest of those that count leaves it. */
export function minuteExceeded(
  limitPerMin: number,
  leavesMs: number,
  noun = 'calls',
): GleanerError<'rate_limited'> {
  const retryAfterSeconds = Math.max(1, Math.ceil(leavesMs / 1_000));
  return new GleanerError(
    'rate_limited',
    `The account has made its ${limitPerMin} ${noun} of this minute: try again in ${retryAfterSeconds} s.`,
    { details: { reason: 'rate_limit_per_min', limitPerMin, retryAfterSeconds } },
  );
}

/** When a request in flight will end is unknown: ask again soon. */
const inFlightRetrySeconds = 1;

/** The error for one request too many at the same time. */
export function inFlightExceeded(
  maxConcurrent: number,
  noun = 'calls',
): GleanerError<'rate_limited'> {
  return new GleanerError(
    'rate_limited',
    `The account has its ${maxConcurrent} ${noun} under way: try again when one has ended.`,
    {
      details: {
        reason: 'max_concurrent_requests',
        maxConcurrent,
        retryAfterSeconds: inFlightRetrySeconds,
      },
    },
  );
}
