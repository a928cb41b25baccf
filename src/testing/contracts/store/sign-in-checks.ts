import assert from 'node:assert/strict';
import type { Store } from '../../../contracts/store/store.ts';
import type { ContractCheck } from '../../contract-check.ts';
import { refusalOf } from '../../contract-check.ts';
import { addAccount, startMs } from './samples.ts';

/** What a store promises of e-mail addresses, sign-in links and sessions. */
export const signInChecks: readonly ContractCheck<Store>[] = [
  {
    name: 'a link is taken once, by one of many, and not once it has expired',
    run: async ({ signIns }) => {
      const link = { hash: 'h1', account: 'ada', email: 'ada@x.test', expiresAtMs: startMs + 10 };
      await signIns.createLink(link);
      const takes = await Promise.all(
        [1, 2, 3].map(() => signIns.takeLink({ hash: 'h1', nowMs: startMs })),
      );
      assert.deepEqual(
        takes.filter((taken) => taken !== undefined),
        [link],
      );
      await signIns.createLink({ hash: 'h2', expiresAtMs: startMs + 10 });
      assert.equal(await signIns.takeLink({ hash: 'h2', nowMs: startMs + 10 }), undefined);
      assert.equal(await signIns.takeLink({ hash: 'h2', nowMs: startMs }), undefined);
      assert.equal(await signIns.takeLink({ hash: 'unknown', nowMs: startMs }), undefined);
    },
  },
  {
    name: 'a session lasts until it is ended or over',
    run: async ({ signIns }) => {
      const session = {
        hash: 's1',
        account: 'ada',
        createdAtMs: startMs,
        expiresAtMs: startMs + 10,
      };
      await signIns.createSession(session);
      const find = (nowMs: number) => signIns.findSession({ hash: 's1', nowMs });
      assert.deepEqual(await find(startMs + 9), session);
      assert.equal(await find(startMs + 10), undefined);
      await signIns.endSession({ hash: 's1' });
      assert.equal(await find(startMs), undefined);
      await signIns.endSession({ hash: 'unknown' });
    },
  },
  {
    name: 'all sessions and links of an account end, and no others; the operator’s likewise',
    run: async ({ signIns }) => {
      const times = { createdAtMs: startMs, expiresAtMs: startMs + 10 };
      for (const account of ['ada', 'bob']) {
        await signIns.createSession({ hash: account, account, ...times });
        await signIns.createLink({ hash: account, account, expiresAtMs: startMs + 10 });
      }
      await signIns.createSession({ hash: 'operator', ...times });
      await signIns.endSessions({ account: 'ada' });
      const left = async () => {
        const hashes = ['ada', 'bob', 'operator'];
        const found = await Promise.all(
          hashes.map((hash) => signIns.findSession({ hash, nowMs: startMs })),
        );
        return found.flatMap((session) => (session === undefined ? [] : [session.hash]));
      };
      assert.deepEqual(await left(), ['bob', 'operator']);
      assert.equal(await signIns.takeLink({ hash: 'ada', nowMs: startMs }), undefined);
      await signIns.endSessions({});
      assert.deepEqual(await left(), ['bob']);
      assert.notEqual(await signIns.takeLink({ hash: 'bob', nowMs: startMs }), undefined);
    },
  },
  {
    name: 'an e-mail address is one account’s, and forgotten with it',
    run: async (store) => {
      const ada = await addAccount(store, 'ada');
      await addAccount(store, 'bob');
      const set = (id: string) =>
        store.accounts.change({
          id,
          change: { kind: 'verify-email', email: 'ada@x.test' },
          nowMs: startMs + 1,
        });
      assert.deepEqual(await set('ada'), { ...ada, email: 'ada@x.test' });
      assert.equal((await store.accounts.findByEmail('ada@x.test'))?.id, 'ada');
      assert.equal((await refusalOf(set('bob'))).code, 'conflict');
      const { plan } = ada;
      const second = { id: 'eve', plan, credits: 0, emailVerified: false, email: 'ada@x.test' };
      assert.equal(
        (await refusalOf(store.accounts.create({ ...second, nowMs: startMs }))).code,
        'conflict',
      );
      const end = (
        change: { kind: 'confirm-deletion' } | { kind: 'request-deletion'; scheduledForMs: number },
      ) => store.accounts.change({ id: 'ada', change, nowMs: startMs + 2 });
      const session = {
        hash: 's',
        account: 'ada',
        createdAtMs: startMs,
        expiresAtMs: startMs + 99,
      };
      await store.signIns.createSession(session);
      await end({ kind: 'request-deletion', scheduledForMs: startMs + 50 });
      await end({ kind: 'confirm-deletion' });
      assert.equal(await store.accounts.findByEmail('ada@x.test'), undefined);
      assert.equal(await store.signIns.findSession({ hash: 's', nowMs: startMs }), undefined);
      assert.equal((await set('bob')).email, 'ada@x.test');
    },
  },
  {
    name: 'a key remembers its latest use',
    run: async (store) => {
      await addAccount(store, 'ada');
      const key = { id: 'k', account: 'ada', hash: 'hash', label: 'l', last4: 'abcd' };
      await store.keys.create({ ...key, nowMs: startMs });
      for (const atMs of [startMs + 5, startMs + 2]) await store.keys.markUsed({ id: 'k', atMs });
      await store.keys.markUsed({ id: 'unknown', atMs: startMs });
      assert.deepEqual(
        (await store.keys.list({ account: 'ada' })).map(({ lastUsedAtMs }) => lastUsedAtMs),
        [startMs + 5],
      );
    },
  },
];
