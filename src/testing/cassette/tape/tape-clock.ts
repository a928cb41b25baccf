import type { Clock } from '../../../contracts/clock.ts';
import { fakeClock } from '../../fake-clock.ts';
import type { TapeTimes } from '../file/tape-entry.ts';

/**
 * The time of a tape: it stands still but for calls of recorded parts, and moves to the end of each as it ends, in recording as
 * in replaying. So both see the same times, however long their own work takes.
 */
export interface TapeClock extends Clock {
  /** Begins a call that is being recorded; the returned function ends it and returns its times. */
  begin(): () => TapeTimes;
  /**
   * Moves the time to the end of a call that was recorded with these times, and resolves then. Calls that are made side by side end
   * in the order in which they ended in the recording. `work` is done before: what it calls lies within the call.
   */
  pass(times: TapeTimes, work?: () => Promise<void> | undefined): Promise<void>;
}

/**
 * Creates the clock of a tape. `real` measures what is recorded. A timer falls due by the tape's time or by the real one,
 * whichever comes first: what nothing recorded ends, such as a part of one's own that hangs, still meets its deadline.
 */
export function createTapeClock(startedAtMs: number, real: Clock): TapeClock {
  const clock = fakeClock(startedAtMs);
  let active = 0;
  /** Tape time minus real time while a call is being recorded. */
  let offsetMs = 0;
  const passing: { readonly endMs: number; readonly end: () => void }[] = [];
  /** Calls whose work is being done. */
  let working = 0;
  /** Tape time minus recorded time. */
  let shiftMs = 0;

  function advanceTo(untilMs: number): void {
    const leftMs = untilMs - clock.monotonicMs();
    if (leftMs > 0) clock.advance(leftMs);
  }

  /** Ends one call a turn: what it was waited for with may ask the next thing, which ends before the others or after. */
  function endNext(): void {
    const next = passing.toSorted((left, right) => left.endMs - right.endMs)[0];
    if (next === undefined) return;
    passing.splice(passing.indexOf(next), 1);
    if (passing.length > 0) setImmediate(endNext);
    advanceTo(next.endMs + shiftMs);
    next.end();
  }
  const measureMs = (): number => Math.floor(real.monotonicMs() + offsetMs);

  return {
    nowMs: () => clock.nowMs(),
    monotonicMs: () => clock.monotonicMs(),
    after(delayMs, callback) {
      const dueMs = clock.monotonicMs() + Math.max(0, delayMs);
      const cancelReal = real.after(delayMs, () => advanceTo(dueMs));
      const cancel = clock.after(delayMs, () => {
        cancelReal();
        callback();
      });
      return () => {
        cancelReal();
        cancel();
      };
    },
    begin() {
      if (active === 0) offsetMs = clock.monotonicMs() - real.monotonicMs();
      active += 1;
      // Time stood still between calls: a call that begins alone begins now.
      const startMs = Math.max(clock.monotonicMs(), measureMs());
      return () => {
        active -= 1;
        advanceTo(measureMs());
        return { startMs, endMs: clock.monotonicMs() };
      };
    },
    async pass({ startMs, endMs }, work) {
      // Calls before this one were left out: their time is left out, too.
      const isAhead = startMs + shiftMs > clock.monotonicMs();
      if (passing.length + working === 0 && isAhead) shiftMs = clock.monotonicMs() - startMs;
      if (work !== undefined) {
        working += 1;
        try {
          await work();
        } finally {
          working -= 1;
        }
      }
      if (passing.length === 0) setImmediate(endNext);
      return new Promise((end) => passing.push({ endMs, end }));
    },
  };
}
