import assert from 'node:assert/strict';
import { isGleanerError } from '../../../errors/gleaner-error.ts';
import type { Store } from '../../../contracts/store/store.ts';
import type { ContractCheck } from '../../contract-check.ts';
import { refusalOf } from '../../contract-check.ts';
import {
  addAccount,
  addRun,
  completeRun,
  sampleDelivery,
  sampleResult,
  startMs,
  startSampleRun,
  stopRun,
} from './samples.ts';

const orders = [
  ['completed', 'failed', 'cancelled'],
  ['completed', 'cancelled', 'failed'],
  ['failed', 'completed', 'cancelled'],
  ['failed', 'cancelled', 'completed'],
  ['cancelled', 'completed', 'failed'],
  ['cancelled', 'failed', 'completed'],
] as const;

/** What a store promises of the ends of runs, and of what they cost. */
export const runEndChecks: readonly ContractCheck<Store>[] = [
  {
    name: 'completing charges what was extracted and frees the rest, with the result kept',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      await startSampleRun(store);
      await store.runs.advance({ id: 'run', pagesExtracted: 1, itemsExtracted: 1 });
      const run = await completeRun(store);
      assert.deepEqual(
        [run.status, run.creditsUsed, run.completedAtMs, run.result],
        ['completed', 2, startMs + 5, sampleResult],
      );
      assert.ok(!('error' in run));
      assert.deepEqual(await store.runs.find({ account: 'ada', id: 'run' }), run);
      assert.deepEqual(await store.ledger.balance('ada'), { balance: 98, held: 0 });
      const [entry] = await store.ledger.listEntries({ account: 'ada', limit: 1 });
      assert.deepEqual([entry?.credits, entry?.kind, entry?.reference], [-2, 'post', 'run']);
    },
  },
  {
    name: 'a run that ends badly forgets the key of its own dispatch, when the ending asks for it, and no other key',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      const question = { account: 'ada', digest: 'd', nowMs: startMs, expiresAtMs: startMs + 100 };
      for (const id of ['run', 'other']) {
        await store.idempotency.begin({ ...question, key: id });
        await addRun(store, { id, idempotency: { key: id, value: id } });
      }
      const counts = { pagesExtracted: 0, itemsExtracted: 0, nowMs: startMs };
      const failed = { ...counts, status: 'failed', error: 'It could not be queued.' } as const;
      await store.runs.end({ ...failed, id: 'run', forgetKey: 'run' });
      await store.runs.end({ ...failed, id: 'other', forgetKey: 'run' });
      assert.deepEqual(await store.idempotency.begin({ ...question, key: 'run' }), {
        state: 'new',
      });
      const kept = { state: 'kept', value: 'other' };
      assert.deepEqual(await store.idempotency.begin({ ...question, key: 'other' }), kept);
      assert.deepEqual(await store.ledger.balance('ada'), { balance: 100, held: 0 });
    },
  },
  {
    name: 'whatever its end, the values of a run’s variables go with it, and their names stay',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      for (const status of ['completed', 'failed', 'cancelled'] as const) {
        const variables = { user: 'ada', password: 's3cret' };
        const begun = await startSampleRun(store, { id: status, variables });
        assert.deepEqual(begun.variables, variables);
        const ended = await (status === 'completed'
          ? completeRun(store, status)
          : stopRun(store, status, status));
        assert.deepEqual(ended.variables, { user: '', password: '' });
        assert.deepEqual(await store.runs.find({ account: 'ada', id: status }), ended);
      }
    },
  },
  {
    name: 'no run is charged more than it holds',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      await startSampleRun(store);
      const ending = {
        id: 'run',
        status: 'completed' as const,
        pagesExtracted: 2,
        itemsExtracted: 2,
        result: sampleResult,
        clampedByCredits: true,
        nowMs: startMs + 5,
      };
      await assert.rejects(store.runs.end({ ...ending, credits: 3 }), RangeError);
      assert.deepEqual(await store.ledger.balance('ada'), { balance: 100, held: 2 });
      const run = await store.runs.end({ ...ending, credits: 0 });
      assert.deepEqual([run.creditsUsed, run.clampedByCredits], [0, true]);
      assert.deepEqual(await store.ledger.balance('ada'), { balance: 100, held: 0 });
    },
  },
  ...(['failed', 'cancelled'] as const).map((status) => ({
    name: `a ${status} run costs nothing`,
    run: async (store: Store) => {
      await addAccount(store, 'ada', 100);
      await addRun(store);
      const run = await stopRun(store, status);
      assert.deepEqual(
        [run.status, run.error, run.creditsUsed, run.pagesExtracted],
        [status, 'no items extracted', 0, 1],
      );
      assert.ok(!('result' in run) && !('startedAtMs' in run));
      assert.deepEqual(await store.ledger.balance('ada'), { balance: 100, held: 0 });
    },
  })),
  ...orders.map((order) => ({
    name: `of several ends of a run one counts: ${order.join(', ')}`,
    run: async (store: Store) => {
      await addAccount(store, 'ada', 100);
      await startSampleRun(store);
      const attempts = await Promise.allSettled(
        order.map((end) =>
          end === 'completed'
            ? completeRun(store, 'run', sampleDelivery(end))
            : stopRun(store, end, 'run', sampleDelivery(end)),
        ),
      );
      const winners = attempts.filter((attempt) => attempt.status === 'fulfilled');
      const losers = attempts.filter((attempt) => attempt.status === 'rejected');
      assert.equal(winners.length, 1);
      assert.ok(losers.every(({ reason }) => isGleanerError(reason, 'conflict')));
      const run = winners[0]?.value;
      assert.deepEqual(await store.runs.find({ account: 'ada', id: 'run' }), run);
      const charged = run?.status === 'completed' ? 2 : 0;
      assert.deepEqual(await store.ledger.balance('ada'), { balance: 100 - charged, held: 0 });
      const deliveries = await store.deliveries.list({ account: 'ada', limit: 9 });
      assert.deepEqual(
        deliveries.map(({ event }) => event),
        [run?.status],
      );
      const late = store.runs.advance({ id: 'run', pagesExtracted: 2, itemsExtracted: 2 });
      assert.equal((await refusalOf(late)).code, 'conflict');
    },
  })),
];
