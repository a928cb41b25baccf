import assert from 'node:assert/strict';
import { isGleanerError } from '../../../errors/gleaner-error.ts';
import type { Store } from '../../../contracts/store/store.ts';
import type { ContractCheck } from '../../contract-check.ts';
import { refusalOf } from '../../contract-check.ts';
import { addAccount, addRun, completeRun, startMs, startSampleRun } from './samples.ts';

/** What a store promises of runs and the credits they hold. */
export const runChecks: readonly ContractCheck<Store>[] = [
  {
    name: 'a new run is queued and holds its first page',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      const run = await addRun(store, { variables: { query: 'lamp' } });
      assert.deepEqual(run, {
        id: 'run',
        account: 'ada',
        recipeId: 'recipe',
        status: 'queued',
        variables: { query: 'lamp' },
        effectiveCap: 20,
        clampedByCredits: false,
        creditsPerPage: 2,
        pagesExtracted: 0,
        itemsExtracted: 0,
        creditsUsed: 0,
        createdAtMs: startMs,
      });
      assert.deepEqual(await store.runs.find({ account: 'ada', id: 'run' }), run);
      assert.deepEqual(await store.ledger.balance('ada'), { balance: 100, held: 2 });
    },
  },
  {
    name: 'credits clamp the cap of a run, and what is held elsewhere does not count',
    run: async (store) => {
      await addAccount(store, 'ada', 12);
      await store.ledger.hold({ id: 'other', account: 'ada', credits: 5 });
      const run = await addRun(store);
      assert.deepEqual([run.effectiveCap, run.clampedByCredits], [3, true]);
      const small = await addRun(store, { id: 'small', maxPages: 1 });
      assert.deepEqual([small.effectiveCap, small.clampedByCredits], [1, false]);
    },
  },
  {
    name: 'a run without credit for one page is refused, and leaves no trace',
    run: async (store) => {
      await addAccount(store, 'ada', 1);
      const error = await refusalOf(addRun(store));
      assert.equal(error.code, 'insufficient_credits');
      assert.deepEqual(error.details, { balance: 1, required: 2 });
      assert.equal(await store.runs.find({ account: 'ada', id: 'run' }), undefined);
      assert.deepEqual(await store.ledger.balance('ada'), { balance: 1, held: 0 });
    },
  },
  {
    name: 'runs beyond the quota are refused, and the error says when there is room again',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      await addRun(store, { id: 'r1', quota: { limit: 2, sinceMs: startMs - 1 }, nowMs: startMs });
      await addRun(store, {
        id: 'r2',
        quota: { limit: 2, sinceMs: startMs - 1 },
        nowMs: startMs + 5_000,
      });
      const refused = addRun(store, {
        id: 'r3',
        quota: { limit: 2, sinceMs: startMs - 2_500 },
        nowMs: startMs + 9_000,
      });
      const error = await refusalOf(refused);
      assert.ok(isGleanerError(error, 'rate_limited'));
      assert.deepEqual(error.details, {
        reason: 'sb_runs_per_month',
        retryAfterSeconds: 3,
        used: 2,
        limit: 2,
        window: '30d',
      });
      const counted = async (sinceMs: number) =>
        (await store.accounts.usage({ id: 'ada', sinceMs }))?.runs;
      assert.equal(await counted(startMs - 1), 2);
      assert.equal(await counted(startMs), 1);
      await addRun(store, {
        id: 'r3',
        quota: { limit: 2, sinceMs: startMs },
        nowMs: startMs + 9_000,
      });
    },
  },
  {
    name: 'of many dispatches at once exactly those succeed that the quota and the credits cover',
    run: async (store) => {
      await addAccount(store, 'ada', 7);
      await addAccount(store, 'bob', 100);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) => [
          addRun(store, { id: `a${index}`, account: 'ada' }),
          addRun(store, {
            id: `b${index}`,
            account: 'bob',
            quota: { limit: 4, sinceMs: startMs - 1 },
          }),
        ]).flat(),
      );
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 3 + 4);
      assert.deepEqual(await store.ledger.balance('ada'), { balance: 7, held: 6 });
      assert.deepEqual(await store.ledger.balance('bob'), { balance: 100, held: 8 });
    },
  },
  {
    name: 'no run starts for an account that is unknown or deleted',
    run: async (store) => {
      assert.equal((await refusalOf(addRun(store))).code, 'not_found');
      await addAccount(store, 'ada', 100);
      const change = { id: 'ada', nowMs: startMs };
      await store.accounts.change({
        ...change,
        change: { kind: 'request-deletion', scheduledForMs: startMs },
      });
      await store.accounts.change({ ...change, change: { kind: 'confirm-deletion' } });
      assert.equal((await refusalOf(addRun(store))).code, 'conflict');
      assert.deepEqual(await store.ledger.balance('ada'), { balance: 100, held: 0 });
    },
  },
  {
    name: 'a run starts once',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      const run = await startSampleRun(store);
      assert.deepEqual([run.status, run.startedAtMs], ['running', startMs + 1]);
      const again = store.runs.start({ id: 'run', nowMs: startMs + 2 });
      assert.equal((await refusalOf(again)).code, 'conflict');
      const unknown = store.runs.start({ id: 'nobody', nowMs: startMs });
      assert.equal((await refusalOf(unknown)).code, 'not_found');
      assert.equal((await refusalOf(addRun(store))).code, 'conflict');
    },
  },
  {
    name: 'every further page is held before it is fetched, as long as credits last',
    run: async (store) => {
      await addAccount(store, 'ada', 5);
      await startSampleRun(store);
      const step = { id: 'run', pagesExtracted: 1, itemsExtracted: 7 };
      const run = await store.runs.advance(step);
      assert.deepEqual([run.pagesExtracted, run.itemsExtracted], [1, 7]);
      assert.deepEqual(await store.ledger.balance('ada'), { balance: 5, held: 4 });
      const refused = store.runs.advance({ ...step, pagesExtracted: 2 });
      assert.equal((await refusalOf(refused)).code, 'insufficient_credits');
      const found = await store.runs.find({ account: 'ada', id: 'run' });
      assert.deepEqual(found, run);
      assert.deepEqual(await store.ledger.balance('ada'), { balance: 5, held: 4 });
    },
  },
  {
    name: 'runs belong to their account; the operator sees all of them',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      await addAccount(store, 'bob', 100);
      const mine = await addRun(store);
      assert.equal(await store.runs.find({ account: 'bob', id: 'run' }), undefined);
      assert.deepEqual(await store.runs.list({ account: 'bob', limit: 9 }), []);
      assert.equal(await store.runs.poll({ account: 'bob', id: 'run' }), undefined);
      assert.deepEqual(await store.runs.find({ account: undefined, id: 'run' }), mine);
      assert.deepEqual(await store.runs.list({ account: undefined, limit: 9 }), [mine]);
    },
  },
  {
    name: 'a run is polled together with what its account has',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      const running = await startSampleRun(store);
      const query = { account: 'ada', id: 'run' };
      const held = { balance: 100, held: 2 };
      assert.deepEqual(await store.runs.poll(query), { run: running, credits: held });
      const completed = await completeRun(store);
      const paid = { balance: 98, held: 0 };
      assert.deepEqual(await store.runs.poll(query), { run: completed, credits: paid });
      assert.equal(await store.runs.poll({ account: 'ada', id: 'nobody' }), undefined);
    },
  },
  {
    name: 'runs are listed newest first, page by page, without their results',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      // The wall clock went back in between: order is that of coming, not of clocks.
      for (const [id, nowMs] of [
        ['b', 2],
        ['c', 1],
        ['a', 3],
      ] as const) {
        await addRun(store, { id, nowMs: startMs + nowMs });
      }
      await store.runs.start({ id: 'c', nowMs: startMs });
      await completeRun(store, 'c');
      const listed = async (query: object) =>
        (await store.runs.list({ account: 'ada', limit: 9, ...query })).map(({ id }) => id);
      assert.deepEqual(await listed({}), ['a', 'c', 'b']);
      assert.deepEqual(await listed({ limit: 1 }), ['a']);
      assert.deepEqual(await listed({ before: 'a' }), ['c', 'b']);
      assert.deepEqual(await listed({ before: 'nobody' }), []);
      assert.deepEqual(await listed({ unfinished: true }), ['a', 'b']);
      const runs = await store.runs.list({ account: 'ada', limit: 9 });
      assert.ok(runs.every((run) => !('result' in run)));
    },
  },
];
