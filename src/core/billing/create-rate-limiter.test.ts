import { describe, expect, test } from 'vitest';
import type { RateLimits } from '../../runtime/contracts/store/request-store.ts';
import { isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import {
  createRateLimiter,
  isInMinute,
  minuteExceeded,
  type RateLimiter,
  toStartMs,
  type Traffic,
} from './create-rate-limiter.ts';

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

  test('to ask whether there is room takes none', () => {
    const clock = fakeClock();
    const limiter = createRateLimiter(clock);
    const limits = { requestsPerMinute: 1, inFlight: Infinity };
    limiter.check('ada', limits);
    limiter.check('ada', limits);
    limiter.admit('ada', limits);
    expect(() => limiter.check('ada', limits)).toThrow('calls of this minute');
    limiter.check('bob', limits);
    clock.advance(60_000);
    limiter.check('ada', limits);
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

  test('a call that is withdrawn after its minute takes no other call out of the count', () => {
    const clock = fakeClock();
    const limiter = createRateLimiter(clock);
    const limits = { requestsPerMinute: 1, inFlight: 2 };
    const first = limiter.admit('ada', limits);
    clock.advance(60_000);
    limiter.admit('ada', limits);
    first.withdraw();
    expect(refusalOf(limiter, limits)).toMatchObject({ reason: 'rate_limit_per_min' });
  });

  test('an account that may make no call is refused for a minute at a time', () => {
    const limits = { requestsPerMinute: 0, inFlight: 1 };
    expect(refusalOf(createRateLimiter(fakeClock()), limits)).toMatchObject({
      limitPerMin: 0,
      retryAfterSeconds: 60,
    });
  });

  test('a call without any limit leaves no trace, one with either limit does', () => {
    const traffic = new Map<string, Traffic>();
    const limiter = createRateLimiter(fakeClock(), traffic);
    const admission = limiter.admit('ada', { requestsPerMinute: Infinity, inFlight: Infinity });
    admission.leave();
    admission.withdraw();
    expect(traffic.size).toBe(0);
    limiter.admit('ada', { requestsPerMinute: 5, inFlight: Infinity });
    limiter.admit('grace', { requestsPerMinute: Infinity, inFlight: 5 });
    expect([...traffic.keys()]).toEqual(['ada', 'grace']);
  });

  test('accounts without a call in the last minute are forgotten, once a minute; one with a call in flight is not', () => {
    const traffic = new Map<string, Traffic>();
    const clock = fakeClock();
    const limiter = createRateLimiter(clock, traffic);
    const known = (): readonly string[] => [...traffic.keys()];
    for (const account of ['ada', 'grace']) limiter.admit(account, open).leave();
    const long = limiter.admit('mary', open);
    clock.advance(59_999);
    limiter.admit('joan', open).leave();
    expect(known()).toEqual(['ada', 'grace', 'mary', 'joan']);
    clock.advance(1);
    limiter.admit('kay', open).leave();
    expect(known()).toEqual(['mary', 'joan', 'kay']);
    long.leave();
    clock.advance(59_999);
    limiter.admit('joan', open).leave();
    // Nobody has looked for idle accounts since.
    expect(known()).toContain('mary');
    clock.advance(1);
    limiter.admit('joan', open).leave();
    expect(known()).toEqual(['joan']);
  });

  test('accounts do not share limits', () => {
    const limiter = createRateLimiter(fakeClock());
    const limits = { requestsPerMinute: 1, inFlight: 1 };
    limiter.admit('grace', limits);
    expect(refusalOf(limiter, limits)).toBeUndefined();
  });
});

describe('how requests are counted by every store', () => {
  const nowMs = 1_000_000;

  test.each([
    [-60_000, false],
    [-59_999, true],
    [0, true],
    [60_000, true],
    // The clock was set back.
    [60_001, false],
  ])('a request %d ms from now counts: %s', (fromNow, counts) => {
    expect(isInMinute(nowMs + fromNow, nowMs)).toBe(counts);
  });

  test('a request never starts before the one that came last, unless the clock was set back', () => {
    expect(toStartMs(nowMs, undefined)).toBe(nowMs);
    expect(toStartMs(nowMs, nowMs - 5)).toBe(nowMs);
    expect(toStartMs(nowMs, nowMs + 5)).toBe(nowMs + 5);
    expect(toStartMs(nowMs, nowMs + 60_001)).toBe(nowMs);
  });

  test.each([
    [0, 1],
    [1_000, 1],
    [1_001, 2],
    [59_999, 60],
  ])('a minute that has room in %d ms is to be tried again in %d s', (leavesMs, seconds) => {
    expect(minuteExceeded(7, leavesMs)).toMatchObject({
      details: { limitPerMin: 7, retryAfterSeconds: seconds },
    });
  });
});
