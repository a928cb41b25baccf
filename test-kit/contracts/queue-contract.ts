import assert from 'node:assert/strict';
import type { RunQueue } from '../../src/runtime/contracts/run-queue.ts';
import { type ContractCheck, toChecks } from './contract-check.ts';

/** Opens an empty queue that has at most `concurrency` runs at work at once. */
export type OpenQueue = (concurrency: number) => RunQueue;

/** What every queue promises. Runs are handed out when the queue pleases: no check depends on how soon. */
export const queueContract: readonly ContractCheck<OpenQueue>[] = toChecks({
  'runs that were pushed before and after the start are handed out once each, oldest first': async (
    open,
  ) => {
    const queue = open(1);
    const worker = createWorker();
    await queue.push('a');
    await queue.push('b');
    queue.start(worker.work);
    await queue.push('c');
    for (const runId of ['a', 'b', 'c']) (await worker.next()).finish(runId);
    assert.deepEqual(await queue.stop(), []);
    assert.deepEqual(worker.handedOut, ['a', 'b', 'c']);
  },
  'a run that is pushed again while it waits is handed out once': async (open) => {
    const queue = open(1);
    const worker = createWorker();
    for (const runId of ['a', 'a', 'b']) await queue.push(runId);
    queue.start(worker.work);
    (await worker.next()).finish('a');
    (await worker.next()).finish('b');
    assert.deepEqual(await queue.stop(), []);
    assert.deepEqual(worker.handedOut, ['a', 'b']);
  },
  'at most so many are at work at once as it was opened for, and the next begins when one ends':
    async (open) => {
      const queue = open(2);
      const worker = createWorker();
      queue.start(worker.work);
      const runIds = ['a', 'b', 'c', 'd', 'e'];
      for (const runId of runIds) await queue.push(runId);
      const underWay = [await worker.next(), await worker.next()];
      while (underWay.length > 0) {
        underWay.shift()?.finish();
        if (worker.handedOut.length < runIds.length) underWay.push(await worker.next());
      }
      await queue.stop();
      assert.deepEqual([...worker.handedOut].toSorted(), runIds);
      assert.equal(worker.mostAtOnce(), 2);
    },
  'stopping waits for what was handed out and hands out nothing more': async (open) => {
    const queue = open(1);
    const worker = createWorker();
    queue.start(worker.work);
    await queue.push('a');
    const first = await worker.next();
    await queue.push('b');
    let isStopped = false;
    const stopped = queue.stop().then((lost) => {
      isStopped = true;
      return lost;
    });
    await new Promise(setImmediate);
    assert.equal(isStopped, false);
    first.finish('a');
    // Where runs wait for other processes, none is lost.
    assert.ok(['', 'b'].includes((await stopped).join()));
    assert.deepEqual(worker.handedOut, ['a']);
  },
  'a queue that was never started stops, and gives each run that waits in it at most once': async (
    open,
  ) => {
    const queue = open(1);
    await queue.push('a');
    await queue.push('b');
    assert.ok(['', 'a,b'].includes((await queue.stop()).join()));
    assert.deepEqual(await queue.stop(), []);
  },
  'a queue that was stopped works again after another start': async (open) => {
    const queue = open(1);
    const worker = createWorker();
    queue.start(() => Promise.resolve());
    await queue.stop();
    await queue.push('a');
    queue.start(worker.work);
    (await worker.next()).finish('a');
    assert.deepEqual(await queue.stop(), []);
    assert.deepEqual(worker.handedOut, ['a']);
  },
  'a second worker is refused while one is started': async (open) => {
    const queue = open(1);
    queue.start(() => Promise.resolve());
    assert.throws(() => queue.start(() => Promise.resolve()), TypeError);
    await queue.stop();
  },
});

/** A run at work, which ends when `finish` is called; that fails when it is another run than the one expected. */
interface WorkedRun {
  readonly finish: (expectedId?: string) => void;
}

/** A worker whose runs end when a check says so. */
interface ControlledWorker {
  /** In the order in which they were handed out. */
  readonly handedOut: readonly string[];
  readonly mostAtOnce: () => number;
  readonly work: (runId: string) => Promise<void>;
  /** The next run that is handed out, once it is. */
  readonly next: () => Promise<WorkedRun>;
}

function createWorker(): ControlledWorker {
  const handedOut: string[] = [];
  const begun: WorkedRun[] = [];
  let onBegun: (() => void) | undefined;
  let atOnce = 0;
  let mostAtOnce = 0;
  return {
    handedOut,
    mostAtOnce: () => mostAtOnce,
    async work(runId: string): Promise<void> {
      handedOut.push(runId);
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      const { promise, resolve } = Promise.withResolvers<void>();
      begun.push({
        finish(expectedId = runId) {
          assert.equal(runId, expectedId);
          resolve();
        },
      });
      onBegun?.();
      await promise;
      atOnce -= 1;
    },
    async next(): Promise<WorkedRun> {
      for (;;) {
        const run = begun.shift();
        if (run !== undefined) return run;
        await new Promise<void>((resolve) => (onBegun = resolve));
      }
    },
  };
}
