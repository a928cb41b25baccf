import { expect, test } from 'vitest';
import type { RunQueue } from '../../src/runtime/contracts/run-queue.ts';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { memoryQueue } from '../../src/storage/queues/memory-queue.ts';
import { memoryStore } from '../../src/storage/stores/sqlite-store.ts';
import {
  addCustomer,
  createGate,
  openService,
  until,
  untilEnded,
} from '../support/open-service.ts';

/** A memory store that counts how often it is asked to clean up: once a round of maintenance, and once at the start. */
function countingStore(): { readonly store: Store; readonly recoveries: () => number } {
  const inner = memoryStore();
  let count = 0;
  const recover = () => {
    count += 1;
    return inner.recover();
  };
  return { store: { ...inner, recover }, recoveries: () => count };
}

/** Waits until the rounds under way have had what they asked the store for, and wait for the clock. */
async function atRest(store: Store): Promise<void> {
  await store.ping();
  await new Promise(setImmediate);
}

test('a service that is started twice works once: one maintenance, one worker', async () => {
  const { store, recoveries } = countingStore();
  const { service, clock } = openService({ store });
  await Promise.all([service.start(), service.start()]);
  await service.start();
  await atRest(store);
  const before = recoveries();
  clock.advance(1_000);
  await until(() => recoveries() > before);
  // Whatever a second round would ask has been asked when one more turn of the event loop is over.
  await new Promise(setImmediate);
  expect(recoveries()).toBe(before + 1);
  const { account, recipeId } = await addCustomer(service);
  const { id } = await service.dispatchRun({ account, recipeId });
  expect(await untilEnded(service, { account, id })).toMatchObject({ status: 'completed' });
  await service.close();
});

test('a start that failed can be tried again', async () => {
  const inner = memoryStore();
  let isBroken = true;
  const recover = () => (isBroken ? Promise.reject(new Error('no disk')) : inner.recover());
  const { service } = openService({ store: { ...inner, recover } });
  await expect(service.start()).rejects.toThrow('no disk');
  isBroken = false;
  await service.start();
  const { account, recipeId } = await addCustomer(service);
  const { id } = await service.dispatchRun({ account, recipeId });
  expect(await untilEnded(service, { account, id })).toMatchObject({ status: 'completed' });
  await service.close();
});

test('a start that failed when maintenance was at work goes on with that one maintenance', async () => {
  const { store, recoveries } = countingStore();
  const inner = memoryQueue();
  let isBroken = true;
  const queue: RunQueue = {
    ...inner,
    start(worker) {
      if (isBroken) throw new Error('no broker');
      inner.start(worker);
    },
  };
  const { service, clock } = openService({ store, options: { queue } });
  await expect(service.start()).rejects.toThrow('no broker');
  isBroken = false;
  await service.start();
  await atRest(store);
  const before = recoveries();
  clock.advance(1_000);
  await until(() => recoveries() > before);
  // Whatever a second round would ask has been asked when one more turn of the event loop is over.
  await new Promise(setImmediate);
  expect(recoveries()).toBe(before + 1);
  await service.close();
});

test('a service that is closed while it starts begins no work', async () => {
  const inner = memoryStore();
  const { promise: recovered, resolve } = Promise.withResolvers<void>();
  const recover = () => recovered.then(() => inner.recover());
  const queue = memoryQueue();
  const { service } = openService({ store: { ...inner, recover }, options: { queue } });
  const starting = service.start();
  const closed = service.close();
  resolve();
  await expect(starting).rejects.toMatchObject({ code: 'service_unavailable' });
  await closed;
  // It is free for another worker.
  queue.start(() => Promise.resolve());
  expect(await queue.stop()).toEqual([]);
});

test('a queue that was passed in is its owner’s: the next service works with it', async () => {
  const queue = memoryQueue();
  const store = memoryStore();
  const first = openService({ store, options: { queue } });
  await first.service.start();
  await first.service.close();
  const next = openService({ store, options: { queue } });
  await next.service.start();
  const { account, recipeId } = await addCustomer(next.service);
  const { id } = await next.service.dispatchRun({ account, recipeId });
  expect(await untilEnded(next.service, { account, id })).toMatchObject({ status: 'completed' });
  await next.service.close();
});

test('closing a service that only dispatches leaves the queue to the one that works', async () => {
  const queue = memoryQueue();
  const store = memoryStore();
  const working = openService({ store, options: { queue } });
  await working.service.start();
  const dispatching = openService({ store, options: { queue } });
  const { account, recipeId } = await addCustomer(dispatching.service);
  await dispatching.service.close();
  const { id } = await working.service.dispatchRun({ account, recipeId });
  expect(await untilEnded(working.service, { account, id })).toMatchObject({ status: 'completed' });
  await working.service.close();
});

test('a service is closed only when the credits of the calls that it aborted are free again', async () => {
  const { wait, open } = createGate();
  const inner = memoryStore();
  let admitted = 0;
  let voided = 0;
  let isStoreClosed = false;
  const store: Store = {
    ...inner,
    admissions: {
      ...inner.admissions,
      async admit(request) {
        admitted += 1;
        await wait();
        return inner.admissions.admit(request);
      },
    },
    ledger: {
      ...inner.ledger,
      async void(holdId) {
        // A store on a disk answers in a later turn.
        await new Promise(setImmediate);
        if (isStoreClosed) throw new Error('The store is closed.');
        voided += 1;
        return inner.ledger.void(holdId);
      },
    },
  };
  const { service, events } = openService({ store });
  const plan = { requestsPerMinute: 1_000, inFlight: 1_000 };
  const { account } = await addCustomer(service, { plan, credits: 1_000 });
  const calls = Array.from({ length: 100 }, () =>
    service.scrape({ url: 'https://shop.test/lamp' }, { account }),
  );
  const settled = Promise.allSettled(calls);
  await until(() => admitted === 100);
  const closing = service.close({ drainMs: 0 });
  for (const { status } of await settled) expect(status).toBe('rejected');
  open();
  await closing;
  isStoreClosed = true;
  expect(voided).toBe(100);
  expect(await store.ledger.balance(account)).toEqual({ balance: 1_000, held: 0 });
  expect(events).toEqual([]);
});

test('`await using` closes a service', async () => {
  const { service } = openService();
  {
    await using used = service;
    await used.start();
    expect(await used.isReady()).toBe(true);
  }
  expect(await service.isReady()).toBe(false);
  await expect(service.start()).rejects.toMatchObject({ code: 'service_unavailable' });
});
