import { expect, test } from 'vitest';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { GleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import { memoryQueue } from '../../src/storage/queues/memory-queue.ts';
import { memoryStore } from '../../src/storage/stores/sqlite-store.ts';
import {
  addCustomer,
  createGate,
  openService,
  until,
  untilEnded,
} from '../support/open-service.ts';

test('a run that the store could not end is ended as soon as the store can', async () => {
  const inner = memoryStore();
  let isFull = true;
  const full = new GleanerError('service_unavailable', 'There is no room left for "/data/store".');
  const store: Store = {
    ...inner,
    runs: {
      ...inner.runs,
      end: (ending) => (isFull ? Promise.reject(full) : inner.runs.end(ending)),
    },
  };
  const { service, clock, events } = openService({ store });
  await service.start();
  const { account, recipeId } = await addCustomer(service);
  const { id } = await service.dispatchRun({ account, recipeId });
  await until(() => events.some((event) => event.kind === 'fault'));
  expect(await service.getRun({ account, id })).toMatchObject({ status: 'running' });
  isFull = false;
  await until(async () => {
    clock.advance(1_000);
    return (await service.getRun({ account, id })).status === 'failed';
  });
  expect((await service.getRun({ account, id })).error).toBe(
    'The service could not run the recipe: try again later.',
  );
  expect((await service.accounts.get(account)).credits).toEqual({ balance: 100, held: 0 });
  await service.close();
});

test('a run that cannot be ended does not keep others from their end', async () => {
  const inner = memoryStore();
  // At first all.
  let refused: string | undefined = 'all';
  const store: Store = {
    ...inner,
    runs: {
      ...inner.runs,
      end: (ending) =>
        refused === 'all' || refused === ending.id
          ? Promise.reject(new Error('no room'))
          : inner.runs.end(ending),
    },
  };
  const { service, clock, events } = openService({ store, replay: { pages: [[]] } });
  await service.start();
  const { account, recipeId } = await addCustomer(service);
  const ids: string[] = [];
  for (let count = 1; count <= 3; count += 1) {
    ids.push((await service.dispatchRun({ account, recipeId })).id);
    await until(() => events.filter(({ kind }) => kind === 'fault').length >= count);
  }
  const [broken = '', ...others] = ids;
  refused = broken;
  for (const id of others) {
    await until(async () => {
      clock.advance(1_000);
      return (await service.getRun({ account, id })).status === 'failed';
    });
  }
  expect((await service.getRun({ account, id: broken })).status).toBe('running');
  refused = undefined;
  await service.close();
  expect((await service.getRun({ account, id: broken })).status).toBe('failed');
});

test('a run that cannot be stopped keeps neither its neighbours nor its account’s deletion', async () => {
  const inner = memoryStore();
  let broken: string | undefined;
  const store: Store = {
    ...inner,
    runs: {
      ...inner.runs,
      end: (ending) =>
        ending.id === broken ? Promise.reject(new Error('no room')) : inner.runs.end(ending),
    },
  };
  const { service, clock } = openService({
    store,
    replay: { beforePage: () => new Promise(() => {}) },
  });
  await service.start();
  const { account, recipeId } = await addCustomer(service);
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    ids.push((await service.dispatchRun({ account, recipeId })).id);
  }
  broken = ids[1];
  await service.accounts.requestDeletion(account);
  expect((await service.accounts.confirmDeletion(account)).deletedAtMs).toBe(clock.nowMs());
  const statuses = async () =>
    (await Promise.all(ids.map((id) => service.getRun({ account, id })))).map(
      ({ status }) => status,
    );
  expect((await statuses()).filter((status) => status === 'cancelled')).toHaveLength(2);
  broken = undefined;
  await until(async () => {
    clock.advance(1_000);
    return (await statuses()).every((status) => status === 'cancelled');
  });
  await service.close();
});

test('a run that cannot be queued has failed, and holds nothing', async () => {
  const queue = { ...memoryQueue(), push: () => Promise.reject(new Error('no queue')) };
  const { service } = openService({ options: { queue } });
  const { account, recipeId } = await addCustomer(service);
  await expect(service.dispatchRun({ account, recipeId })).rejects.toThrow('no queue');
  expect(await service.listRuns({ account })).toMatchObject([{ status: 'failed' }]);
  expect((await service.accounts.get(account)).credits).toEqual({ balance: 100, held: 0 });
});

test('a queue hands out so many runs at once, the oldest first', async () => {
  const started: number[] = [];
  const gates = [createGate(), createGate(), createGate()];
  const { service } = openService({
    replay: {
      async beforePage() {
        const index = started.push(started.length) - 1;
        await gates[index]?.wait();
      },
    },
    options: { queue: memoryQueue({ concurrency: 2 }) },
  });
  const { account, recipeId } = await addCustomer(service);
  const runs = [];
  for (const _ of gates) runs.push(await service.dispatchRun({ account, recipeId }));
  await service.start();
  await until(() => started.length === 2);
  const statuses = async () =>
    (await service.listRuns({ account })).map(({ status }) => status).reverse();
  expect(await statuses()).toEqual(['running', 'running', 'queued']);
  gates[0]?.open();
  await until(() => started.length === 3);
  expect(await statuses()).toEqual(['completed', 'running', 'running']);
  gates[1]?.open();
  gates[2]?.open();
  for (const { id } of runs) await untilEnded(service, { account, id });
  await service.close();
});
