import type { Clock } from '../contracts/clock.ts';
import { advice } from '../errors/advice.ts';
import { toDuration } from '../errors/shown-text.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** Callbacks that wait for a signal to abort, behind a single listener. */
interface Waiters {
  add(callback: () => void): () => void;
}

const waitersOf = new WeakMap<AbortSignal, Waiters>();

/**
 * Calls back once when the signal aborts, at once where it has; the returned function ends the waiting. A signal goes through all of its
 * own listeners to add or remove one, and that of an engine has one for each call under way.
 */
export function whenAborted(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return () => {};
  }
  const waiters = waitersOf.get(signal) ?? listenTo(signal);
  return waiters.add(callback);
}

/** The listener is gone when nobody waits any more: a signal may outlive thousands of calls. */
function listenTo(signal: AbortSignal): Waiters {
  const callbacks = new Set<() => void>();
  const callAll = (): void => {
    for (const each of callbacks) if (callbacks.delete(each)) each();
  };
  signal.addEventListener('abort', callAll, { once: true });
  const waiters: Waiters = {
    add(callback) {
      // One for each who waits, although two may wait with the same function.
      const own = (): void => callback();
      callbacks.add(own);
      return () => {
        if (!callbacks.delete(own) || callbacks.size > 0) return;
        signal.removeEventListener('abort', callAll);
        waitersOf.delete(signal);
      };
    },
  };
  waitersOf.set(signal, waiters);
  return waiters;
}

/**
 * Settles like `promise`, or rejects with the signal's reason as soon as it aborts: for work that cannot be cancelled
 * itself. What the promise does later is dropped, also when it rejects.
 */
export async function raceSignal<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stopWaiting = whenAborted(signal, () => reject(signal.reason));
  try {
    // Both are handled from here on, and an abort that has happened comes first.
    return await Promise.race([aborted, promise]);
  } finally {
    stopWaiting();
  }
}

/** The longest delay of Node's timers, in milliseconds: 2³¹ − 1, about 25 days. Longer ones fire after 1 ms. */
export const longestTimerMs: number = 2 ** 31 - 1;

/**
 * Calls back once after `delayMs`, however long that is; `Infinity` never. The returned function cancels it. A waiting
 * timer keeps the process alive.
 */
export function startTimer(delayMs: number, callback: () => void): () => void {
  const dueMs = performance.now() + delayMs;
  let timer: NodeJS.Timeout;
  function wait(leftMs: number): void {
    timer =
      leftMs > longestTimerMs
        ? setTimeout(() => wait(dueMs - performance.now()), longestTimerMs)
        : setTimeout(callback, Math.max(0, leftMs));
  }
  wait(delayMs);
  return () => clearTimeout(timer);
}

interface TimeFrame {
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
  const stops = frame.signals.map((outer) =>
    whenAborted(outer, () => controller.abort(outer.reason)),
  );
  try {
    signal.throwIfAborted();
    return await raceSignal(work(signal), signal);
  } finally {
    cancelDeadline();
    for (const stopWaiting of stops) stopWaiting();
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

interface WaitUntilInput<Value> {
  /** `undefined`: not yet. */
  readonly poll: () => Promise<Value | undefined>;
  readonly timeoutMs: number;
  /** @default 50 */
  readonly everyMs?: number;
  readonly signal: AbortSignal;
}

/** Polls until there is something; `undefined` when time is up, the last poll being at its very end. */
export async function waitUntil<Value>(input: WaitUntilInput<Value>): Promise<Value | undefined> {
  const { poll, timeoutMs, everyMs = 50, signal } = input;
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    const isLast = performance.now() >= endMs;
    const value = await poll();
    if (value !== undefined || isLast) return value;
    await pause(Math.min(everyMs, Math.max(0, endMs - performance.now())), signal);
  }
}

/** Waits, and rejects with the signal's reason once it aborts. */
export async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(delayMs, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Creates the clock of this machine: wall clock, monotonic clock and timers of Node. */
export function systemClock(): Clock {
  return {
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    after: startTimer,
  };
}

/**
 * A function that loads a module when it is first called and returns the same one from then on: `import()` of a module that
 * is loaded already takes 30 to 50 µs, which a call would pay several times. A load that failed is tried again.
 */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
