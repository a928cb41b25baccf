import { expect, test } from 'vitest';
import { createHostPace } from './side-runs.ts';

const signal = new AbortController().signal;
const soon = (promise: Promise<boolean>): Promise<boolean | 'waits'> =>
  Promise.race([
    promise,
    new Promise<'waits'>((resolve) => setTimeout(() => resolve('waits'), 150)),
  ]);

test('two pages of a host are open at once, and their starts are parted', async () => {
  const pace = createHostPace(signal);
  const startedMs = performance.now();
  expect(await pace.enter('a.test')).toBe(true);
  expect(await pace.enter('a.test')).toBe(true);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(49);
  const third = pace.enter('a.test');
  expect(await soon(third)).toBe('waits');
  expect(await pace.enter('b.test')).toBe(true);
  pace.leave('a.test');
  expect(await third).toBe(true);
});

test('a host that was slowed down has one page at a time, after its pause', async () => {
  const pace = createHostPace(signal);
  await pace.enter('a.test');
  await pace.enter('a.test');
  const slowedMs = performance.now();
  pace.slowDown('a.test', 200);
  pace.leave('a.test');
  const next = pace.enter('a.test');
  expect(await soon(next)).toBe('waits');
  pace.leave('a.test');
  expect(await next).toBe(true);
  expect(performance.now() - slowedMs).toBeGreaterThanOrEqual(199);
});

test('a host that is shut lets no page in, not even those that wait', async () => {
  const pace = createHostPace(signal);
  await pace.enter('a.test');
  await pace.enter('a.test');
  const third = pace.enter('a.test');
  pace.shut('a.test');
  expect(await third).toBe(false);
  expect(await pace.enter('b.test')).toBe(true);
});

test('an abort ends the waiting', async () => {
  const ended = new AbortController();
  const pace = createHostPace(ended.signal);
  await pace.enter('a.test');
  pace.slowDown('a.test', 60_000);
  const next = pace.enter('a.test');
  ended.abort(new Error('enough'));
  await expect(next).rejects.toThrow('enough');
});
