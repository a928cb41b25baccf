import type { Transferable, Worker } from 'node:worker_threads';
import { startWorker } from './start-worker.ts';

/** A thread or a process that does the jobs of a pool, one after the other. */
export interface JobHost {
  /** Throws where the message cannot be copied. `transfer`: buffers that move to a thread; a process gets copies. */
  post(message: unknown, transfer: readonly Transferable[] | undefined): void;
  /** Bytes of its heap and outside of it that its work has taken; `undefined` where that cannot be known. */
  usedBytes(): Promise<number | undefined>;
  /** Milliseconds of a processor that it has taken since it began; `undefined` where that cannot be known. */
  usedCpuMs(): Promise<number | undefined>;
  /** Keeps the process alive, or lets it exit. */
  ref(): void;
  unref(): void;
  /** Kills it, whatever it is doing. Resolves when it is gone. */
  end(): Promise<void>;
}

/** What becomes known of a host. */
export interface JobHostEvents {
  readonly onMessage: (message: unknown) => void;
  readonly onError: (cause: unknown, kind: 'memory' | 'end') => void;
  readonly onExit: () => void;
}

export interface MemoryLimits {
  /** Megabytes for the heap and the buffers outside of it, which V8's own limit does not count. */
  readonly maxMemoryMb: number;
  /** Megabytes of the heap for what has just been made. */
  readonly maxYoungMb: number;
}

/** Starts a thread that runs the script. */
export function startThread(
  script: URL,
  { maxMemoryMb, maxYoungMb }: MemoryLimits,
  { onMessage, onError, onExit }: JobHostEvents,
): JobHost {
  const worker = startWorker(script, {
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
  worker.on('message', onMessage);
  worker.on('messageerror', (cause: unknown) =>
    onError(new Error('Its message is unreadable.', { cause }), 'end'),
  );
  worker.on('error', (cause: unknown) => onError(cause, isOutOfMemory(cause) ? 'memory' : 'end'));
  worker.on('exit', onExit);
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    async usedBytes() {
      // Rejected once the thread has ended, which its exit reports. Deno has no such method: there the time alone is limited.
      const statistics = await getHeapStatistics(worker)?.catch(() => undefined);
      if (statistics === undefined) return undefined;
      const { used_heap_size: heap, external_memory: outside } = statistics;
      return heap + outside;
    },
    async usedCpuMs() {
      const usage = await getCpuUsage(worker)?.catch(() => undefined);
      return usage === undefined ? undefined : (usage.user + usage.system) / 1_000;
    },
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    async end() {
      await worker.terminate();
    },
  };
}

function getHeapStatistics(
  worker: Partial<Pick<Worker, 'getHeapStatistics'>>,
): ReturnType<Worker['getHeapStatistics']> | undefined {
  return worker.getHeapStatistics?.();
}

/** Node has it from 24.6 on. */
function getCpuUsage(
  worker: Partial<Pick<Worker, 'cpuUsage'>>,
): ReturnType<Worker['cpuUsage']> | undefined {
  return worker.cpuUsage?.();
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
