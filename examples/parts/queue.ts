import type { RunQueue } from 'gleaner/service';

/**
 * Hands runs of this process to at most `concurrency` workers at once, oldest first.
 *
 * `createService({ queue: boundedQueue(2) })`
 */
export function boundedQueue(concurrency: number): RunQueue {
  const waiting = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let work: ((runId: string) => Promise<void>) | undefined;

  function handOut(): void {
    for (const runId of waiting) {
      if (work === undefined || underWay.size >= concurrency) return;
      waiting.delete(runId);
      const run = work(runId).finally(() => {
        underWay.delete(run);
        handOut();
      });
      underWay.add(run);
    }
  }

  return {
    name: 'bounded',
    async push(runId) {
      waiting.add(runId);
      handOut();
    },
    start(worker) {
      if (work !== undefined) throw new TypeError('The queue has a worker already: stop it first.');
      work = worker;
      handOut();
    },
    async stop() {
      work = undefined;
      const lost = [...waiting];
      waiting.clear();
      await Promise.all(underWay);
      return lost;
    },
  };
}
