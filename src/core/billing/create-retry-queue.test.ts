import { describe, expect, test } from 'vitest';
import { createRetryQueue } from './create-retry-queue.ts';
import { fakeClock } from '../../testing/fake-clock.ts';

/** Work that fails until it is let through. */
function blocked() {
  let isOpen = false;
  let done = 0;
  return {
    open: () => (isOpen = true),
    done: () => done,
    async work(): Promise<void> {
      if (!isOpen) throw new Error('no room');
      done += 1;
    },
  };
}

describe('createRetryQueue', () => {
  test('what fails is reported once, kept, and done once as soon as it can be', async () => {
    const reported: unknown[] = [];
    const report = (doing: string, error: unknown) => reported.push({ doing, error });
    const retries = createRetryQueue({ clock: fakeClock(), report });
    const one = blocked();
    for (let count = 0; count < 3; count += 1) await retries.attempt('one', () => one.work());
    expect(reported).toMatchObject([{ doing: 'one', error: { message: 'no room' } }]);
    await expect(retries.run()).rejects.toThrow('Still not done: one.');
    one.open();
    await retries.run();
    await retries.run();
    expect(one.done()).toBe(1);
  });

  test('what still fails does not keep the rest from being done', async () => {
    const retries = createRetryQueue({ clock: fakeClock(), report: () => {} });
    const [first, second] = [blocked(), blocked()];
    await retries.attempt('first', () => first.work());
    await retries.attempt('second', () => second.work());
    second.open();
    await expect(retries.run()).rejects.toThrow('Still not done: first.');
    expect(second.done()).toBe(1);
  });

  test('what succeeds by another attempt is not done again', async () => {
    const retries = createRetryQueue({ clock: fakeClock(), report: () => {} });
    const one = blocked();
    await retries.attempt('one', () => one.work());
    one.open();
    await retries.attempt('one', () => one.work());
    await retries.run();
    expect(one.done()).toBe(1);
  });

  test('what fails is tried again after a second, then after twice as long each time, until it is done', async () => {
    const clock = fakeClock();
    const retries = createRetryQueue({ clock, report: () => {} });
    const triedAtMs: number[] = [];
    const error = new Error('no room');
    const first = await retries.attempt('one', async () => {
      triedAtMs.push(clock.monotonicMs());
      if (triedAtMs.length < 5) throw error;
    });
    expect(first).toBe(error);
    for (let second = 0; second < 60; second += 1) {
      clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(triedAtMs).toEqual([0, 1_000, 3_000, 7_000, 15_000]);
  });

  test('what is given up is reported once more, and no longer kept', async () => {
    const clock = fakeClock();
    const reported: string[] = [];
    const report = (doing: string) => reported.push(doing);
    const retries = createRetryQueue({ clock, report, giveUpMs: 5_000 });
    const one = blocked();
    await retries.attempt('one', () => one.work());
    clock.advance(5_000);
    await expect(retries.run()).rejects.toThrow('Still not done: one.');
    one.open();
    await retries.run();
    expect(one.done()).toBe(0);
    expect(reported).toEqual(['one', 'one, given up']);
  });

  test('once it is closed nothing is tried again', async () => {
    const clock = fakeClock();
    const retries = createRetryQueue({ clock, report: () => {} });
    const one = blocked();
    await retries.attempt('one', () => one.work());
    await expect(retries.close()).rejects.toThrow('Still not done: one.');
    one.open();
    clock.advance(60_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(one.done()).toBe(0);
  });
});
