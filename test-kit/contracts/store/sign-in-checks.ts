import assert from 'node:assert/strict';
import type {
  ChangedAccount,
  LinkKind,
  SignedIn,
  SignInLink,
} from '../../../src/runtime/contracts/store/sign-in-store.ts';
import type { Store } from '../../../src/runtime/contracts/store/store.ts';
import { type ContractCheck, refusalOf, toChecks } from '../contract-check.ts';
import { addAccount, startMs } from './samples.ts';

/** What a store promises of e-mail addresses, sign-in links and sessions. */
export const signInChecks: readonly ContractCheck<Store>[] = toChecks({
  'a link signs in once, one of many, and not once it has expired': async (store) => {
    const { signIns } = store;
    const ada = await addProved(store, 'ada');
    await signIns.createLink(ada.link('h1', 'sign-in'));
    const stays = await signIns.findLink({ hash: 'h1', nowMs: startMs });
    assert.deepEqual(stays, ada.link('h1', 'sign-in'));
    const begun = await Promise.all(
      ['s1', 's2', 's3'].map((session) => signInBy(store, 'h1', session)),
    );
    assert.deepEqual(
      begun.filter((signedIn) => signedIn !== undefined),
      [{ account: 'ada' }],
    );
    assert.equal((await listSessions(store, ['s1', 's2', 's3'])).length, 1);
    await signIns.createLink({ hash: 'h2', kind: 'sign-in', expiresAtMs: startMs + 10 });
    assert.equal(await signInBy(store, 'h2', 's4', { nowMs: startMs + 10 }), undefined);
    assert.equal(await signIns.findLink({ hash: 'h2', nowMs: startMs + 10 }), undefined);
    assert.deepEqual(await signInBy(store, 'h2', 's4', { before: 's1' }), {});
    assert.deepEqual(await listSessions(store, ['s1', 's4']), ['s4']);
    assert.equal(await signInBy(store, 'unknown', 's5'), undefined);
  },
  'of links that are asked for at once unless one is good, one is kept': async (store) => {
    const { signIns } = store;
    const ada = await addProved(store, 'ada');
    const ask = (hash: string, unlessGoodAtMs: number) =>
      signIns.createLink({ ...ada.link(hash, 'sign-in'), unlessGoodAtMs });
    const { expiresAtMs } = ada.link('h0', 'sign-in');
    const kept = await Promise.all(
      ['h1', 'h2', 'h3', 'h4'].map((hash) => ask(hash, expiresAtMs - 1)),
    );
    assert.equal(kept.filter(Boolean).length, 1);
    assert.equal(await ask('h5', expiresAtMs), true);
    assert.equal(await signIns.createLink(ada.link('h6', 'invite')), true);
  },
  'a link does what it is for, and nothing else': async (store) => {
    const { signIns, accounts } = store;
    const ada = await addProved(store, 'ada');
    for (const kind of ['sign-in', 'invite', 'confirm-address', 'restore-address'] as const) {
      await signIns.createLink(ada.link(kind, kind, kind === 'invite' ? ada.email : 'new@x.test'));
    }
    await signIns.createLink({ ...ada.link('sign-in', 'sign-in'), hash: 'own' });
    for (const hash of ['confirm-address', 'restore-address']) {
      assert.equal(await signInBy(store, hash, 's'), undefined);
    }
    for (const hash of ['own', 'invite']) assert.equal(await change(store, hash), undefined);
    // Sent to an address that the account does not have.
    assert.equal(await signInBy(store, 'sign-in', 's'), undefined);
    assert.equal((await accounts.find('ada'))?.email, ada.email);
    // Each is there still.
    assert.deepEqual(await signInBy(store, 'own', 's'), { account: 'ada' });
    assert.deepEqual(await signInBy(store, 'invite', 's2'), { account: 'ada' });
    assert.equal((await change(store, 'confirm-address'))?.after.email, 'new@x.test');
  },
  'a link that was sent to the account’s address verifies it, and one that was printed does not':
    async (store) => {
      const { plan } = await addAccount(store, 'other');
      const account = { id: 'ada', plan, credits: 0, emailVerified: false, email: 'ada@x.test' };
      await store.accounts.create({ ...account, nowMs: startMs });
      const link = { kind: 'sign-in', account: 'ada', expiresAtMs: startMs + 10 } as const;
      await store.signIns.createLink({ ...link, hash: 'printed' });
      await store.signIns.createLink({ ...link, hash: 'sent', email: 'ada@x.test' });
      assert.deepEqual(await signInBy(store, 'printed', 's1'), { account: 'ada' });
      assert.equal((await store.accounts.find('ada'))?.emailVerifiedAtMs, undefined);
      assert.deepEqual(await signInBy(store, 'sent', 's2'), { account: 'ada' });
      assert.equal((await store.accounts.find('ada'))?.emailVerifiedAtMs, startMs);
    },
  'an address changes once, with all sessions but one and all links from before, and leaves a way back':
    async (store) => {
      const { signIns } = store;
      const ada = await addProved(store, 'ada');
      const bob = await addProved(store, 'bob');
      for (const session of ['mine', 'other']) {
        await signIns.createLink(ada.link(session, 'sign-in'));
        await signInBy(store, session, session);
      }
      await signIns.createLink(bob.link('bob', 'sign-in'));
      await signIns.createLink(ada.link('old', 'sign-in'));
      await signIns.createLink(ada.link('early', 'confirm-address', 'typo@x.test'));
      await signIns.createLink(ada.link('confirm', 'confirm-address', 'new@x.test'));
      assert.equal(await change(store, 'early'), undefined);
      const waiting = { account: 'ada', kind: 'confirm-address', nowMs: startMs } as const;
      assert.equal((await signIns.findWaitingLink(waiting))?.hash, 'confirm');
      const changes = await Promise.all(
        ['b1', 'b2'].map((back) => change(store, 'confirm', { kept: 'mine', back })),
      );
      const [changed, ...more] = changes.filter((one) => one !== undefined);
      assert.deepEqual(more, []);
      assert.deepEqual(
        [changed?.before.email, changed?.after.email, changed?.wayBack?.email],
        [ada.email, 'new@x.test', ada.email],
      );
      assert.deepEqual(await listSessions(store, ['mine', 'other']), ['mine']);
      assert.equal(await signInBy(store, 'old', 's'), undefined);
      assert.equal(await signIns.findWaitingLink(waiting), undefined);
      assert.deepEqual(await signInBy(store, 'bob', 's'), { account: 'bob' });
    },
  'an address is put back with the end of all sessions, and an earlier way back outranks a later one':
    async (store) => {
      const { signIns, accounts } = store;
      const ada = await addProved(store, 'ada');
      const moveTo = async (email: string, back: string) => {
        await signIns.createLink(ada.link(email, 'confirm-address', email));
        assert.equal((await change(store, email, { back }))?.wayBack?.hash, back);
      };
      const emailOf = async () => (await accounts.find('ada'))?.email;
      await moveTo('second@x.test', 'first');
      await moveTo('third@x.test', 'second');
      await signIns.createLink({ ...ada.link('in', 'sign-in'), email: 'third@x.test' });
      await signInBy(store, 'in', 's');
      await signIns.endSessions({ account: 'ada' });
      assert.equal((await change(store, 'second', { back: 'none' }))?.wayBack, undefined);
      assert.equal(await emailOf(), 'second@x.test');
      await moveTo('fourth@x.test', 'third');
      await signIns.createLink({ ...ada.link('in', 'sign-in'), email: 'fourth@x.test' });
      await signInBy(store, 'in', 's');
      const restored = await change(store, 'first');
      assert.deepEqual([restored?.before.email, await emailOf()], ['fourth@x.test', ada.email]);
      assert.deepEqual(await listSessions(store, ['s']), []);
      assert.equal(await change(store, 'third'), undefined);
    },
  'an address that was never proved gets no way back, and one that is another account’s is refused with the link left':
    async (store) => {
      const { signIns } = store;
      const bob = await addProved(store, 'bob');
      const { plan } = await addAccount(store, 'other');
      const account = { id: 'ada', plan, credits: 0, emailVerified: false, email: 'typo@x.test' };
      await store.accounts.create({ ...account, nowMs: startMs });
      const link = {
        hash: 'confirm',
        kind: 'confirm-address',
        account: 'ada',
        expiresAtMs: startMs + 10,
      } as const;
      await signIns.createLink({ ...link, email: bob.email });
      await refusalOf(change(store, 'confirm'), 'conflict');
      assert.notEqual(await signIns.findLink({ hash: 'confirm', nowMs: startMs }), undefined);
      await signIns.createLink({ ...link, hash: 'next', email: 'ada@x.test' });
      const changed = await change(store, 'next');
      assert.deepEqual([changed?.after.email, changed?.wayBack], ['ada@x.test', undefined]);
    },
  'a suspension ends links and leaves sessions; the operator’s change of an address ends all of them':
    async (store) => {
      const { signIns, accounts } = store;
      const ada = await addProved(store, 'ada');
      await signIns.createLink(ada.link('in', 'sign-in'));
      await signInBy(store, 'in', 's');
      for (const kind of ['sign-in', 'invite', 'confirm-address', 'restore-address'] as const) {
        await signIns.createLink(ada.link(kind, kind));
      }
      const left = async () => {
        const kinds = ['sign-in', 'invite', 'confirm-address', 'restore-address'] as const;
        const found = await Promise.all(
          kinds.map((kind) => signIns.findWaitingLink({ account: 'ada', kind, nowMs: startMs })),
        );
        return found.flatMap((link) => (link === undefined ? [] : [link.kind]));
      };
      assert.equal((await left()).length, 4);
      await signIns.endLinks({ account: 'ada', kind: 'invite' });
      assert.deepEqual(await left(), ['sign-in', 'confirm-address', 'restore-address']);
      await accounts.change({ id: 'ada', change: { kind: 'suspend' }, nowMs: startMs });
      assert.deepEqual(await left(), ['restore-address']);
      assert.deepEqual(await listSessions(store, ['s']), ['s']);
      const verify = { kind: 'verify-email', email: 'operator@x.test' } as const;
      await accounts.change({ id: 'ada', change: verify, nowMs: startMs });
      assert.deepEqual(await left(), []);
      assert.deepEqual(await listSessions(store, ['s']), []);
    },
  'a session lasts until it is ended or over': async (store) => {
    const { signIns } = store;
    const session = { hash: 's1', createdAtMs: startMs, expiresAtMs: startMs + 10 };
    await signIns.createLink({ hash: 'h', kind: 'sign-in', expiresAtMs: startMs + 10 });
    await signInBy(store, 'h', 's1');
    const find = (nowMs: number) => signIns.findSession({ hash: 's1', nowMs });
    assert.deepEqual(await find(startMs + 9), session);
    assert.equal(await find(startMs + 10), undefined);
    await signIns.endSession({ hash: 's1' });
    assert.equal(await find(startMs), undefined);
    await signIns.endSession({ hash: 'unknown' });
  },
  'all sessions and links of an account end, and no others; the operator’s likewise': async (
    store,
  ) => {
    const { signIns } = store;
    for (const id of ['ada', 'bob']) {
      const { link } = await addProved(store, id);
      await signIns.createLink(link(id, 'sign-in'));
      await signInBy(store, id, id);
      await signIns.createLink(link(id, 'sign-in'));
    }
    await signIns.createLink({ hash: 'o', kind: 'sign-in', expiresAtMs: startMs + 10 });
    await signInBy(store, 'o', 'operator');
    await signIns.endSessions({ account: 'ada' });
    const left = () => listSessions(store, ['ada', 'bob', 'operator']);
    assert.deepEqual(await left(), ['bob', 'operator']);
    assert.equal(await signInBy(store, 'ada', 'again'), undefined);
    await signIns.endSessions({});
    assert.deepEqual(await left(), ['bob']);
    assert.deepEqual(await signInBy(store, 'bob', 'again'), { account: 'bob' });
  },
  'an e-mail address is one account’s, and forgotten with it': async (store) => {
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
    await refusalOf(set('bob'), 'conflict');
    const { plan } = ada;
    const second = { id: 'eve', plan, credits: 0, emailVerified: false, email: 'ada@x.test' };
    await refusalOf(store.accounts.create({ ...second, nowMs: startMs }), 'conflict');
    const end = (
      change: { kind: 'confirm-deletion' } | { kind: 'request-deletion'; scheduledForMs: number },
    ) => store.accounts.change({ id: 'ada', change, nowMs: startMs + 2 });
    await store.signIns.createLink({
      hash: 'link',
      kind: 'sign-in',
      account: 'ada',
      expiresAtMs: startMs + 99,
    });
    await signInBy(store, 'link', 's');
    await end({ kind: 'request-deletion', scheduledForMs: startMs + 50 });
    await end({ kind: 'confirm-deletion' });
    assert.equal(await store.accounts.findByEmail('ada@x.test'), undefined);
    assert.equal(await store.signIns.findSession({ hash: 's', nowMs: startMs }), undefined);
    assert.equal((await set('bob')).email, 'ada@x.test');
  },
  'a key remembers its latest use': async (store) => {
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
});

/** Adds an account whose address was proved, and makes links of it. */
async function addProved(
  store: Store,
  id: string,
): Promise<{
  readonly email: string;
  readonly link: (hash: string, kind: LinkKind, email?: string) => SignInLink;
}> {
  await addAccount(store, id);
  const email = `${id}@x.test`;
  const verify = { kind: 'verify-email', email } as const;
  await store.accounts.change({ id, change: verify, nowMs: startMs });
  return {
    email,
    link: (hash, kind, to = email) => ({
      hash,
      kind,
      account: id,
      email: to,
      expiresAtMs: startMs + 10,
    }),
  };
}

function signInBy(
  { signIns }: Store,
  hash: string,
  session: string,
  { nowMs = startMs, before }: { readonly nowMs?: number; readonly before?: string } = {},
): Promise<SignedIn | undefined> {
  return signIns.signIn({
    hash,
    session: { hash: session, expiresAtMs: startMs + 10 },
    nowMs,
    ...(before === undefined ? {} : { before }),
  });
}

function change(
  { signIns }: Store,
  hash: string,
  { kept, back = `back of ${hash}` }: { readonly kept?: string; readonly back?: string } = {},
): Promise<ChangedAccount | undefined> {
  return signIns.changeAddress({
    hash,
    wayBack: { hash: back, expiresAtMs: startMs + 10 },
    nowMs: startMs,
    ...(kept === undefined ? {} : { kept }),
  });
}

async function listSessions(
  { signIns }: Store,
  hashes: readonly string[],
): Promise<readonly string[]> {
  const found = await Promise.all(
    hashes.map((hash) => signIns.findSession({ hash, nowMs: startMs })),
  );
  return found.flatMap((session) => (session === undefined ? [] : [session.hash]));
}
