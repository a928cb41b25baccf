import { describe, expect, test } from 'vitest';
import { queueContract } from '../../testing/contracts/queue-contract.ts';
import { memoryQueue } from './memory-queue.ts';

describe('memoryQueue', () => {
  test.each(queueContract)('$name', async ({ run }) => {
    await expect(run((concurrency) => memoryQueue({ concurrency }))).resolves.toBeUndefined();
  });
});
