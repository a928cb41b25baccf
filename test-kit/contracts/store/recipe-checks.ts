import assert from 'node:assert/strict';
import type { Store } from '../../../src/runtime/contracts/store/store.ts';
import { type ContractCheck, refusalOf, toChecks } from '../contract-check.ts';
import { addAccount, putRecipe, putSchedule, startMs, idsOf } from './samples.ts';
import type { Schedule } from '../../../src/runtime/contracts/store/schedule-store.ts';

/** What a store promises of recipes. */
export const recipeChecks: readonly ContractCheck<Store>[] = toChecks({
  'a recipe comes back as it was put': async (store) => {
    await addAccount(store, 'ada');
    const document = { title: 'Ærø – 島', steps: [{ type: 'click', selectors: [['a', 'b']] }] };
    const webhook = {
      url: 'https://hooks.example/x',
      headers: { authorization: 'secret' },
      events: ['failed' as const],
    };
    const put = await store.recipes.put({
      id: 'r1',
      account: 'ada',
      document,
      webhook,
      nowMs: startMs,
    });
    assert.deepEqual(put, {
      id: 'r1',
      account: 'ada',
      title: 'Ærø – 島',
      bytes: Buffer.byteLength(JSON.stringify(document)),
      document,
      webhook,
      enabled: true,
      revision: 1,
      createdAtMs: startMs,
      updatedAtMs: startMs,
    });
    assert.deepEqual(await store.recipes.find({ account: 'ada', id: 'r1' }), put);
  },
  'what the caller does to his document afterwards changes nothing': async (store) => {
    await addAccount(store, 'ada');
    const document = { steps: ['one'] };
    const put = store.recipes.put({ id: 'r1', account: 'ada', document, nowMs: startMs });
    await put;
    document.steps.push('two');
    const found = await store.recipes.find({ account: 'ada', id: 'r1' });
    assert.deepEqual(found?.document, { steps: ['one'] });
  },
  'putting a recipe again keeps its webhook and whether it is enabled, and forgets its fingerprints':
    async (store) => {
      await addAccount(store, 'ada');
      const reference = { account: 'ada', id: 'r1' };
      const webhook = { url: 'https://hooks.example/', headers: { a: 'b' }, events: [] };
      await store.recipes.put({ ...reference, document: 1, webhook, nowMs: startMs });
      await store.recipes.setEnabled({ ...reference, enabled: false, nowMs: startMs + 1 });
      await store.recipes.saveFingerprints({ ...reference, revision: 1, fingerprints: { a: 1 } });
      assert.deepEqual((await store.recipes.find(reference))?.fingerprints, { a: 1 });
      const put = await store.recipes.put({ ...reference, document: 2, nowMs: startMs + 2 });
      assert.deepEqual(put, {
        ...reference,
        title: '',
        bytes: 1,
        document: 2,
        enabled: false,
        webhook,
        revision: 2,
        createdAtMs: startMs,
        updatedAtMs: startMs + 2,
      });
      const moved = { url: 'https://hooks.example/moved', events: [] };
      const again = { ...reference, document: 2, nowMs: startMs + 3 };
      const changed = await store.recipes.put({ ...again, webhook: moved });
      assert.deepEqual(changed.webhook, { ...moved, headers: { a: 'b' } });
      assert.ok(!('webhook' in (await store.recipes.put({ ...again, webhook: null }))));
    },
  'fingerprints of an older revision are not kept': async (store) => {
    await addAccount(store, 'ada');
    await putRecipe(store, 'ada', 'r1');
    const reference = { account: 'ada', id: 'r1' };
    await putRecipe(store, 'ada', 'r1');
    assert.equal(
      await store.recipes.saveFingerprints({
        ...reference,
        revision: 1,
        fingerprints: { old: true },
      }),
      false,
    );
    assert.equal(
      await store.recipes.saveFingerprints({
        ...reference,
        revision: 2,
        fingerprints: { new: true },
      }),
      true,
    );
    assert.deepEqual((await store.recipes.find(reference))?.fingerprints, { new: true });
  },
  'recipes of another account do not exist': async (store) => {
    await addAccount(store, 'ada');
    await addAccount(store, 'bob');
    await putRecipe(store, 'ada', 'r1');
    const stolen = { account: 'bob', id: 'r1' };
    assert.equal(await store.recipes.find(stolen), undefined);
    assert.deepEqual(await store.recipes.list({ account: 'bob', limit: 9 }), []);
    assert.equal(
      await store.recipes.saveFingerprints({ ...stolen, revision: 1, fingerprints: 1 }),
      false,
    );
    const attempts = [
      store.recipes.put({ ...stolen, document: 2, nowMs: startMs }),
      store.recipes.setEnabled({ ...stolen, enabled: false, nowMs: startMs }),
      store.recipes.delete(stolen),
      putSchedule(store, { account: 'bob', recipeId: 'r1' }),
    ];
    await Promise.all(attempts.map((attempt) => refusalOf(attempt, 'not_found')));
    const mine = await store.recipes.find({ account: 'ada', id: 'r1' });
    assert.deepEqual([mine?.revision, mine?.enabled], [1, true]);
  },
  'recipes are listed newest first, page by page': async (store) => {
    await addAccount(store, 'ada');
    for (const id of ['b', 'c', 'a']) await putRecipe(store, 'ada', id);
    const first = await store.recipes.list({ account: 'ada', limit: 2 });
    assert.deepEqual(idsOf(first), ['a', 'c']);
    const second = await store.recipes.list({ account: 'ada', limit: 2, before: 'c' });
    assert.deepEqual(idsOf(second), ['b']);
    await addAccount(store, 'bob');
    await putRecipe(store, 'bob', 'foreign');
    for (const before of ['nobody', 'foreign']) {
      const page = store.recipes.list({ account: 'ada', limit: 2, before });
      await refusalOf(page, 'invalid_request');
    }
  },
  'lists have the title and the bytes of a document, and not the document': async (store) => {
    await addAccount(store, 'ada');
    const titles: readonly (readonly [unknown, string])[] = [
      [{ title: ' Lamps \n of brass\u0000 ' }, 'Lamps   of brass'],
      [{ title: '島'.repeat(201) }, '島'.repeat(200)],
      [{ title: 7 }, ''],
      [{ steps: [] }, ''],
      [['title'], ''],
      [null, ''],
    ];
    const webhook = { url: 'https://hooks.example/', headers: {}, events: [] };
    for (const [index, [document, title]] of titles.entries()) {
      const id = `r${index}`;
      await store.recipes.put({ id, account: 'ada', document, webhook, nowMs: startMs });
      const shown = { title, bytes: Buffer.byteLength(JSON.stringify(document)) };
      const [listed] = await store.recipes.list({ account: 'ada', limit: 1 });
      const dates = { createdAtMs: startMs, updatedAtMs: startMs };
      const standing = { id, account: 'ada', enabled: true, webhook, revision: 1 };
      assert.deepEqual(listed, { ...standing, ...shown, ...dates });
      assert.deepEqual(await store.recipes.listVersions({ account: 'ada', id }), [
        { recipeId: id, revision: 1, ...shown, createdAtMs: startMs },
      ]);
    }
  },
  'a deleted recipe is gone with its schedules': async (store) => {
    await addAccount(store, 'ada');
    await putRecipe(store, 'ada', 'r1');
    await putSchedule(store);
    await store.recipes.delete({ account: 'ada', id: 'r1' });
    assert.equal(await store.recipes.find({ account: 'ada', id: 'r1' }), undefined);
    assert.deepEqual(await store.schedules.list({ account: 'ada' }), []);
    const again = store.recipes.delete({ account: 'ada', id: 'r1' });
    await refusalOf(again, 'not_found');
  },
});

/** What a store promises of schedules. */
export const scheduleChecks: readonly ContractCheck<Store>[] = toChecks({
  'a schedule is created, replaced, listed and deleted by its account alone': async (store) => {
    await addAccount(store, 'ada');
    await addAccount(store, 'bob');
    await putRecipe(store, 'ada', 'r1');
    await putRecipe(store, 'bob', 'r2');
    const first = await putSchedule(store);
    const second = await putSchedule(store, { cron: '0 5 * * *', nextAtMs: startMs + 5 });
    assert.deepEqual(second, { ...first, cron: '0 5 * * *', nextAtMs: startMs + 5 });
    assert.deepEqual(await store.schedules.list({ account: 'ada' }), [second]);
    const stolen = [
      putSchedule(store, { account: 'bob', recipeId: 'r2' }),
      store.schedules.delete({ account: 'bob', id: 's1' }),
    ];
    await Promise.all(stolen.map((attempt) => refusalOf(attempt, 'not_found')));
    assert.deepEqual(await store.schedules.list({ account: 'ada' }), [second]);
    await store.schedules.delete({ account: 'ada', id: 's1' });
    assert.deepEqual(await store.schedules.list({ account: 'ada' }), []);
  },
  'due schedules are listed, the longest due first': async (store) => {
    await addAccount(store, 'ada');
    await putRecipe(store, 'ada', 'r1');
    await putSchedule(store, { id: 'later', nextAtMs: startMs + 2 });
    await putSchedule(store, { id: 'sooner', nextAtMs: startMs + 1 });
    await store.schedules.put({
      id: 'never',
      account: 'ada',
      recipeId: 'r1',
      cron: '0 0 30 2 *',
      timeZone: 'UTC',
      nowMs: startMs,
    });
    const due = async (dueMs: number, limit = 9) =>
      idsOf(await store.schedules.listDue({ dueMs, perAccount: 9, limit }));
    assert.deepEqual(await due(startMs), []);
    assert.deepEqual(await due(startMs + 1), ['sooner']);
    assert.deepEqual(await due(startMs + 2), ['sooner', 'later']);
    assert.deepEqual(await due(startMs + 2, 1), ['sooner']);
  },
  'due schedules are listed from each account in turn, and so many of one account at most': async (
    store,
  ) => {
    for (const account of ['ada', 'bob', 'cora']) {
      await addAccount(store, account);
      await putRecipe(store, account, `r-${account}`);
    }
    const put = (account: string, id: string, afterMs: number) => {
      const at = { nextAtMs: startMs + afterMs };
      return putSchedule(store, { id, account, recipeId: `r-${account}`, ...at });
    };
    for (let number = 0; number < 5; number += 1) await put('ada', `ada-${number}`, number);
    await put('cora', 'cora-0', 7);
    await put('bob', 'bob-1', 9);
    await put('bob', 'bob-0', 8);
    const due = async (perAccount: number, limit: number) =>
      idsOf(await store.schedules.listDue({ dueMs: startMs + 9, perAccount, limit }));
    const turns = ['ada-0', 'cora-0', 'bob-0', 'ada-1', 'bob-1'];
    assert.deepEqual(await due(2, 9), turns);
    assert.deepEqual(await due(2, 3), turns.slice(0, 3));
    assert.deepEqual(await due(9, 9), [...turns, 'ada-2', 'ada-3', 'ada-4']);
  },
  'refused ticks are counted, the newest is kept, and too many in a row pause the schedule until it is put again':
    async (store) => {
      await addAccount(store, 'ada');
      await putRecipe(store, 'ada', 'r1');
      const created = await putSchedule(store);
      const refuse = async (dueAtMs: number, reason: string) => {
        await store.schedules.claimTick({ id: 's1', dueAtMs, nextAtMs: dueAtMs + 60, nowMs: 7 });
        const refusal = { id: 's1', dueAtMs, reason, pauseAfter: 3, nowMs: dueAtMs + 1 };
        return store.schedules.refuseTick(refusal);
      };
      const listTicks = () => store.schedules.listTicks({ account: 'ada', id: 's1', limit: 9 });
      const tick = { scheduleId: 's1', claimedAtMs: 7 };
      assert.deepEqual(await refuse(startMs, 'no credits'), {
        ...created,
        nextAtMs: startMs + 60,
        ...refusals(1, 'no credits', startMs),
      });
      await refuse(startMs + 60, 'no plan');
      assert.deepEqual(await listTicks(), [{ ...tick, dueAtMs: startMs + 60, error: 'no plan' }]);
      // A run in between begins a new row.
      await store.schedules.claimTick({
        id: 's1',
        dueAtMs: startMs + 120,
        nextAtMs: startMs + 180,
        nowMs: 7,
      });
      await store.schedules.finishTick({ id: 's1', dueAtMs: startMs + 120, runId: 'run' });
      assert.deepEqual(await store.schedules.list({ account: 'ada' }), [
        { ...created, nextAtMs: startMs + 180 },
      ]);
      await refuse(startMs + 180, 'no credits');
      await refuse(startMs + 240, 'no credits');
      const { nextAtMs: _, ...timeless } = created;
      const paused = {
        ...timeless,
        ...refusals(3, 'no credits', startMs + 300),
        pausedAtMs: startMs + 301,
      };
      assert.deepEqual(await refuse(startMs + 300, 'no credits'), paused);
      assert.deepEqual(await store.schedules.list({ account: 'ada' }), [paused]);
      assert.deepEqual(
        (await listTicks()).map(({ dueAtMs }) => dueAtMs - startMs),
        [300, 120, 60],
      );
      const everything = { dueMs: startMs + 1_000_000, perAccount: 9, limit: 9 };
      assert.deepEqual(await store.schedules.listDue(everything), []);
      assert.deepEqual(await putSchedule(store), created);
      assert.deepEqual(await store.schedules.list({ account: 'ada' }), [created]);
      await store.schedules.delete({ account: 'ada', id: 's1' });
      assert.equal(await refuse(startMs + 360, 'no credits'), undefined);
    },
  'of many claims of a tick one gets it, and the next tick is set': async (store) => {
    await addAccount(store, 'ada');
    await putRecipe(store, 'ada', 'r1');
    await putSchedule(store);
    const claim = { id: 's1', dueAtMs: startMs, nextAtMs: startMs + 60, nowMs: startMs + 1 };
    const claims = await Promise.all([1, 2, 3].map(() => store.schedules.claimTick(claim)));
    assert.equal(claims.filter(Boolean).length, 1);
    assert.equal((await store.schedules.list({ account: 'ada' }))[0]?.nextAtMs, startMs + 60);
    assert.deepEqual(await store.schedules.listTicks({ account: 'ada', id: 's1', limit: 9 }), [
      { scheduleId: 's1', dueAtMs: startMs, claimedAtMs: startMs + 1 },
    ]);
  },
  'what came of each tick is listed, newest first, for its account alone': async (store) => {
    await addAccount(store, 'ada');
    await putRecipe(store, 'ada', 'r1');
    await putSchedule(store);
    const claim = { id: 's1', nowMs: startMs };
    await store.schedules.claimTick({ ...claim, dueAtMs: startMs, nextAtMs: startMs + 60 });
    await store.schedules.finishTick({ id: 's1', dueAtMs: startMs, runId: 'run' });
    await store.schedules.claimTick({ ...claim, dueAtMs: startMs + 60 });
    await store.schedules.finishTick({ id: 's1', dueAtMs: startMs + 60, error: 'no credits' });
    const tick = { scheduleId: 's1', claimedAtMs: startMs };
    assert.deepEqual(await store.schedules.listTicks({ account: 'ada', id: 's1', limit: 9 }), [
      { ...tick, dueAtMs: startMs + 60, error: 'no credits' },
      { ...tick, dueAtMs: startMs, runId: 'run' },
    ]);
    assert.deepEqual(await store.schedules.listTicks({ account: 'bob', id: 's1', limit: 9 }), []);
    assert.ok(!('nextAtMs' in ((await store.schedules.list({ account: 'ada' }))[0] ?? {})));
    const unclaimed = store.schedules.finishTick({ id: 's1', dueAtMs: 7, error: 'none' });
    await refusalOf(unclaimed, 'not_found');
  },
});

function refusals(count: number, reason: string, lastDueAtMs: number): Pick<Schedule, 'refusals'> {
  return { refusals: { count, reason, lastDueAtMs } };
}
