import { describe, expect, test } from 'vitest';
import { storeContract } from '../../../test-kit/contracts/store-contract.ts';
import { memoryStore } from './sqlite-store.ts';

describe('memoryStore', () => {
  test.each(storeContract)('$name', async ({ run }) => {
    await expect(run(memoryStore())).resolves.toBeUndefined();
  });

  test('`await using` works with it', async () => {
    await using store = memoryStore();
    expect(await store.ledger.grant('ada', 1)).toEqual({ balance: 1, held: 0 });
  });
});
