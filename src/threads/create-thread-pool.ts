import { availableParallelism } from 'node:os';
import {
  startThread,
  type PoolThread,
  type ThreadJobLimits,
  type ThreadOptions,
} from './start-thread.ts';
import { ThreadFailure } from './thread-failure.ts';

export interface ThreadPoolOptions extends ThreadOptions {
  /** Milliseconds after which a thread without work ends; 0 gives each job a thread of its own, without traces of others. */
  readonly idleMs: number;
  /** @default one a core, at least 2, so that one slow job does not hold up all others, at most 4 */
  readonly maxThreads?: number;
}

export interface ThreadJobOptions extends ThreadJobLimits {
  readonly signal: AbortSignal | undefined;
}

/** Threads for work that is too heavy for the event loop, or too dangerous for the process. */
export interface ThreadPool<Job, Result> {
  /**
   * The result of the job, which waits in line while all threads are busy. Rejects with the signal's reason, with a
   * `ThreadFailure`, or with a `DataCloneError` where the job cannot be copied. After an abort, too much time or too much
   * memory the thread is ended, and the next job gets a new one.
   */
  run(job: Job, options: ThreadJobOptions): Promise<Result>;
  /** Rejects all jobs, those in line too, and ends the threads. */
  close(): Promise<void>;
}

interface Task<Job, Result> {
  readonly job: Job;
  readonly options: ThreadJobOptions;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
  /** Takes the job out of the line, or ends the thread that does it. */
  cancel: (reason: unknown) => void;
}

const mostThreads = 4;

/**
 * A pool of threads that run the same file. Nothing is started before the first job; idle threads keep no process alive.
 * A job and its result are data that structured cloning copies: no functions, no instances of own classes.
 *
 * @example
 * // double-thread.ts
 * serveJobs<number, number>((job) => 2 * job);
 * // beside it
 * const script = new URL('./double-thread.js', import.meta.url);
 * const pool = createThreadPool<number, number>({ script, maxMemoryMb: 64, idleMs: 5_000 });
 * await pool.run(21, { signal, timeoutMs: 1_000 });
 */
export function createThreadPool<Job, Result>({
  idleMs,
  maxThreads = Math.min(Math.max(availableParallelism(), 2), mostThreads),
  ...threadOptions
}: ThreadPoolOptions): ThreadPool<Job, Result> {
  type Thread = PoolThread<Job, Result>;
  const waiting = new Set<Task<Job, Result>>();
  const running = new Set<Task<Job, Result>>();
  const idle = new Map<Thread, NodeJS.Timeout>();
  /** Threads that are being ended count until they are gone, with their memory. */
  const all = new Set<Thread>();
  let isClosed = false;

  function startNext(): void {
    for (const task of waiting) {
      try {
        const thread = takeIdle() ?? (all.size < maxThreads ? start() : undefined);
        if (thread === undefined) return;
        void runOn(thread, task);
      } catch (cause) {
        task.reject(new ThreadFailure('start', 'No thread could be started.', { cause }));
      }
      waiting.delete(task);
    }
  }

  function takeIdle(): Thread | undefined {
    for (const [thread, timer] of idle) {
      clearTimeout(timer);
      idle.delete(thread);
      if (thread.isUsable) return thread;
    }
    return undefined;
  }

  function start(): Thread {
    const thread = startThread<Job, Result>(threadOptions, () => {
      all.delete(thread);
      clearTimeout(idle.get(thread));
      idle.delete(thread);
      startNext();
    });
    all.add(thread);
    return thread;
  }

  async function runOn(thread: Thread, task: Task<Job, Result>): Promise<void> {
    task.cancel = (reason) => void thread.end(reason);
    running.add(task);
    await thread.run(task.job, task.options).then(task.resolve, task.reject);
    running.delete(task);
    // The thread may now do another's job, which an abort of this one must not end.
    task.cancel = () => {};
    if (thread.isUsable) rest(thread);
    startNext();
  }

  function rest(thread: Thread): void {
    thread.rest();
    const end = (): void => void thread.end(undefined);
    if (idleMs === 0) end();
    else idle.set(thread, setTimeout(end, idleMs).unref());
  }

  return {
    async run(job, options) {
      const { signal } = options;
      signal?.throwIfAborted();
      if (isClosed) throw closed();
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const task: Task<Job, Result> = {
        job,
        options,
        resolve,
        reject,
        cancel(reason) {
          waiting.delete(task);
          reject(reason);
        },
      };
      const onAbort = (): void => task.cancel(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.add(task);
      startNext();
      try {
        return await promise;
      } finally {
        // Removed after each job, because a signal may outlive thousands of jobs.
        signal?.removeEventListener('abort', onAbort);
      }
    },
    async close() {
      isClosed = true;
      for (const task of [...waiting, ...running]) task.cancel(closed());
      await Promise.all([...all].map((thread) => thread.end(closed())));
    },
  };
}

function closed(): ThreadFailure {
  return new ThreadFailure('closed', 'The pool of threads is closed.');
}
