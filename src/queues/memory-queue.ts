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
  const waiting: string[] = [];
  const underWay = new Set<Promise<void>>();
  let work: ((runId: string) => Promise<void>) | undefined;
  let isClosed = false;

  function handOut(): void {
    if (work === undefined) return;
    for (const runId of waiting.splice(0)) {
      const begun = limit(async () => (isClosed ? undefined : work?.(runId)));
      underWay.add(begun);
      void begun.finally(() => underWay.delete(begun));
    }
  }

  return {
    name: 'memory',
    async push(runId) {
      waiting.push(runId);
      handOut();
    },
    start(worker) {
      work = worker;
      handOut();
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(underWay);
    },
  };
}
