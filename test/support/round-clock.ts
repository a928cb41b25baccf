import { fakeClock, type FakeClock } from '../../src/testing/fake-clock.ts';
import { until } from './open-service.ts';

/** The jobs of maintenance, each with rounds of its own. */
const jobs = 7;

/** A clock that waits for the rounds which begin when time passes: a slow one must not miss what falls due meanwhile. */
export function roundClock(): {
  readonly clock: FakeClock;
  readonly pass: (durationMs: number) => Promise<void>;
} {
  const clock = fakeClock();
  let resting = 0;
  return {
    clock: {
      ...clock,
      after(delayMs: number, callback: () => void) {
        if (delayMs !== 1_000) return clock.after(delayMs, callback);
        // The next round is a second away, once this one has ended.
        resting += 1;
        return clock.after(delayMs, () => {
          resting -= 1;
          callback();
        });
      },
    },
    pass: async (durationMs: number) => {
      await until(() => resting === jobs);
      clock.advance(durationMs);
      await until(() => resting === jobs);
    },
  };
}
