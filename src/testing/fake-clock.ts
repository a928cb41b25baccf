import type { Clock } from '../runtime/contracts/clock.ts';

/** A clock that stands still until the test moves it. */
export interface FakeClock extends Clock {
  /** Moves both clocks on and runs the timers that fall due, in order. */
  advance(durationMs: number): void;
  /** Changes the wall clock alone, as an operator or NTP would: deadlines must not notice. */
  setWallClock(nowMs: number): void;
}

/** A clock for tests: no waiting, no dependence on the machine's speed. */
export function fakeClock(startMs: number = Date.UTC(2026, 0, 1)): FakeClock {
  let wallMs = startMs;
  let elapsedMs = 0;
  const timers = new Set<{ readonly dueMs: number; readonly callback: () => void }>();

  const nextDue = (untilMs: number) =>
    [...timers].filter((timer) => timer.dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0];

  return {
    nowMs: () => wallMs,
    monotonicMs: () => elapsedMs,
    after(delayMs, callback) {
      const timer = { dueMs: elapsedMs + Math.max(0, delayMs), callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(durationMs) {
      const untilMs = elapsedMs + durationMs;
      for (let timer = nextDue(untilMs); timer !== undefined; timer = nextDue(untilMs)) {
        timers.delete(timer);
        wallMs += timer.dueMs - elapsedMs;
        elapsedMs = timer.dueMs;
        timer.callback();
      }
      wallMs += untilMs - elapsedMs;
      elapsedMs = untilMs;
    },
    setWallClock(nowMs) {
      wallMs = nowMs;
    },
  };
}
