import { expect, test } from 'vitest';
import { eachStore } from '../support/each-store.ts';
import { addCustomer, lampInput, openService } from '../support/open-service.ts';

eachStore((openStore) => {
  test('a limit that is no number of entries is refused by its name, by every list', async () => {
    const { service } = openService({ store: openStore() });
    const { account, recipeId } = await addCustomer(service);
    const { id } = await service.schedules.put({ account, recipeId, cron: '@daily' });
    await service.dispatchRun({ account, recipeId });
    const lists: readonly ((limit: number) => Promise<readonly unknown[]>)[] = [
      (limit) => service.accounts.list({ limit }),
      (limit) => service.recipes.list({ account, limit }),
      (limit) => service.listRuns({ account, limit }),
      (limit) => service.listDeliveries({ account, limit }),
      (limit) => service.schedules.listTicks({ account, id, limit }),
    ];
    for (const list of lists) {
      for (const limit of [-1, 1.5, Number.NaN, Infinity, 1e30, null, '5']) {
        await expect(list(limit as number)).rejects.toMatchObject({
          code: 'invalid_request',
          details: { issues: [{ path: '/limit' }] },
        });
      }
      expect(await list(0)).toEqual([]);
      expect((await list(Number.MAX_SAFE_INTEGER)).length).toBeLessThanOrEqual(1);
    }
    await service.close();
  });
});

eachStore((openStore) => {
  test('what is no id is refused by its name, wherever one is taken', async () => {
    const { service } = openService({ store: openStore() });
    const { account, recipeId } = await addCustomer(service);
    const takers: readonly (readonly [path: string, take: (id: never) => Promise<unknown>])[] = [
      ['/id', (id) => service.accounts.get(id)],
      ['/id', (id) => service.accounts.setPlan(id, {})],
      ['/id', (id) => service.accounts.grant(id, 1)],
      ['/id', (id) => service.accounts.resume(id)],
      ['/id', (id) => service.keys.list(id)],
      ['/id', (id) => service.keys.revoke({ account, id })],
      ['/id', (id) => service.recipes.get({ account, id })],
      ['/account', (id) => service.recipes.get({ account: id, id: recipeId })],
      ['/account', (id) => service.recipes.list({ account: id })],
      ['/account', (id) => service.recipes.listVersions({ account: id, id: recipeId })],
      ['/id', (id) => service.schedules.delete({ account, id })],
      ['/id', (id) => service.getRun({ account, id })],
      ['/account', (id) => service.pollRun({ account: id, id: 'x' })],
      ['/account', (id) => service.getDelivery({ account: id, id: 'x' })],
      ['/account', (id) => service.listDeliveries({ account: id })],
      ['/account', (id) => service.listUsage({ account: id, sinceMs: 0 })],
      ['/account', (id) => service.creditsRemaining(id)],
    ];
    for (const [path, take] of takers) {
      for (const id of [undefined, null, {}, 5, []]) {
        await expect(take(id as never)).rejects.toMatchObject({
          code: 'invalid_request',
          details: { issues: [{ path }] },
        });
      }
    }
    expect(await service.listRuns({ account: undefined })).toEqual([]);
    await service.close();
  });
});

test('an account is not created by fields that it does not have', async () => {
  const { service } = openService();
  for (const [path, input] of [
    ['/credit', { credit: 100 }],
    ['/credits', { credits: '100' }],
    ['/emailVerified', { emailVerified: 'no' }],
    ['', null],
  ] as const) {
    await expect(service.accounts.create(input as never)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path }] },
    });
  }
  expect(await service.accounts.list()).toEqual([]);
  await service.close();
});

test('a call without its account is refused by its name', async () => {
  const { service } = openService();
  for (const call of [undefined, null, 5]) {
    for (const attempt of [
      () => service.extract(lampInput, call as never),
      () => service.scrape({ url: lampInput.url }, call as never),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        code: 'invalid_request',
        details: { issues: [{ path: '/account' }] },
      });
    }
  }
  await service.close();
});
