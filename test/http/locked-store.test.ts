import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Agent, type Dispatcher, request as ask } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { sqliteStore } from '../../src/storage/stores/sqlite-store.ts';
import { createHttpHandler, serve } from '../../src/web/http/index.ts';
import { useFolder } from '../support/each-store.ts';
import { addCustomer, openService, until } from '../support/open-service.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';

const busyTimeoutMs = 1_000;
const { openStore, folder } = useFolder((place) => sqliteStore({ folder: place, busyTimeoutMs }));

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

/** A server on a store file, and another process's connection to that. */
async function open() {
  const store = openStore();
  const page = stubFetcher(lampPage);
  const meanwhile = { work: (): void => {} };
  const fetcher: typeof page = {
    ...page,
    async fetch(...request) {
      meanwhile.work();
      return page.fetch(...request);
    },
  };
  const { service, clock } = openService({ store, fetcher });
  const { account } = await addCustomer(service);
  const { key } = await service.keys.create({ account, label: 'test' });
  const server = await serve({ handler: createHttpHandler(service) });
  closings.push(() => server.close({ graceMs: 0 }));
  const dispatcher = new Agent();
  closings.push(() => dispatcher.close());
  const other = new DatabaseSync(path.join(folder(), 'gleaner.db'), { timeout: 30_000 });
  closings.push(() => other.close());
  return {
    account,
    clock,
    store,
    meanwhile,
    lock: () => other.exec('begin immediate'),
    unlock: async () => {
      other.exec('rollback');
      // The budget begins anew with a change that gets through.
      await store.ping();
    },
    scrape: () =>
      ask(`${server.url}/v1/scrape`, {
        dispatcher,
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ website_url: 'https://shop.test/' }),
      }),
  };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

async function statusOf(work: () => Promise<Dispatcher.ResponseData>): Promise<number> {
  const { statusCode, body } = await work();
  await body.dump();
  return statusCode;
}

async function expectRefusal(answer: Dispatcher.ResponseData): Promise<void> {
  expect(answer.statusCode).toBe(502);
  const body = (await answer.body.json()) as { readonly error: unknown };
  expect(body.error).toMatchObject({
    code: 'service_unavailable',
    message: expect.stringMatching(/\w+ .*\.$/) as string,
  });
}

test('while another process has the store’s lock, a lone scrape and five beside each other wait as long as one change does', async () => {
  const { account, store, lock, unlock, scrape } = await open();
  expect(await statusOf(scrape)).toBe(200);
  const before = await store.ledger.balance(account);
  lock();
  const oneChangeMs = await timeOf(() => store.ping().catch(() => {}));
  // Else it waited for nothing.
  expect(oneChangeMs).toBeGreaterThan(busyTimeoutMs / 2);
  await unlock();
  for (const atOnce of [1, 5]) {
    lock();
    const answers: Dispatcher.ResponseData[] = [];
    const tookMs = await timeOf(async () => {
      answers.push(...(await Promise.all(Array.from({ length: atOnce }, scrape))));
    });
    for (const answer of answers) await expectRefusal(answer);
    // A wait for each change would be one for the admission, one for the release, and those of the others.
    expect(tookMs).toBeLessThan(3 * oneChangeMs);
    await unlock();
  }
  expect(await store.ledger.balance(account)).toEqual(before);
  expect(await statusOf(scrape)).toBe(200);
});

test('a scrape that meets the lock when it is to be charged is refused, and costs nothing once the store is free', async () => {
  const { account, clock, store, meanwhile, lock, unlock, scrape } = await open();
  meanwhile.work = lock;
  const before = await store.ledger.balance(account);
  const answer = await scrape();
  await expectRefusal(answer);
  meanwhile.work = () => {};
  await unlock();
  expect(await statusOf(scrape)).toBe(200);
  const after = await store.ledger.balance(account);
  expect(before.balance - after.balance).toBe(1);
  // What could not be freed is freed by a later try.
  await until(async () => {
    clock.advance(60_000);
    return (await store.ledger.balance(account)).held === 0;
  });
});
