import assert from 'node:assert/strict';
import type { FreeKind, RateLimits } from '../../src/runtime/contracts/store/request-store.ts';
import type { Store, SweepBounds } from '../../src/runtime/contracts/store/store.ts';
import { type ContractCheck, refusalOf, toChecks } from './contract-check.ts';
import { ledgerContract } from './ledger-contract.ts';
import { accountChecks, planChecks } from './store/account-checks.ts';
import { admissionChecks, admit, admitFree } from './store/admission-checks.ts';
import { deliveryChecks, historyChecks } from './store/history-checks.ts';
import { recipeChecks, scheduleChecks } from './store/recipe-checks.ts';
import { runChecks, runEndChecks } from './store/run-checks.ts';
import {
  addAccount,
  addRun,
  completeRun,
  putRecipe,
  putSchedule,
  sampleDelivery,
  startMs,
  startSampleRun,
  stopRun,
  idsOf,
} from './store/samples.ts';
import { signInChecks } from './store/sign-in-checks.ts';

/** Nothing is old enough, but for what a check says otherwise. */
const keepAll: SweepBounds = {
  nowMs: startMs + 1_000,
  holdAgeMs: Number.MAX_SAFE_INTEGER,
  runAgeMs: 1_000_000,
  deliveryAgeMs: 1_000_000,
  tickAgeMs: 1_000_000,
  limit: 100,
};

/** What a store promises of forgetting. */
const sweepChecks: readonly ContractCheck<Store>[] = toChecks({
  'ended runs are forgotten once they are old enough, but for the newest of each account': async (
    store,
  ) => {
    await addAccount(store, 'ada', 100);
    for (const id of ['first', 'second', 'third']) {
      await startSampleRun(store, { id });
      await completeRun(store, id);
    }
    const runAgeMs = keepAll.nowMs - (startMs + 5);
    assert.equal(await store.sweep({ ...keepAll, runAgeMs: runAgeMs + 1 }), 0);
    assert.equal(await store.sweep({ ...keepAll, runAgeMs }), 2);
    assert.equal(await store.sweep({ ...keepAll, runAgeMs }), 0);
    const left = await store.runs.list({ account: 'ada', limit: 9 });
    assert.deepEqual(idsOf(left), ['third']);
  },
  'runs that have not ended are never forgotten': async (store) => {
    await addAccount(store, 'ada', 100);
    await addRun(store, { id: 'queued' });
    await startSampleRun(store, { id: 'running' });
    await addRun(store, { id: 'newest' });
    assert.equal(await store.sweep({ ...keepAll, runAgeMs: 0 }), 0);
    assert.equal((await store.runs.list({ account: 'ada', limit: 9 })).length, 3);
  },
  'what was charged stays charged when its run and its hold are forgotten': async (store) => {
    await addAccount(store, 'ada', 100);
    await startSampleRun(store);
    await completeRun(store);
    await addRun(store, { id: 'newest' });
    await store.ledger.hold({ id: 'h1', account: 'ada', credits: 5 });
    await store.ledger.post('h1', 5);
    assert.equal(await store.sweep({ ...keepAll, runAgeMs: 0, holdAgeMs: 0 }), 2);
    const balance = { balance: 93, held: 2 };
    assert.deepEqual(await store.ledger.balance('ada'), balance);
    const entries = await store.ledger.listEntries({ account: 'ada', limit: 9 });
    const sum = entries.reduce((total, { credits }) => total + credits, 0);
    assert.equal(sum, balance.balance);
  },
  'a closed hold is known until it is deleted, and an open one always': async (store) => {
    await addAccount(store, 'ada', 100);
    for (const id of ['open', 'settled']) {
      await store.ledger.hold({ id, account: 'ada', credits: 5 });
    }
    await store.ledger.void('settled');
    assert.equal(await store.sweep(keepAll), 0);
    await refusalOf(store.ledger.void('settled'), 'conflict');
    assert.equal(await store.sweep({ ...keepAll, holdAgeMs: 0 }), 1);
    await refusalOf(store.ledger.void('settled'), 'not_found');
    assert.deepEqual(await store.ledger.post('open', 5), { balance: 95, held: 0 });
  },
  'deliveries are forgotten once their attempt is over and old enough': async (store) => {
    await addAccount(store, 'ada', 100);
    for (const id of ['done', 'under way', 'waiting']) {
      await addRun(store, { id });
      await stopRun(store, 'failed', id, sampleDelivery(id));
    }
    await store.deliveries.claim({ nowMs: startMs + 6 });
    await store.deliveries.finish({ id: 'done', responseStatus: 200, nowMs: startMs + 7 });
    await store.deliveries.claim({ nowMs: startMs + 8 });
    const deliveryAgeMs = keepAll.nowMs - (startMs + 7);
    assert.equal(await store.sweep({ ...keepAll, deliveryAgeMs: deliveryAgeMs + 1 }), 0);
    assert.equal(await store.sweep({ ...keepAll, deliveryAgeMs }), 1);
    const left = await store.deliveries.list({ account: 'ada', limit: 9 });
    assert.deepEqual(idsOf(left), ['waiting', 'under way']);
  },
  'ticks are forgotten once they are old enough, and expired idempotency keys at once': async (
    store,
  ) => {
    await addAccount(store, 'ada', 100);
    await putRecipe(store, 'ada', 'r1');
    await putSchedule(store);
    await store.schedules.claimTick({ id: 's1', dueAtMs: startMs, nowMs: startMs });
    const asked = { account: 'ada', digest: 'd', nowMs: startMs };
    await store.idempotency.begin({ ...asked, key: 'old', expiresAtMs: keepAll.nowMs });
    await store.idempotency.begin({ ...asked, key: 'new', expiresAtMs: keepAll.nowMs + 1 });
    assert.equal(await store.sweep(keepAll), 1);
    const again = { ...asked, expiresAtMs: keepAll.nowMs + 1 };
    assert.deepEqual(await store.idempotency.begin({ ...again, key: 'old' }), { state: 'new' });
    assert.deepEqual(await store.idempotency.begin({ ...again, key: 'new' }), { state: 'busy' });
    const listTicks = () => store.schedules.listTicks({ account: 'ada', id: 's1', limit: 9 });
    assert.equal((await listTicks()).length, 1);
    assert.equal(await store.sweep({ ...keepAll, tickAgeMs: 1_000 }), 1);
    assert.deepEqual(await listTicks(), []);
  },
  'no more is forgotten at once than is asked for': async (store) => {
    await addAccount(store, 'ada', 100);
    for (const id of ['a', 'b', 'c', 'd']) {
      await addRun(store, { id });
      await stopRun(store, 'failed', id);
    }
    const bounds = { ...keepAll, runAgeMs: 0, limit: 2 };
    assert.equal(await store.sweep(bounds), 2);
    assert.equal(await store.sweep(bounds), 1);
    assert.equal(await store.sweep(bounds), 0);
  },
});

/** What every store promises. Give each check a store of its own, empty. */
export const storeContract: readonly ContractCheck<Store>[] = [
  ...ledgerContract.map(({ name, run }) => ({
    name: `ledger: ${name}`,
    run: (store: Store) => run(store.ledger),
  })),
  ...admissionChecks,
  ...accountChecks,
  ...recipeChecks,
  ...scheduleChecks,
  ...planChecks,
  ...runChecks,
  ...runEndChecks,
  ...deliveryChecks,
  ...sweepChecks,
  ...historyChecks,
  ...signInChecks,
];

/** Opens one more store object on the same storage. */
export type OpenStore = () => Store;

/** What every store promises beyond that whose data outlives it. Give each check a storage of its own, empty. */
export const durableStoreContract: readonly ContractCheck<OpenStore>[] = toChecks({
  'what one store object did is there for the next one': async (open) => {
    const first = open();
    const account = await addAccount(first, 'ada', 100);
    await startSampleRun(first);
    const run = await completeRun(first, 'run', sampleDelivery('d1'));
    await first.close();
    const second = open();
    assert.deepEqual(await second.accounts.find('ada'), account);
    assert.deepEqual(await second.runs.find({ account: 'ada', id: 'run' }), run);
    assert.deepEqual(await second.ledger.balance('ada'), { balance: 98, held: 0 });
    assert.deepEqual(await second.deliveries.claim({ nowMs: startMs }), {
      ...sampleDelivery('d1'),
      account: 'ada',
      runId: 'run',
      recipeId: run.recipeId,
    });
    await second.close();
  },
  'what one does is seen by the others at once': async (open) => {
    const [one, other] = [open(), open()];
    await addAccount(one, 'ada', 10);
    assert.notEqual(await other.accounts.find('ada'), undefined);
    const key = { id: 'k', account: 'ada', hash: 'hash', label: 'l', last4: 'abcd' };
    await one.keys.create({ ...key, nowMs: startMs });
    assert.notEqual(await other.keys.authenticate({ hash: 'hash', nowMs: startMs }), undefined);
    await other.keys.revoke({ account: 'ada', id: 'k', nowMs: startMs });
    assert.equal(await one.keys.authenticate({ hash: 'hash', nowMs: startMs }), undefined);
    await other.ledger.grant('ada', 5);
    assert.deepEqual(await one.ledger.balance('ada'), { balance: 15, held: 0 });
    await Promise.all([one.close(), other.close()]);
  },
  'what a living store object has under way is not recovered': async (open) => {
    const [one, other] = [open(), open()];
    await addAccount(one, 'ada', 100);
    await one.ledger.hold({ id: 'h1', account: 'ada', credits: 5 });
    await startSampleRun(one);
    assert.deepEqual(await other.recover(), []);
    assert.deepEqual(await one.recover(), []);
    assert.deepEqual(await other.ledger.balance('ada'), { balance: 100, held: 7 });
    await Promise.all([one.close(), other.close()]);
  },
  'the holds of one that is gone are freed, and its runs are given until they have ended': async (
    open,
  ) => {
    const one = open();
    await addAccount(one, 'ada', 100);
    await one.ledger.hold({ id: 'h1', account: 'ada', credits: 5 });
    await addRun(one, { id: 'queued' });
    await startSampleRun(one, { id: 'running' });
    await startSampleRun(one, { id: 'completed' });
    await completeRun(one, 'completed');
    await one.close();
    const other = open();
    for (const _ of ['first', 'second']) {
      const runs = await other.recover();
      assert.deepEqual(idsOf(runs), ['queued', 'running']);
      assert.deepEqual(await other.ledger.balance('ada'), { balance: 98, held: 4 });
    }
    await stopRun(other, 'failed', 'queued');
    await stopRun(other, 'failed', 'running');
    assert.deepEqual(await other.recover(), []);
    assert.deepEqual(await other.ledger.balance('ada'), { balance: 98, held: 0 });
    await other.close();
  },
  'limits hold for all store objects together, and the places of one that is gone are free': async (
    open,
  ) => {
    const [one, other] = [open(), open()];
    await addAccount(one, 'ada', 100);
    const limits = { requestsPerMinute: 12, inFlight: 5 };
    const ask = (store: Store, name: string) =>
      Promise.allSettled(
        Array.from({ length: 10 }, (_, index) => admit(store, { id: `${name}${index}`, limits })),
      );
    const outcomes = (await Promise.all([ask(one, 'a'), ask(other, 'b')])).flat();
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 5);
    await one.close();
    const third = open();
    await third.recover();
    await other.close();
    await third.recover();
    const again = await ask(third, 'c');
    assert.equal(again.filter(({ status }) => status === 'fulfilled').length, 5);
    await third.close();
    const last = open();
    await last.recover();
    // What closed store objects had begun still counts in the minute.
    const left = await ask(last, 'd');
    assert.equal(left.filter(({ status }) => status === 'fulfilled').length, 2);
    await last.close();
  },
  'limits of what costs no credits hold for all store objects together, and the places of one that is gone are free':
    async (open) => {
      const [one, other] = [open(), open()];
      await addAccount(one, 'ada', 1);
      const perMinute = { requestsPerMinute: 5, inFlight: Infinity };
      const atOnce = { requestsPerMinute: Infinity, inFlight: 5 };
      const count = async (stores: readonly Store[], name: string): Promise<readonly number[]> => {
        const ask = (kind: FreeKind, limits: RateLimits) =>
          Array.from({ length: 10 }, (_, index) =>
            stores.map((store, of) =>
              admitFree(store, { id: `${name} ${of} ${index}`, kind, limits }),
            ),
          ).flat();
        const asked = [ask('dashboard', perMinute), ask('stream', atOnce)];
        const admissions = await Promise.all(asked.map((calls) => Promise.all(calls)));
        return admissions.map((all) => all.filter(({ state }) => state === 'admitted').length);
      };
      assert.deepEqual(await count([one, other], 'a'), [5, 5]);
      await other.recover();
      assert.deepEqual(await count([one, other], 'b'), [0, 0]);
      await Promise.all([one.close(), other.close()]);
      const third = open();
      await third.recover();
      // What closed store objects had begun still counts in the minute.
      assert.deepEqual(await count([third], 'c'), [0, 5]);
      await third.close();
    },
  'an idempotency key taken by one that is gone is free again': async (open) => {
    const [one, other] = [open(), open()];
    const question = { account: 'ada', key: 'k', digest: 'd' };
    const begin = { ...question, expiresAtMs: startMs + 100, nowMs: startMs };
    assert.deepEqual(await one.idempotency.begin(begin), { state: 'new' });
    assert.deepEqual(await other.idempotency.begin(begin), { state: 'busy' });
    await one.close();
    assert.deepEqual(await other.idempotency.begin(begin), { state: 'new' });
    assert.deepEqual(await other.idempotency.begin(begin), { state: 'busy' });
    await other.close();
  },
  'an attempt that was under way is never made again, and failed for all that anybody knows':
    async (open) => {
      const one = open();
      await addAccount(one, 'ada', 100);
      await addRun(one);
      await stopRun(one, 'failed', 'run', sampleDelivery('d1'));
      await one.deliveries.claim({ nowMs: startMs });
      const other = open();
      const look = async () => (await other.deliveries.list({ account: 'ada', limit: 1 }))[0];
      await other.recover();
      assert.equal((await look())?.state, 'attempted');
      await one.close();
      await other.recover();
      assert.equal(await other.deliveries.claim({ nowMs: startMs }), undefined);
      const delivery = await look();
      assert.equal(delivery?.state, 'failed');
      assert.match(delivery.error ?? '', /may have arrived/);
      assert.notEqual(delivery.completedAtMs, undefined);
      assert.ok(!('responseStatus' in delivery));
      const late = other.deliveries.finish({ id: 'd1', responseStatus: 200, nowMs: startMs });
      await assert.rejects(late, { code: 'conflict' });
      await other.close();
    },
  'after closing, everything is refused': async (open) => {
    const store = open();
    await store.ledger.grant('ada', 1);
    await store.close();
    await store.close();
    await assert.rejects(store.ledger.grant('ada', 1), { code: 'service_unavailable' });
    await assert.rejects(store.ledger.balance('ada'), { code: 'service_unavailable' });
  },
});
