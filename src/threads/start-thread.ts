import { Worker } from 'node:worker_threads';
import type { ThreadJob } from './create-thread-pool.ts';
import type { ThreadMessage } from './serve-jobs.ts';
import { ThreadFailure } from './thread-failure.ts';

export interface ThreadOptions {
  /** The thread's file, which calls `serveJobs`. */
  readonly script: URL;
  /** Megabytes for the thread's heap and the buffers outside of it, which V8's own limit does not count. */
  readonly maxMemoryMb: number;
  /**
   * Megabytes of the heap for what has just been made. With more, short work is done sooner, and the thread takes more memory: a PDF
   * of 500 pages takes 260 MB with 8 and 305 with 32, at the same speed. @default 8
   */
  readonly maxYoungMb?: number;
}

/** A thread that does one job at a time. */
export interface PoolThread<Job, Result> {
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
  readonly memoryTimer: NodeJS.Timeout;
  /** Of the thread's start first, of the work then. */
  timer: NodeJS.Timeout | undefined;
  stage: string | undefined;
}

/**
 * Threads load their libraries in 0.1 to 0.4 s. A machine with ten times as much work as cores took more than 15 s; the job's
 * own deadline counts meanwhile.
 */
const startTimeoutMs = 60_000;
const memoryCheckMs = 50;

/**
 * Starts a thread; `onGone` is called once it has ended, with its memory. No handler of the thread's events throws: each
 * failure rejects the job that it belongs to.
 */
export function startThread<Job, Result>(
  { script, maxMemoryMb, maxYoungMb = 8 }: ThreadOptions,
  onGone: () => void,
): PoolThread<Job, Result> {
  const worker = new Worker(script, {
    // A thread works on hostile input, and needs nothing of the host's environment or flags.
    env: {},
    execArgv: [],
    argv: [],
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: maxMemoryMb,
      maxYoungGenerationSizeMb: maxYoungMb,
      stackSizeMb: 4,
    },
  });
  let isReady = false;
  let isUsable = true;
  let running: RunningJob<Job, Result> | undefined;

  worker.on('message', (message: ThreadMessage<Result>) => {
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
  });
  worker.on('messageerror', (cause: unknown) => fail('end', 'Its message is unreadable.', cause));
  worker.on('error', (cause: unknown) =>
    fail(isOutOfMemory(cause) ? 'memory' : 'end', String(cause), cause),
  );
  worker.on('exit', () => {
    fail('end', 'Its thread ended.');
    onGone();
  });

  function takeRunning(): RunningJob<Job, Result> | undefined {
    const taken = running;
    running = undefined;
    clearTimeout(taken?.timer);
    clearInterval(taken?.memoryTimer);
    return taken;
  }

  function begin(): void {
    if (running === undefined) return;
    const { job, transfer, timeoutMs } = running;
    clearTimeout(running.timer);
    if (timeoutMs !== undefined) {
      const message = `It was not done after ${timeoutMs} ms.`;
      running.timer = setTimeout(() => fail('time', message), timeoutMs);
    }
    try {
      worker.postMessage(job, transfer);
    } catch (error) {
      // Nothing has reached the thread, which stays free. The caller learns what cannot be copied.
      takeRunning()?.reject(error);
    }
  }

  function fail(kind: 'memory' | 'time' | 'end', message: string, cause?: unknown): void {
    // A thread that ends before it is ready has begun no job: its start failed.
    const known = isReady ? kind : 'start';
    void end(new ThreadFailure(known, message, { stage: running?.stage, cause }));
  }

  async function end(reason: unknown): Promise<void> {
    isUsable = false;
    const gone = worker.terminate();
    takeRunning()?.reject(reason);
    await gone;
  }

  async function checkMemory(): Promise<void> {
    // Rejected once the thread has ended, which its exit reports.
    const statistics = await worker.getHeapStatistics().catch(() => undefined);
    const { used_heap_size: heap = 0, external_memory: outside = 0 } = (statistics ??
      {}) as Readonly<Partial<Record<'used_heap_size' | 'external_memory', number>>>;
    if (running === undefined || heap + outside <= maxMemoryMb * 1_000_000) return;
    fail('memory', `It needs more than ${maxMemoryMb} MB.`);
  }

  return {
    get isUsable() {
      return isUsable;
    },
    run(job, timeoutMs) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const memoryTimer = setInterval(() => void checkMemory(), memoryCheckMs);
      running = {
        ...job,
        timeoutMs,
        resolve,
        reject,
        memoryTimer,
        timer: undefined,
        stage: undefined,
      };
      worker.ref();
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
    rest: () => worker.unref(),
    end,
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
