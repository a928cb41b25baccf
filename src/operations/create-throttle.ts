import type { Clock } from '../contracts/clock.ts';
import { GleanerError } from '../errors/gleaner-error.ts';

/** Most calls an account may start in any 60 seconds, and have under way at once; `Infinity` for no cap. */
export interface ThrottleCaps {
  readonly requestsPerMinute: number;
  readonly inFlight: number;
}

/** A place among the calls under way. */
export interface Admission {
  /** The call is over: frees its place. */
  leave(): void;
  /** The call was refused before it did any work: frees its place and gives its share of the minute back. */
  withdraw(): void;
}

export interface Throttle {
  /** Throws `rate_limited`, by the minute first, then by calls under way; a refusal uses nothing up. */
  admit(account: string, caps: ThrottleCaps): Admission;
}

const windowMs = 60_000;
/** Nobody knows when a call under way will end: ask again soon. */
const inFlightRetrySeconds = 1;

interface Traffic {
  /** When each call of the last minute started, oldest first. */
  readonly startsMs: number[];
  inFlight: number;
}

/** Counts calls by account in a sliding window; an account that has been silent for a minute takes no memory. */
export function createThrottle(clock: Clock): Throttle {
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
    admit(account, caps) {
      // A call without any cap leaves no trace, so that the embedder's own calls cost nothing here.
      if (caps.requestsPerMinute === Infinity && caps.inFlight === Infinity) return unlimited;
      const nowMs = clock.monotonicMs();
      sweep(nowMs);
      const entry = traffic.get(account) ?? { startsMs: [], inFlight: 0 };
      forget(account, entry, nowMs);
      checkPerMinute(entry, caps, nowMs);
      checkInFlight(entry, caps);
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

function checkPerMinute({ startsMs }: Traffic, caps: ThrottleCaps, nowMs: number): void {
  const limitPerMin = caps.requestsPerMinute;
  if (startsMs.length < limitPerMin) return;
  const freesAtMs = (startsMs[startsMs.length - limitPerMin] ?? nowMs) + windowMs;
  const retryAfterSeconds = Math.max(1, Math.ceil((freesAtMs - nowMs) / 1_000));
  throw new GleanerError(
    'rate_limited',
    `The account has made its ${limitPerMin} calls of this minute: try again in ${retryAfterSeconds} s.`,
    { details: { reason: 'rate_limit_per_min', limitPerMin, retryAfterSeconds } },
  );
}

function checkInFlight({ inFlight }: Traffic, { inFlight: maxConcurrent }: ThrottleCaps): void {
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
