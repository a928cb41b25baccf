import assert from 'node:assert/strict';
import type { Store, SweepBounds } from '../../../contracts/store/store.ts';
import type { ContractCheck } from '../../contract-check.ts';
import { refusalOf } from '../../contract-check.ts';
import {
  addAccount,
  addRun,
  completeRun,
  putRecipe,
  putSchedule,
  sampleDelivery,
  startMs,
  startSampleRun,
  stopRun,
} from './samples.ts';

/** Nothing is old enough, but for what a check says otherwise. */
const keepAll: SweepBounds = {
  nowMs: startMs + 1_000,
  holdAgeMs: Number.MAX_SAFE_INTEGER,
  runAgeMs: 1_000_000,
  deliveryAgeMs: 1_000_000,
  tickAgeMs: 1_000_000,
  limit: 100,
};

/** What a store promises of forgetting. */
export const sweepChecks: readonly ContractCheck<Store>[] = [
  {
    name: 'ended runs are forgotten once they are old enough, but for the newest of each account',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      for (const id of ['first', 'second', 'third']) {
        await startSampleRun(store, { id });
        await completeRun(store, id);
      }
      const runAgeMs = keepAll.nowMs - (startMs + 5);
      assert.equal(await store.sweep({ ...keepAll, runAgeMs: runAgeMs + 1 }), 0);
      assert.equal(await store.sweep({ ...keepAll, runAgeMs }), 2);
      assert.equal(await store.sweep({ ...keepAll, runAgeMs }), 0);
      const left = await store.runs.list({ account: 'ada', limit: 9 });
      assert.deepEqual(
        left.map(({ id }) => id),
        ['third'],
      );
    },
  },
  {
    name: 'runs that have not ended are never forgotten',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      await addRun(store, { id: 'queued' });
      await startSampleRun(store, { id: 'running' });
      await addRun(store, { id: 'newest' });
      assert.equal(await store.sweep({ ...keepAll, runAgeMs: 0 }), 0);
      assert.equal((await store.runs.list({ account: 'ada', limit: 9 })).length, 3);
    },
  },
  {
    name: 'what was charged stays charged when its run and its hold are forgotten',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      await startSampleRun(store);
      await completeRun(store);
      await addRun(store, { id: 'newest' });
      await store.ledger.hold({ id: 'h1', account: 'ada', credits: 5 });
      await store.ledger.post('h1', 5);
      assert.equal(await store.sweep({ ...keepAll, runAgeMs: 0, holdAgeMs: 0 }), 2);
      const balance = { balance: 93, held: 2 };
      assert.deepEqual(await store.ledger.balance('ada'), balance);
      const entries = await store.ledger.listEntries({ account: 'ada', limit: 9 });
      const sum = entries.reduce((total, { credits }) => total + credits, 0);
      assert.equal(sum, balance.balance);
    },
  },
  {
    name: 'a closed hold is known until it is deleted, and an open one always',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      for (const id of ['open', 'settled']) {
        await store.ledger.hold({ id, account: 'ada', credits: 5 });
      }
      await store.ledger.void('settled');
      assert.equal(await store.sweep(keepAll), 0);
      assert.equal((await refusalOf(store.ledger.void('settled'))).code, 'conflict');
      assert.equal(await store.sweep({ ...keepAll, holdAgeMs: 0 }), 1);
      assert.equal((await refusalOf(store.ledger.void('settled'))).code, 'not_found');
      assert.deepEqual(await store.ledger.post('open', 5), { balance: 95, held: 0 });
    },
  },
  {
    name: 'deliveries are forgotten once their attempt is over and old enough',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      for (const id of ['done', 'under way', 'waiting']) {
        await addRun(store, { id });
        await stopRun(store, 'failed', id, sampleDelivery(id));
      }
      await store.deliveries.claim({ nowMs: startMs + 6 });
      await store.deliveries.finish({ id: 'done', responseStatus: 200, nowMs: startMs + 7 });
      await store.deliveries.claim({ nowMs: startMs + 8 });
      const deliveryAgeMs = keepAll.nowMs - (startMs + 7);
      assert.equal(await store.sweep({ ...keepAll, deliveryAgeMs: deliveryAgeMs + 1 }), 0);
      assert.equal(await store.sweep({ ...keepAll, deliveryAgeMs }), 1);
      const left = await store.deliveries.list({ account: 'ada', limit: 9 });
      assert.deepEqual(
        left.map(({ id }) => id),
        ['waiting', 'under way'],
      );
    },
  },
  {
    name: 'ticks are forgotten once they are old enough, and expired idempotency keys at once',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      await putRecipe(store, 'ada', 'r1');
      await putSchedule(store);
      await store.schedules.claimTick({ id: 's1', dueAtMs: startMs, nowMs: startMs });
      const asked = { account: 'ada', digest: 'd', nowMs: startMs };
      await store.idempotency.begin({ ...asked, key: 'old', expiresAtMs: keepAll.nowMs });
      await store.idempotency.begin({ ...asked, key: 'new', expiresAtMs: keepAll.nowMs + 1 });
      assert.equal(await store.sweep(keepAll), 1);
      const again = { ...asked, expiresAtMs: keepAll.nowMs + 1 };
      assert.deepEqual(await store.idempotency.begin({ ...again, key: 'old' }), { state: 'new' });
      assert.deepEqual(await store.idempotency.begin({ ...again, key: 'new' }), { state: 'busy' });
      const listTicks = () => store.schedules.listTicks({ account: 'ada', id: 's1', limit: 9 });
      assert.equal((await listTicks()).length, 1);
      assert.equal(await store.sweep({ ...keepAll, tickAgeMs: 1_000 }), 1);
      assert.deepEqual(await listTicks(), []);
    },
  },
  {
    name: 'no more is forgotten at once than is asked for',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      for (const id of ['a', 'b', 'c', 'd']) {
        await addRun(store, { id });
        await stopRun(store, 'failed', id);
      }
      const bounds = { ...keepAll, runAgeMs: 0, limit: 2 };
      assert.equal(await store.sweep(bounds), 2);
      assert.equal(await store.sweep(bounds), 1);
      assert.equal(await store.sweep(bounds), 0);
    },
  },
];
