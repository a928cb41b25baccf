import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inlineSqliteStore } from '../../../test/support/inline-sqlite-store.ts';
import { durableStoreContract, storeContract } from '../../../test-kit/contracts/store-contract.ts';
import { sqliteStore } from './sqlite-store.ts';

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
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

test('a store that `await using` has closed refuses what comes', async () => {
  const opened = sqliteStore({ folder: makeFolder() });
  {
    await using store = opened;
    await store.ledger.grant('ada', 1);
  }
  await expect(opened.ledger.balance('ada')).rejects.toMatchObject({ code: 'service_unavailable' });
});
