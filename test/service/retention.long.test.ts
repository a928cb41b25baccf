import { expect, test } from 'vitest';
import { eachStore } from '../support/each-store.ts';
import { addCustomer, openService, until, untilEnded } from '../support/open-service.ts';

const dayMs = 24 * 60 * 60 * 1_000;

eachStore((openStore) => {
  test('old runs are forgotten, the last one and what was charged are not', async () => {
    const { service, clock } = openService({ store: openStore() });
    const { account, recipeId } = await addCustomer(service);
    await service.start();
    const ids: string[] = [];
    for (const _ of ['first', 'second']) {
      const { id } = await service.dispatchRun({ account, recipeId });
      await untilEnded(service, { account, id });
      ids.push(id);
    }
    clock.advance(90 * dayMs - 1);
    expect(await service.listRuns({ account })).toHaveLength(2);
    await until(async () => {
      // The round of the time before may still be under way, and put its next sweep off by an hour.
      clock.advance(60 * 60 * 1_000 + 1_000);
      return (await service.listRuns({ account })).length === 1;
    });
    const [first = '', second = ''] = ids;
    await expect(service.getRun({ account, id: first })).rejects.toMatchObject({
      code: 'not_found',
    });
    const usage = await service.usage(account);
    expect(usage).toMatchObject({ runsUsed30d: 0, lastRun: { id: second } });
    expect(usage.creditsRemaining).toBe(96);
    await service.close();
  });

  test('the days can be chosen', async () => {
    const { service, clock } = openService({
      store: openStore(),
      options: { retention: { runDays: 30 } },
    });
    const { account, recipeId } = await addCustomer(service);
    await service.start();
    for (const _ of ['first', 'second']) {
      const { id } = await service.dispatchRun({ account, recipeId });
      await untilEnded(service, { account, id });
    }
    clock.advance(30 * dayMs + 60 * 60 * 1_000);
    const left = await until(async () => {
      clock.advance(1_000);
      const runs = await service.listRuns({ account });
      return runs.length === 1 && runs;
    });
    expect(left[0]?.status).toBe('completed');
    await service.close();
  });
});

test.each([{ runDays: 29 }, { deliveryDays: 0 }, { tickDays: 1.5 }, { runDays: Number.NaN }])(
  'days that are none, or that the quota has not done with, are refused: %j',
  (retention) => {
    expect(() => openService({ options: { retention } })).toThrow(TypeError);
  },
);
