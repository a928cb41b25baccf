import { describe, expect, test } from 'vitest';
import { openPostgres } from '../../../test/support/open-postgres.ts';
import { durableStoreContract, storeContract } from '../../../test-kit/contracts/store-contract.ts';

const postgres = openPostgres({ isShared: true });
/** A hundred changes of one account wait for its row: on a busy machine longer than a store waits by default. */
const patience = { connectTimeoutMs: 60_000, lockTimeoutMs: 60_000, statementTimeoutMs: 60_000 };

describe('postgresStore', () => {
  test.each(storeContract)('$name', async ({ run }) => {
    await expect(run(postgres.openStore(patience))).resolves.toBeUndefined();
  });

  test.each(durableStoreContract)('$name', async ({ run }) => {
    await expect(run(() => postgres.openStore())).resolves.toBeUndefined();
  });
});
