import { describe, expect, test } from 'vitest';
import type { RateLimits } from '../contracts/store/admission-store.ts';
import { isGleanerError } from '../errors/gleaner-error.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { createRateLimiter, type RateLimiter } from './create-rate-limiter.ts';

const open: RateLimits = { requestsPerMinute: 60, inFlight: 5 };

function refusalOf(limiter: RateLimiter, limits: RateLimits): unknown {
  try {
    limiter.admit('ada', limits);
  } catch (error) {
    if (isGleanerError(error, 'rate_limited')) return error.details;
    throw error;
  }
  return undefined;
}

describe('createRateLimiter', () => {
  test('the call beyond the minute is refused, with the seconds until one is free', () => {
    const clock = fakeClock();
    const limiter = createRateLimiter(clock);
    const limits = { requestsPerMinute: 2, inFlight: Infinity };
    limiter.admit('ada', limits);
    clock.advance(20_000);
    limiter.admit('ada', limits);
    clock.advance(500);
    expect(refusalOf(limiter, limits)).toEqual({
      reason: 'rate_limit_per_min',
      limitPerMin: 2,
      retryAfterSeconds: 40,
    });
  });

  test('the minute slides: a place is free 60 s after it was taken, not at a full minute', () => {
    const clock = fakeClock();
    const limiter = createRateLimiter(clock);
    const limits = { requestsPerMinute: 2, inFlight: Infinity };
    limiter.admit('ada', limits);
    clock.advance(59_000);
    limiter.admit('ada', limits);
    clock.advance(999);
    expect(refusalOf(limiter, limits)).toBeDefined();
    clock.advance(1);
    expect(refusalOf(limiter, limits)).toBeUndefined();
    expect(refusalOf(limiter, limits)).toBeDefined();
  });

  test('a change of the wall clock frees nothing', () => {
    const clock = fakeClock();
    const limiter = createRateLimiter(clock);
    const limits = { requestsPerMinute: 1, inFlight: Infinity };
    limiter.admit('ada', limits);
    clock.setWallClock(clock.nowMs() + 3_600_000);
    expect(refusalOf(limiter, limits)).toBeDefined();
  });

  test('calls in flight are limited, and a call that has ended makes room', () => {
    const limiter = createRateLimiter(fakeClock());
    const limits = { ...open, inFlight: 1 };
    const first = limiter.admit('ada', limits);
    expect(refusalOf(limiter, limits)).toEqual({
      reason: 'max_concurrent_requests',
      maxConcurrent: 1,
      retryAfterSeconds: 1,
    });
    first.leave();
    first.leave();
    limiter.admit('ada', limits);
    expect(refusalOf(limiter, limits)).toBeDefined();
  });

  test('refused calls use nothing of the minute up', () => {
    const limiter = createRateLimiter(fakeClock());
    const limits = { requestsPerMinute: 2, inFlight: 1 };
    const first = limiter.admit('ada', limits);
    for (let tries = 0; tries < 10; tries += 1) refusalOf(limiter, limits);
    first.leave();
    const second = limiter.admit('ada', limits);
    second.withdraw();
    expect(refusalOf(limiter, limits)).toBeUndefined();
  });

  test('the minute is reported before the calls in flight', () => {
    const limiter = createRateLimiter(fakeClock());
    const limits = { requestsPerMinute: 1, inFlight: 1 };
    limiter.admit('ada', limits);
    expect(refusalOf(limiter, limits)).toMatchObject({ reason: 'rate_limit_per_min' });
  });

  test('accounts do not share limits', () => {
    const limiter = createRateLimiter(fakeClock());
    const limits = { requestsPerMinute: 1, inFlight: 1 };
    limiter.admit('grace', limits);
    expect(refusalOf(limiter, limits)).toBeUndefined();
  });
});
