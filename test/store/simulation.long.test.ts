import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { isGleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import {
  type SqliteStoreOptions,
  memoryStore,
  sqliteStore,
} from '../../src/storage/stores/sqlite-store.ts';
import { applyToStore } from '../support/apply-to-store.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { createOperations, createRandom } from '../support/random-operations.ts';
import { simulateStore } from '../support/simulate-store.ts';
import { databaseStorage, folderStorage } from '../support/simulated-storage.ts';
import { createStoreModel } from '../support/store-model.ts';
import { defaultPlan } from '../../src/storage/stores/account-rules.ts';

const postgres = openPostgres();

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Each restart of a store starts a thread, for which a machine with other work may have little time. */
const patienceMs = 300_000;

/** Tells wrongly what is held after a post. */
function openForgetful(options: SqliteStoreOptions): Store {
  const store = sqliteStore(options);
  const post: Store['ledger']['post'] = async (holdId, credits) => {
    const { balance, held } = await store.ledger.post(holdId, credits);
    return { balance, held: held + 1 };
  };
  return { ...store, ledger: { ...store.ledger, post } };
}

test(
  '20,000 random changes with restarts, full disks, locks and clock jumps come out as the model says',
  async () => {
    const result = await simulateStore({
      storage: folderStorage(makeFolder()),
      seed: 1,
      operations: 20_000,
    });
    expect(result.accepted).toBeGreaterThan(5_000);
    expect(result.refused).toBeGreaterThan(1_000);
    expect(result.faulted).toBeGreaterThan(0);
    expect(result.recoveredRuns).toBeGreaterThan(0);
  },
  patienceMs,
);

test(
  '1,500 random changes by two stores on one database come out as the model says',
  async () => {
    const result = await simulateStore({
      storage: databaseStorage(postgres.url(), postgres.schema()),
      seed: 1,
      operations: 1_500,
      groupsPerFault: 4,
    });
    expect(result.accepted).toBeGreaterThan(300);
    expect(result.restarts).toBeGreaterThan(0);
  },
  patienceMs,
);

test('the simulation finds a store that forgets to free what was not posted', async () => {
  const run = simulateStore({
    storage: folderStorage(makeFolder(), openForgetful),
    seed: 1,
    operations: 20_000,
  });
  await expect(run).rejects.toThrow(/^Seed 1, operation \d+, \{"kind":"post"/);
});

test('the store in memory does 20,000 random changes as the model says', async () => {
  const accounts = ['a0', 'a1'];
  const store = memoryStore();
  for (const id of accounts) {
    await store.accounts.create({
      id,
      plan: defaultPlan,
      credits: 0,
      emailVerified: true,
      nowMs: 0,
    });
  }
  const model = createStoreModel(accounts);
  const nextOperation = createOperations(createRandom(2), accounts);
  for (let index = 0; index < 20_000; index += 1) {
    const operation = nextOperation();
    const outcome = await applyToStore(store, operation);
    expect([operation, outcome]).toEqual([operation, model.apply(1, operation)]);
  }
  for (const [account, expected] of model.accounts) {
    expect(await store.ledger.balance(account)).toEqual(expected);
  }
});

test.each([
  ['memory', () => memoryStore()],
  ['sqlite', () => sqliteStore({ folder: makeFolder() })],
  ['postgres', () => postgres.openStore()],
])('of 1,000 callers with credit for 100 exactly 100 are served: %s', async (_, open) => {
  const store = open();
  await store.ledger.grant('ada', 500);
  const served = await Promise.allSettled(
    Array.from({ length: 1_000 }, async (_, index) => {
      await store.ledger.hold({ id: `h${index}`, account: 'ada', credits: 5 });
      await store.ledger.post(`h${index}`, 5);
    }),
  );
  const refused = served.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(900);
  expect(refused.every(({ reason }) => isGleanerError(reason, 'insufficient_credits'))).toBe(true);
  expect(await store.ledger.balance('ada')).toEqual({ balance: 0, held: 0 });
  await store.close();
});
