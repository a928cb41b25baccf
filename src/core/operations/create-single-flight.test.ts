import { describe, expect, test } from 'vitest';
import { createSingleFlight } from './create-single-flight.ts';

function startedFetch(): {
  readonly fetch: (signal: AbortSignal) => Promise<string>;
  readonly land: (value: string) => void;
  readonly crash: (error: Error) => void;
  readonly signals: AbortSignal[];
} {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  return {
    fetch: (signal) => {
      signals.push(signal);
      return promise;
    },
    land: resolve,
    crash: reject,
    signals,
  };
}

const never = new AbortController().signal;

describe('createSingleFlight', () => {
  test('callers of one key share one fetch, other keys do not', async () => {
    const flights = createSingleFlight();
    const shared = startedFetch();
    const other = startedFetch();
    const all = Promise.all([
      flights.join('a', never, shared.fetch),
      flights.join('a', never, shared.fetch),
      flights.join('b', never, other.fetch),
    ]);
    shared.land('page a');
    other.land('page b');
    expect(await all).toEqual(['page a', 'page a', 'page b']);
    expect([shared.signals.length, other.signals.length]).toEqual([1, 1]);
  });

  test('work that has ended is not shared any more', async () => {
    const flights = createSingleFlight();
    const fetch = startedFetch();
    fetch.land('page');
    await flights.join('a', never, fetch.fetch);
    await flights.join('a', never, fetch.fetch);
    expect(fetch.signals).toHaveLength(2);
  });

  test('a caller who leaves does not take the page from the others', async () => {
    const flights = createSingleFlight();
    const fetch = startedFetch();
    const leaver = new AbortController();
    const left = flights.join('a', leaver.signal, fetch.fetch);
    const stayed = flights.join('a', never, fetch.fetch);
    leaver.abort(new Error('changed my mind'));
    await expect(left).rejects.toThrow('changed my mind');
    expect(fetch.signals[0]?.aborted).toBe(false);
    fetch.land('page');
    expect(await stayed).toBe('page');
  });

  test('when the last caller leaves the fetch is aborted, and the next one starts afresh', async () => {
    const flights = createSingleFlight();
    const fetch = startedFetch();
    const leaver = new AbortController();
    const left = flights.join('a', leaver.signal, fetch.fetch);
    leaver.abort(new Error('changed my mind'));
    await expect(left).rejects.toThrow('changed my mind');
    expect(fetch.signals[0]?.aborted).toBe(true);
    const next = startedFetch();
    next.land('fresh page');
    expect(await flights.join('a', never, next.fetch)).toBe('fresh page');
  });

  test('a failed fetch fails all who wait, and is not kept', async () => {
    const flights = createSingleFlight();
    const fetch = startedFetch();
    const all = Promise.allSettled([
      flights.join('a', never, fetch.fetch),
      flights.join('a', never, fetch.fetch),
    ]);
    fetch.crash(new Error('refused'));
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = startedFetch();
    next.land('page');
    expect(await flights.join('a', never, next.fetch)).toBe('page');
  });
});
