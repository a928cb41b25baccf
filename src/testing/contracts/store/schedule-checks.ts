import assert from 'node:assert/strict';
import type { Store } from '../../../contracts/store/store.ts';
import type { ContractCheck } from '../../contract-check.ts';
import { refusalOf } from '../../contract-check.ts';
import { addAccount, putRecipe, putSchedule, startMs } from './samples.ts';

/** What a store promises of schedules. */
export const scheduleChecks: readonly ContractCheck<Store>[] = [
  {
    name: 'a schedule is created, replaced, listed and deleted by its account alone',
    run: async (store) => {
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
      const refusals = await Promise.all(stolen.map(refusalOf));
      for (const { code } of refusals) assert.equal(code, 'not_found');
      assert.deepEqual(await store.schedules.list({ account: 'ada' }), [second]);
      await store.schedules.delete({ account: 'ada', id: 's1' });
      assert.deepEqual(await store.schedules.list({ account: 'ada' }), []);
    },
  },
  {
    name: 'due schedules are listed, the longest due first',
    run: async (store) => {
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
        (await store.schedules.list({ dueMs, limit })).map(toId);
      assert.deepEqual(await due(startMs), []);
      assert.deepEqual(await due(startMs + 1), ['sooner']);
      assert.deepEqual(await due(startMs + 2), ['sooner', 'later']);
      assert.deepEqual(await due(startMs + 2, 1), ['sooner']);
    },
  },
  {
    name: 'of many claims of a tick one gets it, and the next tick is set',
    run: async (store) => {
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
  },
  {
    name: 'what came of each tick is listed, newest first, for its account alone',
    run: async (store) => {
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
      assert.equal((await refusalOf(unclaimed)).code, 'not_found');
    },
  },
];

function toId({ id }: { readonly id: string }): string {
  return id;
}
