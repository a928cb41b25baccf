import assert from 'node:assert/strict';
import type { Store } from '../../../contracts/store/store.ts';
import type { ContractCheck } from '../../contract-check.ts';
import { refusalOf } from '../../contract-check.ts';
import { addAccount, putRecipe, putSchedule, startMs } from './samples.ts';

/** What a store promises of recipes. */
export const recipeChecks: readonly ContractCheck<Store>[] = [
  {
    name: 'a recipe comes back as it was put',
    run: async (store) => {
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
        document,
        webhook,
        enabled: true,
        revision: 1,
        createdAtMs: startMs,
        updatedAtMs: startMs,
      });
      assert.deepEqual(await store.recipes.find({ account: 'ada', id: 'r1' }), put);
    },
  },
  {
    name: 'what the caller does to his document afterwards changes nothing',
    run: async (store) => {
      await addAccount(store, 'ada');
      const document = { steps: ['one'] };
      const put = store.recipes.put({ id: 'r1', account: 'ada', document, nowMs: startMs });
      await put;
      document.steps.push('two');
      const found = await store.recipes.find({ account: 'ada', id: 'r1' });
      assert.deepEqual(found?.document, { steps: ['one'] });
    },
  },
  {
    name: 'putting a recipe again keeps whether it is enabled, and forgets its webhook and fingerprints',
    run: async (store) => {
      await addAccount(store, 'ada');
      const reference = { account: 'ada', id: 'r1' };
      await store.recipes.put({
        ...reference,
        document: 1,
        webhook: { url: 'https://hooks.example/', headers: {}, events: [] },
        nowMs: startMs,
      });
      await store.recipes.setEnabled({ ...reference, enabled: false, nowMs: startMs + 1 });
      await store.recipes.saveFingerprints({ ...reference, revision: 1, fingerprints: { a: 1 } });
      assert.deepEqual((await store.recipes.find(reference))?.fingerprints, { a: 1 });
      const put = await store.recipes.put({ ...reference, document: 2, nowMs: startMs + 2 });
      assert.deepEqual(put, {
        ...reference,
        document: 2,
        enabled: false,
        revision: 2,
        createdAtMs: startMs,
        updatedAtMs: startMs + 2,
      });
    },
  },
  {
    name: 'fingerprints of an older revision are not kept',
    run: async (store) => {
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
  },
  {
    name: 'recipes of another account do not exist',
    run: async (store) => {
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
      const refusals = await Promise.all(attempts.map(refusalOf));
      for (const { code } of refusals) assert.equal(code, 'not_found');
      const mine = await store.recipes.find({ account: 'ada', id: 'r1' });
      assert.deepEqual([mine?.revision, mine?.enabled], [1, true]);
    },
  },
  {
    name: 'recipes are listed newest first, page by page',
    run: async (store) => {
      await addAccount(store, 'ada');
      for (const id of ['b', 'c', 'a']) await putRecipe(store, 'ada', id);
      const first = await store.recipes.list({ account: 'ada', limit: 2 });
      assert.deepEqual(first.map(toId), ['a', 'c']);
      const second = await store.recipes.list({ account: 'ada', limit: 2, before: 'c' });
      assert.deepEqual(second.map(toId), ['b']);
      assert.deepEqual(
        await store.recipes.list({ account: 'ada', limit: 2, before: 'nobody' }),
        [],
      );
    },
  },
  {
    name: 'a deleted recipe is gone with its schedules',
    run: async (store) => {
      await addAccount(store, 'ada');
      await putRecipe(store, 'ada', 'r1');
      await putSchedule(store);
      await store.recipes.delete({ account: 'ada', id: 'r1' });
      assert.equal(await store.recipes.find({ account: 'ada', id: 'r1' }), undefined);
      assert.deepEqual(await store.schedules.list({ account: 'ada' }), []);
      const again = store.recipes.delete({ account: 'ada', id: 'r1' });
      assert.equal((await refusalOf(again)).code, 'not_found');
    },
  },
];

function toId({ id }: { readonly id: string }): string {
  return id;
}
