import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { RunQueue } from '../../runtime/contracts/run-queue.ts';
import { checkNumbers } from '../../runtime/errors/option-checks.ts';

/** How many runs are worked on at once. */
export interface MemoryQueueOptions {
  /** Most runs at once, each in a browser context of its own. @default the number of CPU cores */
  readonly concurrency?: number;
}

const numberRules = { concurrency: { unit: 'runs', least: 1, mayBeInfinite: true } } as const;

/**
 * Creates a queue in the memory of this process.
 *
 * @throws TypeError for a `concurrency` that is not a whole number ≥ 1.
 */
export function memoryQueue(options: MemoryQueueOptions = {}): RunQueue {
  checkNumbers('', options, numberRules);
  const limit = pLimit(options.concurrency ?? availableParallelism());
  const waiting = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let work: ((runId: string) => Promise<void>) | undefined;

  /** Does nothing where the queue was stopped, or the run was taken, since its turn was arranged. */
  async function handOut(runId: string): Promise<void> {
    if (work !== undefined && waiting.delete(runId)) await work(runId);
  }

  function enqueue(runId: string): void {
    const begun = limit(() => handOut(runId));
    underWay.add(begun);
    void begun.finally(() => underWay.delete(begun));
  }

  return {
    name: 'memory',
    async push(runId) {
      waiting.add(runId);
      if (work !== undefined) enqueue(runId);
    },
    start(worker) {
      if (work !== undefined) {
        throw new TypeError('The queue has a worker already: stop it before another one starts.');
      }
      work = worker;
      for (const runId of waiting) enqueue(runId);
    },
    async stop() {
      work = undefined;
      const lost = [...waiting];
      waiting.clear();
      await Promise.allSettled(underWay);
      return lost;
    },
  };
}
