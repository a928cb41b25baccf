import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { RunQueue } from '../contracts/run-queue.ts';

export interface MemoryQueueOptions {
  /** Runs at work at once, each in a browser context of its own. @default the number of CPU cores */
  readonly concurrency?: number;
}

/** A queue in this process: what waits in it is gone with the process. */
export function memoryQueue(options: MemoryQueueOptions = {}): RunQueue {
  const limit = pLimit(options.concurrency ?? availableParallelism());
  const waiting = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let work: ((runId: string) => Promise<void>) | undefined;
  let isClosed = false;

  async function handOut(runId: string): Promise<void> {
    if (isClosed || work === undefined) return;
    waiting.delete(runId);
    await work(runId);
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
      work = worker;
      for (const runId of waiting) enqueue(runId);
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(underWay);
      return [...waiting];
    },
  };
}
