import { GleanerError } from '../../errors/gleaner-error.ts';

// How requests are counted and refused, in the same words by every store and in one process.

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
): GleanerError<'rate_limited'> {
  const retryAfterSeconds = Math.max(1, Math.ceil(leavesMs / 1_000));
  return new GleanerError(
    'rate_limited',
    `The account has made its ${limitPerMin} calls of this minute: try again in ${retryAfterSeconds} s.`,
    { details: { reason: 'rate_limit_per_min', limitPerMin, retryAfterSeconds } },
  );
}

/** When a request in flight will end is unknown: ask again soon. */
const inFlightRetrySeconds = 1;

/** The error for one request too many at the same time. */
export function inFlightExceeded(maxConcurrent: number): GleanerError<'rate_limited'> {
  return new GleanerError(
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
