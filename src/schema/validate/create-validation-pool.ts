import { Worker } from 'node:worker_threads';
import type { Issue } from '../../errors/error-codes.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import type { ValidationJob, ValidationReport } from './validation-worker.ts';

/** Threads that compile and check, and can be killed. */
export interface ValidationPool {
  run(job: ValidationJob, signal: AbortSignal): Promise<readonly Issue[]>;
  close(): Promise<void>;
}

export interface ValidationPoolOptions {
  /** For compiling and checking together; the start of a thread does not count. */
  readonly timeoutMs: number;
  readonly maxThreads: number;
}

/** Loading Ajv takes 0.1 to 0.3 s; a machine on its knees needs more. */
const startTimeoutMs = 15_000;

const resourceLimits = {
  maxOldGenerationSizeMb: 256,
  maxYoungGenerationSizeMb: 32,
  stackSizeMb: 4,
} as const;

interface Task {
  readonly job: ValidationJob;
  readonly signal: AbortSignal;
  readonly resolve: (issues: readonly Issue[]) => void;
  readonly reject: (reason: unknown) => void;
}

/** Threads start on first need, are used again, are replaced when killed, and keep no process alive while idle. */
export function createValidationPool(options: ValidationPoolOptions): ValidationPool {
  const waiting: Task[] = [];
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  let isClosed = false;

  function startNext(): void {
    while (waiting.length > 0) {
      const worker = idle.pop() ?? (all.size < options.maxThreads ? start() : undefined);
      if (worker === undefined) return;
      const task = waiting.shift();
      if (task === undefined) return;
      runOn(worker, task);
    }
  }

  const readyWorkers = new WeakSet<Worker>();

  function start(): Worker {
    const worker = new Worker(
      import.meta.url.endsWith('.ts')
        ? new URL('./validation-worker.ts', import.meta.url)
        : new URL('./validation-worker.js', import.meta.url),
      // Nothing of the host's environment or flags is of use to a schema.
      { env: {}, execArgv: [], argv: [], resourceLimits, stdout: true, stderr: true },
    );
    all.add(worker);
    worker.once('exit', () => discard(worker));
    // A fault between two jobs: the exit that follows removes the thread, and nobody waits for it.
    worker.on('error', () => discard(worker));
    return worker;
  }

  function discard(worker: Worker): void {
    all.delete(worker);
    const at = idle.indexOf(worker);
    if (at !== -1) idle.splice(at, 1);
    startNext();
  }

  function runOn(worker: Worker, task: Task): void {
    let phase: 'start' | 'compile' | 'check' = readyWorkers.has(worker) ? 'compile' : 'start';
    let timer = setTimeout(onTimeout, phase === 'start' ? startTimeoutMs : options.timeoutMs);

    function settle(isReusable: boolean, finish: () => void): void {
      clearTimeout(timer);
      task.signal.removeEventListener('abort', onAbort);
      worker.off('message', onReport);
      worker.off('error', onError);
      worker.off('exit', onExit);
      if (isReusable && !isClosed) {
        worker.unref();
        idle.push(worker);
      } else {
        all.delete(worker);
        void worker.terminate();
      }
      finish();
      startNext();
    }
    function onReport(report: ValidationReport): void {
      switch (report.kind) {
        case 'ready':
          readyWorkers.add(worker);
          phase = 'compile';
          clearTimeout(timer);
          timer = setTimeout(onTimeout, options.timeoutMs);
          break;
        case 'compiled':
          phase = 'check';
          break;
        case 'checked':
          settle(true, () => task.resolve(report.issues));
          break;
        case 'failed':
          settle(true, () => task.reject(tooComplicated(report.message)));
          break;
      }
    }
    function onTimeout(): void {
      settle(false, () => task.reject(phase === 'start' ? notStarted() : tooSlow(phase)));
    }
    function onError(error: unknown): void {
      settle(false, () =>
        task.reject(phase === 'start' ? notStarted(error) : tooComplicated(error)),
      );
    }
    function onExit(): void {
      if (isClosed) settle(false, () => task.reject(closed()));
      else onError(new Error('The validation thread ended.'));
    }
    function onAbort(): void {
      settle(false, () => task.reject(task.signal.reason));
    }

    worker.on('message', onReport);
    worker.on('error', onError);
    worker.on('exit', onExit);
    task.signal.addEventListener('abort', onAbort, { once: true });
    worker.ref();
    if (task.signal.aborted) onAbort();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    else worker.postMessage(task.job);
  }

  function tooSlow(phase: 'compile' | 'check'): GleanerError<'invalid_request'> {
    return refusal(
      phase === 'compile'
        ? `takes longer than ${options.timeoutMs} ms to compile; simplify it`
        : `takes longer than ${options.timeoutMs} ms to check a value against; simplify it, e.g. "uniqueItems" on long lists or nested alternatives`,
    );
  }

  return {
    run(job, signal) {
      if (isClosed) return Promise.reject(closed());
      return new Promise((resolve, reject) => {
        const task = { job, signal, resolve, reject };
        function leaveQueue(): void {
          const at = waiting.indexOf(task);
          if (at === -1) return;
          waiting.splice(at, 1);
          reject(signal.reason);
        }
        signal.addEventListener('abort', leaveQueue, { once: true });
        waiting.push(task);
        startNext();
      });
    },
    async close() {
      isClosed = true;
      for (const task of waiting.splice(0)) {
        task.reject(closed());
      }
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

function closed(): TypeError {
  return new TypeError('The schema validator is closed; make a new one.');
}

function tooComplicated(cause: unknown): GleanerError<'invalid_request'> {
  return refusal('needs too much memory, or is too complicated to compile; simplify it', cause);
}

function refusal(message: string, cause?: unknown): GleanerError<'invalid_request'> {
  return new GleanerError('invalid_request', `The schema ${message}.`, {
    details: { issues: [{ path: '/schema', message }] },
    cause,
  });
}

function notStarted(cause?: unknown): GleanerError<'internal_error'> {
  return new GleanerError('internal_error', 'The thread that checks schemas did not start.', {
    cause,
  });
}
