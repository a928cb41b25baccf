import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process, { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { createService } from '../../src/service/create-service.ts';
import { sqliteStore } from '../../src/storage/stores/sqlite-store.ts';
import { servePages } from '../support/serve-pages.ts';
import { shopRecipe } from '../support/shop-recipe.ts';
import { startFlood, type Tried } from './hostile-flood.ts';

export interface TenantTrialInput {
  /** `gleaner` as a program of Node. */
  readonly command: string;
  /** Of each window: in one the honest account is alone, in the next the hostile one is beside it. */
  readonly windowMs: number;
  /** Pairs of windows. */
  readonly windows: number;
  /** Requests of the hostile account under way at once. */
  readonly callers: number;
  /** Between two requests of one of them. */
  readonly pauseMs: number;
  readonly seed: number;
  /** Of the honest account's schedule; six fields. */
  readonly cron: string;
  /** Whether the hostile account has tried enough: each window beside it goes on until then, whatever the machine's speed. */
  readonly isEnough?: (tried: Tried) => boolean;
  readonly onProgress: (line: string) => void;
}

/** What an account alone and beside a hostile one was answered. */
export interface Answers {
  readonly count: number;
  /** Other than 2xx. */
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface TenantTrialReport extends Tried {
  readonly alone: Answers;
  readonly beside: Answers;
  /** Of the honest account's schedule; those that no server ran through, from due to claimed, are not missed. */
  readonly ticks: { readonly run: number; readonly missed: number; readonly latestMs: number };
  readonly restart: {
    readonly exitCode: number | null;
    readonly stopMs: number;
    readonly startMs: number;
  };
  readonly memory: { readonly firstMb: number; readonly mostMb: number; readonly lastMb: number };
}

interface Tenant {
  readonly account: string;
  readonly key: string;
  readonly token: string;
}

/** A hostile account does all that one can over HTTP beside an honest one, on a server in a process of its own. */
export async function runTenantTrial(input: TenantTrialInput): Promise<TenantTrialReport> {
  const { windowMs, isEnough = () => true } = input;
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-tenants-'));
  const pages = await servePages(({ pathname }) =>
    // What is posted there has no answer: the slowest receiver there is.
    pathname === '/hook' ? undefined : '<title>Lamps</title><p>A lamp of brass, 89.50</p>',
  );
  const { honest, hostile, scheduleId } = await addTenants(folder, input.cron);
  const downs: Down[] = [{ fromMs: 0, toMs: Infinity }];
  const start = async (): Promise<TrialServer> => {
    const started = await startServer(input.command, folder);
    downs.push({ fromMs: downs.pop()?.fromMs ?? 0, toMs: Date.now() });
    return started;
  };
  let server = await start();
  const agent = new Agent();
  const memory = watchMemory(() => server.pid);
  const honestCookie = await signIn(server.url, honest.token);
  const flood = startFlood({
    callers: input.callers,
    pauseMs: input.pauseMs,
    seed: input.seed,
    origin,
    cookie: await signIn(server.url, hostile.token),
    key: hostile.key,
    pageUrl: pages.origin,
    webhookUrl: `${pages.origin}/hook`,
  });
  try {
    const answers = { alone: [] as Answer[], beside: [] as Answer[] };
    const live = { agent, cookie: honestCookie, key: honest.key, pageUrl: pages.origin };
    for (let window = 1; window <= input.windows; window += 1) {
      answers.alone.push(...(await liveHonestly(server.url, live, { windowMs })));
      flood.begin(server.url);
      const beside = { windowMs, isEnough: () => isEnough(flood.report()) };
      answers.beside.push(...(await liveHonestly(server.url, live, beside)));
      // In the last window it goes on while the server is stopped and started.
      if (window < input.windows) await flood.pause();
      const { p99Ms } = toAnswers(answers.beside);
      input.onProgress(
        `window ${window} of ${input.windows}: p99 ${p99Ms} ms beside ${toAnswers(answers.alone).p99Ms} ms alone, ${memory.read().lastMb} MB`,
      );
    }
    const stopping = performance.now();
    downs.push({ fromMs: Date.now(), toMs: Infinity });
    const exitCode = await server.stop();
    const stopMs = Math.round(performance.now() - stopping);
    const starting = performance.now();
    server = await start();
    flood.begin(server.url);
    await untilAnswered(server.url, honestCookie);
    const startMs = Math.round(performance.now() - starting);
    await liveHonestly(server.url, live, { windowMs });
    await flood.pause();
    const ticks = await readTicks(server.url, honestCookie, { id: scheduleId, downs });
    return {
      alone: toAnswers(answers.alone),
      beside: toAnswers(answers.beside),
      ticks,
      restart: { exitCode, stopMs, startMs },
      memory: memory.read(),
      ...flood.report(),
    };
  } finally {
    memory.end();
    await flood.end();
    await agent.destroy();
    await server.stop();
    await pages.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** When no server ran. */
interface Down {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Two accounts: one that can pay for all and has a schedule, one of the default plan whose credits are soon used up. */
async function addTenants(
  folder: string,
  cron: string,
): Promise<{
  readonly honest: Tenant;
  readonly hostile: Tenant;
  readonly scheduleId: string;
}> {
  await using store = sqliteStore({ folder });
  await using service = createService({ store });
  const add = async (credits: number): Promise<Tenant> => {
    const plan = credits > 1_000 ? { runsPerMonth: 100_000, requestsPerMinute: 10_000 } : {};
    const { id: account } = await service.accounts.create({ credits, plan });
    const { key } = await service.keys.create({ account, label: 'trial' });
    const { token } = await service.signIns.createLink({ account });
    return { account, key, token };
  };
  const honest = await add(1_000_000);
  const hostile = await add(40);
  const { account } = honest;
  const { id: recipeId } = await service.recipes.put({ account, document: shopRecipe() });
  const nowMs = Date.now();
  // Past the service: plans may have no schedules of seconds.
  const { id: scheduleId } = await store.schedules.put({
    id: 'honest',
    account,
    recipeId,
    cron,
    timeZone: 'UTC',
    // So long past that it is left to no other process, and the first tick of the server is its next.
    nextAtMs: nowMs - 60_000,
    nowMs,
  });
  return { honest, hostile, scheduleId };
}

interface TrialServer {
  readonly pid: number;
  /** Without `/v1`. */
  readonly url: string;
  /** Resolves to its exit code. */
  stop(): Promise<number | null>;
}

async function startServer(command: string, folder: string): Promise<TrialServer> {
  const args = [command, 'serve', '--port', '0', '--data', folder, '--json'];
  const child: ChildProcessByStdio<null, Readable, null> = spawn(execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      GLEANER_ALLOW_PRIVATE: '127.0.0.1/32',
      // Runs of recipes are dispatched and end at once: browsers would take the processors of what is measured.
      GLEANER_BROWSER: '/nonexistent',
      GLEANER_MAIL_FOLDER: path.join(folder, 'mail'),
      GLEANER_ORIGIN: origin,
    },
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const said = await Promise.race([line, closed.then(() => undefined)]);
  if (said === undefined) throw new Error('The server ended before it listened.');
  const { url } = JSON.parse(said[0]) as { readonly url: string };
  return {
    pid: child.pid ?? 0,
    url: url.replace(/\/v1$/, ''),
    async stop() {
      child.kill('SIGTERM');
      return (await closed)[0];
    },
  };
}

const origin = 'http://127.0.0.1:8080';

async function signIn(url: string, token: string): Promise<string> {
  const { headers, body, statusCode } = await request(`${url}/dashboard/api/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  await body.dump();
  const cookie = String(headers['set-cookie'] ?? '').split(';')[0] ?? '';
  if (cookie === '') throw new Error(`No session: ${statusCode}.`);
  return cookie;
}

interface Answer {
  readonly isGood: boolean;
  readonly durationMs: number;
}

interface HonestLife {
  readonly agent: Agent;
  readonly cookie: string;
  readonly key: string;
  readonly pageUrl: string;
}

/** Looks at the dashboard, reads a page, asks for usage, in turns: as much as a busy account does, and far below its limits. */
async function liveHonestly(
  url: string,
  { agent, cookie, key, pageUrl }: HonestLife,
  window: { readonly windowMs: number; readonly isEnough?: () => boolean },
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const endMs = performance.now() + window.windowMs;
  const isOver = (): boolean => performance.now() >= endMs && window.isEnough?.() !== false;
  for (let count = 0; !isOver(); count += 1) {
    const startedMs = performance.now();
    const isGood = await ask(count).catch(() => false);
    answers.push({ isGood, durationMs: performance.now() - startedMs });
    await sleep(honestPauseMs);
  }
  return answers;

  async function ask(count: number): Promise<boolean> {
    const isLook = count % 4 === 0;
    const isScrape = count % 4 === 2;
    const target = isLook
      ? '/dashboard/api/schedules'
      : isScrape
        ? '/v1/scrape'
        : '/v1/smartbrowse/usage';
    const { statusCode, body } = await request(`${url}${target}`, {
      dispatcher: agent,
      method: isScrape ? 'POST' : 'GET',
      headers: { origin, cookie, 'x-api-key': key, 'content-type': 'application/json' },
      body: isScrape ? JSON.stringify({ website_url: `${pageUrl}/?${count}` }) : null,
    });
    await body.dump();
    return statusCode < 300;
  }
}

/** Looks at the dashboard stay below 300 a minute. */
const honestPauseMs = 50;

async function untilAnswered(url: string, cookie: string): Promise<void> {
  const { body } = await request(`${url}/dashboard/api/overview`, { headers: { cookie } });
  await body.dump();
}

async function readTicks(
  url: string,
  cookie: string,
  { id, downs }: { readonly id: string; readonly downs: readonly Down[] },
): Promise<TenantTrialReport['ticks']> {
  const { body } = await request(`${url}/dashboard/api/schedules/${id}/ticks?limit=200`, {
    headers: { cookie },
  });
  const { data } = (await body.json()) as {
    readonly data: {
      readonly ticks: readonly {
        readonly runId?: string;
        readonly dueAtMs: number;
        readonly claimedAtMs: number;
      }[];
    };
  };
  const started = data.ticks.filter(({ runId }) => runId !== undefined);
  const late = started.map(({ dueAtMs, claimedAtMs }) => claimedAtMs - dueAtMs);
  // Due before one server was told to stop, it is recorded by the next.
  const isMissed = ({ runId, dueAtMs, claimedAtMs }: (typeof data.ticks)[number]): boolean =>
    runId === undefined &&
    !downs.some(({ fromMs, toMs }) => fromMs <= claimedAtMs && dueAtMs <= toMs);
  const missed = data.ticks.filter(isMissed).length;
  return { run: started.length, missed, latestMs: Math.max(0, ...late) };
}

function toAnswers(answers: readonly Answer[]): Answers {
  const durations = answers.map(({ durationMs }) => durationMs).toSorted((a, b) => a - b);
  const at = (part: number): number =>
    Math.round(durations[Math.floor((durations.length - 1) * part)] ?? 0);
  const failed = answers.filter(({ isGood }) => !isGood).length;
  return { count: answers.length, failed, p50Ms: at(0.5), p99Ms: at(0.99) };
}

function watchMemory(pidOf: () => number): {
  readonly read: () => TenantTrialReport['memory'];
  readonly end: () => void;
} {
  let firstMb = 0;
  let mostMb = 0;
  let lastMb = 0;
  const look = (): void => {
    const mb = readMemoryMb(pidOf());
    if (mb === undefined) return;
    if (firstMb === 0) firstMb = mb;
    mostMb = Math.max(mostMb, mb);
    lastMb = mb;
  };
  look();
  const timer = setInterval(look, 1_000);
  return { read: () => ({ firstMb, mostMb, lastMb }), end: () => clearInterval(timer) };
}

/** Resident memory of a process, where the system tells; undefined once it has ended. */
function readMemoryMb(pid: number): number | undefined {
  try {
    const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kb === undefined ? undefined : Math.round(Number(kb) / 1_024);
  } catch {
    return undefined;
  }
}
