import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type KeepOpenOptions, keepOpen } from './pg-boss-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Something that is opened under numbers from 1 on, until `isAway`. */
function openNumbers(given: Partial<KeepOpenOptions<number>> = {}) {
  const state = { isAway: false, opened: 0 };
  const closed: number[] = [];
  const errors: unknown[] = [];
  const kept = keepOpen<number>({
    async open() {
      if (state.isAway) throw new Error('away');
      return (state.opened += 1);
    },
    onOpen: async () => {},
    check: async () => true,
    close: async (opened) => void closed.push(opened),
    onError: (error) => errors.push(error),
    ...given,
  });
  return { kept, state, closed, errors };
}

test('what is open already is not opened again', async () => {
  const { kept, state } = openNumbers();
  expect(await Promise.all([kept.require(), kept.require()])).toEqual([1, 1]);
  expect(await kept.require()).toBe(1);
  expect(state.opened).toBe(1);
});

test('after a failure it rejects at once, and opens when it can', async () => {
  const { kept, state, errors } = openNumbers();
  state.isAway = true;
  await expect(kept.require()).rejects.toThrow('away');
  await vi.advanceTimersByTimeAsync(5_000);
  await expect(kept.require()).rejects.toThrow('away');
  expect(errors.length).toBeGreaterThan(3);
  state.isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await kept.require()).toBe(1);
});

test('what is broken is replaced and closed, and what cannot be asked stays', async () => {
  const seen = { isAway: true };
  const { kept, closed } = openNumbers({
    check: async () => {
      if (seen.isAway) throw new Error('away');
      return false;
    },
  });
  await kept.require();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kept.current()).toBe(1);
  seen.isAway = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(kept.current()).toBe(2);
  expect(closed).toEqual([1]);
});

test('what could not be made ready is closed, and nothing is opened after the end', async () => {
  const { kept, state, closed } = openNumbers({
    onOpen: () => Promise.reject(new Error('not ready')),
  });
  await expect(kept.require()).rejects.toThrow('not ready');
  expect(closed).toEqual([1]);
  await kept.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.opened).toBe(1);
});
