import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process, { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { readChildProcesses } from '../../src/web/server/metrics.ts';

/** The built command `gleaner serve` in a process of its own. */
export interface SoakedServer {
  readonly pid: number;
  /** Base of the HTTP contract, ending in `/v1`. */
  readonly url: string;
  readonly metricsUrl: string;
  /** Processes of its browser at this moment. */
  listBrowserProcesses(): readonly number[];
  /** Faults that it has logged and that no lost browser explains: work without a caller that failed unexpectedly. */
  readonly faults: readonly string[];
  /** Asks it to shut down, or kills it; resolves to its exit code, `null` when it was killed. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

export interface StartServerInput {
  readonly folder: string;
  /** Its folder for temporary files, so that what it leaves can be seen. */
  readonly temp: string;
  readonly modelUrl: string;
}

interface LogLine {
  readonly event: string;
  readonly error?: { readonly code?: string };
  readonly url?: string;
  readonly metricsUrl?: string;
}

const command = path.join(import.meta.dirname, '../../dist/cli/gleaner.js');
/** Ends calls and runs on pages that never do, many times a minute. */
const runTimeoutMs = 30_000;

/** Starts a server on a folder; resolves once it listens. */
export async function startSoakedServer(input: StartServerInput): Promise<SoakedServer> {
  const args = [command, 'serve', '--port', '0', '--metrics-port', '0', '--data', input.folder];
  const child = spawn(execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      TMPDIR: input.temp,
      GLEANER_ALLOW_PRIVATE: '127.0.0.1/32',
      GLEANER_MODEL_URL: input.modelUrl,
      GLEANER_MODEL: 'scripted',
      GLEANER_RUN_TIMEOUT_MS: String(runTimeoutMs),
      GLEANER_WEBHOOK_TIMEOUT_MS: '2000',
    },
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const faults: string[] = [];
  const listening = Promise.withResolvers<{ readonly url: string; readonly metricsUrl: string }>();
  createInterface({ input: child.stderr }).on('line', (line) => {
    const { event, error, url, metricsUrl } = JSON.parse(line) as LogLine;
    const isExpected = error?.code === 'service_unavailable';
    if (event === 'fault' && !isExpected) faults.push(line.slice(0, 500));
    if (event === 'listening')
      listening.resolve({ url: String(url), metricsUrl: String(metricsUrl) });
  });
  void closed.then(() => listening.reject(new Error('The server ended before it listened.')));
  const { url, metricsUrl } = await listening.promise;
  const { pid } = child;
  if (pid === undefined) throw new Error('The server has no process.');
  return {
    pid,
    url: `${url}/v1`,
    metricsUrl,
    faults,
    listBrowserProcesses: () => readChildProcesses(pid).ids,
    async stop(signal) {
      child.kill(signal);
      const [code] = await closed;
      return code;
    },
  };
}
