import assert from 'node:assert/strict';
import type {
  AccountChange,
  PlanCaps,
} from '../../../src/runtime/contracts/store/account-store.ts';
import type { WebhookChange } from '../../../src/runtime/contracts/store/delivery-store.ts';
import type { ApiKey } from '../../../src/runtime/contracts/store/sign-in-store.ts';
import type { Schedule } from '../../../src/runtime/contracts/store/schedule-store.ts';
import type { Store } from '../../../src/runtime/contracts/store/store.ts';
import { type ContractCheck, refusalOf, toChecks } from '../contract-check.ts';
import {
  addAccount,
  addRun,
  completeRun,
  putRecipe,
  putSchedule,
  startSampleRun,
  samplePlan,
  startMs,
  idsOf,
} from './samples.ts';

/** What a store promises of accounts and their keys. */
export const accountChecks: readonly ContractCheck<Store>[] = toChecks({
  'a store that can be written answers a ping': async (store) => {
    assert.equal(await store.ping(), undefined);
  },
  'a new account has its credits, as an entry of the ledger': async (store) => {
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
  'an account is created once, and a second try grants nothing': async (store) => {
    await addAccount(store, 'ada', 10);
    await refusalOf(addAccount(store, 'ada', 10), 'conflict');
    assert.deepEqual(await store.ledger.balance('ada'), { balance: 10, held: 0 });
  },
  'an unknown account is absent, and cannot be changed': async (store) => {
    assert.equal(await store.accounts.find('nobody'), undefined);
    await refusalOf(change(store, { kind: 'suspend' }), 'not_found');
  },
  'accounts are listed oldest first, page by page': async (store) => {
    for (const id of ['c', 'a', 'b']) await addAccount(store, id);
    const first = await store.accounts.list({ limit: 2 });
    assert.deepEqual(idsOf(first), ['c', 'a']);
    assert.deepEqual(idsOf(await store.accounts.list({ limit: 2, after: 'a' })), ['b']);
    await refusalOf(store.accounts.list({ limit: 2, after: 'nobody' }), 'invalid_request');
  },
  'verifying and suspending keep their first moment, and resuming undoes suspending': async (
    store,
  ) => {
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
  'plan and webhook can be set, and the webhook removed': async (store) => {
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
  'caps that are set at the same time are all kept': async (store) => {
    await addAccount(store, 'ada');
    await Promise.all([
      change(store, { kind: 'set-plan', plan: { keys: 7 } }),
      change(store, { kind: 'set-plan', plan: { recipes: 9 } }),
    ]);
    const { plan } = (await store.accounts.find('ada')) ?? {};
    assert.deepEqual(plan, { ...samplePlan, keys: 7, recipes: 9 });
  },
  'a webhook keeps the headers and the secret that its change leaves out, for its origin alone':
    async (store) => {
      await addAccount(store, 'ada');
      const secrets = { headers: { a: 'b' }, signingSecret: 'whsec_1' };
      const set = async (webhook: WebhookChange) =>
        (await change(store, { kind: 'set-webhook', webhook })).webhook;
      const url = 'https://hooks.example/';
      await set({ url, events: [], ...secrets });
      const moved = { url: `${url}moved`, events: [] };
      assert.deepEqual(await set(moved), { ...moved, ...secrets });
      const unsigned = { ...moved, headers: { c: 'd' } };
      assert.deepEqual(await set({ ...unsigned, signingSecret: null }), unsigned);
      const elsewhere = { url: 'https://other.example/', events: [] };
      assert.deepEqual(await set(elsewhere), { ...elsewhere, headers: {} });
    },
  'usage shows the plan, the credits, the runs, the schedules and the newest run of one account':
    async (store) => {
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
  'a requested deletion is listed when it is due, until it is cancelled': async (store) => {
    await addAccount(store, 'ada');
    await addAccount(store, 'bob');
    const scheduledForMs = startMs + 1_000;
    await change(store, { kind: 'request-deletion', scheduledForMs });
    const again = await change(store, { kind: 'request-deletion', scheduledForMs: startMs });
    assert.equal(again.deletionScheduledForMs, scheduledForMs);
    const due = (deletionDueMs: number) => store.accounts.list({ limit: 9, deletionDueMs });
    assert.deepEqual(await due(scheduledForMs - 1), []);
    assert.deepEqual(idsOf(await due(scheduledForMs)), ['ada']);
    await change(store, { kind: 'cancel-deletion' });
    assert.deepEqual(await due(scheduledForMs), []);
  },
  'an account whose deletion is due counts as deleted from that moment on, confirmed or not':
    async (store) => {
      await addAccount(store, 'ada', 10);
      const key = await addKey(store, 'k1', 'hash');
      const dueMs = startMs + 10;
      await change(store, { kind: 'request-deletion', scheduledForMs: dueMs });
      const found = (nowMs: number) => store.keys.authenticate({ hash: 'hash', nowMs });
      assert.deepEqual(await found(dueMs - 1), key);
      assert.equal(await found(dueMs), undefined);
      for (const kind of ['cancel-deletion', 'resume'] as const) {
        await refusalOf(change(store, { kind }, 10), 'conflict');
      }
      const late = { account: 'ada', nowMs: dueMs };
      const another = { id: 'k2', hash: 'another', label: 'l', last4: 'x9Zk' };
      await refusalOf(store.keys.create({ ...another, ...late }), 'conflict');
      await refusalOf(addRun(store, { id: 'run', ...late }), 'conflict');
      const deleted = await change(store, { kind: 'confirm-deletion' }, 99);
      assert.equal(deleted.deletedAtMs, dueMs);
      assert.deepEqual(await store.accounts.find('ada'), deleted);
      assert.equal((await store.keys.list({ account: 'ada' }))[0]?.revokedAtMs, startMs + 99);
    },
  'a deletion that was not requested is neither cancelled nor confirmed': async (store) => {
    await addAccount(store, 'ada');
    for (const kind of ['cancel-deletion', 'confirm-deletion'] as const) {
      await refusalOf(change(store, { kind }), 'conflict');
    }
  },
  'a confirmed deletion revokes the keys, removes the schedules, and is final': async (store) => {
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
      await refusalOf(change(store, { kind }), 'conflict');
    }
    await refusalOf(addKey(store, 'k2', 'other'), 'conflict');
  },
  'a confirmed deletion erases what the account has written and got, and leaves its bookkeeping':
    async (store) => {
      for (const account of ['ada', 'bob']) await fillAccount(store, account);
      const kept = await readContents(store, 'bob');
      await change(store, { kind: 'request-deletion', scheduledForMs: startMs + 9 });
      await change(store, { kind: 'confirm-deletion' }, 3);
      const { runs, entries, ...erased } = await readContents(store, 'ada');
      assert.deepEqual(erased, {
        webhook: undefined,
        recipes: [],
        versions: [],
        labels: [''],
        result: undefined,
        answer: 'new',
      });
      assert.deepEqual([runs, entries], [['run of ada'], 3]);
      assert.deepEqual(await readContents(store, 'bob'), kept);
    },
  'an account whose time is over is forgotten like one that is deleted at once': async (store) => {
    await addAccount(store, 'ada');
    await change(store, { kind: 'verify-email', email: 'ada@shop.example' });
    const webhook = { url: 'https://hooks.example/', headers: { a: 'b' }, events: [] };
    await change(store, { kind: 'set-webhook', webhook });
    await change(store, { kind: 'request-deletion', scheduledForMs: startMs + 9 });
    const deleted = await change(store, { kind: 'confirm-deletion' }, 10);
    assert.ok(!('email' in deleted || 'webhook' in deleted));
    assert.deepEqual(await store.accounts.find('ada'), deleted);
  },
  'a key is found by its hash': async (store) => {
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
  'a revoked key is unknown from the next look on, and stays listed': async (store) => {
    await addAccount(store, 'ada');
    await addKey(store, 'k1', 'hash 1');
    await addKey(store, 'k2', 'hash 2');
    const request = { account: 'ada', id: 'k1', nowMs: startMs + 1 };
    await store.keys.revoke(request);
    const again = await store.keys.revoke({ ...request, nowMs: startMs + 2 });
    assert.equal(again.revokedAtMs, startMs + 1);
    assert.equal(await store.keys.authenticate({ hash: 'hash 1', nowMs: startMs }), undefined);
    assert.notEqual(await store.keys.authenticate({ hash: 'hash 2', nowMs: startMs }), undefined);
    assert.deepEqual(idsOf(await store.keys.list({ account: 'ada' })), ['k1', 'k2']);
  },
  'keys belong to their account alone': async (store) => {
    await addAccount(store, 'ada');
    await addAccount(store, 'bob');
    await addKey(store, 'k1', 'hash');
    assert.deepEqual(await store.keys.list({ account: 'bob' }), []);
    const stolen = store.keys.revoke({ account: 'bob', id: 'k1', nowMs: startMs });
    await refusalOf(stolen, 'not_found');
    assert.notEqual(await store.keys.authenticate({ hash: 'hash', nowMs: startMs }), undefined);
  },
  'a suspended account gets no other webhook; what its operator and its deletion need still changes':
    async (store) => {
      await addAccount(store, 'ada');
      await change(store, { kind: 'verify-email', email: 'ada@shop.example' });
      await change(store, { kind: 'suspend' });
      const webhook = { url: 'https://hooks.example/', headers: {}, events: [] };
      const refused: readonly AccountChange[] = [
        { kind: 'set-webhook', webhook },
        { kind: 'set-webhook' },
      ];
      for (const what of refused) {
        await refusalOf(change(store, what), 'forbidden');
      }
      const allowed: readonly AccountChange[] = [
        { kind: 'verify-email', email: 'operator@shop.example' },
        { kind: 'set-plan', plan: samplePlan },
        { kind: 'request-deletion', scheduledForMs: startMs + 9 },
        { kind: 'cancel-deletion' },
        { kind: 'resume' },
      ];
      for (const what of allowed) await change(store, what);
      assert.deepEqual((await change(store, { kind: 'set-webhook', webhook })).webhook, webhook);
    },
  'ids and hashes of keys serve once, and only for accounts that exist': async (store) => {
    await refusalOf(addKey(store, 'k1', 'hash'), 'not_found');
    await addAccount(store, 'ada');
    await addKey(store, 'k1', 'hash');
    await refusalOf(addKey(store, 'k1', 'other'), 'conflict');
    await refusalOf(addKey(store, 'k2', 'hash'), 'conflict');
  },
});

function change(store: Store, what: AccountChange, afterMs = 0) {
  return store.accounts.change({ id: 'ada', change: what, nowMs: startMs + afterMs });
}

/** An account that has one of everything that is erased with it. */
async function fillAccount(store: Store, account: string): Promise<void> {
  await addAccount(store, account, 10);
  const webhook = { url: 'https://hooks.example/', headers: { a: 'b' }, events: [] };
  const nowMs = startMs;
  await store.accounts.change({ id: account, change: { kind: 'set-webhook', webhook }, nowMs });
  const recipe = { id: `recipe of ${account}`, account, document: { title: 'a' }, nowMs };
  await store.recipes.put({ ...recipe, webhook });
  await addKeyOf(store, account, `key of ${account}`);
  await startSampleRun(store, { id: `run of ${account}`, account });
  await completeRun(store, `run of ${account}`);
  await store.idempotency.begin(keyOf(account));
  const post = { holdId: `hold of ${account}`, credits: 1 };
  await store.ledger.hold({ id: post.holdId, account, credits: 1 });
  await store.idempotency.complete({ account, key: 'k', value: 'a result', post });
}

const keyOf = (account: string) => ({
  account,
  key: 'k',
  digest: 'd',
  nowMs: startMs,
  expiresAtMs: startMs + 1_000_000,
});

/** What is there of all that. */
async function readContents(store: Store, account: string) {
  const reference = { account, id: `recipe of ${account}` };
  const run = await store.runs.find({ account, id: `run of ${account}` });
  return {
    webhook: (await store.accounts.find(account))?.webhook,
    recipes: await store.recipes.list({ account, limit: 9 }),
    versions: await store.recipes.listVersions(reference),
    labels: (await store.keys.list({ account })).map(({ label }) => label),
    result: run?.result,
    answer: (await store.idempotency.begin(keyOf(account))).state,
    runs: idsOf(await store.runs.list({ account, limit: 9 })),
    entries: (await store.ledger.listEntries({ account, limit: 9 })).length,
  };
}

function addSchedule(store: Store, account: string): Promise<Schedule> {
  const times = { cron: '* * * * *', timeZone: 'UTC', nextAtMs: startMs, nowMs: startMs };
  return store.schedules.put({ id: 's1', account, recipeId: 'recipe', ...times });
}

function addKey(store: Store, id: string, hash: string): Promise<ApiKey> {
  const label = `of ${id}`;
  return store.keys.create({ id, account: 'ada', hash, label, last4: 'x9Zk', nowMs: startMs });
}

const most = 3;
const manyAtOnce = 100;

/** What an account may have so many of, and how it gets one more. */
const counted = {
  keys: (store: Store, account: string, id: string): Promise<unknown> =>
    addKeyOf(store, account, id),
  recipes: (store: Store, account: string, id: string): Promise<unknown> =>
    putRecipe(store, account, id),
  schedules: (store: Store, account: string, id: string): Promise<unknown> =>
    putSchedule(store, { id, account, recipeId: `recipe of ${account}` }),
} as const;
type Counted = keyof typeof counted;
const nouns = Object.keys(counted) as readonly Counted[];

/** What a store promises of the plan: no account owns more than it says, however much is asked for at once. */
export const planChecks: readonly ContractCheck<Store>[] = toChecks({
  ...Object.fromEntries(
    nouns.map((noun) => [
      `of ${manyAtOnce} ${noun} that are added at once as many are as the plan allows`,
      async (store: Store) => {
        await addOwner(store, 'ada', noun);
        await addOwner(store, 'bob', noun);
        const adding = Array.from({ length: manyAtOnce }, (_, index) =>
          counted[noun](store, 'ada', `${noun} ${index}`),
        );
        const outcomes = await Promise.allSettled(adding);
        const refused = outcomes.filter(({ status }) => status === 'rejected');
        assert.equal(refused.length, manyAtOnce - most);
        assert.equal((await listIds(store, 'ada', noun)).length, most);
        const refusal = await refusalOf(counted[noun](store, 'ada', 'one more'), 'conflict');
        assert.match(refusal.message, new RegExp(`allows ${most} ${noun}`));
        // Neighbours have a plan of their own.
        await counted[noun](store, 'bob', 'of a neighbour');
      },
    ]),
  ),
  'what an account gives up makes room, and what it has may be replaced at the bound': async (
    store,
  ) => {
    await addAccount(store, 'ada', 0, { keys: 1, recipes: 1, schedules: 1 });
    const schedule = { id: 's1', account: 'ada', recipeId: 'r1' };
    for (let round = 0; round < 2; round += 1) {
      await addKeyOf(store, 'ada', `k${round}`);
      await putRecipe(store, 'ada', 'r1');
      await putRecipe(store, 'ada', 'r1');
      await putSchedule(store, schedule);
      await putSchedule(store, schedule);
      await store.keys.revoke({ account: 'ada', id: `k${round}`, nowMs: startMs + round });
      await store.schedules.delete(schedule);
      await store.recipes.delete({ account: 'ada', id: 'r1' });
    }
  },
  'of revoked keys the newest are kept, as many as the plan has keys': async (store) => {
    await addAccount(store, 'ada', 0, { keys: 2 });
    for (let made = 0; made < 6; made += 1) {
      await addKeyOf(store, 'ada', `k${made}`);
      await store.keys.revoke({ account: 'ada', id: `k${made}`, nowMs: startMs + made });
    }
    await addKeyOf(store, 'ada', 'valid');
    const kept = await store.keys.list({ account: 'ada' });
    assert.deepEqual(idsOf(kept), ['k4', 'k5', 'valid']);
  },
  'a recipe may have as many bytes as the plan allows, and not one more': async (store) => {
    const document = { title: 'Ærø – 島', steps: [] };
    // In UTF-8, where these characters take two and three.
    const bytes = Buffer.byteLength(JSON.stringify(document));
    await addAccount(store, 'ada', 0, { recipeBytes: bytes });
    const put = (given: unknown): Promise<unknown> =>
      store.recipes.put({ id: 'r1', account: 'ada', document: given, nowMs: startMs });
    await put(document);
    const refusal = await refusalOf(
      put({ ...document, title: `${document.title}.` }),
      'invalid_request',
    );
    assert.match(refusal.message, new RegExp(`${bytes + 1} bytes .* ${bytes}`));
    assert.equal((await store.recipes.find({ account: 'ada', id: 'r1' }))?.revision, 1);
  },
  'all versions of all recipes together may have as many bytes as the plan allows': async (
    store,
  ) => {
    const bytes = Buffer.byteLength(JSON.stringify({ title: 'r1', steps: [] }));
    const plan = { allRecipesBytes: 4 * bytes, versions: 2 };
    await addAccount(store, 'ada', 0, plan);
    await addAccount(store, 'bob', 0, plan);
    await putRecipe(store, 'bob', 'r9');
    // Of each recipe two versions are kept: a third one takes nothing more.
    for (const id of ['r1', 'r1', 'r1', 'r2', 'r2']) await putRecipe(store, 'ada', id);
    const refusal = await refusalOf(putRecipe(store, 'ada', 'r3'), 'conflict');
    assert.match(refusal.message, new RegExp(`allows ${4 * bytes} bytes`));
    assert.equal(await store.recipes.find({ account: 'ada', id: 'r3' }), undefined);
    await putRecipe(store, 'ada', 'r2');
    await store.recipes.delete({ account: 'ada', id: 'r1' });
    await putRecipe(store, 'ada', 'r3');
    const many = Array.from({ length: manyAtOnce }, (_, index) =>
      putRecipe(store, 'ada', `s${index % 10}`),
    );
    const outcomes = await Promise.allSettled(many);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  },
  'a changed plan counts from the next change on, and takes away nothing': async (store) => {
    await addAccount(store, 'ada', 0, { keys: 2 });
    await addKeyOf(store, 'ada', 'k1');
    await addKeyOf(store, 'ada', 'k2');
    await setPlan(store, { keys: 1 });
    await refusalOf(addKeyOf(store, 'ada', 'k3'), 'conflict');
    assert.equal((await store.keys.list({ account: 'ada' })).length, 2);
    await setPlan(store, { keys: 3 });
    await addKeyOf(store, 'ada', 'k3');
  },
  'recipes and schedules are an account’s that exists and is not deleted': async (store) => {
    await refusalOf(putRecipe(store, 'nobody'), 'not_found');
    await addAccount(store, 'ada');
    await putRecipe(store, 'ada', 'r1');
    const change = { kind: 'request-deletion', scheduledForMs: startMs } as const;
    await store.accounts.change({ id: 'ada', change, nowMs: startMs });
    await refusalOf(putRecipe(store, 'ada', 'r1'), 'conflict');
    await refusalOf(putSchedule(store), 'conflict');
  },
});

async function addOwner(store: Store, account: string, noun: Counted): Promise<void> {
  await addAccount(store, account, 0, { [noun]: most });
  if (noun === 'schedules') await putRecipe(store, account, `recipe of ${account}`);
}

function addKeyOf(store: Store, account: string, id: string): Promise<unknown> {
  return store.keys.create({
    id,
    account,
    hash: `hash of ${account}'s ${id}`,
    label: id,
    last4: '0000',
    nowMs: startMs,
  });
}

async function setPlan(store: Store, caps: Partial<PlanCaps>): Promise<void> {
  const change = { kind: 'set-plan', plan: { ...samplePlan, ...caps } } as const;
  await store.accounts.change({ id: 'ada', change, nowMs: startMs });
}

async function listIds(store: Store, account: string, noun: Counted): Promise<readonly string[]> {
  const lists = {
    keys: () => store.keys.list({ account }),
    recipes: () => store.recipes.list({ account, limit: manyAtOnce }),
    schedules: () => store.schedules.list({ account }),
  };
  return idsOf(await lists[noun]());
}
