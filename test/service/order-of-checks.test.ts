import { expect, test } from 'vitest';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { isGleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import type { Service } from '../../src/service/create-service.ts';
import { eachStore } from '../support/each-store.ts';
import { stubFetcher } from '../support/stub-fetcher.ts';
import { addCustomer, createGate, lampInput, openService, until } from '../support/open-service.ts';

/** Everything that can stand in the way of an account at once, in the order in which it is to be told. */
const obstacles: readonly {
  readonly code: string;
  readonly reason?: string;
  /** Only of dispatches. */
  readonly isOfRuns?: true;
  readonly remove: (scene: Scene) => Promise<unknown>;
}[] = [
  {
    code: 'account_deletion_pending',
    remove: ({ service, account }) => service.accounts.cancelDeletion(account),
  },
  { code: 'forbidden', remove: ({ service, account }) => service.accounts.resume(account) },
  {
    code: 'not_found',
    isOfRuns: true,
    remove: async (scene) => {
      scene.recipeId = scene.knownRecipeId;
    },
  },
  {
    code: 'conflict',
    isOfRuns: true,
    remove: ({ service, account, recipeId: id }) => service.recipes.enable({ account, id }),
  },
  {
    code: 'rate_limited',
    reason: 'rate_limit_per_min',
    remove: ({ service, account }) => service.accounts.setPlan(account, { requestsPerMinute: 60 }),
  },
  {
    code: 'rate_limited',
    reason: 'max_concurrent_requests',
    remove: async ({ finishFirst }) => finishFirst(),
  },
  {
    code: 'rate_limited',
    reason: 'sb_runs_per_month',
    isOfRuns: true,
    remove: ({ service, account }) => service.accounts.setPlan(account, { runsPerMonth: 50 }),
  },
  {
    code: 'insufficient_credits',
    remove: ({ service, account }) => service.accounts.grant(account, 100),
  },
];

interface Scene {
  readonly service: Service;
  readonly account: string;
  readonly knownRecipeId: string;
  recipeId: string;
  readonly finishFirst: () => Promise<void>;
}

/** An account with a call under way, and then every obstacle at once. */
async function setTheScene(store: Store): Promise<Scene> {
  const gate = createGate();
  const fetcher = stubFetcher(async () => {
    await gate.wait();
    return '<p>£1</p>';
  });
  const { service } = openService({ store, fetcher });
  const plan = { requestsPerMinute: 1, inFlight: 1, runsPerMonth: 0 };
  const { account, recipeId } = await addCustomer(service, { credits: 5, plan });
  const first = service.extract(lampInput, { account });
  await until(() => fetcher.requests.length === 1);
  return {
    service,
    account,
    knownRecipeId: recipeId,
    recipeId: 'stranger',
    async finishFirst() {
      gate.open();
      await first;
    },
  };
}

eachStore((openStore) => {
  test('a dispatch meets one obstacle after the other, in the order of the contract', async () => {
    const scene = await setTheScene(openStore());
    const { service, account } = scene;
    await service.recipes.disable({ account, id: scene.knownRecipeId });
    await service.accounts.suspend(account);
    await service.accounts.requestDeletion(account);
    const dispatch = () => service.dispatchRun({ account, recipeId: scene.recipeId });
    for (const { code, reason, remove } of obstacles) {
      const error = await dispatch().catch((caught: unknown) => caught);
      expect(error).toMatchObject({
        code,
        ...(reason === undefined ? {} : { details: { reason } }),
      });
      await remove(scene);
    }
    expect(await dispatch()).toMatchObject({ status: 'queued' });
  });

  test('so is an extraction', async () => {
    const scene = await setTheScene(openStore());
    const { service, account } = scene;
    await service.accounts.suspend(account);
    await service.accounts.requestDeletion(account);
    for (const { code, reason, isOfRuns, remove } of obstacles) {
      if (isOfRuns) continue;
      const error = await service
        .extract(lampInput, { account })
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({
        code,
        ...(reason === undefined ? {} : { details: { reason } }),
      });
      await remove(scene);
    }
    expect(await service.extract(lampInput, { account })).toMatchObject({ creditsUsed: 5 });
  });

  test('what is wrong with the request itself is reported before all else', async () => {
    const { service } = openService({ store: openStore() });
    const { account, recipeId } = await addCustomer(service, { emailVerified: false });
    await service.accounts.requestDeletion(account);
    await expect(
      service.extract({ url: 'ftp://x', prompt: '' }, { account }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    const run = { account, recipeId, maxPages: 0 };
    await expect(service.dispatchRun(run)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('an account that is not verified may not spend, then one that is to be deleted', async () => {
    const { service } = openService({ store: openStore() });
    const { account, recipeId } = await addCustomer(service, { emailVerified: false });
    await service.accounts.requestDeletion(account);
    await service.accounts.suspend(account);
    for (const call of [
      () => service.extract(lampInput, { account }),
      () => service.scrape({ url: lampInput.url }, { account }),
      () => service.dispatchRun({ account, recipeId }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'email_verification_required' });
    }
    await service.accounts.verifyEmail(account);
    await expect(service.extract(lampInput, { account })).rejects.toMatchObject({
      code: 'account_deletion_pending',
      details: { deletionScheduledFor: '2026-01-31T00:00:00.000Z' },
    });
  });

  test('a variable that the recipe does not have is refused before the recipe’s state is looked at', async () => {
    const { service } = openService({ store: openStore() });
    const { account, recipeId } = await addCustomer(service);
    await service.recipes.disable({ account, id: recipeId });
    await expect(
      service.dispatchRun({ account, recipeId, variables: { colour: 'red' } }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

test('the minute slides, a refused call does not use it up, and the wait is given in whole seconds', async () => {
  const { service, clock } = openService();
  const { account } = await addCustomer(service, {
    credits: 1_000,
    plan: { requestsPerMinute: 2 },
  });
  const call = () => service.extract(lampInput, { account });
  await call();
  clock.advance(20_500);
  await call();
  for (let refused = 0; refused < 5; refused += 1) {
    await expect(call()).rejects.toMatchObject({
      details: { reason: 'rate_limit_per_min', limitPerMin: 2, retryAfterSeconds: 40 },
    });
  }
  clock.advance(39_500);
  await call();
  await expect(call()).rejects.toMatchObject({ details: { retryAfterSeconds: 21 } });
});

test('a call without enough credits does not use up the minute', async () => {
  const { service } = openService();
  const { account, recipeId } = await addCustomer(service, {
    credits: 1,
    plan: { requestsPerMinute: 1 },
  });
  for (const call of [
    () => service.extract(lampInput, { account }),
    () => service.dispatchRun({ account, recipeId }),
  ]) {
    const error = await call().catch((caught: unknown) => caught);
    expect(isGleanerError(error, 'insufficient_credits') && error.details.balance).toBe(1);
  }
  expect(await service.scrape({ url: lampInput.url }, { account })).toMatchObject({
    creditsUsed: 1,
  });
});

test('two accounts have a minute each', async () => {
  const { service } = openService();
  for (const _ of ['ada', 'bob']) {
    const { account } = await addCustomer(service, { plan: { requestsPerMinute: 1 } });
    expect(await service.extract(lampInput, { account })).toMatchObject({ creditsUsed: 5 });
  }
});

eachStore((openStore) => {
  test('the quota counts the runs of the last 30 days, and says when there is room again', async () => {
    const { service, clock } = openService({ store: openStore() });
    const { account, recipeId } = await addCustomer(service, { plan: { runsPerMonth: 2 } });
    await service.dispatchRun({ account, recipeId });
    const day = 24 * 60 * 60 * 1_000;
    clock.advance(10 * day);
    await service.dispatchRun({ account, recipeId });
    await expect(service.dispatchRun({ account, recipeId })).rejects.toMatchObject({
      code: 'rate_limited',
      details: {
        reason: 'sb_runs_per_month',
        used: 2,
        limit: 2,
        window: '30d',
        retryAfterSeconds: 20 * 24 * 60 * 60,
      },
    });
    clock.advance(20 * day);
    expect(await service.dispatchRun({ account, recipeId })).toMatchObject({ status: 'queued' });
  });
});

test('a run at work is no call under way', async () => {
  const gate = createGate();
  const { service } = openService({ replay: { beforePage: () => gate.wait() } });
  await service.start();
  const { account, recipeId } = await addCustomer(service, { plan: { inFlight: 1 } });
  await service.dispatchRun({ account, recipeId });
  await service.dispatchRun({ account, recipeId });
  expect(await service.extract(lampInput, { account })).toMatchObject({ creditsUsed: 5 });
  gate.open();
  await service.close();
});
