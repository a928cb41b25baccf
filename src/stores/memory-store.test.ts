import { describe, expect, test } from 'vitest';
import { storeContract } from '../testing/contracts/store-contract.ts';
import { memoryStore } from './memory-store.ts';

describe('memoryStore', () => {
  test.each(storeContract)('$name', async ({ run }) => {
    await expect(run(memoryStore())).resolves.toBeUndefined();
  });
});
