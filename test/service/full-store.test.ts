import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { sqliteStore } from '../../src/storage/stores/sqlite-store.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';
import { addCustomer, createGate, lampInput, openService, until } from '../support/open-service.ts';

const calls = 27;

const toCode = ({ code }: { readonly code: string }): string => code;

/** A store on a file of its own, and a way to make the file refuse every change for a while. */
function openRefusingStore() {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-store-'));
  const store = sqliteStore({ folder, busyTimeoutMs: 20 });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return {
    store,
    refuse: () => {
      const other = new DatabaseSync(path.join(folder, 'gleaner.db'));
      other.exec('begin immediate');
      return () => other.close();
    },
  };
}

test.each([
  ['succeeded', lampPage],
  ['failed', { status: 404 }],
])(
  'holds of calls whose work %s while the store refused every change are freed when it works again',
  async (_how, page) => {
    const { store, refuse } = openRefusingStore();
    const gate = createGate();
    const fetcher = stubFetcher(async () => {
      await gate.wait();
      return page;
    });
    const { service, clock, events } = openService({ store, fetcher });
    const plan = { requestsPerMinute: 100, inFlight: 100 };
    const { account } = await addCustomer(service, { credits: 1_000, plan });
    const ask = Array.from({ length: calls }, (_, index) =>
      service.extract(lampInput, {
        account,
        ...(index % 2 === 0 ? {} : { idempotencyKey: `k${index}` }),
      }),
    );
    const outcomes = Promise.allSettled(ask);
    await until(() => fetcher.requests.length === calls);
    expect(await store.ledger.balance(account)).toEqual({ balance: 1_000, held: calls * 5 });
    const recover = refuse();
    gate.open();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { code: page === lampPage ? 'service_unavailable' : 'validation_failed' },
      });
    }
    expect(await store.ledger.balance(account)).toEqual({ balance: 1_000, held: calls * 5 });
    expect(events).toContainEqual(
      expect.objectContaining({ doing: expect.stringContaining('void hold') }),
    );
    recover();
    await until(async () => {
      clock.advance(1_000);
      return (await store.ledger.balance(account)).held === 0;
    });
    expect(await store.ledger.balance(account)).toEqual({ balance: 1_000, held: 0 });
    // Their keys are free again, too, as soon as they have had their turn.
    const again = await until(async () => {
      clock.advance(1_000);
      const call = service.extract(lampInput, { account, idempotencyKey: 'k1' });
      const outcome = await call.then(({ creditsUsed }) => creditsUsed, toCode);
      return outcome !== 'conflict' && outcome;
    });
    expect(again).toBe(page === lampPage ? 5 : 'validation_failed');
    await service.close();
  },
);

test('calls that begin while another process holds the file are refused, for nothing, and go through afterwards', async () => {
  const { store, refuse } = openRefusingStore();
  const fetcher = stubFetcher(async () => lampPage);
  const { service } = openService({ store, fetcher });
  const plan = { requestsPerMinute: 100, inFlight: 100 };
  const { account } = await addCustomer(service, { credits: 100, plan });
  const recover = refuse();
  const asked = Array.from({ length: 6 }, () => service.extract(lampInput, { account }));
  for (const outcome of await Promise.allSettled(asked)) {
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { code: 'service_unavailable', message: expect.stringContaining('locked') },
    });
  }
  expect(fetcher.requests).toEqual([]);
  recover();
  expect(await store.ledger.balance(account)).toEqual({ balance: 100, held: 0 });
  expect(await service.extract(lampInput, { account })).toMatchObject({ creditsUsed: 5 });
  expect(await store.ledger.balance(account)).toEqual({ balance: 95, held: 0 });
  await service.close();
});

test('a store that has no room left is not ready until it has some, and asking takes none', async () => {
  const { folder, store: full } = openSmallStore();
  const { service } = openService({ store: full });
  expect(await service.isReady()).toBe(true);
  const { account } = await addCustomer(service, { plan: { recipes: 10_000 } });
  await fill(full, account);
  expect(await service.isReady()).toBe(false);
  await service.close();
  await full.close();
  const roomy = sqliteStore({ folder });
  await roomy.ping();
  const sizes = [];
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 20; count += 1) await roomy.ping();
    sizes.push(pagesOf(folder));
  }
  await roomy.close();
  expect(new Set(sizes).size).toBe(1);
});

function openSmallStore() {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { folder, store: sqliteStore({ folder, maxBytes: 700 * 1_024 }) };
}

/** Puts ever smaller recipes, as many as there is room for, until not even a page is left. */
async function fill({ recipes }: Store, account: string): Promise<void> {
  for (let bytes = 64_000; bytes > 1_000; bytes /= 2) {
    const document = 'x'.repeat(bytes);
    let isRefused = false;
    for (let number = 0; !isRefused; number += 1) {
      const put = recipes.put({ id: `r${bytes}-${number}`, account, document, nowMs: 1 });
      isRefused = await put.then(
        () => false,
        () => true,
      );
    }
  }
}

function pagesOf(folder: string): unknown {
  const database = new DatabaseSync(path.join(folder, 'gleaner.db'));
  const { page_count: count } = database.prepare('pragma page_count').get() ?? {};
  database.close();
  return count;
}
