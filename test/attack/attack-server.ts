import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { servePages, type ServedPages } from '../support/serve-pages.ts';
import { hostilePages } from './hostile-pages.ts';
import { ordinaryPage } from './ordinary-page.ts';
import { readRssMb } from './read-rss-mb.ts';
import { watchLoop, type LoopDelays } from './watch-loop.ts';

/** How `/healthz` answered while hostile pages were worked on. */
export interface HealthReport {
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly asked: number;
  /** Answers other than 200. */
  readonly failed: number;
  /** Hostile pages by what came of them: the status of the response. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Of this process, which asks and serves the pages. */
  readonly machine: LoopDelays;
}

/** Resident memory of a server, in megabytes. */
export interface MemoryReport {
  readonly afterFewMb: number;
  readonly afterAllMb: number;
  readonly failed: number;
}

interface AttackedServer {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly url: string;
  readonly key: string;
}

const healthEveryMs = 50;
const hostileAtOnce = 8;
const ordinaryAtOnce = 4;
/** Pages before the memory of an ordinary server is taken for its usual one. */
const fewPages = 200;
/** Of each family, so many of its pages. */
const pagesOfFamily = 2;

/** Asks for `/healthz` every 50 ms while a server works on eight hostile pages at a time, for so long. */
export async function measureHealth(durationMs: number): Promise<HealthReport> {
  const bodies = [
    ...Map.groupBy(hostilePages, ({ name }) => name.slice(0, name.indexOf(':'))).values(),
  ]
    .flatMap((family) => family.slice(0, pagesOfFamily))
    .map(({ make, count, contentType, status }) => ({
      status,
      headers: { 'content-type': contentType },
      body: make(count),
    }));
  const pages = await servePages((url) => bodies[Number(url.pathname.slice(1)) % bodies.length]);
  return withServer(pages, async (server, ask) => {
    const endMs = performance.now() + durationMs;
    const statuses: Record<string, number> = {};
    let next = 0;
    const attackers = Array.from({ length: hostileAtOnce }, async () => {
      while (performance.now() < endMs) {
        const number = next;
        next += 1;
        const status = await ask(number, number % 2 === 0 ? 'scrape' : 'smartscraper');
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    });
    const endWatch = watchLoop();
    const healthAgent = new Agent();
    const times: number[] = [];
    let failed = 0;
    const answers: Promise<void>[] = [];
    const askHealth = async (): Promise<void> => {
      const startedMs = performance.now();
      const { statusCode, body } = await request(`${server.url}/healthz`, {
        dispatcher: healthAgent,
      });
      await body.dump();
      times.push(performance.now() - startedMs);
      if (statusCode !== 200) failed += 1;
    };
    for (let dueMs = performance.now(); dueMs < endMs; dueMs += healthEveryMs) {
      // The next one is asked on time, whether or not the one before has been answered.
      answers.push(askHealth());
      await sleep(Math.max(0, dueMs + healthEveryMs - performance.now()));
    }
    await Promise.all([...answers, ...attackers]);
    await healthAgent.close();
    times.sort((a, b) => a - b);
    return {
      p99Ms: times[Math.floor((times.length - 1) * 0.99)] ?? Number.NaN,
      maxMs: times.at(-1) ?? Number.NaN,
      asked: times.length,
      failed,
      statuses,
      machine: endWatch(),
    };
  });
}

/** Lets a server read so many ordinary pages, and compares its memory with what it was after 200 of them. */
export async function measureServerMemory(pageCount: number): Promise<MemoryReport> {
  const pages = await servePages((url) => ordinaryPage(Number(url.pathname.slice(1))));
  return withServer(pages, async ({ child }, ask) => {
    let next = 0;
    let failed = 0;
    const read = async (until: number): Promise<number> => {
      const samples: number[] = [];
      const readers = Array.from({ length: ordinaryAtOnce }, async () => {
        while (next < until) {
          const number = next;
          next += 1;
          const status = await ask(number, number % 4 === 0 ? 'smartscraper' : 'scrape');
          if (status !== 200) failed += 1;
          // The last tenth of few pages: a steady level, not a moment before or after a collection.
          if (until - number <= fewPages / 10) samples.push(readRssMb(child.pid));
        }
      });
      await Promise.all(readers);
      return samples.sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN;
    };
    const afterFewMb = await read(fewPages);
    const afterAllMb = await read(pageCount);
    return { afterFewMb, afterAllMb, failed };
  });
}

type Ask = (page: number, route: 'scrape' | 'smartscraper') => Promise<number>;

/** Starts a server that may fetch the pages, and ends both when the work is done. */
async function withServer<Result>(
  pages: ServedPages,
  work: (server: AttackedServer, ask: Ask) => Promise<Result>,
): Promise<Result> {
  const server = await start();
  const dispatcher = new Agent();
  const ask: Ask = async (page, route) => {
    const input = {
      website_url: `${pages.origin}/${page}`,
      ...(route === 'scrape' ? { format: 'markdown' } : { user_prompt: 'The name and the price' }),
    };
    const { statusCode, body } = await request(`${server.url}/v1/${route}`, {
      method: 'POST',
      dispatcher,
      headers: { 'x-api-key': server.key, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    await body.dump();
    return statusCode;
  };
  try {
    return await work(server, ask);
  } finally {
    const closed = once(server.child, 'close');
    server.child.stdin.end();
    await closed;
    await dispatcher.close();
    await pages.close();
  }
}

async function start(): Promise<AttackedServer> {
  const file = path.join(import.meta.dirname, '..', 'servers', 'attacked-server.ts');
  const child = spawn(execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value } = await lines.next();
  return {
    child,
    ...(JSON.parse(String(value)) as { readonly url: string; readonly key: string }),
  };
}
