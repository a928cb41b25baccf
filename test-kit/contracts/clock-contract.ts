import assert from 'node:assert/strict';
import type { Clock } from '../../src/runtime/contracts/clock.ts';
import { type ContractCheck, toChecks } from './contract-check.ts';

/** A clock, and a way to let time pass on it: a fake clock is moved, a real one waited for. */
export interface ClockUnderTest {
  readonly clock: Clock;
  /** Resolves once at least `durationMs` milliseconds have passed and all callbacks due by then were called. */
  readonly pass: (durationMs: number) => Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1_000;

/** The checks of every `Clock`. Each takes about 50 ms of the clock's time. */
export const clockContract: readonly ContractCheck<ClockUnderTest>[] = toChecks({
  'both clocks move on with the time that passes': async ({ clock, pass }) => {
    const [wallMs, monotonicMs] = [clock.nowMs(), clock.monotonicMs()];
    await pass(50);
    // Wall clocks have whole milliseconds.
    assert.ok(clock.nowMs() - wallMs >= 49);
    assert.ok(clock.monotonicMs() - monotonicMs >= 49);
  },
  'a callback is called once, and not before its delay has passed': async ({ clock, pass }) => {
    const startedMs = clock.monotonicMs();
    const calledMs: number[] = [];
    clock.after(20, () => calledMs.push(clock.monotonicMs()));
    await pass(50);
    await pass(20);
    assert.equal(calledMs.length, 1);
    // Timers may fire a millisecond early by the clock that measures them.
    assert.ok((calledMs[0] ?? 0) - startedMs >= 19);
  },
  'callbacks are called in the order in which they fall due': async ({ clock, pass }) => {
    const called: number[] = [];
    for (const delayMs of [40, 5, 20]) clock.after(delayMs, () => called.push(delayMs));
    await pass(60);
    assert.deepEqual(called, [5, 20, 40]);
  },
  'a cancelled callback is never called, and cancelling again does nothing': async ({
    clock,
    pass,
  }) => {
    const called: string[] = [];
    const cancel = clock.after(20, () => called.push('cancelled'));
    const cancelLate = clock.after(1, () => called.push('called'));
    cancel();
    cancel();
    await pass(50);
    cancelLate();
    assert.deepEqual(called, ['called']);
  },
  'a delay of 0 or less ends at once, but not within the call': async ({ clock, pass }) => {
    const startedMs = clock.monotonicMs();
    let calls = 0;
    for (const delayMs of [0, -1_000]) clock.after(delayMs, () => (calls += 1));
    assert.equal(calls, 0);
    await pass(20);
    assert.equal(calls, 2);
    assert.ok(clock.monotonicMs() >= startedMs);
  },
  'a delay of 30 days, or without an end, is not over at once': async ({ clock, pass }) => {
    let calls = 0;
    const cancels = [2 ** 31, 30 * dayMs, Infinity].map((delayMs) =>
      clock.after(delayMs, () => (calls += 1)),
    );
    await pass(50);
    for (const cancel of cancels) cancel();
    assert.equal(calls, 0);
  },
});
