import { Command } from 'commander';
import { Pool } from 'pg';
import { createGleaner } from '../src/index.ts';
import { createService, pgBossQueue, postgresStore } from '../src/service/index.ts';
import { shopRecipe } from '../test/support/shop-recipe.ts';
import { startPostgres } from '../test/support/start-postgres.ts';
import { stubBrowser } from '../test/support/stub-browser.ts';
import { lampPage, stubFetcher } from '../test/support/stub-fetcher.ts';
import { readPostgresCpuMs } from './database/read-postgres-cost.ts';
import { summarise } from './to-figure.ts';

/** What the work of a service costs its database: processor time, bytes of the log and commits, by operation. */
const options = new Command('bench:database')
  .description('Processor time, log and commits of PostgreSQL for each operation of the service.')
  .option('--rounds <n>', 'measured rounds', Number, 7)
  .option('--operations <n>', 'operations a round', Number, 500)
  .option('--callers <n>', 'callers at once', Number, 16)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ rounds: number; operations: number; callers: number; json?: boolean }>();

const unlimited = 1_000_000_000;
const plan = {
  requestsPerMinute: unlimited,
  inFlight: unlimited,
  runsPerMonth: unlimited,
  pagesPerRun: 20,
};
const pagesPerRun = 3;

const server = await startPostgres({ isDurable: true });
// The server's process keeps this one alive only while it is worked with.
const alive = setInterval(() => {}, 1_000);
const pool = new Pool({ connectionString: server.url, max: 1 });
const store = postgresStore({ connectionString: server.url });
const items = [{ name: ['Lamp'], price: ['£1.50'] }];
const gleaner = createGleaner({
  browser: stubBrowser({ pages: Array.from({ length: pagesPerRun }, () => items) }),
  fetcher: stubFetcher(lampPage),
});
const ended = new Map<string, () => void>();
const queue = pgBossQueue({
  connectionString: server.url,
  concurrency: options.callers,
});
const service = createService({
  gleaner,
  store,
  queue,
  onEvent(event) {
    if (event.kind === 'run') ended.get(event.runId)?.();
  },
});

interface Cost {
  readonly cpuMs: number;
  readonly walKb: number;
  readonly commits: number;
}
const costs = new Map<string, Cost[]>();
try {
  await service.start();
  const { id: account } = await service.accounts.create({ credits: unlimited, plan });
  const { id: recipeId } = await service.recipes.put({ account, document: shopRecipe() });
  let lastRun = '';
  const operations: Readonly<Record<string, () => Promise<unknown>>> = {
    extract: () => service.extract({ url: 'https://shop.test/lamp', prompt: 'price' }, { account }),
    [`run of ${pagesPerRun} pages`]: async () => {
      const { id } = await service.dispatchRun({ account, recipeId });
      lastRun = id;
      await endOf(id, account);
    },
    poll: () => service.getRun({ account, id: lastRun }),
    'hold and post': async () => {
      const id = crypto.randomUUID();
      await store.ledger.hold({ id, account, credits: 5 });
      await store.ledger.post(id, 5);
    },
  };
  for (let round = -1; round < options.rounds; round += 1) {
    for (const [name, work] of Object.entries(operations)) {
      const cost = await measure(work, round < 0 ? options.callers * 4 : options.operations);
      if (round >= 0) costs.set(name, [...(costs.get(name) ?? []), cost]);
    }
  }
} finally {
  await service.close({ drainMs: 0 });
  await gleaner.close();
  await queue.close();
  await store.close();
  await pool.end();
  await server.remove();
  clearInterval(alive);
}

const figures: Record<
  string,
  { value: number; target: null; met: null; spread: [number, number] }
> = {};
for (const [name, measured] of costs) {
  for (const unit of ['cpuMs', 'walKb', 'commits'] as const) {
    const { median, low, high } = summarise(measured.map((cost) => cost[unit]));
    const label = { cpuMs: 'CPU ms', walKb: 'log KB', commits: 'commits' }[unit];
    figures[`${name}, ${label}`] = { value: median, target: null, met: null, spread: [low, high] };
    console.log(
      `${`${name}, ${label}`.padEnd(32)} ${median.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`,
    );
  }
}
if (options.json === true) console.log(JSON.stringify({ bench: 'database', figures }));

async function measure(work: () => Promise<unknown>, count: number): Promise<Cost> {
  const before = await read();
  let left = count;
  await Promise.all(
    Array.from({ length: options.callers }, async () => {
      while (left > 0) {
        left -= 1;
        await work();
      }
    }),
  );
  const after = await read();
  return {
    cpuMs: (after.cpuMs - before.cpuMs) / count,
    walKb: (after.walBytes - before.walBytes) / count / 1_024,
    commits: (after.commits - before.commits) / count,
  };
}

async function read(): Promise<{ cpuMs: number; walBytes: number; commits: number }> {
  // Backends report their counts when they are idle, at most once a second: asked for at once.
  const { rows } = await pool.query<{ wal: string; commits: string }>(
    `select pg_stat_force_next_flush(), pg_current_wal_lsn() - '0/0' as wal,
      (select xact_commit from pg_stat_database where datname = current_database()) as commits`,
  );
  return {
    cpuMs: readPostgresCpuMs(server.pid()),
    walBytes: Number(rows[0]?.wal),
    commits: Number(rows[0]?.commits),
  };
}

async function endOf(id: string, account: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  ended.set(id, resolve);
  // A run may have ended before its end was listened to.
  const { status } = await service.getRun({ account, id });
  if (status === 'queued' || status === 'running') await promise;
  ended.delete(id);
}
