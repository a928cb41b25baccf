import { describe, expect, test } from 'vitest';
import { openPostgres } from '../../test/support/open-postgres.ts';
import { durableStoreContract, storeContract } from '../testing/contracts/store-contract.ts';

const postgres = openPostgres({ isShared: true });

describe('postgresStore', () => {
  test.each(storeContract)('$name', async ({ run }) => {
    await expect(run(postgres.openStore())).resolves.toBeUndefined();
  });

  test.each(durableStoreContract)('$name', async ({ run }) => {
    await expect(run(() => postgres.openStore())).resolves.toBeUndefined();
  });
});
