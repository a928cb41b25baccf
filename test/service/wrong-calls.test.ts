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
