import type { Clock } from '../contracts/clock.ts';
import { startTimer } from './start-timer.ts';

/** The machine's own time. */
export function systemClock(): Clock {
  return {
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    after: startTimer,
  };
}
