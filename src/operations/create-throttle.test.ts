import { describe, expect, test } from 'vitest';
import { isGleanerError } from '../errors/gleaner-error.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { createThrottle, type Throttle, type ThrottleCaps } from './create-throttle.ts';

const open: ThrottleCaps = { requestsPerMinute: 60, inFlight: 5 };

function refusalOf(throttle: Throttle, caps: ThrottleCaps): unknown {
  try {
    throttle.admit('ada', caps);
  } catch (error) {
    if (isGleanerError(error, 'rate_limited')) return error.details;
    throw error;
  }
  return undefined;
}

describe('createThrottle', () => {
  test('the call beyond the minute is refused, with the seconds until one is free', () => {
    const clock = fakeClock();
    const throttle = createThrottle(clock);
    const caps = { requestsPerMinute: 2, inFlight: Infinity };
    throttle.admit('ada', caps);
    clock.advance(20_000);
    throttle.admit('ada', caps);
    clock.advance(500);
    expect(refusalOf(throttle, caps)).toEqual({
      reason: 'rate_limit_per_min',
      limitPerMin: 2,
      retryAfterSeconds: 40,
    });
  });

  test('the minute slides: a place is free 60 s after it was taken, not at a full minute', () => {
    const clock = fakeClock();
    const throttle = createThrottle(clock);
    const caps = { requestsPerMinute: 2, inFlight: Infinity };
    throttle.admit('ada', caps);
    clock.advance(59_000);
    throttle.admit('ada', caps);
    clock.advance(999);
    expect(refusalOf(throttle, caps)).toBeDefined();
    clock.advance(1);
    expect(refusalOf(throttle, caps)).toBeUndefined();
    expect(refusalOf(throttle, caps)).toBeDefined();
  });

  test('a change of the wall clock frees nothing', () => {
    const clock = fakeClock();
    const throttle = createThrottle(clock);
    const caps = { requestsPerMinute: 1, inFlight: Infinity };
    throttle.admit('ada', caps);
    clock.setWallClock(clock.nowMs() + 3_600_000);
    expect(refusalOf(throttle, caps)).toBeDefined();
  });

  test('calls under way are capped, and a call that has ended makes room', () => {
    const throttle = createThrottle(fakeClock());
    const caps = { ...open, inFlight: 1 };
    const first = throttle.admit('ada', caps);
    expect(refusalOf(throttle, caps)).toEqual({
      reason: 'max_concurrent_requests',
      maxConcurrent: 1,
      retryAfterSeconds: 1,
    });
    first.leave();
    first.leave();
    throttle.admit('ada', caps);
    expect(refusalOf(throttle, caps)).toBeDefined();
  });

  test('refused calls use nothing of the minute up', () => {
    const throttle = createThrottle(fakeClock());
    const caps = { requestsPerMinute: 2, inFlight: 1 };
    const first = throttle.admit('ada', caps);
    for (let tries = 0; tries < 10; tries += 1) refusalOf(throttle, caps);
    first.leave();
    const second = throttle.admit('ada', caps);
    second.withdraw();
    expect(refusalOf(throttle, caps)).toBeUndefined();
  });

  test('the minute is told before the calls under way', () => {
    const throttle = createThrottle(fakeClock());
    const caps = { requestsPerMinute: 1, inFlight: 1 };
    throttle.admit('ada', caps);
    expect(refusalOf(throttle, caps)).toMatchObject({ reason: 'rate_limit_per_min' });
  });

  test('accounts do not share caps', () => {
    const throttle = createThrottle(fakeClock());
    const caps = { requestsPerMinute: 1, inFlight: 1 };
    throttle.admit('grace', caps);
    expect(refusalOf(throttle, caps)).toBeUndefined();
  });
});
