import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transferable } from 'node:worker_threads';
import type { ThreadMessage } from './serve-jobs.ts';
import { startThread } from './job-host.ts';
import { startProcess } from './start-process.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import { whenAborted } from '../signals/waiting.ts';

/** Where the jobs of a pool are done. */
export type WorkerKind = 'threads' | 'processes';

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

interface ThreadJobOptions {
  readonly signal: AbortSignal | undefined;
  /**
   * Milliseconds of work; waiting for a thread, for its start and for a processor do not count. Where the processor's time cannot be
   * known (Node before 24.6), they are those of the clock. `undefined` leaves it to the signal.
   */
  readonly timeoutMs: number | undefined;
}

/** A job as it goes to a thread. */
interface ThreadJob<Job> {
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
interface PlacedJob<Job> {
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
    const thread = startMember<Job, Result>(threadOptions, () => {
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
    // Ended after each job, because a signal may outlive thousands of jobs.
    const stopWaiting =
      signal === undefined ? undefined : whenAborted(signal, () => task.cancel(signal.reason));
    waiting.add(task);
    startNext();
    try {
      return await promise;
    } finally {
      stopWaiting?.();
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

interface ThreadOptions {
  /** The thread's file, which calls `serveJobs`. */
  readonly script: URL;
  /** Threads of this process, or processes of their own, which share no collector with it. @default 'threads' */
  readonly kind?: WorkerKind | undefined;
  /** Megabytes for the thread's heap and the buffers outside of it, which V8's own limit does not count. */
  readonly maxMemoryMb: number;
  /**
   * Megabytes of the heap for what has just been made. With more, short work is done sooner, and the thread takes more memory: a PDF
   * of 500 pages takes 260 MB with 8 and 305 with 32, at the same speed. @default 8
   */
  readonly maxYoungMb?: number;
}

/** A thread that does one job at a time. */
interface PoolThread<Job, Result> {
  /** Whether the thread can do another job. */
  readonly isUsable: boolean;
  /** Not to be called before the last job has come to its end. Keeps the process alive meanwhile. `timeoutMs` is for the work alone. */
  run(job: ThreadJob<Job>, timeoutMs: number | undefined): Promise<Result>;
  /** Takes back the job while the thread is still starting, and rejects it with the reason; `false` once it has been sent. */
  withdraw(reason: unknown): boolean;
  /** Lets the process exit although the thread is running, until its next job. */
  rest(): void;
  /** Kills the thread, whatever it is doing, and rejects its job with the reason. Resolves when the thread is gone. */
  end(reason: unknown): Promise<void>;
}

interface RunningJob<Job, Result> extends ThreadJob<Job> {
  readonly timeoutMs: number | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
  readonly checkTimer: NodeJS.Timeout;
  /** Of the thread's start first, of the work then. */
  timer: NodeJS.Timeout | undefined;
  /** Milliseconds of a processor that its host had taken soon after the work began; `undefined` while that is not known. */
  cpuBeforeMs: number | undefined;
  stage: string | undefined;
}

/**
 * Threads load their libraries in 0.1 to 0.4 s. A machine with ten times as much work as cores took more than 15 s; the job's
 * own deadline counts meanwhile.
 */
const startTimeoutMs = 60_000;
const checkMs = 50;
/** How many times as long as it may work a job may take by the clock: it waits for a processor, or for something that never comes. */
const mostWaitTimes = 5;
/** Milliseconds within which a thread tells what it has taken, on a machine with ten times as much work as cores. */
const answerMs = 5_000;

/**
 * Starts a thread; `onGone` is called once it has ended, with its memory. No handler of the thread's events throws: each
 * failure rejects the job that it belongs to.
 */
function startMember<Job, Result>(
  { script, kind = 'threads', maxMemoryMb, maxYoungMb = 8 }: ThreadOptions,
  onGone: () => void,
): PoolThread<Job, Result> {
  let isReady = false;
  let isUsable = true;
  let running: RunningJob<Job, Result> | undefined;

  const startHost = kind === 'processes' ? startProcess : startThread;
  const host = startHost(
    script,
    { maxMemoryMb, maxYoungMb },
    {
      // A thread posts only messages of this type.
      onMessage: (message) => receive(message as ThreadMessage<Result>),
      onError: (cause, why) => fail(why, String(cause), cause),
      onExit() {
        fail('end', 'Its thread ended.');
        onGone();
      },
    },
  );

  function receive(message: ThreadMessage<Result>): void {
    switch (message.kind) {
      case 'ready':
        isReady = true;
        begin();
        break;
      case 'stage':
        if (running !== undefined) running.stage = message.stage;
        break;
      case 'done':
        takeRunning()?.resolve(message.result);
        break;
      case 'failed': {
        const failed = takeRunning();
        const { name: thrownName, message: text } = message;
        failed?.reject(new ThreadFailure('work', text, { thrownName, stage: failed.stage }));
        break;
      }
    }
  }

  function takeRunning(): RunningJob<Job, Result> | undefined {
    const taken = running;
    running = undefined;
    clearTimeout(taken?.timer);
    clearInterval(taken?.checkTimer);
    return taken;
  }

  function begin(): void {
    if (running === undefined) return;
    const { job, transfer, timeoutMs } = running;
    clearTimeout(running.timer);
    if (timeoutMs !== undefined) limitTime(running, timeoutMs);
    try {
      host.post(job, transfer);
    } catch (error) {
      // Nothing has reached the thread, which stays free. The caller learns what cannot be copied.
      takeRunning()?.reject(error);
    }
  }

  /** Ends the job after so much work. */
  function limitTime(limited: RunningJob<Job, Result>, timeoutMs: number): void {
    const beganAtMs = performance.now();
    const judge = async (): Promise<void> => {
      const leftMs = timeoutMs - (await readWorkMs(limited));
      if (running !== limited) return;
      const isOver = performance.now() - beganAtMs >= timeoutMs * mostWaitTimes;
      if (leftMs > 0 && !isOver) limited.timer = setTimeout(() => void judge(), leftMs);
      else fail('time', `It was not done after ${timeoutMs} ms.`);
    };
    limited.timer = setTimeout(() => void judge(), timeoutMs);
  }

  /** Milliseconds of a processor that a job has taken; `Infinity` where that cannot be known. */
  async function readWorkMs({ cpuBeforeMs }: RunningJob<Job, Result>): Promise<number> {
    if (cpuBeforeMs === undefined) return Infinity;
    // A thread that is stuck does not tell.
    const unanswered = sleep(answerMs, undefined, { ref: false });
    const cpuMs = await Promise.race([host.usedCpuMs(), unanswered]);
    return cpuMs === undefined ? Infinity : cpuMs - cpuBeforeMs;
  }

  function fail(kind: 'memory' | 'time' | 'end', message: string, cause?: unknown): void {
    // A thread that ends before it is ready has begun no job: its start failed.
    const known = isReady ? kind : 'start';
    void end(new ThreadFailure(known, message, { stage: running?.stage, cause }));
  }

  async function end(reason: unknown): Promise<void> {
    isUsable = false;
    const gone = host.end();
    takeRunning()?.reject(reason);
    await gone;
  }

  async function check(): Promise<void> {
    const checked = running;
    if (isReady && checked?.timeoutMs !== undefined && checked.cpuBeforeMs === undefined) {
      checked.cpuBeforeMs = await host.usedCpuMs();
    }
    const used = await host.usedBytes();
    if (running === undefined || used === undefined || used <= maxMemoryMb * 1_000_000) return;
    fail('memory', `It needs more than ${maxMemoryMb} MB.`);
  }

  return {
    get isUsable() {
      return isUsable;
    },
    run(job, timeoutMs) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const checkTimer = setInterval(() => void check(), checkMs);
      running = {
        ...job,
        timeoutMs,
        resolve,
        reject,
        checkTimer,
        timer: undefined,
        cpuBeforeMs: undefined,
        stage: undefined,
      };
      host.ref();
      if (isReady) begin();
      else {
        const message = `It did not start within ${startTimeoutMs} ms.`;
        running.timer = setTimeout(() => fail('time', message), startTimeoutMs);
      }
      return promise;
    },
    withdraw(reason) {
      if (isReady) return false;
      takeRunning()?.reject(reason);
      return true;
    },
    rest: () => host.unref(),
    end,
  };
}

/**
 * Why a job gave no result: its thread did not start (`start`), took more memory (`memory`) or time (`time`) than it
 * may, or ended by itself (`end`); the work threw (`work`); the pool was closed (`closed`).
 */
export type ThreadFailureKind = 'start' | 'memory' | 'time' | 'end' | 'work' | 'closed';

interface ThreadFailureOptions {
  /** Name of the error that the work threw. */
  readonly thrownName?: string;
  /** The stage that the job last reported. */
  readonly stage?: string | undefined;
  readonly cause?: unknown;
}

/** The rejection of a job that failed. Callers of a pool turn it into an error in the words of their own task. */
export class ThreadFailure extends Error {
  readonly kind: ThreadFailureKind;
  readonly thrownName: string | undefined;
  readonly stage: string | undefined;

  constructor(kind: ThreadFailureKind, message: string, options: ThreadFailureOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'ThreadFailure';
    this.kind = kind;
    this.thrownName = options.thrownName;
    this.stage = options.stage;
  }
}

/** The error where a thread did not start, by what it does: "reads pages". */
export function threadNotStarted(
  work: string,
  cause: ThreadFailure,
): GleanerError<'internal_error'> {
  return new GleanerError(
    'internal_error',
    `The thread that ${work} did not start. Where the program is bundled, leave gleaner outside of the bundle (“Bundlers and frameworks” in the documentation); \`createGleaner({ threads: 0 })\` reads pages that you trust without threads.`,
    { cause },
  );
}
