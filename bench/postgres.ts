import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { Client } from 'pg';
import { postgresStore } from '../src/storage/stores/postgres-store.ts';
import { startPostgres } from '../test/support/start-postgres.ts';
import { toMedianFigure } from './run-bench.ts';

/** How fast credits are held and posted on Postgres, against its own pgbench doing the statements of the hold alone. */
const options = new Command('bench:postgres')
  .description(
    'Hold and post pairs a second, as a ratio to transactions a second of pgbench with two statements, in the same run.',
  )
  .option('--rounds <n>', 'measured rounds', Number, 7)
  .option('--callers <n>', 'callers at once, and clients of pgbench', Number, 64)
  .option('--connections <n>', 'connections of the store', Number, 10)
  .option('--accounts <n>', 'accounts that the callers take turns with', Number, 64)
  .option('--seconds <n>', 'of each measurement', Number, 3)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{
    rounds: number;
    callers: number;
    connections: number;
    accounts: number;
    seconds: number;
    json?: boolean;
  }>();

const ratioTarget = 0.5;
const opening = 1_000_000_000;

const server = await startPostgres({ isDurable: true });
const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-bench-'));
const script = path.join(folder, 'hold.sql');
writeFileSync(
  script,
  String.raw`\set account random(1, ${options.accounts})
begin;
insert into bench.holds (id, account, credits, state, owner) values (gen_random_uuid(), 'a' || :account, 5, 'open', 'pgbench');
update bench.balances set held = held + 5 where account = 'a' || :account and balance - held >= 5;
commit;
`,
);
const store = postgresStore({
  connectionString: server.url,
  schema: 'bench',
  maxConnections: options.connections,
});
let lastHold = 0;
const rounds: { readonly floor: number; readonly pairs: number }[] = [];
const latenciesMs: number[] = [];
try {
  for (let account = 1; account <= options.accounts; account += 1) {
    await store.ledger.grant(`a${account}`, opening);
  }
  for (let round = -1; round < options.rounds; round += 1) {
    const floor = await transactionsPerSecond();
    await voidHolds();
    const pairs = await pairsPerSecond(round < 0 ? [] : latenciesMs);
    if (round >= 0) rounds.push({ floor, pairs });
  }
  await checkBooks();
} finally {
  await store.close();
  await server.remove();
  rmSync(folder, { recursive: true });
}

latenciesMs.sort((a, b) => a - b);
const p99Ms = latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? Number.NaN;
const figures = {
  'pairs / pgbench': toMedianFigure(
    rounds.map(({ pairs, floor }) => pairs / floor),
    ratioTarget,
  ),
  'pairs per second': toMedianFigure(rounds.map(({ pairs }) => pairs)),
  'transactions per second of pgbench': toMedianFigure(rounds.map(({ floor }) => floor)),
  'p99 of a pair in ms': toMedianFigure([p99Ms]),
};
for (const [name, { value, target, spread }] of Object.entries(figures)) {
  const range = spread.map((bound) => bound.toFixed(2)).join(', ');
  console.log(
    `${name.padEnd(36)} ${value.toFixed(2)} [${range}]${target === null ? '' : `  target ≥ ${target}`}`,
  );
}
if (options.json === true) console.log(JSON.stringify({ bench: 'postgres', figures }));

async function transactionsPerSecond(): Promise<number> {
  const parameters = ['-n', '-M', 'prepared', '-f', script, '-c', String(options.callers)];
  const child = spawn(
    path.join(server.programs, 'pgbench'),
    [...parameters, '-j', '2', '-T', String(options.seconds), server.url],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  const tps = /tps = ([\d.]+)/.exec(said)?.[1];
  if (tps === undefined) throw new Error(`pgbench failed: ${said}`);
  return Number(tps);
}

/** What pgbench has held is freed, so that each round finds the same books. */
async function voidHolds(): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query('truncate bench.holds; update bench.balances set held = 0');
  await client.query('vacuum bench.balances');
  await client.end();
}

async function pairsPerSecond(latencies: number[]): Promise<number> {
  const startedMs = performance.now();
  const endMs = startedMs + options.seconds * 1_000;
  let pairs = 0;
  await Promise.all(
    Array.from({ length: options.callers }, async () => {
      while (performance.now() < endMs) {
        lastHold += 1;
        const id = `hold-${lastHold}`;
        const account = `a${1 + Math.floor(Math.random() * options.accounts)}`;
        const beginMs = performance.now();
        await store.ledger.hold({ id, account, credits: 5 });
        await store.ledger.post(id, 5);
        latencies.push(performance.now() - beginMs);
        pairs += 1;
      }
    }),
  );
  return (pairs * 1_000) / (performance.now() - startedMs);
}

/** A figure counts only where the books are right. */
async function checkBooks(): Promise<void> {
  let balance = 0;
  let held = 0;
  for (let account = 1; account <= options.accounts; account += 1) {
    const books = await store.ledger.balance(`a${account}`);
    balance += books.balance;
    held += books.held;
  }
  if (held !== 0 || balance !== opening * options.accounts - 5 * lastHold) {
    throw new Error(`The books are wrong: ${balance} credits, ${held} held, ${lastHold} posted.`);
  }
}
