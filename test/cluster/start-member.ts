import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process, { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { StallingProxy } from './stalling-proxy.ts';

/** A process of the cluster: the built command, with a way to the database of its own. */
export interface Member {
  readonly name: string;
  readonly kind: 'server' | 'worker';
  readonly proxy: StallingProxy;
  /** Base of the HTTP contract, ending in `/v1`; of workers the empty text. */
  readonly url: string;
  /** Whether something is being done to it. */
  isDisturbed: boolean;
  /** Faults that it has logged, other than of a service that is away. */
  readonly faults: readonly string[];
  /** How it ended where nothing had ended it. */
  readonly ownEnds: readonly string[];
  start(): void;
  /** Sends a signal; `SIGKILL` and `SIGTERM` resolve to the exit code once it has ended. */
  signal(name: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<number | null>;
  /** Resolves once it answers that it is ready; at once for a worker. Rejects where it has ended by itself. */
  untilReady(): Promise<void>;
}

export interface MemberInput {
  readonly name: string;
  readonly kind: 'server' | 'worker';
  readonly proxy: StallingProxy;
  /** Free, for servers. */
  readonly port: number;
  readonly databaseUrl: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Of what a process wrote last: an uncaught error with its stack. */
const keptLines = 15;
const command = path.join(import.meta.dirname, '../../dist/cli/gleaner.js');

/** A process that is not started yet. */
export function createMember(input: MemberInput): Member {
  const { name, kind, proxy, port, databaseUrl, environment } = input;
  const origin = `http://127.0.0.1:${port}`;
  const faults: string[] = [];
  const ownEnds: string[] = [];
  let child: ChildProcessByStdio<null, null, Readable> | undefined;
  let isEnding = false;

  function start(): void {
    const parameters =
      kind === 'server'
        ? ['serve', '--no-worker', '--port', String(port)]
        : ['worker', '--concurrency', '2'];
    const url = new URL(databaseUrl);
    url.port = String(proxy.port);
    isEnding = false;
    const current = spawn(execPath, [command, ...parameters], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...environment, DATABASE_URL: url.href },
    });
    child = current;
    const last: string[] = [];
    createInterface({ input: current.stderr }).on('line', (line) => {
      last.push(line.slice(0, 600));
      if (last.length > keptLines) last.shift();
      if (line.includes('"fault"') && !line.includes('service_unavailable')) {
        faults.push(`${name}: ${line.slice(0, 600)}`);
      }
    });
    current.once('close', (code, signal) => {
      if (!isEnding) ownEnds.push(`${name} ended with ${code ?? signal}: ${last.join(' | ')}`);
    });
  }

  return {
    name,
    kind,
    proxy,
    url: kind === 'server' ? `${origin}/v1` : '',
    isDisturbed: false,
    faults,
    ownEnds,
    start,
    async signal(which) {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
      const isLast = which === 'SIGKILL' || which === 'SIGTERM';
      isEnding ||= isLast;
      const closed = once(child, 'close') as Promise<[number | null]>;
      child.kill(which);
      return isLast ? (await closed)[0] : null;
    },
    async untilReady() {
      if (kind === 'worker') return;
      while (!(await isReady(origin))) {
        if (ownEnds.length > 0) throw new Error(ownEnds.join('\n'));
        await sleep(100);
      }
    },
  };
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`${origin}/readyz`, {
      signal: AbortSignal.timeout(2_000),
    });
    await body.dump();
    return statusCode === 200;
  } catch {
    // It does not listen yet, or is stopped.
    return false;
  }
}
