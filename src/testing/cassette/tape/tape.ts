import type { Page } from '../../../runtime/contracts/fetcher.ts';
import type { CallEntry, TapeFacts, TapeRequest, TapeTimes } from '../file/tape-entry.ts';
import type { Secrets } from '../redact-secrets.ts';
import type { Clock } from '../../../runtime/contracts/clock.ts';
import { fakeClock } from '../../fake-clock.ts';

interface ExchangeCall {
  /** Whose exchange it is, e.g. `fetcher` or `run-1`; each channel has an order of its own. */
  readonly channel: string;
  readonly request: TapeRequest;
  readonly signal: AbortSignal;
  /** Does it; called in recording only. */
  readonly live: () => Promise<Page>;
}

interface PartCall {
  readonly channel: string;
  /** JSON by which the call is found again. */
  readonly request: unknown;
  readonly signal: AbortSignal;
  /** Does it; called in recording only. `also` is recorded as a call of its own that took the same time. */
  readonly live: () => Promise<PartAnswer & { readonly also?: AlsoCalled | undefined }>;
  /** Does again what it did to its caller meanwhile; called in replaying only, before the time of the call has passed. */
  readonly during?: (answer: PartAnswer) => Promise<void>;
}

/** Another call that a call stands for, found by a request of its own. */
type AlsoCalled = Pick<CallEntry, 'channel' | 'request' | 'answer'>;

export type PartAnswer = Pick<CallEntry, 'answer' | 'body'>;

/** What is recorded and replayed, whatever the part. */
export interface Tape {
  readonly mode: 'record' | 'replay';
  readonly clock: TapeClock;
  /** Values that never reach the disk; `add` before the value is first recorded. */
  readonly secrets: Secrets;
  readonly facts: TapeFacts;
  /**
   * Records or replays an HTTP exchange as a call that takes time. A failure is recorded and thrown again. Rejects with the
   * nearest recorded one as a diff where it was not recorded.
   */
  exchange(call: ExchangeCall): Promise<Page>;
  call(call: PartCall): Promise<PartAnswer>;
  /**
   * Records an exchange of a browser, whose run is a call of its own and takes the time. `undefined` as response: it failed, or was
   * never answered.
   */
  recordExchange(channel: string, request: TapeRequest, response: Page | undefined): void;
  /**
   * Resolves to the recorded response of such an exchange; `undefined` for one that failed. What is read without changing anything
   * (GET, HEAD) is answered by its last response where it is requested more often than in the recording: what a browser keeps in
   * its cache differs. Rejects with the nearest recorded exchange as a diff where it was not recorded.
   */
  replayExchange(channel: string, request: TapeRequest): Promise<Page | undefined>;
  /** Returns the next id of a kind: the recorded one, else a new one, which is recorded. */
  nextId(kind: string, create: () => string): string;
  /** In recording, writes the file. Rejects where it cannot be written; nothing is lost then, and it can be called again. */
  close(): Promise<void>;
}

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
  /**
   * Says at what recorded time a call that has failed was made again: timers that are started from now on and fall due until then pass
   * by the tape, as they did in the recording, until the next call.
   */
  waitFor(retryMs: number): void;
}

/** Milliseconds by which sums of fractions of a millisecond may differ. */
const rounding = 0.001;

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
  let working = 0;
  /** Tape time minus recorded time. */
  let shiftMs = 0;
  /** Tape time at which a call is made again that has failed. */
  let retryMs = -Infinity;

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

  function queue(endMs: number, end: () => void): void {
    if (passing.length === 0) setImmediate(endNext);
    passing.push({ endMs, end });
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
      if (dueMs <= retryMs + rounding) queue(dueMs - shiftMs, () => {});
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
    waitFor(recordedMs) {
      retryMs = recordedMs + shiftMs;
    },
    async pass({ startMs, endMs }, work) {
      retryMs = -Infinity;
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
      return new Promise((end) => queue(endMs, end));
    },
  };
}
