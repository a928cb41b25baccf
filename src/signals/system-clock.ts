import type { Clock } from '../contracts/clock.ts';
import { startTimer } from './start-timer.ts';

/** Creates the clock of this machine: wall clock, monotonic clock and timers of Node. */
export function systemClock(): Clock {
  return {
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    after: startTimer,
  };
}
