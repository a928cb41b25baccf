import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { isGleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import {
  addAccount,
  addRun,
  completeRun,
  putRecipe,
  putSchedule,
  sampleDelivery,
  samplePlan,
  startMs,
  startSampleRun,
  stopRun,
} from '../../test-kit/contracts/store/samples.ts';
import { openPostgres } from '../support/open-postgres.ts';

const postgres = openPostgres();

/** Connections of both stores are at work at once, and wait for each other's rows. */
const tries = 24;

/** Two store objects, as two processes have them. */
function openTwo(): readonly [Store, Store] {
  return [postgres.openStore(), postgres.openStore()];
}

interface Outcomes<Value> {
  readonly values: readonly Value[];
  /** Codes of the refusals. */
  readonly codes: readonly string[];
}

/** Does something many times at once, by turns on both. Rejects with what is no refusal. */
async function race<Value>(
  stores: readonly [Store, Store],
  attempt: (store: Store, index: number) => Promise<Value>,
  count = tries,
): Promise<Outcomes<Value>> {
  // Before they compete, both have all their connections.
  await Promise.all(
    stores.flatMap((store) => Array.from({ length: 10 }, () => store.accounts.find('x'))),
  );
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, (_, index) =>
      attempt(index % 2 === 0 ? stores[0] : stores[1], index),
    ),
  );
  const codes: string[] = [];
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue;
    if (!isGleanerError(outcome.reason)) throw outcome.reason;
    codes.push(outcome.reason.code);
  }
  return {
    values: outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    codes: [...new Set(codes)],
  };
}

test('holds never overdraw, whichever processes make and raise them', async () => {
  const stores = openTwo();
  const [store] = stores;
  await store.ledger.grant('ada', 50);
  const held = await race(stores, (each, index) =>
    each.ledger.hold({ id: `h${index}`, account: 'ada', credits: 5 }),
  );
  expect([held.values.length, held.codes]).toEqual([10, ['insufficient_credits']]);
  await store.ledger.grant('ada', 10);
  await store.ledger.grant('bob', 1);
  await store.ledger.hold({ id: 'raised', account: 'bob', credits: 1 });
  await store.ledger.grant('bob', 10);
  const raised = await race(stores, (each) => each.ledger.extend('raised', 3));
  expect([raised.values.length, raised.codes]).toEqual([3, ['insufficient_credits']]);
  expect(await store.ledger.balance('bob')).toEqual({ balance: 11, held: 10 });
});

test('a hold is posted or void once, and its entry is written once', async () => {
  const stores = openTwo();
  const [store] = stores;
  await store.ledger.grant('ada', 50);
  await store.ledger.hold({ id: 'h', account: 'ada', credits: 5 });
  const closed = await race(stores, (each, index) =>
    index % 3 === 0 ? each.ledger.void('h') : each.ledger.post('h', 5),
  );
  expect([closed.values.length, closed.codes]).toEqual([1, ['conflict']]);
  const { balance, held } = await store.ledger.balance('ada');
  const entries = await store.ledger.listEntries({ account: 'ada', limit: 99 });
  expect(held).toBe(0);
  expect(entries.reduce((sum, { credits }) => sum + credits, 0)).toBe(balance);
});

test('grants add up and tell each balance once; what is taken back never exceeds what is free', async () => {
  const stores = openTwo();
  const [store] = stores;
  const granted = await race(stores, (each) => each.ledger.grant('ada', 5));
  expect(new Set(granted.values.map(({ balance }) => balance)).size).toBe(tries);
  await store.ledger.hold({ id: 'h', account: 'ada', credits: 70 });
  const taken = await race(stores, (each) => each.ledger.grant('ada', -10));
  expect([taken.values.length, taken.codes]).toEqual([5, ['insufficient_credits']]);
  expect(await store.ledger.balance('ada')).toEqual({ balance: 70, held: 70 });
});

test('an account is created once, and an e-mail address is one account’s', async () => {
  const stores = openTwo();
  const same = await race(stores, (each) => addAccount(each, 'ada', 7));
  expect([same.values.length, same.codes]).toEqual([1, ['conflict']]);
  expect(await stores[0].ledger.balance('ada')).toEqual({ balance: 7, held: 0 });
  const shared = await race(stores, (each, index) =>
    each.accounts.create({
      id: `a${index}`,
      plan: samplePlan,
      credits: 0,
      emailVerified: true,
      email: 'ada@example.com',
      nowMs: startMs,
    }),
  );
  expect([shared.values.length, shared.codes]).toEqual([1, ['conflict']]);
});

test('concurrent changes of an account are all kept', async () => {
  const stores = openTwo();
  await addAccount(stores[0], 'ada');
  const webhook = { url: 'https://hooks.example/', headers: {}, events: [] };
  const plan = { ...samplePlan, inFlight: 99 };
  const changes = [
    { kind: 'set-plan', plan },
    { kind: 'set-webhook', webhook },
    { kind: 'verify-email', email: 'ada@example.com' },
    { kind: 'request-deletion', scheduledForMs: startMs + 1_000_000 },
  ] as const;
  await race(
    stores,
    (each, index) =>
      each.accounts.change({
        id: 'ada',
        change: changes[index % changes.length] ?? changes[0],
        nowMs: startMs,
      }),
    20,
  );
  expect(await stores[1].accounts.find('ada')).toMatchObject({
    plan,
    webhook,
    email: 'ada@example.com',
    deletionScheduledForMs: startMs + 1_000_000,
  });
});

test('no key and no run is made for an account whose deletion another process confirms', async () => {
  const stores = openTwo();
  const [store] = stores;
  await addAccount(store, 'ada', 1_000);
  const change = { kind: 'request-deletion', scheduledForMs: startMs + 1_000_000 } as const;
  await store.accounts.change({ id: 'ada', change, nowMs: startMs });
  await race(stores, async (each, index) => {
    const key = { id: `k${index}`, account: 'ada', hash: `hash${index}`, label: '', last4: '' };
    if (index % 3 === 0) return each.keys.create({ ...key, nowMs: startMs });
    if (index !== 10) return addRun(each, { id: `r${index}` });
    return each.accounts.change({
      id: 'ada',
      change: { kind: 'confirm-deletion' },
      nowMs: startMs,
    });
  });
  const keys = await store.keys.list({ account: 'ada' });
  expect(keys.filter(({ revokedAtMs }) => revokedAtMs === undefined)).toEqual([]);
  await expect(addRun(store, { id: 'late' })).rejects.toMatchObject({ code: 'conflict' });
});

test('exactly as many runs are created as the quota and the credits allow', async () => {
  const stores = openTwo();
  const [store] = stores;
  await addAccount(store, 'ada', 1_000);
  const quota = { limit: 7, sinceMs: startMs - 1 };
  const created = await race(stores, (each, index) => addRun(each, { id: `r${index}`, quota }));
  expect([created.values.length, created.codes]).toEqual([7, ['rate_limited']]);
  await addAccount(store, 'bob', 9);
  const paid = await race(stores, (each, index) =>
    addRun(each, { id: `b${index}`, account: 'bob', planPages: 9 }),
  );
  expect([paid.values.length, paid.codes]).toEqual([4, ['insufficient_credits']]);
  // Each took its own credits from what the one before had left.
  expect(paid.values.map(({ effectiveCap }) => effectiveCap).toSorted((a, b) => a - b)).toEqual([
    1, 2, 3, 4,
  ]);
  const same = await race(stores, (each) => addRun(each, { id: 'same' }));
  expect([same.values.length, same.codes]).toEqual([1, ['conflict']]);
});

test('a run starts once, advances only while it runs, and ends once', async () => {
  const stores = openTwo();
  const [store] = stores;
  await addAccount(store, 'ada', 1_000);
  await addRun(store);
  const started = await race(stores, (each) => each.runs.start({ id: 'run', nowMs: startMs }));
  expect([started.values.length, started.codes]).toEqual([1, ['conflict']]);
  const ended = await race(stores, async (each, index) => {
    if (index % 3 === 0) {
      await each.runs.advance({ id: 'run', pagesExtracted: 1, itemsExtracted: 1 });
      return 'advanced';
    }
    const delivery = sampleDelivery(`d${index}`);
    if (index % 3 === 1) await completeRun(each, 'run', delivery);
    else await stopRun(each, 'cancelled', 'run', delivery);
    return 'ended';
  });
  expect(ended.values.filter((value) => value === 'ended')).toHaveLength(1);
  expect(ended.codes).toEqual(['conflict']);
  const run = await store.runs.find({ account: 'ada', id: 'run' });
  expect(await store.ledger.balance('ada')).toEqual({
    balance: 1_000 - (run?.creditsUsed ?? 0),
    held: 0,
  });
  expect(await store.deliveries.list({ account: 'ada', limit: 99 })).toHaveLength(1);
});

test('each delivery is claimed by one, and a claim finds one as long as one is pending', async () => {
  const stores = openTwo();
  const [store] = stores;
  await addAccount(store, 'ada', 1_000);
  for (let index = 0; index < tries; index += 1) {
    await addRun(store, { id: `r${index}` });
    await stopRun(store, 'failed', `r${index}`, sampleDelivery(`d${index}`));
  }
  const claims = await race(stores, (each) => each.deliveries.claim({ nowMs: startMs }));
  expect(new Set(claims.values.map((claim) => claim?.id)).size).toBe(tries);
  expect(claims.values).not.toContain(undefined);
  const finished = await race(stores, (each) =>
    each.deliveries.finish({ id: 'd0', responseStatus: 200, nowMs: startMs }),
  );
  expect([finished.values.length, finished.codes]).toEqual([1, ['conflict']]);
});

test('a tick is claimed by one, and no schedule outlives its recipe', async () => {
  const stores = openTwo();
  const [store] = stores;
  await addAccount(store, 'ada');
  await putRecipe(store, 'ada', 'r1');
  await putSchedule(store);
  const tick = { id: 's1', dueAtMs: startMs, nextAtMs: startMs + 60_000, nowMs: startMs };
  const claims = await race(stores, (each) => each.schedules.claimTick(tick));
  expect(claims.values.filter(Boolean)).toHaveLength(1);
  const raced = await race(stores, async (each, index) => {
    if (index === 6) await each.recipes.delete({ account: 'ada', id: 'r1' });
    else await putSchedule(each, { id: `s${index}` });
  });
  expect(raced.codes).toEqual(['not_found']);
  expect(await store.schedules.list({ account: 'ada' })).toEqual([]);
});

test('every put of a recipe is a version of its own, and one from an older version is refused', async () => {
  const stores = openTwo();
  const [store] = stores;
  await addAccount(store, 'ada');
  const put = await race(stores, (each) => putRecipe(each, 'ada', 'r1'));
  expect(new Set(put.values.map(({ revision }) => revision)).size).toBe(tries);
  const versions = await store.recipes.listVersions({ account: 'ada', id: 'r1' });
  expect(versions).toHaveLength(tries);
  const replaced = await race(stores, (each, index) =>
    each.recipes.put({
      id: 'r1',
      account: 'ada',
      document: index,
      revision: tries,
      nowMs: startMs,
    }),
  );
  expect([replaced.values.length, replaced.codes]).toEqual([1, ['conflict']]);
});

function isNew({ state }: { readonly state: string }): boolean {
  return state === 'new';
}

test('an idempotency key is taken by one, also one that its process left behind', async () => {
  const stores = openTwo();
  const [store] = stores;
  const asked = { account: 'ada', key: 'k', digest: 'd', expiresAtMs: startMs + 100 };
  const begin = (each: Store) => each.idempotency.begin({ ...asked, nowMs: startMs });
  const gone = postgres.openStore();
  await begin(gone);
  const busy = await race(stores, begin);
  expect(busy.values.filter(isNew)).toEqual([]);
  await gone.close();
  const taken = await race(stores, begin);
  expect(taken.values.filter(isNew)).toHaveLength(1);
  const forgotten = await race(stores, async (each, index) => {
    if (index === 3) await each.idempotency.forget(asked);
    return begin(each);
  });
  expect(forgotten.values.filter(isNew)).toHaveLength(1);
  const later = { ...asked, expiresAtMs: startMs + 900, nowMs: startMs + 500 };
  const expired = await race(stores, (each) => each.idempotency.begin(later));
  expect(expired.values.filter(isNew)).toHaveLength(1);
  await store.ledger.grant('ada', 10);
  await store.ledger.hold({ id: 'h', account: 'ada', credits: 5 });
  const post = { holdId: 'h', credits: 5 };
  const kept = await race(stores, (each) =>
    each.idempotency.complete({ account: 'ada', key: 'k', value: 1, post }),
  );
  expect([kept.values.length, kept.codes]).toEqual([1, ['conflict']]);
});

test('a sign-in link is taken once, a key keeps its latest use and its first revocation', async () => {
  const stores = openTwo();
  const [store] = stores;
  await addAccount(store, 'ada');
  await store.signIns.createLink({
    hash: 'link',
    kind: 'sign-in',
    account: 'ada',
    expiresAtMs: startMs + 1,
  });
  const links = await race(stores, (each) =>
    each.signIns.signIn({
      hash: 'link',
      session: { hash: randomUUID(), expiresAtMs: startMs + 1 },
      nowMs: startMs,
    }),
  );
  expect(links.values.filter((link) => link !== undefined)).toHaveLength(1);
  const key = { id: 'k', account: 'ada', hash: 'hash', label: 'l', last4: 'abcd', nowMs: startMs };
  const created = await race(stores, (each) => each.keys.create(key));
  expect([created.values.length, created.codes]).toEqual([1, ['conflict']]);
  await race(stores, (each, index) =>
    each.keys.markUsed({ id: 'k', atMs: startMs + ((index * 7) % tries) }),
  );
  const found = await store.keys.authenticate({ hash: 'hash', nowMs: startMs });
  expect(found?.lastUsedAtMs).toBe(startMs + tries - 1);
  const revoked = await race(stores, (each, index) =>
    each.keys.revoke({ account: 'ada', id: 'k', nowMs: startMs + index }),
  );
  expect(new Set(revoked.values.map(({ revokedAtMs }) => revokedAtMs)).size).toBe(1);
});

test('processes that sweep and recover at the same time do each thing once', async () => {
  const stores = openTwo();
  const [store] = stores;
  const gone = [postgres.openStore(), postgres.openStore()];
  for (const account of ['ada', 'bob', 'cy']) {
    await addAccount(store, account, 1_000);
    for (const [index, each] of gone.entries()) {
      for (let hold = 0; hold < 4; hold += 1) {
        await each.ledger.hold({ id: `${account}${index}${hold}`, account, credits: 5 });
      }
      await startSampleRun(each, { id: `${account}-run-${index}`, account });
    }
  }
  await Promise.all(gone.map((each) => each.close()));
  const recovered = await race(stores, (each) => each.recover(), 8);
  const ids = new Set(recovered.values.flatMap((runs) => runs.map(({ id }) => id)));
  expect([ids.size, recovered.codes]).toEqual([6, []]);
  for (const account of ['ada', 'bob', 'cy']) {
    expect(await store.ledger.balance(account)).toEqual({ balance: 1_000, held: 4 });
  }
  const ended = await race(
    stores,
    (each, index) => stopRun(each, 'failed', [...ids][index % 6]),
    tries,
  );
  expect([ended.values.length, ended.codes]).toEqual([6, ['conflict']]);
  const bounds = { holdAgeMs: -1_000_000, runAgeMs: 0, deliveryAgeMs: 0, tickAgeMs: 0, limit: 9 };
  let sum = 0;
  for (let last = -1; last !== sum;) {
    last = sum;
    const swept = await race(stores, (each) => each.sweep({ ...bounds, nowMs: startMs + 9 }), 8);
    expect(swept.codes).toEqual([]);
    sum += swept.values.reduce((total, count) => total + count, 0);
  }
  expect(sum).toBe(24 + 3);
});
