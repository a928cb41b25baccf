import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { openPostgres } from '../../../test/support/open-postgres.ts';
import { keepListening, loadClient } from './pg-boss-queue.ts';

const postgres = openPostgres();
afterEach(() => void vi.useRealTimers());

const endListeners = `select pg_terminate_backend(pid) from pg_stat_activity
  where query like 'listen %' or query = 'select 1'`;

test('a connection is heard out although nothing else listens', async () => {
  const Client = await loadClient();
  expect(new Client({}).listenerCount('error')).toBe(1);
});

test('what is told is heard, also after the connection was ended', async () => {
  // Real connections, and time that passes when it is told to.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const heard: string[] = [];
  const openings: number[] = [];
  const listening = await keepListening({
    settings: { connectionString: postgres.url() },
    channel: 'Of runs',
    onNotification: (payload) => heard.push(payload),
    onOpen: () => void openings.push(heard.length),
    onError: () => {},
  });
  const isHeard = async (payload: string): Promise<void> => {
    await postgres.query(`select pg_notify('Of runs', $1)`, [payload]);
    while (heard.at(-1) !== payload) await setImmediate();
  };
  await isHeard('first');
  await postgres.query(endListeners);
  while (openings.length === 1) await vi.advanceTimersByTimeAsync(1_000);
  await isHeard('second');
  expect(heard).toEqual(['first', 'second']);
  expect(openings).toEqual([0, 1]);
  await listening.close();
});

test('a first connection that cannot be made is told', async () => {
  const listening = keepListening({
    settings: { host: '127.0.0.1', port: 1 },
    channel: 'runs',
    onNotification: () => {},
    onOpen: () => {},
    onError: () => {},
  });
  await expect(listening).rejects.toThrow('ECONNREFUSED');
});
