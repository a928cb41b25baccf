import type { Clock } from 'gleaner';

/**
 * A clock that is `offsetMs` ahead of another one, for a machine whose own is wrong. Durations stay as they are.
 *
 * `createGleaner({ clock: correctedClock(systemClock(), 90_000) })`
 */
export function correctedClock(clock: Clock, offsetMs: number): Clock {
  return {
    nowMs: () => clock.nowMs() + offsetMs,
    monotonicMs: () => clock.monotonicMs(),
    after: (delayMs, callback) => clock.after(delayMs, callback),
  };
}
