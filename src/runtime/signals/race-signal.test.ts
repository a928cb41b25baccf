import { describe, expect, test } from 'vitest';
import { raceSignal } from './waiting.ts';

describe('raceSignal', () => {
  const never = new AbortController().signal;

  test('settles like the promise', async () => {
    expect(await raceSignal(Promise.resolve(5), never)).toBe(5);
    await expect(raceSignal(Promise.reject(new Error('broken')), never)).rejects.toThrow('broken');
  });

  test('an abort comes first, with its own reason', async () => {
    const controller = new AbortController();
    const raced = raceSignal(new Promise(() => {}), controller.signal);
    controller.abort('enough');
    await expect(raced).rejects.toBe('enough');
  });

  test('a signal that has aborted wins over a promise that has settled', async () => {
    await expect(raceSignal(Promise.resolve(5), AbortSignal.abort('no'))).rejects.toBe('no');
  });

  test('a promise that rejects after the abort goes unnoticed', async () => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', listener);
    const { promise, reject } = Promise.withResolvers<never>();
    await expect(raceSignal(promise, AbortSignal.abort('no'))).rejects.toBe('no');
    reject(new Error('late'));
    // Unhandled rejections are reported after the microtasks of the turn.
    await new Promise(setImmediate);
    process.off('unhandledRejection', listener);
    expect(unhandled).toEqual([]);
  });
});
