import { describe, expect, test } from 'vitest';
import { queueContract } from '../../../test-kit/contracts/queue-contract.ts';
import { memoryQueue } from './memory-queue.ts';

describe('memoryQueue', () => {
  test.each(queueContract)('$name', async ({ run }) => {
    await expect(run((concurrency) => memoryQueue({ concurrency }))).resolves.toBeUndefined();
  });
});
