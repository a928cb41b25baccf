import { expect, test } from 'vitest';
import { memoryStore } from '../../src/storage/stores/sqlite-store.ts';
import { eachStore } from '../support/each-store.ts';
import { shopRecipe } from '../support/shop-recipe.ts';
import { addCustomer, lampInput, openService, until } from '../support/open-service.ts';
import { defaultPlan } from '../../src/storage/stores/account-rules.ts';

const day = 24 * 60 * 60 * 1_000;

eachStore((openStore) => {
  test('a deletion that is cancelled leaves everything as before', async () => {
    const { service } = openService({ store: openStore() });
    const { account } = await addCustomer(service);
    const { key } = await service.keys.create({ account, label: 'ci' });
    const before = await service.accounts.get(account);
    await service.accounts.requestDeletion(account);
    await expect(service.extract(lampInput, { account })).rejects.toMatchObject({
      code: 'account_deletion_pending',
    });
    // Reading is free.
    expect(await service.usage(account)).toMatchObject({ runsUsed30d: 0 });
    expect(await service.accounts.cancelDeletion(account)).toEqual(before);
    expect(await service.extract(lampInput, { account })).toMatchObject({ creditsUsed: 5 });
    expect(await service.keys.authenticate(key)).toMatchObject({ account });
  });

  test('a confirmed deletion stops the runs, revokes the keys and removes the schedules, for ever', async () => {
    const { service, events } = openService({
      store: openStore(),
      replay: { beforePage: () => new Promise(() => {}) },
      gleaner: { egress: { lookup: async () => [{ address: '10.0.0.1', family: 4 }] } },
    });
    await service.start();
    const { account, recipeId } = await addCustomer(service);
    await service.accounts.setWebhook(account, { url: 'https://hooks.example/' });
    const keys = [
      await service.keys.create({ account, label: 'a' }),
      await service.keys.create({ account, label: 'b' }),
    ];
    await service.schedules.put({ account, recipeId, cron: '@daily' });
    // Four at work, two in the queue.
    const runs = [];
    for (let count = 0; count < 6; count += 1) {
      runs.push(await service.dispatchRun({ account, recipeId }));
    }
    await until(async () => {
      const listed = await service.listRuns({ account });
      return listed.filter(({ status }) => status === 'running').length === 4;
    });
    await expect(service.accounts.confirmDeletion(account)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(events.filter(({ kind }) => kind === 'run')).toEqual([]);
    await service.accounts.requestDeletion(account);
    const deleted = await service.accounts.confirmDeletion(account);
    expect(deleted).toMatchObject({ deletedAtMs: expect.any(Number) as number });
    expect(deleted.credits).toEqual({ balance: 100, held: 0 });
    for (const { id } of runs) {
      expect(await service.getRun({ account, id })).toMatchObject({
        status: 'cancelled',
        error: 'the account was deleted',
      });
    }
    const deliveries = await service.listDeliveries({ account });
    expect(deliveries.map(({ event }) => event)).toEqual(runs.map(() => 'cancelled'));
    for (const { key } of keys) {
      await expect(service.keys.authenticate(key)).rejects.toMatchObject({ code: 'unauthorized' });
    }
    expect(await service.schedules.list(account)).toEqual([]);
    await expect(service.dispatchRun({ account, recipeId })).rejects.toMatchObject({
      code: 'not_found',
    });
    for (const change of [
      () => service.accounts.cancelDeletion(account),
      () => service.accounts.resume(account),
      () => service.keys.create({ account, label: 'c' }),
      () => service.recipes.put({ account, document: shopRecipe() }),
      () => service.schedules.put({ account, recipeId, cron: '@daily' }),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'conflict' });
    }
    // Done twice is done once.
    expect(await service.accounts.confirmDeletion(account)).toEqual(deleted);
    await service.close();
  });

  test('the end of the 30 days confirms a deletion by itself', async () => {
    const { service, clock } = openService({ store: openStore() });
    await service.start();
    const { account } = await addCustomer(service);
    const { account: other } = await addCustomer(service);
    await service.accounts.requestDeletion(account);
    const { deletionScheduledForMs } = await service.accounts.get(account);
    expect(deletionScheduledForMs).toBe(clock.nowMs() + 30 * day);
    clock.advance(30 * day - 1_500);
    await service.accounts.requestDeletion(other);
    expect((await service.accounts.get(account)).deletedAtMs).toBeUndefined();
    // Repeating the request does not move the day.
    expect(await service.accounts.requestDeletion(account)).toMatchObject({
      deletionScheduledForMs,
    });
    await until(async () => {
      clock.advance(1_000);
      return (await service.accounts.get(account)).deletedAtMs !== undefined;
    });
    expect((await service.accounts.get(other)).deletedAtMs).toBeUndefined();
    await service.close();
  });

  test('the end of the 30 days stops the runs, sends their events and revokes the keys by itself', async () => {
    const { service, clock } = openService({
      store: openStore(),
      replay: { beforePage: () => new Promise(() => {}) },
      gleaner: {
        limits: { runMs: Infinity },
        egress: { lookup: async () => [{ address: '10.0.0.1', family: 4 }] },
      },
    });
    await service.start();
    const { account, recipeId } = await addCustomer(service);
    await service.accounts.setWebhook(account, { url: 'https://hooks.example/' });
    const { key } = await service.keys.create({ account, label: 'a' });
    const { id } = await service.dispatchRun({ account, recipeId });
    await until(async () => (await service.getRun({ account, id })).status === 'running');
    await service.accounts.requestDeletion(account);
    clock.advance(30 * day);
    await until(async () => {
      clock.advance(1_000);
      return (await service.getRun({ account, id })).status === 'cancelled';
    });
    expect(await service.getRun({ account, id })).toMatchObject({
      error: 'the account was deleted',
      creditsUsed: 0,
    });
    expect(await service.listDeliveries({ account })).toMatchObject([
      { runId: id, event: 'cancelled' },
    ]);
    await until(async () => (await service.keys.list(account))[0]?.revokedAtMs);
    await expect(service.keys.authenticate(key)).rejects.toMatchObject({ code: 'unauthorized' });
    await service.close();
  });

  test('whatever asks after the 30 days finds the account deleted, also before that is confirmed', async () => {
    // Not started: no maintenance confirms it.
    const store = openStore();
    const { service, clock } = openService({ store });
    const { account, recipeId } = await addCustomer(service);
    const { key } = await service.keys.create({ account, label: 'a' });
    await service.accounts.requestDeletion(account);
    const { deletionScheduledForMs: dueMs } = await service.accounts.get(account);
    clock.advance(30 * day - 1);
    expect(await service.keys.authenticate(key)).toMatchObject({ account });
    await expect(service.extract(lampInput, { account })).rejects.toMatchObject({
      code: 'account_deletion_pending',
    });
    clock.advance(1);
    await expect(service.keys.authenticate(key)).rejects.toMatchObject({ code: 'unauthorized' });
    for (const spend of [
      () => service.extract(lampInput, { account }),
      () => service.scrape({ url: lampInput.url }, { account }),
      () => service.dispatchRun({ account, recipeId }),
    ]) {
      await expect(spend()).rejects.toMatchObject({ code: 'not_found' });
    }
    for (const change of [
      () => service.accounts.cancelDeletion(account),
      () => service.accounts.requestDeletion(account),
      () => service.accounts.grant(account, 1),
      () => service.keys.create({ account, label: 'c' }),
      () => service.recipes.put({ account, document: shopRecipe() }),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'conflict' });
    }
    const found = await service.accounts.get(account);
    expect(found).toMatchObject({ deletedAtMs: dueMs });
    expect(found.deletionScheduledForMs).toBeUndefined();
    expect(await service.accounts.list()).toMatchObject([{ id: account, deletedAtMs: dueMs }]);
    // Confirming it, late, changes nothing of that.
    clock.advance(day);
    expect(await service.accounts.confirmDeletion(account)).toEqual(found);
    expect(await store.accounts.find(account)).toMatchObject({ deletedAtMs: dueMs });
    expect((await service.keys.list(account))[0]?.revokedAtMs).toBe(clock.nowMs());
  });

  test('two accounts never see anything of each other', async () => {
    const { service } = openService({ store: openStore() });
    await service.start();
    const ada = await addCustomer(service);
    const bob = await addCustomer(service);
    const { account } = bob;
    const { id: runId } = await service.dispatchRun(ada);
    await until(async () => (await service.getRun({ ...ada, id: runId })).completedAtMs);
    const { id: keyId } = await service.keys.create({ account: ada.account, label: 'l' });
    const recipe = { account, id: ada.recipeId };
    for (const attempt of [
      () => service.getRun({ account, id: runId }),
      () => service.cancelRun({ account, id: runId }),
      () => service.dispatchRun({ account, recipeId: ada.recipeId }),
      () => service.recipes.get(recipe),
      () => service.recipes.put({ ...recipe, document: shopRecipe() }),
      () => service.recipes.enable(recipe),
      () => service.recipes.disable(recipe),
      () => service.recipes.delete(recipe),
      () => service.keys.revoke({ account, id: keyId }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await service.listRuns({ account })).toEqual([]);
    expect(await service.listDeliveries({ account, runId })).toEqual([]);
    expect(await service.keys.list(account)).toEqual([]);
    expect((await service.recipes.list({ account })).map(({ id }) => id)).toEqual([bob.recipeId]);
    expect(await service.creditsRemaining(account)).toBe(100);
    expect(await service.usage(account)).toMatchObject({ runsUsed30d: 0, lastRun: undefined });
    await service.close();
  });
});

test('a recipe that is made up cannot be replaced, and one that is broken is named by its fields', async () => {
  const { service } = openService();
  const { account } = await addCustomer(service);
  const document = shopRecipe();
  await expect(service.recipes.put({ account, id: 'made-up', document })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(service.recipes.put({ account: 'nobody', document })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(
    service.recipes.put({ account, document: { title: 'x', steps: [{ type: 'fly' }] } }),
  ).rejects.toMatchObject({ code: 'invalid_request' });
  const { document: kept } = await service.recipes.put({
    account,
    document: JSON.stringify(document),
  });
  expect(kept).toMatchObject({ title: 'A shop', steps: document['steps'] });
});

test('plans are checked, and a change leaves the other caps as they are', async () => {
  const { service } = openService({ options: { plan: { requestsPerMinute: 7 } } });
  const { id, plan } = await service.accounts.create({ plan: { pagesPerRun: 3 } });
  expect(plan).toEqual({ ...defaultPlan, requestsPerMinute: 7, pagesPerRun: 3 });
  const wrongs = [
    { inFlight: 0 },
    { requestsPerMinute: 1.5 },
    { pages: 1 } as object,
    { keys: -1 },
    { recipeBytes: 0 },
    { scheduleIntervalSeconds: 0 },
    { versions: 0 },
  ];
  for (const wrong of wrongs) {
    await expect(service.accounts.setPlan(id, wrong)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  }
  expect((await service.accounts.setPlan(id, { inFlight: 1 })).plan).toEqual({
    ...plan,
    inFlight: 1,
  });
});

test('caps that are set at the same time are all kept', async () => {
  const { service } = openService();
  const { account } = await addCustomer(service);
  await Promise.all([
    service.accounts.setPlan(account, { keys: 7 }),
    service.accounts.setPlan(account, { recipes: 9 }),
  ]);
  expect((await service.accounts.get(account)).plan).toMatchObject({ keys: 7, recipes: 9 });
});

test.each([
  ['set', { url: 'https://hooks.example/new', headers: {}, events: [] }],
  ['removed', undefined],
])('a recipe that is saved leaves the webhook as it is %s meanwhile', async (_how, webhook) => {
  const store = memoryStore();
  const put: typeof store.recipes.put = async (recipe) => {
    const { account, id, nowMs } = recipe;
    // Of another process, after this one has looked at the recipe.
    await store.recipes.setWebhook({ account, id, webhook, nowMs });
    return store.recipes.put(recipe);
  };
  const { service } = openService({ store });
  const { account, recipeId: id } = await addCustomer(service);
  await service.recipes.setWebhook({ account, id }, { url: 'https://hooks.example/old' });
  const { service: raced } = openService({
    store: { ...store, recipes: { ...store.recipes, put } },
  });
  const saved = await raced.recipes.put({ account, id, document: shopRecipe() });
  expect(saved.webhook?.url).toBe(webhook?.url);
});
