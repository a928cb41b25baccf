import assert from 'node:assert/strict';
import { isGleanerError } from '../../../src/runtime/errors/gleaner-error.ts';
import type { Store } from '../../../src/runtime/contracts/store/store.ts';
import { type ContractCheck, refusalOf, toChecks } from '../contract-check.ts';
import {
  addAccount,
  addRun,
  completeRun,
  sampleDelivery,
  sampleResult,
  startMs,
  startSampleRun,
  stopRun,
  idsOf,
} from './samples.ts';

/** What a store promises of runs and the credits they hold. */
export const runChecks: readonly ContractCheck<Store>[] = toChecks({
  'a new run is queued and holds its first page': async (store) => {
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
  'credits clamp the cap of a run, and what is held elsewhere does not count': async (store) => {
    await addAccount(store, 'ada', 12);
    await store.ledger.hold({ id: 'other', account: 'ada', credits: 5 });
    const run = await addRun(store);
    assert.deepEqual([run.effectiveCap, run.clampedByCredits], [3, true]);
    const small = await addRun(store, { id: 'small', planPages: 1 });
    assert.deepEqual([small.effectiveCap, small.clampedByCredits], [1, false]);
  },
  'what the caller of a run asked for is kept, and leaves the cap as it is': async (store) => {
    await addAccount(store, 'ada', 100);
    const run = await addRun(store, { maxPages: 2 });
    assert.deepEqual([run.maxPages, run.effectiveCap, run.clampedByCredits], [2, 20, false]);
    assert.deepEqual(await store.runs.find({ account: 'ada', id: 'run' }), run);
  },
  'a run without credit for one page is refused, and leaves no trace': async (store) => {
    await addAccount(store, 'ada', 1);
    const error = await refusalOf(addRun(store), 'insufficient_credits');
    assert.deepEqual(error.details, { balance: 1, required: 2 });
    assert.equal(await store.runs.find({ account: 'ada', id: 'run' }), undefined);
    assert.deepEqual(await store.ledger.balance('ada'), { balance: 1, held: 0 });
  },
  'runs beyond the quota are refused, and the error says when there is room again': async (
    store,
  ) => {
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
    const error = await refusalOf(refused, 'rate_limited');
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
  'of many dispatches at once exactly those succeed that the quota and the credits cover': async (
    store,
  ) => {
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
  'no run starts for an account that is unknown or deleted': async (store) => {
    await refusalOf(addRun(store), 'not_found');
    await addAccount(store, 'ada', 100);
    const change = { id: 'ada', nowMs: startMs };
    await store.accounts.change({
      ...change,
      change: { kind: 'request-deletion', scheduledForMs: startMs },
    });
    await store.accounts.change({ ...change, change: { kind: 'confirm-deletion' } });
    await refusalOf(addRun(store), 'conflict');
    assert.deepEqual(await store.ledger.balance('ada'), { balance: 100, held: 0 });
  },
  'a run starts once': async (store) => {
    await addAccount(store, 'ada', 100);
    const run = await startSampleRun(store);
    assert.deepEqual([run.status, run.startedAtMs], ['running', startMs + 1]);
    const again = store.runs.start({ id: 'run', nowMs: startMs + 2 });
    await refusalOf(again, 'conflict');
    const unknown = store.runs.start({ id: 'nobody', nowMs: startMs });
    await refusalOf(unknown, 'not_found');
    await refusalOf(addRun(store), 'conflict');
  },
  'every further page is held before it is fetched, as long as credits last': async (store) => {
    await addAccount(store, 'ada', 5);
    await startSampleRun(store);
    const step = { id: 'run', pagesExtracted: 1, itemsExtracted: 7 };
    const run = await store.runs.advance(step);
    assert.deepEqual([run.pagesExtracted, run.itemsExtracted], [1, 7]);
    assert.deepEqual(await store.ledger.balance('ada'), { balance: 5, held: 4 });
    const refused = store.runs.advance({ ...step, pagesExtracted: 2 });
    await refusalOf(refused, 'insufficient_credits');
    const found = await store.runs.find({ account: 'ada', id: 'run' });
    assert.deepEqual(found, run);
    assert.deepEqual(await store.ledger.balance('ada'), { balance: 5, held: 4 });
  },
  'runs belong to their account; the operator sees all of them': async (store) => {
    await addAccount(store, 'ada', 100);
    await addAccount(store, 'bob', 100);
    const mine = await addRun(store);
    assert.equal(await store.runs.find({ account: 'bob', id: 'run' }), undefined);
    assert.deepEqual(await store.runs.list({ account: 'bob', limit: 9 }), []);
    assert.equal(await store.runs.poll({ account: 'bob', id: 'run' }), undefined);
    assert.deepEqual(await store.runs.find({ account: undefined, id: 'run' }), mine);
    assert.deepEqual(await store.runs.list({ account: undefined, limit: 9 }), [mine]);
  },
  'a run is polled together with what its account has': async (store) => {
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
  'runs are listed newest first, page by page, without their results': async (store) => {
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
      idsOf(await store.runs.list({ account: 'ada', limit: 9, ...query }));
    assert.deepEqual(await listed({}), ['a', 'c', 'b']);
    assert.deepEqual(await listed({ limit: 1 }), ['a']);
    assert.deepEqual(await listed({ before: 'a' }), ['c', 'b']);
    await refusalOf(listed({ before: 'nobody' }), 'invalid_request');
    assert.deepEqual(await listed({ unfinished: true }), ['a', 'b']);
    const runs = await store.runs.list({ account: 'ada', limit: 9 });
    assert.ok(runs.every((run) => !('result' in run)));
  },
});

const orders = [
  ['completed', 'failed', 'cancelled'],
  ['completed', 'cancelled', 'failed'],
  ['failed', 'completed', 'cancelled'],
  ['failed', 'cancelled', 'completed'],
  ['cancelled', 'completed', 'failed'],
  ['cancelled', 'failed', 'completed'],
] as const;

/** What a store promises of the ends of runs, and of what they cost. */
export const runEndChecks: readonly ContractCheck<Store>[] = toChecks({
  'completing charges what was extracted and frees the rest, with the result kept': async (
    store,
  ) => {
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
  'a run that ends badly forgets the key of its own dispatch, when the ending asks for it, and no other key':
    async (store) => {
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
  'whatever its end, the values of a run’s variables go with it, and their names stay': async (
    store,
  ) => {
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
  'no run is charged more than it holds': async (store) => {
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
  ...Object.fromEntries(
    (['failed', 'cancelled'] as const).map((status) => [
      `a ${status} run costs nothing`,
      async (store: Store) => {
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
    ]),
  ),
  ...Object.fromEntries(
    orders.map((order) => [
      `of several ends of a run one counts: ${order.join(', ')}`,
      async (store: Store) => {
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
        await refusalOf(late, 'conflict');
      },
    ]),
  ),
});
