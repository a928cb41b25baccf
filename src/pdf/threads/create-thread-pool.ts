import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ThreadFailure } from './thread-failure.ts';
import type { ThreadMessage } from './thread-message.ts';
import { watchMemory } from './watch-memory.ts';

export interface ThreadPoolOptions {
  /** The thread's file, which calls `serveJobs`. */
  readonly script: URL;
  /** For the thread's heap and, apart from it, for buffers outside of it. */
  readonly maxMemoryMb: number;
  /** Milliseconds for which a thread without work waits for more; 0 where no job may leave traces for the next. */
  readonly idleMs: number;
  /** @default one a core, at least 2, so that one slow job does not hold up all others, at most 4 */
  readonly maxThreads?: number;
}

export interface ThreadJobOptions {
  readonly signal: AbortSignal | undefined;
  /** Milliseconds of work, waiting for a thread apart; `undefined` leaves it to the signal. */
  readonly timeoutMs: number | undefined;
}

/** Threads for work that is too heavy for the event loop, or too dangerous for the process. */
export interface ThreadPool<Job, Result> {
  /** Rejects with the signal's reason or with a `ThreadFailure`; the thread is then ended, whatever it was doing. */
  run(job: Job, options: ThreadJobOptions): Promise<Result>;
}

interface Task<Job, Result> extends ThreadJobOptions {
  readonly job: Job;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/** Threads load their libraries in 0.2 to 0.4 s; a machine on its knees needs more. */
const startTimeoutMs = 15_000;
const mostThreads = 4;

/** Starts nothing before the first job. Jobs beyond the threads wait in line; idle threads keep no program alive. */
export function createThreadPool<Job, Result>({
  script,
  maxMemoryMb,
  idleMs,
  maxThreads = Math.min(Math.max(availableParallelism(), 2), mostThreads),
}: ThreadPoolOptions): ThreadPool<Job, Result> {
  const waiting: Task<Job, Result>[] = [];
  const idle = new Map<Worker, NodeJS.Timeout>();
  /** Those that are being ended are among them until they are gone, with their memory. */
  const all = new Set<Worker>();
  const ready = new WeakSet<Worker>();

  function startNext(): void {
    while (waiting.length > 0) {
      const worker = takeIdle() ?? (all.size < maxThreads ? start() : undefined);
      const task = worker === undefined ? undefined : waiting.shift();
      if (worker === undefined || task === undefined) return;
      runOn(worker, task);
    }
  }

  function takeIdle(): Worker | undefined {
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      worker.ref();
      return worker;
    }
    return undefined;
  }

  function start(): Worker {
    const worker = new Worker(script, {
      // Nothing of the host's environment or flags is of use to a PDF.
      env: {},
      execArgv: [],
      argv: [],
      stdout: true,
      stderr: true,
      resourceLimits: {
        maxOldGenerationSizeMb: maxMemoryMb,
        // A PDF of 500 pages: 260 MB more while it is written, with 32 it is 305 at the same speed.
        maxYoungGenerationSizeMb: 8,
        stackSizeMb: 4,
      },
    });
    all.add(worker);
    worker.once('exit', () => {
      all.delete(worker);
      idle.delete(worker);
      startNext();
    });
    // Between two jobs nobody waits for it, and the exit that follows removes the thread.
    worker.on('error', () => {});
    return worker;
  }

  function rest(worker: Worker): void {
    if (idleMs === 0) {
      void worker.terminate();
      return;
    }
    worker.unref();
    const timer = setTimeout(() => {
      idle.delete(worker);
      void worker.terminate();
    }, idleMs);
    idle.set(worker, timer.unref());
  }

  function runOn(
    worker: Worker,
    { job, signal, timeoutMs, resolve, reject }: Task<Job, Result>,
  ): void {
    const stopWatching = watchMemory(worker, maxMemoryMb, () =>
      fail(new ThreadFailure('memory', `It needs more than ${maxMemoryMb} MB.`)),
    );
    let timer: NodeJS.Timeout | undefined;

    function settle(finish: () => void): void {
      clearTimeout(timer);
      stopWatching();
      signal?.removeEventListener('abort', onAbort);
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      finish();
      startNext();
    }
    function fail(reason: unknown): void {
      void worker.terminate();
      settle(() => reject(reason));
    }
    function onMessage(message: ThreadMessage<Result>): void {
      if (message.kind === 'ready') {
        ready.add(worker);
        clearTimeout(timer);
        begin();
        return;
      }
      rest(worker);
      settle(() => {
        if (message.kind === 'done') resolve(message.result);
        else reject(new ThreadFailure('work', message.message, message.name));
      });
    }
    function begin(): void {
      if (timeoutMs !== undefined) {
        timer = setTimeout(
          () => fail(new ThreadFailure('time', `It was not done after ${timeoutMs} ms.`)),
          timeoutMs,
        );
      }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(job);
    }
    function onError(error: unknown): void {
      fail(new ThreadFailure(isOutOfMemory(error) ? 'memory' : 'end', String(error)));
    }
    function onExit(): void {
      fail(new ThreadFailure('end', 'Its thread ended.'));
    }
    function onAbort(): void {
      fail(signal?.reason);
    }

    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (ready.has(worker)) {
      begin();
      return;
    }
    const notStarted = new ThreadFailure('start', `It did not start within ${startTimeoutMs} ms.`);
    timer = setTimeout(() => fail(notStarted), startTimeoutMs);
  }

  return {
    run(job, { signal, timeoutMs }) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const leaveLine = (): void => {
          const at = waiting.indexOf(task);
          if (at === -1) return;
          waiting.splice(at, 1);
          reject(signal?.reason);
        };
        const done = (): void => signal?.removeEventListener('abort', leaveLine);
        const task: Task<Job, Result> = {
          job,
          signal,
          timeoutMs,
          resolve(result) {
            done();
            resolve(result);
          },
          reject(reason) {
            done();
            reject(reason);
          },
        };
        signal?.addEventListener('abort', leaveLine, { once: true });
        waiting.push(task);
        startNext();
      });
    },
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
