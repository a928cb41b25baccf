import { expect, test } from 'vitest';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import {
  addAccount,
  addRun,
  completeRun,
  sampleDelivery,
  startMs,
  startSampleRun,
  stopRun,
} from '../../test-kit/contracts/store/samples.ts';
import { createGate, until } from '../support/open-service.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { openStallingProxy } from '../support/stalling-proxy.ts';

const postgres = openPostgres({ isShared: true });

/** As if all that have a name had not been heard of for an hour. */
async function silenceAll(): Promise<void> {
  await postgres.query(
    `update ${postgres.schema()}.owners set renewed_at = now() - interval '1 hour', lease_ms = 1`,
  );
}

const refusal = {
  code: 'service_unavailable',
  message: expect.stringMatching(/cut off/) as string,
};

test('what another process has recovered can be posted, advanced and completed no more', async () => {
  const [one, other] = [postgres.openStore(), postgres.openStore()];
  await addAccount(one, 'ada', 100);
  await one.ledger.hold({ id: 'h', account: 'ada', credits: 5 });
  await startSampleRun(one);
  await addRun(one, { id: 'queued' });
  const signal = one.ownership();
  expect(signal.aborted).toBe(false);
  await silenceAll();
  const runs = await other.recover();
  expect(runs.map(({ id }) => id)).toEqual(['run', 'queued']);
  // The run has not been ended yet: the name alone decides.
  await expect(completeRun(one)).rejects.toMatchObject(refusal);
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toMatchObject(refusal);
  const step = { id: 'run', pagesExtracted: 2, itemsExtracted: 2 };
  await expect(one.runs.advance(step)).rejects.toMatchObject(refusal);
  await expect(one.ledger.post('h', 5)).rejects.toMatchObject({ code: 'conflict' });
  await stopRun(other, 'failed', 'run', sampleDelivery('d1'));
  await expect(completeRun(one)).rejects.toMatchObject({ code: 'conflict' });
  expect(await other.ledger.balance('ada')).toEqual({ balance: 100, held: 2 });
});

test('a store object that lost its name works on under another, and its signal is a new one', async () => {
  const [one, other] = [postgres.openStore(), postgres.openStore()];
  await addAccount(one, 'ada', 100);
  await one.ledger.hold({ id: 'before', account: 'ada', credits: 5 });
  await silenceAll();
  await other.recover();
  expect(await one.ledger.hold({ id: 'after', account: 'ada', credits: 7 })).toEqual({
    balance: 100,
    held: 7,
  });
  expect(one.ownership().aborted).toBe(false);
  expect(await other.recover()).toEqual([]);
  expect(await one.ledger.post('after', 7)).toEqual({ balance: 93, held: 0 });
});

test('a hold of a lost name that nobody has recovered yet is not charged either, and can be freed', async () => {
  const one = postgres.openStore();
  await addAccount(one, 'ada', 100);
  await one.ledger.hold({ id: 'h', account: 'ada', credits: 5 });
  await postgres.query(`update ${postgres.schema()}.owners set ended_at = now()`);
  await expect(one.ledger.post('h', 5)).rejects.toMatchObject(refusal);
  expect(await one.ledger.void('h')).toEqual({ balance: 100, held: 0 });
});

test('nobody is fenced in the middle of a change', async () => {
  const [one, other] = [postgres.openStore(), postgres.openStore()];
  await addAccount(one, 'ada', 100);
  await one.ledger.hold({ id: 'h', account: 'ada', credits: 5 });
  const [begun, gate] = [createGate(), createGate()];
  const run = {
    id: 'run',
    account: 'ada',
    recipeId: 'r',
    variables: {},
    planPages: 1,
    creditsPerPage: 2,
    quota: { limit: 9, sinceMs: 0 },
    nowMs: startMs,
  };
  const created = one.runs.queued?.create(run, async () => {
    begun.open();
    await gate.wait();
  });
  await begun.wait();
  await silenceAll();
  expect(await other.recover()).toEqual([]);
  gate.open();
  expect((await created)?.status).toBe('queued');
  // The change has ended, and the name has still not been heard of.
  await silenceAll();
  await other.recover();
  expect(await other.ledger.balance('ada')).toEqual({ balance: 100, held: 2 });
});

test('a process that works renews its name, and one that ends gives it up at once', async () => {
  const [one, other] = [postgres.openStore({ leaseMs: 4_000 }), postgres.openStore()];
  await addAccount(one, 'ada', 100);
  await one.ledger.hold({ id: 'h', account: 'ada', credits: 5 });
  const renewals = new Set<string>();
  await until(async () => {
    const rows = await postgres.query(
      `select renewed_at::text from ${postgres.schema()}.owners where lease_ms = 4000`,
    );
    renewals.add(String(rows[0]?.['renewed_at']));
    return renewals.size > 2;
  });
  await other.recover();
  expect(await other.ledger.balance('ada')).toEqual({ balance: 100, held: 5 });
  await one.close();
  await other.recover();
  expect(await other.ledger.balance('ada')).toEqual({ balance: 100, held: 0 });
});

test('a process that is cut off stops its work by itself, and finds it ended when it is back', async () => {
  const proxy = await openStallingProxy(postgres.url());
  try {
    const one = postgres.openStore({ connectionString: proxy.url, leaseMs: 4_000 });
    const other: Store = postgres.openStore();
    await addAccount(one, 'ada', 100);
    await startSampleRun(one);
    const signal = one.ownership();
    proxy.stall();
    await until(() => signal.aborted);
    await until(async () => (await other.recover()).length > 0);
    await stopRun(other, 'failed', 'run', sampleDelivery('d1'));
    // A new name cannot be had either.
    await expect(addRun(one, { id: 'r2' })).rejects.toMatchObject({ code: 'service_unavailable' });
    proxy.resume();
    await expect(
      until(() => completeRun(one).catch((error: { code: string }) => error.code === 'conflict')),
    ).resolves.toBe(true);
    expect(await other.ledger.balance('ada')).toEqual({ balance: 100, held: 0 });
    expect(await other.deliveries.list({ account: 'ada', limit: 9 })).toHaveLength(1);
  } finally {
    await proxy.close();
  }
});
