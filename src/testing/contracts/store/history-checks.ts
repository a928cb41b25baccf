import assert from 'node:assert/strict';
import { keptVersions } from '../../../contracts/store/recipe-store.ts';
import type { DayOfUsage, Store } from '../../../contracts/store/store.ts';
import type { ContractCheck } from '../../contract-check.ts';
import { refusalOf } from '../../contract-check.ts';
import {
  addAccount,
  addRun,
  completeRun,
  putRecipe,
  sampleDelivery,
  startMs,
  startSampleRun,
  stopRun,
} from './samples.ts';

/** What a store promises of what was: versions of recipes, what runs drifted, what was charged, what receivers answered. */
export const historyChecks: readonly ContractCheck<Store>[] = [
  {
    name: 'every put of a recipe leaves a version, for its account alone',
    run: async (store) => {
      const put = (document: unknown, nowMs: number) =>
        store.recipes.put({ id: 'r1', account: 'ada', document, nowMs });
      await put({ title: 'one' }, startMs);
      await put({ title: 'two' }, startMs + 1);
      const own = { account: 'ada', id: 'r1' };
      assert.deepEqual(await store.recipes.listVersions(own), [
        { recipeId: 'r1', revision: 2, createdAtMs: startMs + 1 },
        { recipeId: 'r1', revision: 1, createdAtMs: startMs },
      ]);
      assert.deepEqual(await store.recipes.findVersion({ ...own, revision: 1 }), {
        recipeId: 'r1',
        revision: 1,
        document: { title: 'one' },
        createdAtMs: startMs,
      });
      const foreign = { account: 'bob', id: 'r1' };
      assert.deepEqual(await store.recipes.listVersions(foreign), []);
      assert.equal(await store.recipes.findVersion({ ...foreign, revision: 1 }), undefined);
      assert.equal(await store.recipes.findVersion({ ...own, revision: 3 }), undefined);
      await store.recipes.delete(own);
      await put({ title: 'three' }, startMs + 2);
      assert.equal((await store.recipes.listVersions(own)).length, 1);
    },
  },
  {
    name: 'a put from an older revision is refused and changes nothing',
    run: async (store) => {
      const own = { id: 'r1', account: 'ada', nowMs: startMs };
      const first = { ...own, document: { title: 'one' } };
      assert.equal(
        (await refusalOf(store.recipes.put({ ...first, revision: 1 }))).code,
        'not_found',
      );
      await store.recipes.put(first);
      const put = (title: string, revision: number, account = 'ada') =>
        store.recipes.put({ ...own, account, document: { title }, revision });
      const both = await Promise.allSettled([put('two', 1), put('three', 1)]);
      const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      assert.deepEqual(
        refused.map(({ code }: { readonly code: string }) => code),
        ['conflict'],
      );
      assert.equal((await refusalOf(put('four', 1))).code, 'conflict');
      assert.equal((await refusalOf(put('four', 3))).code, 'conflict');
      assert.equal((await refusalOf(put('four', 2, 'bob'))).code, 'not_found');
      const kept = await store.recipes.find(own);
      assert.equal(kept?.revision, 2);
      assert.equal((await store.recipes.listVersions(own)).length, 2);
    },
  },
  {
    name: 'the newest versions of a recipe are kept',
    run: async (store) => {
      const puts = keptVersions + 2;
      for (let nowMs = 1; nowMs <= puts; nowMs += 1) {
        await store.recipes.put({ id: 'r1', account: 'ada', document: { nowMs }, nowMs });
      }
      const versions = await store.recipes.listVersions({ account: 'ada', id: 'r1' });
      assert.deepEqual(
        [versions.length, versions[0]?.revision, versions.at(-1)?.revision],
        [keptVersions, puts, 3],
      );
    },
  },
  {
    name: 'a webhook is set and removed without a version',
    run: async (store) => {
      await putRecipe(store, 'ada', 'r1');
      const own = { account: 'ada', id: 'r1', nowMs: startMs + 1 };
      const webhook = { url: 'https://hooks.example/x', headers: { a: 'b' }, events: [] };
      const set = await store.recipes.setWebhook({ ...own, webhook });
      assert.deepEqual([set.webhook, set.revision, set.updatedAtMs], [webhook, 1, startMs + 1]);
      const removed = await store.recipes.setWebhook(own);
      assert.ok(!('webhook' in removed));
      const foreign = store.recipes.setWebhook({ ...own, account: 'bob', webhook });
      assert.equal((await refusalOf(foreign)).code, 'not_found');
    },
  },
  {
    name: 'runs are listed by recipe and state, with the version that they ran and their drift',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      await startSampleRun(store, { id: 'one', recipeId: 'r1', recipeRevision: 3 });
      await completeRun(store, 'one');
      await addRun(store, { id: 'two', recipeId: 'r1' });
      await stopRun(store, 'failed', 'two');
      await addRun(store, { id: 'three', recipeId: 'r2' });
      const list = async (query: { recipeId?: string; status?: 'completed' | 'queued' }) =>
        (await store.runs.list({ account: 'ada', limit: 9, ...query })).map(
          ({ id, recipeRevision = 0, drift = -1 }) => [id, recipeRevision, drift],
        );
      assert.deepEqual(await list({ recipeId: 'r1' }), [
        ['two', 0, -1],
        ['one', 3, 0],
      ]);
      assert.deepEqual(await list({ status: 'completed' }), [['one', 3, 0]]);
      assert.deepEqual(await list({ status: 'queued' }), [['three', 0, -1]]);
    },
  },
  {
    name: 'charges are summed up by day and kind of work',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      await addAccount(store, 'bob', 100);
      const pay = async (id: string, account: string, credits: number) => {
        await store.ledger.hold({ id, account, credits });
        await store.ledger.post(id, credits);
      };
      await pay('extract-1', 'ada', 5);
      await pay('extract-2', 'ada', 10);
      await pay('scrape-1', 'ada', 1);
      await pay('extract-3', 'bob', 5);
      await startSampleRun(store, { id: 'run' });
      await completeRun(store, 'run');
      const days = await store.ledger.listUsage({ account: 'ada', sinceMs: 0 });
      assert.deepEqual(
        ['extract', 'scrape', 'run'].map((kind) => sum(days, kind)),
        [
          [15, 2],
          [1, 1],
          [2, 1],
        ],
      );
      assert.ok(days.every(({ dayMs }) => dayMs % 86_400_000 === 0 && dayMs <= Date.now()));
      const tomorrow = Date.now() + 86_400_000;
      assert.deepEqual(await store.ledger.listUsage({ account: 'ada', sinceMs: tomorrow }), []);
    },
  },
  {
    name: 'a delivery shows what was sent and what was answered, to its account alone',
    run: async (store) => {
      await addAccount(store, 'ada', 100);
      await addRun(store);
      await stopRun(store, 'failed', 'run', sampleDelivery('d1'));
      await store.deliveries.claim({ nowMs: startMs });
      const answer = { responseStatus: 500, responseBody: 'no <b>', error: 'answered 500' };
      const log = await store.deliveries.finish({ id: 'd1', ...answer, nowMs: startMs });
      const found = await store.deliveries.find({ account: 'ada', id: 'd1' });
      const requestBody = sampleDelivery('d1').body;
      assert.deepEqual(found, { ...log, requestBody, responseBody: 'no <b>' });
      assert.equal(await store.deliveries.find({ account: 'bob', id: 'd1' }), undefined);
      assert.deepEqual(await store.deliveries.list({ account: 'ada', limit: 9 }), [log]);
    },
  },
];

function sum(all: readonly DayOfUsage[], kind: string): readonly [credits: number, count: number] {
  const own = all.filter((day) => day.kind === kind);
  const add = (of: (day: DayOfUsage) => number) => own.reduce((to, day) => to + of(day), 0);
  return [add(({ credits }) => credits), add(({ count }) => count)];
}
