import { expect, test } from 'vitest';
import type { RunQueue } from '../../src/runtime/contracts/run-queue.ts';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { GleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import { memoryQueue } from '../../src/storage/queues/memory-queue.ts';
import { memoryStore } from '../../src/storage/stores/sqlite-store.ts';
import { addCustomer, openService, until, untilEnded } from '../support/open-service.ts';

/** A store and a queue that share transactions; `start` of a run is what the test makes of it. */
function joined(start: (runs: Store['runs']) => Store['runs']['start']): {
  readonly store: Store;
  readonly queue: RunQueue;
} {
  const inner = memoryStore();
  const created: string[] = [];
  const queue = memoryQueue({ concurrency: 1 });
  const runs: Store['runs'] = {
    ...inner.runs,
    start: start(inner.runs),
    queued: {
      async create(run, enqueue) {
        created.push(run.id);
        const made = await inner.runs.create(run);
        await enqueue({ executeSql: async () => ({ rows: [] }) });
        return made;
      },
      list: async () => created,
    },
  };
  return {
    store: { ...inner, runs },
    queue: { ...queue, pushWithin: (runId) => queue.push(runId) },
  };
}

const away = () => new GleanerError('service_unavailable', 'The database is away.');

test('a run that could not begin because the store was away waits on, and is queued again', async () => {
  let starts = 0;
  const { store, queue } = joined((runs) => async (request) => {
    starts += 1;
    if (starts === 1) throw away();
    return runs.start(request);
  });
  const { service, clock } = openService({ store, options: { queue } });
  await service.start();
  const { account, recipeId } = await addCustomer(service);
  const { id } = await service.dispatchRun({ account, recipeId });
  await until(() => starts > 0);
  await new Promise(setImmediate);
  expect(await service.getRun({ account, id })).toMatchObject({ status: 'queued' });
  await until(() => {
    clock.advance(1_000);
    return starts > 1;
  });
  expect(await untilEnded(service, { account, id })).toMatchObject({ status: 'completed' });
  await service.close();
});

test('a run that began although the answer was lost ends: nothing works on it', async () => {
  const { store, queue } = joined((runs) => async (request) => {
    await runs.start(request);
    throw away();
  });
  const { service } = openService({ store, options: { queue } });
  await service.start();
  const { account, recipeId } = await addCustomer(service);
  const { id } = await service.dispatchRun({ account, recipeId });
  expect(await untilEnded(service, { account, id })).toMatchObject({
    status: 'failed',
    creditsUsed: 0,
  });
  await service.close();
});
