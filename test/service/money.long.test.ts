import { expect, test } from 'vitest';
import { memoryStore } from '../../src/storage/stores/sqlite-store.ts';
import { eachStore } from '../support/each-store.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';
import {
  addCustomer,
  createGate,
  item,
  lampInput,
  openService,
  until,
  untilEnded,
} from '../support/open-service.ts';

const pages = (count: number) => Array.from({ length: count }, (_, page) => [item(`Lamp ${page}`)]);

eachStore((openStore) => {
  test('extract costs 5 and scrape 1, with stealth 10 and 3', async () => {
    const { service } = openService({ store: openStore() });
    const { account } = await addCustomer(service);
    const { url } = lampInput;
    const costs = [
      await service.extract(lampInput, { account }),
      await service.extract({ ...lampInput, stealth: true }, { account }),
      await service.scrape({ url }, { account }),
      await service.scrape({ url, stealth: true }, { account }),
    ].map(({ creditsUsed, creditsRemaining }) => [creditsUsed, creditsRemaining]);
    expect(costs).toEqual([
      [5, 95],
      [10, 85],
      [1, 84],
      [3, 81],
    ]);
  });

  test('a failed call costs nothing', async () => {
    const fetcher = stubFetcher({ status: 404 });
    const { service } = openService({ store: openStore(), fetcher });
    const { account } = await addCustomer(service);
    await expect(service.extract(lampInput, { account })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect((await service.accounts.get(account)).credits).toEqual({ balance: 100, held: 0 });
  });

  test('a call that its caller gave up costs nothing, and one that took too long neither', async () => {
    const gate = createGate();
    const fetcher = stubFetcher(async () => {
      await gate.wait();
      return lampPage;
    });
    const { service, clock } = openService({ store: openStore(), fetcher });
    const { account } = await addCustomer(service);
    const leaving = new AbortController();
    const left = service.extract(lampInput, { account, signal: leaving.signal });
    const late = service.extract(lampInput, { account });
    await until(() => fetcher.requests.length === 2);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    clock.advance(120_000);
    await expect(late).rejects.toMatchObject({ details: { reason: 'timed_out' } });
    gate.open();
    expect((await service.accounts.get(account)).credits).toEqual({ balance: 100, held: 0 });
  });

  test('a dispatch holds one page and each hop one more; the end charges for the pages that came', async () => {
    const held: number[] = [];
    const store = openStore();
    const { service } = openService({
      store,
      replay: {
        pages: pages(3),
        async beforePage() {
          held.push((await store.ledger.balance(account)).held);
        },
      },
    });
    await service.start();
    const { account, recipeId } = await addCustomer(service);
    const { id } = await service.dispatchRun({ account, recipeId });
    expect(await service.creditsRemaining(account)).toBe(98);
    const run = await untilEnded(service, { account, id });
    expect(held).toEqual([2, 4, 6]);
    expect(run).toMatchObject({
      status: 'completed',
      pagesExtracted: 3,
      itemsExtracted: 3,
      creditsUsed: 6,
      clampedByCredits: false,
      effectiveCap: 20,
    });
    expect((await service.accounts.get(account)).credits).toEqual({ balance: 94, held: 0 });
    await service.close();
  });

  test('credits for fewer pages than the plan make the cap smaller at dispatch', async () => {
    const { service } = openService({ store: openStore(), replay: { pages: pages(9) } });
    await service.start();
    const { account, recipeId } = await addCustomer(service, { credits: 7 });
    const { id } = await service.dispatchRun({ account, recipeId });
    expect(await untilEnded(service, { account, id })).toMatchObject({
      status: 'completed',
      effectiveCap: 3,
      pagesExtracted: 3,
      clampedByCredits: true,
      result: {
        warnings: expect.arrayContaining([
          'Pagination ended after 3 pages: the credits allow no more. There may be more items.',
        ]),
      },
    });
    expect((await service.accounts.get(account)).credits).toEqual({ balance: 1, held: 0 });
    await service.close();
  });

  test('a hop that can no longer be paid ends the pagination, and the run keeps what it has', async () => {
    const { service } = openService({
      store: openStore(),
      replay: {
        pages: pages(9),
        async beforePage(number) {
          if (number === 2) await service.accounts.grant(account, -16);
        },
      },
    });
    await service.start();
    const { account, recipeId } = await addCustomer(service, { credits: 20 });
    const { id } = await service.dispatchRun({ account, recipeId });
    expect(await untilEnded(service, { account, id })).toMatchObject({
      status: 'completed',
      effectiveCap: 10,
      pagesExtracted: 2,
      creditsUsed: 4,
      clampedByCredits: true,
    });
    expect((await service.accounts.get(account)).credits).toEqual({ balance: 0, held: 0 });
    await service.close();
  });

  test('the caller’s and the plan’s cap end the pagination without credits having to do with it', async () => {
    const { service } = openService({ store: openStore(), replay: { pages: pages(9) } });
    await service.start();
    const { account, recipeId } = await addCustomer(service, { plan: { pagesPerRun: 4 } });
    for (const [maxPages, pagesExtracted] of [
      [2, 2],
      [undefined, 4],
      [100, 4],
    ] as const) {
      const { id } = await service.dispatchRun({ account, recipeId, maxPages });
      expect(await untilEnded(service, { account, id })).toMatchObject({
        pagesExtracted,
        effectiveCap: 4,
        clampedByCredits: false,
      });
    }
    await service.close();
  });

  test('a run that ends without items has failed, and costs nothing', async () => {
    const { service } = openService({ store: openStore(), replay: { pages: [[], []] } });
    await service.start();
    const { account, recipeId } = await addCustomer(service);
    const { id } = await service.dispatchRun({ account, recipeId });
    const run = await untilEnded(service, { account, id });
    expect(run).toMatchObject({ status: 'failed', error: 'no items extracted', creditsUsed: 0 });
    expect(run.result).toBeUndefined();
    expect((await service.accounts.get(account)).credits).toEqual({ balance: 100, held: 0 });
    await service.close();
  });

  test('a thousand callers with credit for a hundred are served a hundred times', async () => {
    const { service } = openService({ store: openStore(), gleaner: { prices: { scrape: 1 } } });
    const { account } = await addCustomer(service, {
      credits: 100,
      plan: { requestsPerMinute: 10_000, inFlight: 10_000 },
    });
    const html = '<p>one</p>';
    const outcomes = await Promise.allSettled(
      Array.from({ length: 1_000 }, () => service.scrape({ html }, { account })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(100);
    expect((await service.accounts.get(account)).credits).toEqual({ balance: 0, held: 0 });
  });
});

test('a deleted account is granted nothing', async () => {
  const { service } = openService();
  const { account } = await addCustomer(service);
  await service.accounts.requestDeletion(account);
  await service.accounts.confirmDeletion(account);
  await expect(service.accounts.grant(account, 5)).rejects.toMatchObject({ code: 'conflict' });
});

test('credits are whole numbers; what is held cannot be taken back', async () => {
  const { service } = openService();
  const { account, recipeId } = await addCustomer(service, { credits: 5 });
  for (const credits of [0.5, Number.NaN, Infinity, 1e15]) {
    await expect(service.accounts.grant(account, credits)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  }
  await expect(service.accounts.create({ credits: -1 })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  await service.dispatchRun({ account, recipeId });
  await expect(service.accounts.grant(account, -4)).rejects.toMatchObject({
    code: 'insufficient_credits',
    details: { balance: 3, required: 4 },
  });
  await expect(service.accounts.grant('stranger', 1)).rejects.toMatchObject({ code: 'not_found' });
});

test('a ledger that cannot be read when a run has been charged is no fault of the run', async () => {
  const inner = memoryStore();
  let isBroken = false;
  const balance = (account: string) =>
    isBroken ? Promise.reject(new Error('no disk')) : inner.ledger.balance(account);
  const store = { ...inner, ledger: { ...inner.ledger, balance } };
  const { service, events } = openService({ store });
  await service.start();
  const { account, recipeId } = await addCustomer(service);
  isBroken = true;
  const { id } = await service.dispatchRun({ account, recipeId });
  expect(await untilEnded(service, { account, id })).toMatchObject({ status: 'completed' });
  await service.close();
  expect(events).toMatchObject([{ kind: 'run', status: 'completed' }]);
});
