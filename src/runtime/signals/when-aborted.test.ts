import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { whenAborted } from './waiting.ts';

const countListeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

describe('whenAborted', () => {
  test('calls each who waits once, in their order', () => {
    const controller = new AbortController();
    const called: string[] = [];
    for (const name of ['a', 'b']) whenAborted(controller.signal, () => called.push(name));
    controller.abort();
    expect(called).toEqual(['a', 'b']);
  });

  test('calls at once where the signal has aborted', () => {
    const called: string[] = [];
    whenAborted(AbortSignal.abort(), () => called.push('a'))();
    expect(called).toEqual(['a']);
  });

  test('a function that waits twice is called for each, and ends its waiting for each', () => {
    const controller = new AbortController();
    let calls = 0;
    const call = (): void => {
      calls += 1;
    };
    const stopFirst = whenAborted(controller.signal, call);
    whenAborted(controller.signal, call);
    stopFirst();
    stopFirst();
    controller.abort();
    expect(calls).toBe(1);
  });

  test('who stops another is not followed by it', () => {
    const controller = new AbortController();
    const called: string[] = [];
    const stops: (() => void)[] = [];
    whenAborted(controller.signal, () => stops[0]?.());
    stops.push(whenAborted(controller.signal, () => called.push('b')));
    controller.abort();
    expect(called).toEqual([]);
  });

  test('a signal has one listener however many wait, and none when nobody does', () => {
    const { signal } = new AbortController();
    const stops = Array.from({ length: 200 }, () => whenAborted(signal, () => {}));
    expect(countListeners(signal)).toBe(1);
    for (const stop of stops) stop();
    expect(countListeners(signal)).toBe(0);
    whenAborted(signal, () => {});
    expect(countListeners(signal)).toBe(1);
  });
});
