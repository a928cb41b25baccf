import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
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
