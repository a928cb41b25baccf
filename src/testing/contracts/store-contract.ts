import assert from 'node:assert/strict';
import type { Store } from '../../contracts/store/store.ts';
import type { ContractCheck } from '../contract-check.ts';
import { ledgerContract } from './ledger-contract.ts';
import { accountChecks } from './store/account-checks.ts';
import { admissionChecks, admit } from './store/admission-checks.ts';
import { deliveryChecks } from './store/delivery-checks.ts';
import { historyChecks } from './store/history-checks.ts';
import { recipeChecks } from './store/recipe-checks.ts';
import { runChecks } from './store/run-checks.ts';
import { runEndChecks } from './store/run-end-checks.ts';
import {
  addAccount,
  addRun,
  completeRun,
  sampleDelivery,
  startMs,
  startSampleRun,
  stopRun,
} from './store/samples.ts';
import { scheduleChecks } from './store/schedule-checks.ts';
import { signInChecks } from './store/sign-in-checks.ts';
import { sweepChecks } from './store/sweep-checks.ts';

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
export const durableStoreContract: readonly ContractCheck<OpenStore>[] = [
  {
    name: 'what one store object did is there for the next one',
    run: async (open) => {
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
  },
  {
    name: 'what one does is seen by the others at once',
    run: async (open) => {
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
  },
  {
    name: 'what a living store object has under way is not recovered',
    run: async (open) => {
      const [one, other] = [open(), open()];
      await addAccount(one, 'ada', 100);
      await one.ledger.hold({ id: 'h1', account: 'ada', credits: 5 });
      await startSampleRun(one);
      assert.deepEqual(await other.recover(), []);
      assert.deepEqual(await one.recover(), []);
      assert.deepEqual(await other.ledger.balance('ada'), { balance: 100, held: 7 });
      await Promise.all([one.close(), other.close()]);
    },
  },
  {
    name: 'the holds of one that is gone are freed, and its runs are given until they have ended',
    run: async (open) => {
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
        assert.deepEqual(
          runs.map(({ id }) => id),
          ['queued', 'running'],
        );
        assert.deepEqual(await other.ledger.balance('ada'), { balance: 98, held: 4 });
      }
      await stopRun(other, 'failed', 'queued');
      await stopRun(other, 'failed', 'running');
      assert.deepEqual(await other.recover(), []);
      assert.deepEqual(await other.ledger.balance('ada'), { balance: 98, held: 0 });
      await other.close();
    },
  },
  {
    name: 'limits hold for all store objects together, and the places of one that is gone are free',
    run: async (open) => {
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
  },
  {
    name: 'an idempotency key taken by one that is gone is free again',
    run: async (open) => {
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
  },
  {
    name: 'an attempt that was under way is never made again, and failed for all that anybody knows',
    run: async (open) => {
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
  },
  {
    name: 'after closing, everything is refused',
    run: async (open) => {
      const store = open();
      await store.ledger.grant('ada', 1);
      await store.close();
      await store.close();
      await assert.rejects(store.ledger.grant('ada', 1), { code: 'service_unavailable' });
      await assert.rejects(store.ledger.balance('ada'), { code: 'service_unavailable' });
    },
  },
];
