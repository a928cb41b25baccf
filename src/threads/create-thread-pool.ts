import { availableParallelism } from 'node:os';
import type { Transferable } from 'node:worker_threads';
import { startThread, type PoolThread, type ThreadOptions } from './start-thread.ts';
import { ThreadFailure } from './thread-failure.ts';

export interface ThreadPoolOptions extends ThreadOptions {
  /** Milliseconds after which a thread without work ends; 0 gives each job a thread of its own, without traces of others. */
  readonly idleMs: number;
  /** @default one a core, at least 2, so that one slow job does not hold up all others, at most 4 */
  readonly maxThreads?: number;
  /**
   * Milliseconds of a job after which another thread is started, where none is free and one more is allowed: should this one
   * have to be ended, the next job need not wait. @default none is
   */
  readonly spareMs?: number | undefined;
}

export interface ThreadJobOptions {
  readonly signal: AbortSignal | undefined;
  /** Milliseconds of work; waiting for a thread and its start do not count. `undefined` leaves it to the signal. */
  readonly timeoutMs: number | undefined;
}

/** A job as it goes to a thread. */
export interface ThreadJob<Job> {
  readonly job: Job;
  /**
   * Buffers that move to the thread; they are empty for the caller from then on. Everything else is copied.
   * @default none
   */
  readonly transfer?: readonly Transferable[] | undefined;
}

/** Stands for one thread of a pool while it lives. */
export type ThreadToken = object;

/** A job that depends on what earlier jobs left in a thread. */
export interface PlacedJob<Job> {
  /** The thread to do it. Another thread does it when this one has ended, or is still busy while the other is idle. */
  readonly near: ThreadToken | undefined;
  /** The job for the thread that does it; called when the thread is free for it. */
  readonly toJob: (thread: ThreadToken) => ThreadJob<Job>;
}

/** Threads for work that is too heavy for the event loop, or too dangerous for the process. */
export interface ThreadPool<Job, Result> {
  /**
   * The result of the job, which waits in line while all threads are busy. Rejects with the signal's reason at once, with a
   * `ThreadFailure`, or with a `DataCloneError` where the job cannot be copied. After too much time or too much memory, and
   * when an aborted job does not end by itself, the thread is ended, and the next job gets a new one.
   */
  run(job: Job, options: ThreadJobOptions & Omit<ThreadJob<Job>, 'job'>): Promise<Result>;
  /** The same for a job that depends on its thread. */
  runNear(job: PlacedJob<Job>, options: ThreadJobOptions): Promise<Result>;
  /** Starts a thread where none is free and one more is allowed, so that the next job need not wait for its start. */
  warm(): void;
  /** Rejects all jobs, those in line too, and ends the threads. */
  close(): Promise<void>;
}

interface Task<Job, Result> extends PlacedJob<Job> {
  readonly options: ThreadJobOptions;
  readonly waitsSinceMs: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
  /** Takes the job out of the line, or ends the thread that does it. */
  cancel: (reason: unknown) => void;
}

const mostThreads = 4;
/**
 * Milliseconds that an aborted job has to end by itself. Most jobs are done in fewer, and a new thread costs more than the
 * rest of such a job.
 */
const graceMs = 100;
/** Milliseconds that a job waits for the thread it is near to while another one is idle; most pages are read in fewer. */
const patienceMs = 50;

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
  spareMs,
  maxThreads = Math.min(Math.max(availableParallelism(), 2), mostThreads),
  ...threadOptions
}: ThreadPoolOptions): ThreadPool<Job, Result> {
  type Thread = PoolThread<Job, Result>;
  const waiting = new Set<Task<Job, Result>>();
  const running = new Set<Task<Job, Result>>();
  const idle = new Map<Thread, NodeJS.Timeout>();
  /** Threads that are being ended count until they are gone, with their memory. */
  const all = new Set<Thread>();
  let patience: NodeJS.Timeout | undefined;
  let isClosed = false;

  function startNext(): void {
    for (const task of waiting) {
      if (idle.size === 0 && all.size >= maxThreads) break;
      begin(task, () => (hasOwn(task) ? takeOwn(task) : takeAny()));
    }
    // What is left waits for its own thread. An idle one takes it over only after all other work: it begins from the start.
    for (const task of waiting) {
      if (idle.size === 0 && all.size >= maxThreads) return;
      const leftMs = task.waitsSinceMs + patienceMs - performance.now();
      if (leftMs > 0) {
        patience ??= setTimeout(endPatience, leftMs);
        return;
      }
      begin(task, takeAny);
    }
  }

  function begin(task: Task<Job, Result>, take: () => Thread | undefined): void {
    try {
      const thread = take();
      if (thread === undefined) return;
      void runOn(thread, task);
    } catch (cause) {
      task.reject(new ThreadFailure('start', 'No thread could be started.', { cause }));
    }
    waiting.delete(task);
  }

  function endPatience(): void {
    patience = undefined;
    startNext();
  }

  /** Whether the thread that a job is near to is still there. */
  function hasOwn({ near }: Task<Job, Result>): boolean {
    return near !== undefined && all.has(near as Thread) && (near as Thread).isUsable;
  }

  function takeOwn({ near }: Task<Job, Result>): Thread | undefined {
    const own = near as Thread;
    return idle.has(own) && take(own) ? own : undefined;
  }

  /** The idle thread that worked last: its caches are warm, and the others reach the end of their idle time. */
  function takeAny(): Thread | undefined {
    for (const thread of [...idle.keys()].toReversed()) if (take(thread)) return thread;
    return all.size < maxThreads ? start() : undefined;
  }

  function take(thread: Thread): boolean {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    return thread.isUsable;
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
    let grace: NodeJS.Timeout | undefined;
    task.cancel = (reason) => {
      task.reject(reason);
      // A thread that is still starting serves the next job.
      if (!thread.withdraw(reason)) grace ??= setTimeout(() => void thread.end(reason), graceMs);
    };
    running.add(task);
    const spare = spareMs === undefined ? undefined : setTimeout(warm, spareMs).unref();
    await work(thread, task).then(task.resolve, task.reject);
    running.delete(task);
    clearTimeout(spare);
    // The thread may now do another's job, which an abort of this one must not end.
    task.cancel = () => {};
    clearTimeout(grace);
    if (thread.isUsable) rest(thread);
    startNext();
  }

  async function work(thread: Thread, task: Task<Job, Result>): Promise<Result> {
    return thread.run(task.toJob(thread), task.options.timeoutMs);
  }

  function rest(thread: Thread): void {
    thread.rest();
    const end = (): void => void thread.end(undefined);
    if (idleMs === 0) end();
    else idle.set(thread, setTimeout(end, idleMs).unref());
  }

  function warm(): void {
    if (isClosed || idle.size > 0 || all.size >= maxThreads) return;
    try {
      rest(start());
    } catch {
      // The job that needs the thread tries again, and reports it.
    }
  }

  async function runNear(
    { near, toJob }: PlacedJob<Job>,
    options: ThreadJobOptions,
  ): Promise<Result> {
    const { signal } = options;
    signal?.throwIfAborted();
    if (isClosed) throw closed();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const task: Task<Job, Result> = {
      near,
      toJob,
      options,
      waitsSinceMs: performance.now(),
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
  }

  return {
    run: (job, { transfer, ...options }) =>
      runNear({ near: undefined, toJob: () => ({ job, transfer }) }, options),
    runNear,
    warm,
    async close() {
      isClosed = true;
      clearTimeout(patience);
      for (const task of [...waiting, ...running]) task.cancel(closed());
      await Promise.all([...all].map((thread) => thread.end(closed())));
    },
  };
}

function closed(): ThreadFailure {
  return new ThreadFailure('closed', 'The pool of threads is closed.');
}
