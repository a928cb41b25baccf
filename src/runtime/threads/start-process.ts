import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JobHost, JobHostEvents, MemoryLimits } from './job-host.ts';

/** Bytes of a page of memory, in which Linux counts; 4 KiB on every machine that Node has packages for but some of ARM's. */
const pageBytes = 4_096;

/**
 * Starts a process that runs the script of a thread. It shares no heap and no collector with others: as many jobs are done at once as
 * there are cores. A job is copied through a pipe. The limit on memory outside of the heap is checked on Linux alone.
 */
export function startProcess(
  script: URL,
  { maxMemoryMb, maxYoungMb }: MemoryLimits,
  events: JobHostEvents,
): JobHost {
  const child = fork(fileURLToPath(script), {
    serialization: 'advanced',
    // It works on hostile input, and needs nothing of the host's environment or flags.
    env: {},
    execArgv: [
      `--max-old-space-size=${maxMemoryMb}`,
      // Of three spaces for young objects two are of this size at the most.
      `--max-semi-space-size=${Math.ceil(maxYoungMb / 3)}`,
      // Of a heap this small V8 collects as soon as it has grown by a third, which takes a quarter of the time of all pages.
      '--heap-growing-percent=200',
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // Nothing was started, and nothing ends.
    child.once('error', () => child.pid === undefined && resolve());
  });
  let ownBytes = 0;
  child.on('message', (message) => {
    if (ownBytes === 0) ownBytes = readResidentBytes(child.pid) ?? 0;
    events.onMessage(message);
  });
  child.on('error', (cause) => events.onError(cause, 'end'));
  child.on('exit', (_code, signal) => {
    // V8 aborts a process whose heap is full.
    if (signal === 'SIGABRT') events.onError(new Error('Its heap is full.'), 'memory');
    events.onExit();
  });
  return {
    post: (message) => void child.send(message as object),
    usedBytes: async () => (readResidentBytes(child.pid) ?? ownBytes) - ownBytes,
    usedCpuMs: async () => readCpuMs(child.pid),
    ref() {
      child.ref();
      child.channel?.ref();
    },
    unref() {
      child.unref();
      child.channel?.unref();
    },
    async end() {
      // Keeps the program running until the process has ended.
      child.ref();
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Memory that a process has in use, as Linux tells it; `undefined` elsewhere, and once the process is gone. */
function readResidentBytes(pid: number | undefined): number | undefined {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return Number(pages) * pageBytes;
  } catch {
    return undefined;
  }
}

/** Linux counts the time of a process in hundredths of a second. */
const msPerTick = 10;

/** Milliseconds of a processor that a process has taken, as Linux tells it; `undefined` elsewhere, and once the process is gone. */
function readCpuMs(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the name in brackets, which may contain anything: the 12th and the 13th field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  } catch {
    return undefined;
  }
}
