import type { Clock } from '../contracts/clock.ts';
import { raceSignal } from './race-signal.ts';
import { advice } from '../errors/advice.ts';
import { toDuration } from '../errors/to-duration.ts';
import { GleanerError } from '../errors/gleaner-error.ts';

export interface TimeFrame {
  readonly clock: Clock;
  /** Milliseconds until the work is given up. */
  readonly timeoutMs: number;
  /** The signals of the caller and of the closing engine; the first that aborts ends the work. */
  readonly signals: readonly AbortSignal[];
}

/**
 * Runs `work` with one signal made of the deadline and the given signals. Settles as soon as that signal
 * aborts, with its reason, even where a part that was plugged in ignores it: its late result is dropped.
 */
export async function runWithin<Result>(
  frame: TimeFrame,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const { signal } = controller;
  const cancelDeadline = frame.clock.after(frame.timeoutMs, () => {
    controller.abort(timedOut(frame.timeoutMs));
  });
  const listeners = frame.signals.map((outer) => {
    const listener = () => controller.abort(outer.reason);
    outer.addEventListener('abort', listener);
    if (outer.aborted) listener();
    return () => outer.removeEventListener('abort', listener);
  });
  try {
    signal.throwIfAborted();
    return await raceSignal(work(signal), signal);
  } finally {
    cancelDeadline();
    for (const stopListening of listeners) stopListening();
  }
}

/** The error for work that was not done within `timeoutMs`. */
export function timedOut(timeoutMs: number): GleanerError<'validation_failed'> {
  return new GleanerError(
    'validation_failed',
    `The call was given up after ${toDuration(timeoutMs)}. ${advice.allowMoreTime}`,
    { details: { reason: 'timed_out' } },
  );
}
