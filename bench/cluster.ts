import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { Pool } from 'undici';
import { createGleaner } from '../src/index.ts';
import { createService, pgBossQueue, postgresStore } from '../src/service/index.ts';
import { shopRecipe } from '../test/support/shop-recipe.ts';
import { startPostgres } from '../test/support/start-postgres.ts';
import { toFigure, toMedianFigure, type Figure } from './run-bench.ts';
import { writeResults } from './write-results.ts';

/** What PostgreSQL costs beside a folder, and what further workers bring. Pages and models are stubs. */
const options = new Command('bench:cluster')
  .description(
    'Extractions a second on PostgreSQL and in a folder, polls beside a bare server, runs a second by number of workers, and how soon an idle worker begins.',
  )
  .option('--rounds <n>', 'measured rounds', Number, 15)
  .option('--callers <n>', 'callers at once', Number, 64)
  .option('--runs <n>', 'runs a worker in each round', Number, 25)
  .option('--dispatches <n>', 'dispatches to an idle worker', Number, 200)
  .option('--save', 'write the table to bench/results')
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{
    rounds: number;
    callers: number;
    runs: number;
    dispatches: number;
    save?: boolean;
    json?: boolean;
  }>();

/** The contract's figures. */
const extractionTarget = 0.4;
const pollTarget = 0.25;
const targetsOfWorkers = [
  [2, 1.9],
  [4, 3.7],
] as const;
const startTargetMs = 200;
/** Long against the timer, short against a slow moment of the machine. */
const sliceMs = 500;
/** What a page of a run takes; a worker of one slot makes at most five runs a second. */
const pageMs = 200;

const postgres = await startPostgres({ isDurable: true });
const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-bench-'));
const figures: Record<string, Figure> = {};
try {
  await measureRequests();
  await measureRuns();
} finally {
  await postgres.remove();
  rmSync(folder, { recursive: true });
}

for (const [name, { value, target, spread }] of Object.entries(figures)) {
  const range = spread.map((bound) => bound.toFixed(2)).join(', ');
  const goal = target === null ? '' : `  target ${target}`;
  console.log(`${name.padEnd(48)} ${value.toFixed(2)} [${range}]${goal}`);
}
if (options.save === true) {
  const rows = Object.entries(figures).map(
    ([
      name,
      {
        value,
        spread: [low, high],
        target,
      },
    ]) => {
      const row = { name, value, low, high, isOwn: true };
      return target === null ? row : { ...row, target };
    },
  );
  const note = `Stub pages and model, ${options.callers} callers, ${options.rounds} rounds, servers, database and callers on the same 2 cores.`;
  writeResults({ name: 'cluster', title: 'Beyond one machine', note, rows });
}
if (options.json === true) console.log(JSON.stringify({ bench: 'cluster', figures }));

/** The same server on a folder and on PostgreSQL, and a bare one, in slices that take turns. */
async function measureRequests(): Promise<void> {
  const children = [
    start('http-process.ts', [folder]),
    start('http-process.ts', [postgres.url]),
    start('bare-process.ts', []),
  ] as const;
  const [inFolder, inPostgres, bare] = await Promise.all([
    readServer(children[0]),
    readServer(children[1]),
    readServer(children[2]),
  ]);
  const rounds: { folder: number; postgres: number; poll: number; bare: number }[] = [];
  for (let round = -1; round < options.rounds; round += 1) {
    const taken = {
      folder: await slice(inFolder, toExtraction(inFolder)),
      postgres: await slice(inPostgres, toExtraction(inPostgres)),
      poll: await slice(inPostgres, toPoll(inPostgres)),
      bare: await slice(bare, { method: 'GET', path: '/' }),
    };
    // The first one warms up.
    if (round >= 0) rounds.push(taken);
  }
  await Promise.all([inFolder, inPostgres, bare].map(({ pool }) => pool.close()));
  await Promise.all(children.map(end));
  add(
    'extractions a second, PostgreSQL',
    rounds.map((round) => round.postgres),
  );
  add(
    'extractions a second, folder',
    rounds.map((round) => round.folder),
  );
  const ratios = rounds.map((round) => round.postgres / round.folder);
  add('extractions, PostgreSQL / folder', ratios, extractionTarget);
  add(
    'polls, PostgreSQL / bare server',
    rounds.map((round) => round.poll / round.bare),
    pollTarget,
  );
}

/** Runs that wait, worked on by one worker, by two and by four in turn; then one dispatch after the other to an idle one. */
async function measureRuns(): Promise<void> {
  const connectionString = postgres.url;
  const store = postgresStore({ connectionString });
  const queue = pgBossQueue({ connectionString });
  const gleaner = createGleaner({ browser: false });
  const service = createService({ store, queue, gleaner });
  const plan = { requestsPerMinute: 10_000_000, inFlight: 10_000, runsPerMonth: 10_000_000 };
  const { id: account } = await service.accounts.create({ credits: 1_000_000_000, plan });
  const { id: recipeId } = await service.recipes.put({ account, document: shopRecipe() });

  async function startWorkers(count: number): Promise<readonly Child[]> {
    const workers = Array.from({ length: count }, () =>
      start('run-worker.ts', [connectionString, String(pageMs)]),
    );
    await Promise.all(workers.map(({ lines }) => lines.next()));
    return workers;
  }
  /** Runs a second, by the moments at which the first began and the last ended. */
  async function measure(workers: number): Promise<number> {
    const count = options.runs * workers;
    const ids: string[] = [];
    while (ids.length < count) ids.push((await service.dispatchRun({ account, recipeId })).id);
    const children = await startWorkers(workers);
    const runs = await Promise.all(ids.map(untilEnded));
    await Promise.all(children.map(end));
    // Every worker is there when the second run of the first one begins: what came before is starting up.
    const beganMs = runs.map(({ startedAtMs = 0 }) => startedAtMs).toSorted((a, b) => a - b);
    const endedMs = runs.map(({ completedAtMs = 0 }) => completedAtMs);
    const fromMs = beganMs[workers * 2] ?? 0;
    const later = endedMs.filter((atMs) => atMs > fromMs);
    return (later.length * 1_000) / (Math.max(...later) - fromMs);
  }
  async function untilEnded(id: string): Promise<Awaited<ReturnType<typeof service.getRun>>> {
    for (;;) {
      const run = await service.getRun({ account, id });
      if (run.completedAtMs !== undefined) return run;
      await sleep(100);
    }
  }

  const rates = new Map<number, number[]>([1, 2, 4].map((workers) => [workers, []]));
  for (let round = 0; round < Math.max(1, options.rounds / 5); round += 1) {
    for (const [workers, taken] of rates) taken.push(await measure(workers));
  }
  const alone = rates.get(1) ?? [];
  add('runs a second, 1 worker', alone);
  for (const [workers, target] of targetsOfWorkers) {
    const taken = rates.get(workers) ?? [];
    const ratios = taken.map((rate, at) => rate / (alone[at] ?? Number.NaN));
    add(`runs a second, ${workers} workers / 1 worker`, ratios, target);
  }

  const [worker] = await startWorkers(1);
  const waitsMs: number[] = [];
  while (waitsMs.length < options.dispatches) {
    const { id } = await service.dispatchRun({ account, recipeId });
    const { createdAtMs, startedAtMs = Number.NaN } = await untilEnded(id);
    waitsMs.push(startedAtMs - createdAtMs);
  }
  if (worker !== undefined) await end(worker);
  const sorted = waitsMs.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  const interval = { value: at(0.99), low: at(0.5), high: at(1) };
  figures['from dispatch to start with an idle worker, p99 in ms'] = toFigure(
    interval,
    startTargetMs,
    true,
  );
  await service.close({ drainMs: 0 });
  await queue.close();
  await gleaner.close();
  await store.close();
}

function add(name: string, values: readonly number[], target: number | null = null): void {
  figures[name] = toMedianFigure(values, target);
}

interface Child {
  readonly process: ChildProcessByStdio<Writable, Readable, null>;
  readonly lines: AsyncIterator<string>;
}

interface Server {
  readonly pool: Pool;
  readonly key: string;
  readonly runId: string;
}

function start(script: string, parameters: readonly string[]): Child {
  const file = path.join(import.meta.dirname, '../test/servers', script);
  const process = spawn(execPath, [file, ...parameters], { stdio: ['pipe', 'pipe', 'inherit'] });
  return { process, lines: createInterface({ input: process.stdout })[Symbol.asyncIterator]() };
}

async function end({ process }: Child): Promise<void> {
  const closed = once(process, 'close');
  process.stdin.end();
  await closed;
}

async function readServer({ lines }: Child): Promise<Server> {
  const { value } = await lines.next();
  const {
    url,
    key = '',
    runId = '',
  } = JSON.parse(String(value)) as {
    readonly url: string;
    readonly key?: string;
    readonly runId?: string;
  };
  return { pool: new Pool(url, { connections: options.callers }), key, runId };
}

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

function toExtraction({ key }: Server): Asked {
  const schema = { type: 'object', required: ['price'], properties: { price: { type: 'number' } } };
  return {
    method: 'POST',
    path: '/v1/smartscraper',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({
      website_url: 'https://shop.test/lamp',
      user_prompt: 'the price',
      output_schema: schema,
    }),
  };
}

function toPoll({ key, runId }: Server): Asked {
  return { method: 'GET', path: `/v1/smartbrowse/runs/${runId}`, headers: { 'x-api-key': key } };
}

/** Asks the same again and again, from all callers, and gives the answers a second. */
async function slice({ pool }: Server, asked: Asked): Promise<number> {
  const startedMs = performance.now();
  let answers = 0;
  await Promise.all(
    Array.from({ length: options.callers }, async () => {
      while (performance.now() < startedMs + sliceMs) {
        const { statusCode, body } = await pool.request(asked);
        await body.dump();
        if (statusCode !== 200) throw new Error(`${asked.path} was answered with ${statusCode}.`);
        answers += 1;
      }
    }),
  );
  return (answers * 1_000) / (performance.now() - startedMs);
}
