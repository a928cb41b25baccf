import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { inlineSqliteStore } from '../../../test/support/inline-sqlite-store.ts';
import { durableStoreContract, storeContract } from '../../../test-kit/contracts/store-contract.ts';
import { sqliteStore } from './sqlite-store.ts';

// Of all tests: which one is running is not known where they run side by side.
const folders = mkdtempSync(path.join(tmpdir(), 'gleaner-stores-'));
afterAll(() => rmSync(folders, { recursive: true }));

function makeFolder(): string {
  return mkdtempSync(path.join(folders, 'store-'));
}

describe('the operations on SQLite', () => {
  test.each(storeContract)('$name', async ({ run }) => {
    const store = inlineSqliteStore(makeFolder());
    try {
      await expect(run(store)).resolves.toBeUndefined();
    } finally {
      await store.close();
    }
  });
});

// Side by side, because most of each test is the start of a thread.
describe.concurrent('sqliteStore', () => {
  test.each(durableStoreContract)('$name', async ({ run }) => {
    const folder = makeFolder();
    await expect(run(() => sqliteStore({ folder }))).resolves.toBeUndefined();
  });

  test.each(storeContract.filter(({ name }) => name.startsWith('of many ')))(
    '$name',
    async ({ run }) => {
      const store = sqliteStore({ folder: makeFolder() });
      try {
        await expect(run(store)).resolves.toBeUndefined();
      } finally {
        await store.close();
      }
    },
  );
});

test('a folder that cannot be made is an error that names it, at the first use', async () => {
  const file = path.join(makeFolder(), 'file');
  writeFileSync(file, '');
  const folder = path.join(file, 'data');
  const store = sqliteStore({ folder });
  await expect(store.ledger.balance('ada')).rejects.toThrow(
    `The folder "${folder}" cannot be made: name one where this user may write.`,
  );
  await store.close();
});

test('an option that is called otherwise is refused with those that there are', () => {
  expect(() => sqliteStore({ dir: 'data' } as object as { folder: string })).toThrow(
    'sqliteStore has no option "dir"; there are folder, busyTimeoutMs, maxBytes.',
  );
});

test('deleted values stay in no log: a sweep and the end of the store empty it', async () => {
  const folder = makeFolder();
  const log = path.join(folder, 'gleaner.db-wal');
  const store = sqliteStore({ folder });
  await store.ledger.grant('ada', 1);
  await store.ledger.balance('ada');
  expect(statSync(log).size).toBeGreaterThan(0);
  const ages = { holdAgeMs: 1e9, runAgeMs: 1e9, deliveryAgeMs: 1e9, tickAgeMs: 1e9 };
  await store.sweep({ nowMs: Date.now(), ...ages, limit: 10 });
  await expect.poll(() => statSync(log).size).toBe(0);
  await store.ledger.grant('ada', 1);
  await store.close();
  expect(existsSync(log) ? statSync(log).size : 0).toBe(0);
});

test('a store that `await using` has closed refuses what comes', async () => {
  const opened = sqliteStore({ folder: makeFolder() });
  {
    await using store = opened;
    await store.ledger.grant('ada', 1);
  }
  await expect(opened.ledger.balance('ada')).rejects.toMatchObject({ code: 'service_unavailable' });
});
