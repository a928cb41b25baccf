import { expect, test } from 'vitest';
import { createEndpoints, type Endpoints } from './remote-endpoints.ts';

interface Planned {
  readonly delayMs: number;
  readonly callback: () => void;
}

/** Endpoints whose probes are answered by hand, and whose timers are run by hand. */
function openEndpoints(names: readonly string[]): {
  readonly endpoints: Endpoints;
  readonly timers: Planned[];
  readonly probes: PromiseWithResolvers<void>[];
} {
  const timers: Planned[] = [];
  const probes: PromiseWithResolvers<void>[] = [];
  const endpoints = createEndpoints({
    remotes: names.map((host) => ({ option: 'cdpUrl', url: `http://${host}/?token=secret`, host })),
    probe() {
      const asked = Promise.withResolvers<void>();
      probes.push(asked);
      return asked.promise;
    },
    startTimer(delayMs, callback) {
      const planned = { delayMs, callback };
      timers.push(planned);
      return () => void timers.splice(timers.indexOf(planned), timers.includes(planned) ? 1 : 0);
    },
    random: () => 0.999_999,
  });
  return { endpoints, timers, probes };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('new work goes to the least loaded one that is not down, and to those that are down last', () => {
  const { endpoints } = openEndpoints(['a', 'b', 'c']);
  const [a, b, c] = endpoints.listByLoad();
  if (a === undefined || b === undefined || c === undefined) throw new Error('Three were given.');
  a.contextsOpen = 2;
  b.contextsOpen = 1;
  c.noteDown('It ended.');
  expect(endpoints.listByLoad()).toEqual([b, a, c]);
});

test('one that is down is asked again, after twice the time each, until it answers', async () => {
  const { endpoints, timers, probes } = openEndpoints(['a']);
  endpoints.listByLoad()[0]?.noteDown('It ended.');
  const delays: number[] = [];
  for (let probe = 0; probe < 8; probe += 1) {
    const timer = timers.shift();
    delays.push(Math.round(timer?.delayMs ?? Number.NaN));
    timer?.callback();
    probes.shift()?.reject(new Error('refused'));
    await settle();
  }
  expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(endpoints.list()).toEqual([
    { host: 'a', state: 'down', contextsOpen: 0, problem: 'It ended.' },
  ]);

  timers.shift()?.callback();
  probes.shift()?.resolve();
  await settle();
  expect(endpoints.list()).toEqual([{ host: 'a', state: 'up', contextsOpen: 0 }]);
  expect(timers).toEqual([]);
});

test('one that was connected to meanwhile is up, whatever its probe says later', async () => {
  const { endpoints, timers, probes } = openEndpoints(['a']);
  const [a] = endpoints.listByLoad();
  a?.noteDown('It ended.');
  timers.shift()?.callback();
  a?.noteUp();
  probes.shift()?.reject(new Error('refused'));
  await settle();
  expect(endpoints.list()).toEqual([{ host: 'a', state: 'up', contextsOpen: 0 }]);
  expect(timers).toEqual([]);
});

test('closing ends the probes', () => {
  const { endpoints, timers } = openEndpoints(['a', 'b']);
  const [a, b] = endpoints.listByLoad();
  a?.noteDown('It ended.');
  endpoints.close();
  b?.noteDown('It ended, too.');
  expect(timers).toEqual([]);
});
