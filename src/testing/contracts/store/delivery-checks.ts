import assert from 'node:assert/strict';
import type { IdempotencyState } from '../../../contracts/store/idempotency-store.ts';
import type { Store } from '../../../contracts/store/store.ts';
import type { ContractCheck } from '../../contract-check.ts';
import { refusalOf } from '../../contract-check.ts';
import { addAccount, addRun, sampleDelivery, startMs, stopRun } from './samples.ts';

/** What a store promises of webhook deliveries and of what is kept under idempotency keys. */
export const deliveryChecks: readonly ContractCheck<Store>[] = [
  {
    name: 'the end of a run leaves its delivery pending, and a claim hands it over',
    run: async (store) => {
      await endWithDelivery(store, 'd1');
      const pending = await store.deliveries.list({ account: 'ada', limit: 9 });
      const log = {
        id: 'd1',
        account: 'ada',
        runId: 'run-d1',
        event: 'failed',
        url: 'https://hooks.example/d1',
        createdAtMs: startMs + 5,
      };
      assert.deepEqual(pending, [{ ...log, state: 'pending' }]);
      assert.deepEqual(await store.deliveries.claim({ nowMs: startMs + 6 }), {
        ...sampleDelivery('d1'),
        account: 'ada',
        runId: 'run-d1',
        recipeId: 'recipe',
      });
      assert.deepEqual(await store.deliveries.list({ account: 'ada', limit: 9 }), [
        { ...log, state: 'attempted', attemptedAtMs: startMs + 6 },
      ]);
    },
  },
  {
    name: 'of many claims at once each delivery goes to one, the oldest first',
    run: async (store) => {
      for (const id of ['d2', 'd1']) await endWithDelivery(store, id);
      const claims = await Promise.all(
        [1, 2, 3, 4].map(() => store.deliveries.claim({ nowMs: startMs })),
      );
      const claimed = claims.filter((claim) => claim !== undefined).map(({ id }) => id);
      assert.deepEqual(claimed, ['d2', 'd1']);
    },
  },
  {
    name: 'an attempt ends once, as delivered or failed, and only after it began',
    run: async (store) => {
      for (const id of ['d1', 'd2']) await endWithDelivery(store, id);
      const finish = (id: string, outcome: { responseStatus?: number; error?: string }) =>
        store.deliveries.finish({ id, ...outcome, nowMs: startMs + 9 });
      assert.equal((await refusalOf(finish('d1', {}))).code, 'conflict');
      assert.equal((await refusalOf(finish('nobody', {}))).code, 'not_found');
      for (const _ of [1, 2]) await store.deliveries.claim({ nowMs: startMs + 8 });
      const good = await finish('d1', { responseStatus: 204 });
      assert.deepEqual(
        [good.state, good.responseStatus, good.completedAtMs],
        ['delivered', 204, startMs + 9],
      );
      const bad = await finish('d2', { responseStatus: 500, error: 'answered 500' });
      assert.deepEqual([bad.state, bad.responseStatus, bad.error], ['failed', 500, 'answered 500']);
      assert.equal((await refusalOf(finish('d1', {}))).code, 'conflict');
      assert.equal(await store.deliveries.claim({ nowMs: startMs + 9 }), undefined);
    },
  },
  {
    name: 'the log shows an account its own deliveries, newest first, without header values',
    run: async (store) => {
      for (const id of ['d1', 'd2', 'd3']) await endWithDelivery(store, id);
      const listed = async (query: object) =>
        (await store.deliveries.list({ account: 'ada', limit: 9, ...query })).map(({ id }) => id);
      assert.deepEqual(await listed({}), ['d3', 'd2', 'd1']);
      assert.deepEqual(await listed({ before: 'd3', limit: 1 }), ['d2']);
      assert.deepEqual(await listed({ runId: 'run-d2' }), ['d2']);
      assert.deepEqual(await listed({ account: 'bob' }), []);
      const log = JSON.stringify(await store.deliveries.list({ account: 'ada', limit: 9 }));
      assert.ok(!log.includes('Bearer'));
    },
  },
  {
    name: 'a new idempotency key is taken, busy until its value is kept, and gives that ever after',
    run: async (store) => {
      await addAccount(store, 'ada', 10);
      assert.deepEqual(await begin(store), { state: 'new' });
      assert.deepEqual(await begin(store), { state: 'busy' });
      await store.ledger.hold({ id: 'h1', account: 'ada', credits: 5 });
      const value = { result: { title: 'lamp' }, creditsUsed: 5 };
      const post = { holdId: 'h1', credits: 5 };
      const balance = await store.idempotency.complete({ account: 'ada', key: 'k', value, post });
      assert.deepEqual(balance, { balance: 5, held: 0 });
      assert.deepEqual(await begin(store), { state: 'kept', value });
      await store.idempotency.forget({ account: 'ada', key: 'k' });
      assert.deepEqual(await begin(store), { state: 'kept', value });
      assert.deepEqual(await begin(store, { account: 'bob' }), { state: 'new' });
    },
  },
  {
    name: 'of many tries under one key one is the first',
    run: async (store) => {
      const states = await Promise.all([1, 2, 3].map(() => begin(store)));
      assert.deepEqual(states.map(({ state }) => state).toSorted(), ['busy', 'busy', 'new']);
    },
  },
  {
    name: 'a key with another question is a conflict, until it has expired',
    run: async (store) => {
      await begin(store);
      assert.equal((await refusalOf(begin(store, { digest: 'other' }))).code, 'conflict');
      const later = { digest: 'other', nowMs: startMs + 100, expiresAtMs: startMs + 200 };
      assert.deepEqual(await begin(store, later), { state: 'new' });
    },
  },
  {
    name: 'a failed try leaves the key to the next one',
    run: async (store) => {
      await begin(store);
      await store.idempotency.forget({ account: 'ada', key: 'k' });
      assert.deepEqual(await begin(store, { digest: 'other' }), { state: 'new' });
    },
  },
  {
    name: 'an answer whose post is refused is not kept, nor is a post without a key',
    run: async (store) => {
      await addAccount(store, 'ada', 10);
      await begin(store);
      const answer = { account: 'ada', key: 'k', value: 1 };
      const unheld = store.idempotency.complete({
        ...answer,
        post: { holdId: 'none', credits: 1 },
      });
      assert.equal((await refusalOf(unheld)).code, 'not_found');
      assert.deepEqual(await begin(store), { state: 'busy' });
      await store.ledger.hold({ id: 'h1', account: 'ada', credits: 5 });
      const post = { holdId: 'h1', credits: 5 };
      const unknown = store.idempotency.complete({ ...answer, key: 'other', post });
      assert.equal((await refusalOf(unknown)).code, 'not_found');
      assert.deepEqual(await store.ledger.balance('ada'), { balance: 10, held: 5 });
    },
  },
  {
    name: 'a dispatch is remembered with its run, or not at all',
    run: async (store) => {
      await addAccount(store, 'ada', 2);
      await begin(store);
      await addRun(store, { idempotency: { key: 'k', value: { runId: 'run' } } });
      assert.deepEqual(await begin(store), { state: 'kept', value: { runId: 'run' } });
      await begin(store, { key: 'k2' });
      const refused = addRun(store, { id: 'r2', idempotency: { key: 'k2', value: 1 } });
      assert.equal((await refusalOf(refused)).code, 'insufficient_credits');
      assert.deepEqual(await begin(store, { key: 'k2' }), { state: 'busy' });
    },
  },
];

async function endWithDelivery(store: Store, id: string): Promise<void> {
  if ((await store.accounts.find('ada')) === undefined) await addAccount(store, 'ada', 100);
  await addRun(store, { id: `run-${id}` });
  await stopRun(store, 'failed', `run-${id}`, sampleDelivery(id));
}

function begin(
  store: Store,
  changes: Partial<Parameters<Store['idempotency']['begin']>[0]> = {},
): Promise<IdempotencyState> {
  return store.idempotency.begin({
    account: 'ada',
    key: 'k',
    digest: 'question',
    expiresAtMs: startMs + 100,
    nowMs: startMs,
    ...changes,
  });
}
