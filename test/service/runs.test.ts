import { describe, expect, test } from 'vitest';
import { eachStore, useFolder } from '../support/each-store.ts';
import { shopRecipe } from '../support/shop-recipe.ts';
import { stubBrowser } from '../support/stub-browser.ts';
import {
  addCustomer,
  createGate,
  item,
  openService,
  until,
  untilEnded,
} from '../support/open-service.ts';

eachStore((openStore) => {
  test('a run is queued, then running, then completed, with its moments and its result', async () => {
    const gate = createGate();
    const { service, clock } = openService({
      store: openStore(),
      replay: { beforePage: () => gate.wait() },
    });
    const { account, recipeId } = await addCustomer(service);
    const queued = await service.dispatchRun({ account, recipeId });
    const { id } = queued;
    expect(id).toMatch(/^[0-9A-Za-z]{11}$/);
    expect(queued).toMatchObject({ status: 'queued', recipeId, creditsUsed: 0 });
    expect(await service.getRun({ account, id })).toEqual(queued);
    expect(queued).not.toHaveProperty('startedAtMs');
    clock.advance(5_000);
    await service.start();
    const running = await until(async () => {
      const run = await service.getRun({ account, id });
      return run.status === 'running' && run;
    });
    expect(running.startedAtMs).toBe(queued.createdAtMs + 5_000);
    expect(running).not.toHaveProperty('completedAtMs');
    expect(running).not.toHaveProperty('result');
    clock.advance(3_000);
    gate.open();
    const completed = await untilEnded(service, { account, id });
    expect(completed).toMatchObject({
      status: 'completed',
      completedAtMs: queued.createdAtMs + 8_000,
      creditsUsed: 2,
      result: {
        pages: [{ items: [{ name: 'Lamp', price: 1.5 }] }],
        mode: 'replay',
        drift: 0,
        warnings: [],
      },
    });
    expect(completed).not.toHaveProperty('error');
    await service.close();
  });

  test('a run that takes 15 minutes by the monotonic clock has failed, and what it held is free', async () => {
    const gate = createGate();
    const replaying = createGate();
    const { service, clock } = openService({
      store: openStore(),
      replay: { beforePage: () => (replaying.open(), gate.wait()) },
    });
    await service.start();
    const { account, recipeId } = await addCustomer(service);
    const { id } = await service.dispatchRun({ account, recipeId });
    // Its time runs from when the engine, which is loaded on first use, begins with it.
    await replaying.wait();
    clock.setWallClock(clock.nowMs() + 86_400_000);
    clock.advance(15 * 60_000 - 1);
    expect(await service.getRun({ account, id })).toMatchObject({ status: 'running' });
    clock.advance(1);
    const run = await untilEnded(service, { account, id });
    expect(run).toMatchObject({ status: 'failed', creditsUsed: 0 });
    expect(run.error).toBe('timed out after 15 min: split the recipe into several');
    // Its pages come too late to be billed.
    gate.open();
    expect((await service.accounts.get(account)).credits).toEqual({ balance: 100, held: 0 });
    await service.close();
  });

  test('the time of a run that took too long is given in whole units', async () => {
    const gate = createGate();
    const replaying = createGate();
    const { service, clock } = openService({
      store: openStore(),
      replay: { beforePage: () => (replaying.open(), gate.wait()) },
      gleaner: { limits: { runMs: 4_000 } },
    });
    await service.start();
    const { account, recipeId } = await addCustomer(service);
    const { id } = await service.dispatchRun({ account, recipeId });
    await replaying.wait();
    clock.advance(4_000);
    const { error } = await untilEnded(service, { account, id });
    expect(error).toBe('timed out after 4 s: split the recipe into several');
    gate.open();
    await service.close();
  });

  test('a run can be cancelled while it waits, and is never begun then', async () => {
    const { service, events } = openService({ store: openStore() });
    const { account, recipeId } = await addCustomer(service);
    const { id } = await service.dispatchRun({ account, recipeId });
    expect(await service.cancelRun({ account, id })).toMatchObject({
      status: 'cancelled',
      error: 'cancelled by its owner',
      creditsUsed: 0,
    });
    await service.start();
    const after = await service.dispatchRun({ account, recipeId });
    await untilEnded(service, { account, id: after.id });
    expect(await service.getRun({ account, id })).toMatchObject({ status: 'cancelled' });
    expect(await service.getRun({ account, id })).not.toHaveProperty('startedAtMs');
    expect(events.filter((event) => event.kind === 'run' && event.runId === id).length).toBe(1);
    await service.close();
  });

  test('a run can be cancelled while it is at work: its work is aborted, and costs nothing', async () => {
    const signals: AbortSignal[] = [];
    const { service, events } = openService({
      store: openStore(),
      replay: {
        beforePage(_page, { signal }) {
          signals.push(signal);
          return new Promise(() => {});
        },
      },
    });
    await service.start();
    const { account, recipeId } = await addCustomer(service);
    const { id } = await service.dispatchRun({ account, recipeId });
    await until(() => signals.length === 1);
    await service.cancelRun({ account, id });
    expect(signals[0]?.aborted).toBe(true);
    expect((await service.accounts.get(account)).credits).toEqual({ balance: 100, held: 0 });
    await service.close();
    expect(await service.getRun({ account, id })).toMatchObject({ status: 'cancelled' });
    expect(events.filter(({ kind }) => kind === 'fault')).toEqual([]);
  });

  test('a run that has ended cannot be cancelled: conflict', async () => {
    const { service } = openService({ store: openStore() });
    await service.start();
    const { account, recipeId } = await addCustomer(service);
    const { id } = await service.dispatchRun({ account, recipeId });
    await untilEnded(service, { account, id });
    for (const _ of ['once', 'twice']) {
      await expect(service.cancelRun({ account, id })).rejects.toMatchObject({ code: 'conflict' });
    }
    expect(await service.getRun({ account, id })).toMatchObject({ status: 'completed' });
    await service.close();
  });

  test('a run whose recipe was deleted while it waited has failed, and says why', async () => {
    const { service } = openService({ store: openStore() });
    const { account, recipeId } = await addCustomer(service);
    const { id } = await service.dispatchRun({ account, recipeId });
    await service.recipes.delete({ account, id: recipeId });
    await service.start();
    expect(await untilEnded(service, { account, id })).toMatchObject({
      status: 'failed',
      error: `There is no recipe "${recipeId}".`,
    });
    expect((await service.accounts.get(account)).credits).toEqual({ balance: 100, held: 0 });
    await service.close();
  });

  test('what a run learns is the recipe’s own, and gone with a new version of it', async () => {
    const browser = stubBrowser({
      pages: [[item('Lamp')]],
      report: { fingerprints: { version: 1, targets: { '/learnt': { element: {} } } } as never },
    });
    const store = openStore();
    const { service } = openService({ store, browser });
    await service.start();
    const { account, recipeId } = await addCustomer(service);
    const run = async (owner: string, id: string) => {
      const { id: runId } = await service.dispatchRun({ account: owner, recipeId: id });
      await untilEnded(service, { account: owner, id: runId });
      await until(async () => (await store.recipes.find({ account: owner, id }))?.fingerprints);
    };
    await run(account, recipeId);
    expect(await service.recipes.get({ account, id: recipeId })).not.toHaveProperty('fingerprints');
    const { account: other, recipeId: equal } = await addCustomer(service);
    await run(other, equal);
    // Equal recipes of two accounts: nothing that one's pages showed reaches the other.
    expect(
      browser.requests.map(({ fingerprints }) => Object.keys(fingerprints?.targets ?? {})),
    ).toEqual([[], []]);
    await service.recipes.put({ account, id: recipeId, document: shopRecipe() });
    expect(await store.recipes.find({ account, id: recipeId })).not.toHaveProperty('fingerprints');
    await service.close();
  });

  test.each<[number, number | undefined, string, [number, number, boolean]]>([
    // The plan's cap is 20; a page costs 2 credits, and the list has 5 pages.
    [100, 2, 'that is the cap of this run (2)', [2, 20, false]],
    [100, 30, '', [5, 20, false]],
    [8, 2, 'that is the cap of this run (2)', [2, 4, true]],
    [8, 5, 'the credits allow no more', [4, 4, true]],
    [8, undefined, 'the credits allow no more', [4, 4, true]],
  ])(
    'with %d credits, the cap of a run says nothing of the %s pages that were asked for',
    async (credits, maxPages, warning, [pagesExtracted, effectiveCap, clampedByCredits]) => {
      const wanted = { pagesExtracted, effectiveCap, clampedByCredits };
      const pages = Array.from({ length: 5 }, (_, index) => [item(`Lamp ${index}`)]);
      const { service } = openService({ store: openStore(), replay: { pages } });
      await service.start();
      const { account, recipeId } = await addCustomer(service, { credits });
      const { id } = await service.dispatchRun({ account, recipeId, maxPages });
      const ended = await untilEnded(service, { account, id });
      expect(ended).toMatchObject({ ...wanted, creditsUsed: 2 * pagesExtracted });
      expect((await service.usage(account)).lastRun).toMatchObject(wanted);
      expect(ended.result?.warnings.join(' ')).toContain(warning);
      await service.close();
    },
  );

  test('the usage report has the plan, the last 30 days and the last run', async () => {
    const { service, clock } = openService({ store: openStore() });
    const { account, recipeId } = await addCustomer(service, { credits: 6 });
    const before = await service.usage(account);
    expect(before).toEqual({
      runsUsed30d: 0,
      runsPerMonthCap: 50,
      pagesPerRunCap: 20,
      costPerPage: 2,
      schedulesCount: 0,
      schedulesAllowed: true,
      lastRun: undefined,
      creditsRemaining: 6,
    });
    await service.start();
    await service.schedules.put({ account, recipeId, cron: '0 0 1 1 *' });
    const { id, createdAtMs } = await service.dispatchRun({ account, recipeId });
    await untilEnded(service, { account, id });
    const usage = await service.usage(account);
    expect(usage).toMatchObject({
      runsUsed30d: 1,
      schedulesCount: 1,
      lastRun: {
        id,
        status: 'completed',
        pagesExtracted: 1,
        effectiveCap: 3,
        clampedByCredits: true,
        createdAtMs,
        completedAtMs: createdAtMs,
      },
    });
    expect(usage.lastRun).not.toHaveProperty('result');
    clock.advance(30 * 24 * 60 * 60 * 1_000);
    expect(await service.usage(account)).toMatchObject({ runsUsed30d: 0, lastRun: { id } });
    await expect(service.usage('stranger')).rejects.toMatchObject({ code: 'not_found' });
    await service.close();
  });
});

describe('with two processes on one folder', () => {
  const { openStore } = useFolder();

  test('a run that one cancels is left by the other, within its next round', async () => {
    const signals: AbortSignal[] = [];
    const serving = openService({
      store: openStore(),
      replay: {
        beforePage(_page, { signal }) {
          signals.push(signal);
          return new Promise(() => {});
        },
      },
    });
    await serving.service.start();
    const { account, recipeId } = await addCustomer(serving.service);
    const { id } = await serving.service.dispatchRun({ account, recipeId });
    await until(() => signals.length === 1);
    const other = openService({ store: openStore() });
    await other.service.cancelRun({ account, id });
    serving.clock.advance(1_000);
    await until(() => signals[0]?.aborted);
    await serving.service.close();
    expect(await other.service.getRun({ account, id })).toMatchObject({ status: 'cancelled' });
    expect((await other.service.accounts.get(account)).credits).toEqual({ balance: 100, held: 0 });
  });
});

test('code of its own does not run in a stored recipe, unless the operator lets it', async () => {
  for (const allowExpressions of [undefined, true]) {
    const browser = stubBrowser({ pages: [[item('Lamp')]] });
    const options = allowExpressions === undefined ? {} : { allowExpressions };
    const { service } = openService({ browser, options });
    await service.start();
    const { account, recipeId } = await addCustomer(service);
    const { id } = await service.dispatchRun({ account, recipeId });
    await untilEnded(service, { account, id });
    expect(browser.requests[0]?.allowExpressions).toBe(allowExpressions ?? false);
    await service.close();
  }
});
