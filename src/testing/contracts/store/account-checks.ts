import assert from 'node:assert/strict';
import type { AccountChange } from '../../../contracts/store/account-store.ts';
import type { ApiKey } from '../../../contracts/store/key-store.ts';
import type { Schedule } from '../../../contracts/store/schedule-store.ts';
import type { Store } from '../../../contracts/store/store.ts';
import type { ContractCheck } from '../../contract-check.ts';
import { refusalOf } from '../../contract-check.ts';
import { addAccount, addRun, completeRun, putRecipe, samplePlan, startMs } from './samples.ts';

/** What a store promises of accounts and their keys. */
export const accountChecks: readonly ContractCheck<Store>[] = [
  {
    name: 'a store that can be written answers a ping',
    run: async (store) => {
      assert.equal(await store.ping(), undefined);
    },
  },
  {
    name: 'a new account has its credits, as an entry of the ledger',
    run: async (store) => {
      const account = await addAccount(store, 'ada', 10);
      assert.deepEqual(account, {
        id: 'ada',
        plan: samplePlan,
        createdAtMs: startMs,
        emailVerifiedAtMs: startMs,
      });
      assert.deepEqual(await store.accounts.find('ada'), account);
      assert.deepEqual(await store.ledger.balance('ada'), { balance: 10, held: 0 });
      const entries = await store.ledger.listEntries({ account: 'ada', limit: 5 });
      assert.deepEqual(
        entries.map(({ credits, kind }) => ({ credits, kind })),
        [{ credits: 10, kind: 'grant' }],
      );
    },
  },
  {
    name: 'an account is created once, and a second try grants nothing',
    run: async (store) => {
      await addAccount(store, 'ada', 10);
      assert.equal((await refusalOf(addAccount(store, 'ada', 10))).code, 'conflict');
      assert.deepEqual(await store.ledger.balance('ada'), { balance: 10, held: 0 });
    },
  },
  {
    name: 'an unknown account is absent, and cannot be changed',
    run: async (store) => {
      assert.equal(await store.accounts.find('nobody'), undefined);
      assert.equal((await refusalOf(change(store, { kind: 'suspend' }))).code, 'not_found');
    },
  },
  {
    name: 'accounts are listed oldest first, page by page',
    run: async (store) => {
      for (const id of ['c', 'a', 'b']) await addAccount(store, id);
      const first = await store.accounts.list({ limit: 2 });
      assert.deepEqual(first.map(toId), ['c', 'a']);
      assert.deepEqual((await store.accounts.list({ limit: 2, after: 'a' })).map(toId), ['b']);
      assert.deepEqual(await store.accounts.list({ limit: 2, after: 'nobody' }), []);
    },
  },
  {
    name: 'verifying and suspending keep their first moment, and resuming undoes suspending',
    run: async (store) => {
      await store.accounts.create({
        id: 'ada',
        plan: samplePlan,
        credits: 0,
        emailVerified: false,
        nowMs: startMs,
      });
      assert.equal((await store.accounts.find('ada'))?.emailVerifiedAtMs, undefined);
      await change(store, { kind: 'verify-email' }, 1);
      await change(store, { kind: 'verify-email' }, 2);
      await change(store, { kind: 'suspend' }, 3);
      const suspended = await change(store, { kind: 'suspend' }, 4);
      assert.equal(suspended.emailVerifiedAtMs, startMs + 1);
      assert.equal(suspended.suspendedAtMs, startMs + 3);
      assert.ok(!('suspendedAtMs' in (await change(store, { kind: 'resume' }, 5))));
    },
  },
  {
    name: 'plan and webhook can be set, and the webhook removed',
    run: async (store) => {
      await addAccount(store, 'ada');
      const plan = { ...samplePlan, inFlight: 1, schedulesAllowed: false };
      const webhook = { url: 'https://hooks.example/', headers: { a: 'b' }, events: [] };
      await change(store, { kind: 'set-plan', plan });
      await change(store, { kind: 'set-webhook', webhook });
      const changed = await store.accounts.find('ada');
      assert.deepEqual(changed?.plan, plan);
      assert.deepEqual(changed.webhook, webhook);
      assert.ok(!('webhook' in (await change(store, { kind: 'set-webhook' }))));
    },
  },
  {
    name: 'usage shows the plan, the credits, the runs, the schedules and the newest run of one account',
    run: async (store) => {
      const query = { id: 'ada', sinceMs: startMs };
      assert.equal(await store.accounts.usage(query), undefined);
      await addAccount(store, 'ada', 100);
      await addAccount(store, 'bob', 100);
      assert.deepEqual(await store.accounts.usage(query), {
        plan: samplePlan,
        credits: { balance: 100, held: 0 },
        runs: 0,
        schedules: 0,
      });
      await putRecipe(store, 'ada');
      await addSchedule(store, 'ada');
      await addRun(store, { id: 'old' });
      await addRun(store, { id: 'new', nowMs: startMs + 1 });
      await addRun(store, { id: 'not hers', account: 'bob', nowMs: startMs + 1 });
      await store.runs.start({ id: 'new', nowMs: startMs + 2 });
      const { result: _long, ...lastRun } = await completeRun(store, 'new');
      assert.deepEqual(await store.accounts.usage(query), {
        plan: samplePlan,
        credits: { balance: 98, held: 2 },
        runs: 1,
        schedules: 1,
        lastRun,
      });
    },
  },
  {
    name: 'a requested deletion is listed when it is due, until it is cancelled',
    run: async (store) => {
      await addAccount(store, 'ada');
      await addAccount(store, 'bob');
      const scheduledForMs = startMs + 1_000;
      await change(store, { kind: 'request-deletion', scheduledForMs });
      const again = await change(store, { kind: 'request-deletion', scheduledForMs: startMs });
      assert.equal(again.deletionScheduledForMs, scheduledForMs);
      const due = (deletionDueMs: number) => store.accounts.list({ limit: 9, deletionDueMs });
      assert.deepEqual(await due(scheduledForMs - 1), []);
      assert.deepEqual((await due(scheduledForMs)).map(toId), ['ada']);
      await change(store, { kind: 'cancel-deletion' });
      assert.deepEqual(await due(scheduledForMs), []);
    },
  },
  {
    name: 'an account whose deletion is due counts as deleted from that moment on, confirmed or not',
    run: async (store) => {
      await addAccount(store, 'ada', 10);
      const key = await addKey(store, 'k1', 'hash');
      const dueMs = startMs + 10;
      await change(store, { kind: 'request-deletion', scheduledForMs: dueMs });
      const found = (nowMs: number) => store.keys.authenticate({ hash: 'hash', nowMs });
      assert.deepEqual(await found(dueMs - 1), key);
      assert.equal(await found(dueMs), undefined);
      for (const kind of ['cancel-deletion', 'resume'] as const) {
        assert.equal((await refusalOf(change(store, { kind }, 10))).code, 'conflict');
      }
      const late = { account: 'ada', nowMs: dueMs };
      const another = { id: 'k2', hash: 'another', label: 'l', last4: 'x9Zk' };
      assert.equal((await refusalOf(store.keys.create({ ...another, ...late }))).code, 'conflict');
      assert.equal((await refusalOf(addRun(store, { id: 'run', ...late }))).code, 'conflict');
      const deleted = await change(store, { kind: 'confirm-deletion' }, 99);
      assert.equal(deleted.deletedAtMs, dueMs);
      assert.deepEqual(await store.accounts.find('ada'), deleted);
      assert.equal((await store.keys.list({ account: 'ada' }))[0]?.revokedAtMs, startMs + 99);
    },
  },
  {
    name: 'a deletion that was not requested is neither cancelled nor confirmed',
    run: async (store) => {
      await addAccount(store, 'ada');
      for (const kind of ['cancel-deletion', 'confirm-deletion'] as const) {
        assert.equal((await refusalOf(change(store, { kind }))).code, 'conflict');
      }
    },
  },
  {
    name: 'a confirmed deletion revokes the keys, removes the schedules, and is final',
    run: async (store) => {
      await addAccount(store, 'ada');
      await putRecipe(store, 'ada');
      await addKey(store, 'k1', 'hash');
      await addSchedule(store, 'ada');
      await change(store, { kind: 'request-deletion', scheduledForMs: startMs + 9 });
      const deleted = await change(store, { kind: 'confirm-deletion' }, 3);
      assert.equal(deleted.deletedAtMs, startMs + 3);
      assert.ok(!('deletionScheduledForMs' in deleted));
      assert.equal(await store.keys.authenticate({ hash: 'hash', nowMs: startMs }), undefined);
      assert.equal((await store.keys.list({ account: 'ada' }))[0]?.revokedAtMs, startMs + 3);
      assert.deepEqual(await store.schedules.list({ account: 'ada' }), []);
      assert.deepEqual(await change(store, { kind: 'confirm-deletion' }, 4), deleted);
      for (const kind of ['resume', 'cancel-deletion'] as const) {
        assert.equal((await refusalOf(change(store, { kind }))).code, 'conflict');
      }
      assert.equal((await refusalOf(addKey(store, 'k2', 'other'))).code, 'conflict');
    },
  },
  {
    name: 'a key is found by its hash',
    run: async (store) => {
      await addAccount(store, 'ada');
      const key = await addKey(store, 'k1', 'hash');
      assert.deepEqual(await store.keys.authenticate({ hash: 'hash', nowMs: startMs }), key);
      assert.equal(await store.keys.authenticate({ hash: 'another', nowMs: startMs }), undefined);
      assert.deepEqual(key, {
        id: 'k1',
        account: 'ada',
        label: 'of k1',
        last4: 'x9Zk',
        createdAtMs: startMs,
      });
    },
  },
  {
    name: 'a revoked key is unknown from the next look on, and stays listed',
    run: async (store) => {
      await addAccount(store, 'ada');
      await addKey(store, 'k1', 'hash 1');
      await addKey(store, 'k2', 'hash 2');
      const request = { account: 'ada', id: 'k1', nowMs: startMs + 1 };
      await store.keys.revoke(request);
      const again = await store.keys.revoke({ ...request, nowMs: startMs + 2 });
      assert.equal(again.revokedAtMs, startMs + 1);
      assert.equal(await store.keys.authenticate({ hash: 'hash 1', nowMs: startMs }), undefined);
      assert.notEqual(await store.keys.authenticate({ hash: 'hash 2', nowMs: startMs }), undefined);
      assert.deepEqual((await store.keys.list({ account: 'ada' })).map(toId), ['k1', 'k2']);
    },
  },
  {
    name: 'keys belong to their account alone',
    run: async (store) => {
      await addAccount(store, 'ada');
      await addAccount(store, 'bob');
      await addKey(store, 'k1', 'hash');
      assert.deepEqual(await store.keys.list({ account: 'bob' }), []);
      const stolen = store.keys.revoke({ account: 'bob', id: 'k1', nowMs: startMs });
      assert.equal((await refusalOf(stolen)).code, 'not_found');
      assert.notEqual(await store.keys.authenticate({ hash: 'hash', nowMs: startMs }), undefined);
    },
  },
  {
    name: 'ids and hashes of keys serve once, and only for accounts that exist',
    run: async (store) => {
      assert.equal((await refusalOf(addKey(store, 'k1', 'hash'))).code, 'not_found');
      await addAccount(store, 'ada');
      await addKey(store, 'k1', 'hash');
      assert.equal((await refusalOf(addKey(store, 'k1', 'other'))).code, 'conflict');
      assert.equal((await refusalOf(addKey(store, 'k2', 'hash'))).code, 'conflict');
    },
  },
];

function change(store: Store, what: AccountChange, afterMs = 0) {
  return store.accounts.change({ id: 'ada', change: what, nowMs: startMs + afterMs });
}

function addSchedule(store: Store, account: string): Promise<Schedule> {
  const times = { cron: '* * * * *', timeZone: 'UTC', nextAtMs: startMs, nowMs: startMs };
  return store.schedules.put({ id: 's1', account, recipeId: 'recipe', ...times });
}

function addKey(store: Store, id: string, hash: string): Promise<ApiKey> {
  const label = `of ${id}`;
  return store.keys.create({ id, account: 'ada', hash, label, last4: 'x9Zk', nowMs: startMs });
}

function toId({ id }: { readonly id: string }): string {
  return id;
}
