import { readdirSync } from 'node:fs';
import { request } from 'undici';
import type { SoakedServer } from './soaked-server.ts';

/** The state of the server at one moment. Sizes in megabytes. */
export interface SoakSample {
  readonly atMs: number;
  readonly rssMb: number;
  readonly heapMb: number;
  /** Memory outside of the JavaScript heap that belongs to its objects. */
  readonly externalMb: number;
  readonly browserMb: number;
  readonly browserProcesses: number;
  readonly files: number;
  readonly threads: number;
  /** Since the sample before. */
  readonly loopP99Ms: number;
}

const megabyte = 1_048_576;

/** Reads `/metrics` and `/proc`; `undefined` when the server does not respond, because it is paused. */
export async function takeSample(server: SoakedServer): Promise<SoakSample | undefined> {
  const text = await readMetrics(server.metricsUrl);
  if (text === undefined) return undefined;
  const value = (name: string): number => {
    const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
    return found === undefined ? Number.NaN : Number(found);
  };
  return {
    atMs: performance.now(),
    rssMb: value('process_resident_memory_bytes') / megabyte,
    heapMb: value('nodejs_heap_size_used_bytes') / megabyte,
    externalMb: value('nodejs_external_memory_bytes') / megabyte,
    browserMb: value('gleaner_browser_memory_bytes') / megabyte,
    browserProcesses: value('gleaner_browser_processes'),
    files: value('process_open_fds'),
    threads: readdirSync(`/proc/${server.pid}/task`).length,
    loopP99Ms: value('nodejs_eventloop_lag_p99_seconds') * 1_000,
  };
}

async function readMetrics(url: string): Promise<string | undefined> {
  try {
    const { body } = await request(url, { signal: AbortSignal.timeout(5_000) });
    return await body.text();
  } catch {
    // Paused, or being killed: the next sample counts.
    return undefined;
  }
}
