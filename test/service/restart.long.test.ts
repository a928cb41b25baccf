import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import { memoryStore } from '../../src/storage/stores/sqlite-store.ts';
import { eachStore, useFolder } from '../support/each-store.ts';
import { serveReceiver, type Receiver } from '../support/serve-receiver.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';
import { addCustomer, createGate, lampInput, openService, until } from '../support/open-service.ts';

const script = path.join(import.meta.dirname, '..', 'servers', 'service-process.ts');
const receivers: Receiver[] = [];
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

interface Said {
  readonly account: string;
  readonly id: string;
}

async function startProcess(...args: readonly string[]) {
  const child = spawn(execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, ended, said: JSON.parse(line) as Said };
}

describe('on one folder', () => {
  const { openStore, folder } = useFolder();

  test('what a killed process had under way is failed, freed and reported before the next one says it works', async () => {
    const receiver = await serveReceiver();
    receivers.push(receiver);
    const { child, ended, said } = await startProcess(folder(), 'hang', receiver.url);
    const other = openService({ store: openStore() });
    await until(async () => (await other.service.getRun(said)).status === 'running');
    child.kill('SIGKILL');
    await ended;
    const next = openService({
      store: openStore(),
      gleaner: { egress: { allowPrivate: receiver.allowPrivate } },
    });
    await next.service.start();
    expect(await next.service.getRun(said)).toMatchObject({
      status: 'failed',
      error: 'The service was restarted while the run was under way.',
      creditsUsed: 0,
    });
    expect((await next.service.accounts.get(said.account)).credits).toEqual({
      balance: 100,
      held: 0,
    });
    await until(() => receiver.requests.length === 1);
    await next.service.close();
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({
      event: 'failed',
      run_id: said.id,
    });
  });

  test('a webhook whose sender was killed between mark and connection is never sent again', async () => {
    const receiver = await serveReceiver();
    receivers.push(receiver);
    const { port } = new URL(receiver.url);
    const { ended, said } = await startProcess(
      folder(),
      'die',
      `http://hooks.example:${port}/hook`,
    );
    expect(await ended).toEqual([null, 'SIGKILL']);
    const next = openService({
      store: openStore(),
      gleaner: {
        egress: {
          allowPrivate: receiver.allowPrivate,
          lookup: async () => [{ address: '127.0.0.1', family: 4 }],
        },
      },
    });
    await next.service.start();
    next.clock.advance(60_000);
    await next.service.close();
    expect(receiver.requests).toEqual([]);
    const deliveries = await next.service.listDeliveries({ account: said.account });
    expect(deliveries).toMatchObject([
      { runId: said.id, state: 'failed', error: expect.stringContaining('not sent again') },
    ]);
  });

  test('a process that has closed its service ends by itself', async () => {
    const { ended } = await startProcess(folder(), 'end');
    expect(await ended).toEqual([0, null]);
  });

  test('a store that cannot be used is reported at the start', async () => {
    const store = { ...memoryStore(), recover: () => Promise.reject(new Error('newer version')) };
    await expect(openService({ store }).service.start()).rejects.toThrow('newer version');
  });
});

eachStore((openStore) => {
  test('closing lets what is under way end, and refuses what comes', async () => {
    const gate = createGate();
    const fetcher = stubFetcher(async () => {
      await gate.wait();
      return lampPage;
    });
    const { service } = openService({
      store: openStore(),
      fetcher,
      replay: { beforePage: () => gate.wait() },
    });
    await service.start();
    const { account, recipeId } = await addCustomer(service);
    const call = service.extract(lampInput, { account });
    const { id } = await service.dispatchRun({ account, recipeId });
    await until(async () => (await service.getRun({ account, id })).status === 'running');
    await until(() => fetcher.requests.length === 1);
    const closed = service.close();
    for (const refused of [
      () => service.extract(lampInput, { account }),
      () => service.scrape({ url: lampInput.url }, { account }),
      () => service.dispatchRun({ account, recipeId }),
      () => service.start(),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: 'service_unavailable' });
    }
    expect(await service.isReady()).toBe(false);
    gate.open();
    expect(await call).toMatchObject({ creditsUsed: 5 });
    await closed;
    expect(await service.getRun({ account, id })).toMatchObject({ status: 'completed' });
    expect((await service.accounts.get(account)).credits).toEqual({ balance: 93, held: 0 });
  });

  test('what has not ended when the drain is over is given up, and holds nothing any more', async () => {
    const fetcher = stubFetcher(() => new Promise(() => {}));
    const { service, clock, events } = openService({
      store: openStore(),
      fetcher,
      replay: { beforePage: () => new Promise(() => {}) },
    });
    await service.start();
    const { account, recipeId } = await addCustomer(service);
    const call = service.extract(lampInput, { account });
    const refused = call.catch((error: unknown) => error);
    // Four at work, the fifth waits.
    const runs = [];
    for (let count = 0; count < 5; count += 1) {
      runs.push(await service.dispatchRun({ account, recipeId }));
    }
    const first = { account, id: runs[0]?.id ?? '' };
    await until(async () => (await service.getRun(first)).status === 'running');
    await until(() => fetcher.requests.length === 1);
    const closed = service.close({ drainMs: 2_000 });
    clock.advance(1_999);
    expect(await service.getRun(first)).toMatchObject({ status: 'running' });
    clock.advance(1);
    await closed;
    expect(await refused).toMatchObject({ code: 'service_unavailable' });
    for (const { id } of runs) {
      expect(await service.getRun({ account, id })).toMatchObject({
        status: 'failed',
        error: 'The service was shut down.',
      });
    }
    expect((await service.accounts.get(account)).credits).toEqual({ balance: 100, held: 0 });
    expect(events.filter(({ kind }) => kind === 'fault')).toEqual([]);
  });
});
