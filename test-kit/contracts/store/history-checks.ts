import assert from 'node:assert/strict';
import type { DayOfUsage, Store } from '../../../src/runtime/contracts/store/store.ts';
import { type ContractCheck, refusalOf, toChecks } from '../contract-check.ts';
import {
  addAccount,
  addRun,
  completeRun,
  putRecipe,
  sampleDelivery,
  startMs,
  startSampleRun,
  stopRun,
  idsOf,
} from './samples.ts';
import type { IdempotencyState } from '../../../src/runtime/contracts/store/request-store.ts';

/** What a store promises of what was: versions of recipes, what runs drifted, what was charged, what receivers answered. */
export const historyChecks: readonly ContractCheck<Store>[] = toChecks({
  'every put of a recipe leaves a version, for its account alone': async (store) => {
    const put = (document: unknown, nowMs: number) =>
      store.recipes.put({ id: 'r1', account: 'ada', document, nowMs });
    await addAccount(store, 'ada');
    await put({ title: 'one' }, startMs);
    await put({ title: 'two' }, startMs + 1);
    const own = { account: 'ada', id: 'r1' };
    assert.deepEqual(await store.recipes.listVersions(own), [
      { recipeId: 'r1', revision: 2, title: 'two', bytes: 15, createdAtMs: startMs + 1 },
      { recipeId: 'r1', revision: 1, title: 'one', bytes: 15, createdAtMs: startMs },
    ]);
    assert.deepEqual(await store.recipes.findVersion({ ...own, revision: 1 }), {
      recipeId: 'r1',
      revision: 1,
      title: 'one',
      bytes: 15,
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
  'a put from an older revision is refused and changes nothing': async (store) => {
    await addAccount(store, 'ada');
    await addAccount(store, 'bob');
    const own = { id: 'r1', account: 'ada', nowMs: startMs };
    const first = { ...own, document: { title: 'one' } };
    await refusalOf(store.recipes.put({ ...first, revision: 1 }), 'not_found');
    await store.recipes.put(first);
    const put = (title: string, revision: number, account = 'ada') =>
      store.recipes.put({ ...own, account, document: { title }, revision });
    const both = await Promise.allSettled([put('two', 1), put('three', 1)]);
    const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    assert.deepEqual(
      refused.map(({ code }: { readonly code: string }) => code),
      ['conflict'],
    );
    await refusalOf(put('four', 1), 'conflict');
    await refusalOf(put('four', 3), 'conflict');
    await refusalOf(put('four', 2, 'bob'), 'not_found');
    const kept = await store.recipes.find(own);
    assert.equal(kept?.revision, 2);
    assert.equal((await store.recipes.listVersions(own)).length, 2);
  },
  'the newest versions of a recipe are kept': async (store) => {
    const kept = 3;
    await addAccount(store, 'ada', 0, { versions: kept });
    const puts = kept + 2;
    for (let nowMs = 1; nowMs <= puts; nowMs += 1) {
      await store.recipes.put({ id: 'r1', account: 'ada', document: { nowMs }, nowMs });
    }
    const versions = await store.recipes.listVersions({ account: 'ada', id: 'r1' });
    assert.deepEqual(
      [versions.length, versions[0]?.revision, versions.at(-1)?.revision],
      [kept, puts, 3],
    );
  },
  'a webhook is set and removed without a version': async (store) => {
    await addAccount(store, 'ada');
    await putRecipe(store, 'ada', 'r1');
    const own = { account: 'ada', id: 'r1', nowMs: startMs + 1 };
    const webhook = { url: 'https://hooks.example/x', headers: { a: 'b' }, events: [] };
    const set = await store.recipes.setWebhook({ ...own, webhook });
    assert.deepEqual([set.webhook, set.revision, set.updatedAtMs], [webhook, 1, startMs + 1]);
    const removed = await store.recipes.setWebhook(own);
    assert.ok(!('webhook' in removed));
    const foreign = store.recipes.setWebhook({ ...own, account: 'bob', webhook });
    await refusalOf(foreign, 'not_found');
  },
  'runs are listed by recipe and state, with the version that they ran and their drift': async (
    store,
  ) => {
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
  'charges are summed up by day and kind of work': async (store) => {
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
  'a delivery shows what was sent and what was answered, to its account alone': async (store) => {
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
});

function sum(all: readonly DayOfUsage[], kind: string): readonly [credits: number, count: number] {
  const own = all.filter((day) => day.kind === kind);
  const add = (of: (day: DayOfUsage) => number) => own.reduce((to, day) => to + of(day), 0);
  return [add(({ credits }) => credits), add(({ count }) => count)];
}

/** What a store promises of webhook deliveries and of what is kept under idempotency keys. */
export const deliveryChecks: readonly ContractCheck<Store>[] = toChecks({
  'the end of a run leaves its delivery pending, and a claim hands it over': async (store) => {
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
  'of many claims at once each delivery goes to one, the oldest first': async (store) => {
    for (const id of ['d2', 'd1']) await endWithDelivery(store, id);
    const claims = await Promise.all(
      [1, 2, 3, 4].map(() => store.deliveries.claim({ nowMs: startMs })),
    );
    const claimed = idsOf(claims.filter((claim) => claim !== undefined));
    assert.deepEqual(claimed, ['d2', 'd1']);
  },
  'a claim passes over the accounts that it names, and a later one finds what they wait for':
    async (store) => {
      for (const id of ['d1', 'd2']) await endWithDelivery(store, id);
      const passOver = ['bob', 'ada'];
      assert.equal(await store.deliveries.claim({ nowMs: startMs, passOver }), undefined);
      const claim = await store.deliveries.claim({ nowMs: startMs, passOver: ['bob'] });
      assert.equal(claim?.id, 'd1');
      assert.equal((await store.deliveries.claim({ nowMs: startMs }))?.id, 'd2');
    },
  'an attempt ends once, as delivered or failed, and only after it began': async (store) => {
    for (const id of ['d1', 'd2']) await endWithDelivery(store, id);
    const finish = (id: string, outcome: { responseStatus?: number; error?: string }) =>
      store.deliveries.finish({ id, ...outcome, nowMs: startMs + 9 });
    await refusalOf(finish('d1', {}), 'conflict');
    await refusalOf(finish('nobody', {}), 'not_found');
    for (const _ of [1, 2]) await store.deliveries.claim({ nowMs: startMs + 8 });
    const good = await finish('d1', { responseStatus: 204 });
    assert.deepEqual(
      [good.state, good.responseStatus, good.completedAtMs],
      ['delivered', 204, startMs + 9],
    );
    const bad = await finish('d2', { responseStatus: 500, error: 'answered 500' });
    assert.deepEqual([bad.state, bad.responseStatus, bad.error], ['failed', 500, 'answered 500']);
    await refusalOf(finish('d1', {}), 'conflict');
    assert.equal(await store.deliveries.claim({ nowMs: startMs + 9 }), undefined);
  },
  'the log shows an account its own deliveries, newest first, without header values': async (
    store,
  ) => {
    for (const id of ['d1', 'd2', 'd3']) await endWithDelivery(store, id);
    const listed = async (query: object) =>
      idsOf(await store.deliveries.list({ account: 'ada', limit: 9, ...query }));
    assert.deepEqual(await listed({}), ['d3', 'd2', 'd1']);
    assert.deepEqual(await listed({ before: 'd3', limit: 1 }), ['d2']);
    await refusalOf(listed({ before: 'nobody' }), 'invalid_request');
    assert.deepEqual(await listed({ runId: 'run-d2' }), ['d2']);
    assert.deepEqual(await listed({ account: 'bob' }), []);
    const log = JSON.stringify(await store.deliveries.list({ account: 'ada', limit: 9 }));
    assert.ok(!log.includes('Bearer'));
  },
  'a new idempotency key is taken, busy until its value is kept, and gives that ever after': async (
    store,
  ) => {
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
  'of many tries under one key one is the first': async (store) => {
    const states = await Promise.all([1, 2, 3].map(() => begin(store)));
    assert.deepEqual(states.map(({ state }) => state).toSorted(), ['busy', 'busy', 'new']);
  },
  'a key with another question is a conflict, until it has expired': async (store) => {
    await begin(store);
    await refusalOf(begin(store, { digest: 'other' }), 'conflict');
    const later = { digest: 'other', nowMs: startMs + 100, expiresAtMs: startMs + 200 };
    assert.deepEqual(await begin(store, later), { state: 'new' });
  },
  'a failed try leaves the key to the next one': async (store) => {
    await begin(store);
    await store.idempotency.forget({ account: 'ada', key: 'k' });
    assert.deepEqual(await begin(store, { digest: 'other' }), { state: 'new' });
  },
  'an answer whose post is refused is not kept, nor is a post without a key': async (store) => {
    await addAccount(store, 'ada', 10);
    await begin(store);
    const answer = { account: 'ada', key: 'k', value: 1 };
    const unheld = store.idempotency.complete({ ...answer, post: { holdId: 'none', credits: 1 } });
    await refusalOf(unheld, 'not_found');
    assert.deepEqual(await begin(store), { state: 'busy' });
    await store.ledger.hold({ id: 'h1', account: 'ada', credits: 5 });
    const post = { holdId: 'h1', credits: 5 };
    const unknown = store.idempotency.complete({ ...answer, key: 'other', post });
    await refusalOf(unknown, 'not_found');
    assert.deepEqual(await store.ledger.balance('ada'), { balance: 10, held: 5 });
  },
  'a dispatch is remembered with its run, or not at all': async (store) => {
    await addAccount(store, 'ada', 2);
    await begin(store);
    await addRun(store, { idempotency: { key: 'k', value: { runId: 'run' } } });
    assert.deepEqual(await begin(store), { state: 'kept', value: { runId: 'run' } });
    await begin(store, { key: 'k2' });
    const refused = addRun(store, { id: 'r2', idempotency: { key: 'k2', value: 1 } });
    await refusalOf(refused, 'insufficient_credits');
    assert.deepEqual(await begin(store, { key: 'k2' }), { state: 'busy' });
  },
});

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
