import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { sqliteStore } from '../src/storage/stores/sqlite-store.ts';
import { toMedianFigure } from './run-bench.ts';

/** How fast credits are held and posted, against the disk alone: appending 4 KB and waiting until they are on it. */
const options = new Command('bench:ledger')
  .description('Hold and post pairs a second, as a ratio to a bare fdatasync loop in the same run.')
  .option('--rounds <n>', 'measured rounds', Number, 15)
  .option('--callers <n>', 'callers at once', Number, 64)
  .option('--folder <dir>', 'where to write', tmpdir())
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ rounds: number; callers: number; folder: string; json?: boolean }>();

/** The contract's figure. */
const ratioTarget = 0.35;
/** Each round takes some tenths of a second: long against the timer, short against a slow moment of the machine. */
const pairsPerRound = 2_000;
const pairsPerLoneRound = 400;
const writesPerRound = 2_000;
const warmUps = 3;

const folder = mkdtempSync(path.join(options.folder, 'gleaner-bench-'));
const store = sqliteStore({ folder });
const file = openSync(path.join(folder, 'floor'), 'w');
const block = Buffer.alloc(4_096, 1);
const account = 'bench';
let lastHold = 0;

const rounds: { readonly floor: number; readonly pairs: number; readonly lone: number }[] = [];
const latenciesMs: number[] = [];
try {
  await store.ledger.grant(account, 1_000_000_000);
  for (let round = -warmUps; round < options.rounds; round += 1) {
    const measured = {
      floor: syncsPerSecond(),
      pairs: await pairsPerSecond(options.callers, pairsPerRound, round < 0 ? [] : latenciesMs),
      lone: await pairsPerSecond(1, pairsPerLoneRound, []),
    };
    if (round >= 0) rounds.push(measured);
  }
  await checkBooks();
} finally {
  await store.close();
  closeSync(file);
  rmSync(folder, { recursive: true });
}

latenciesMs.sort((a, b) => a - b);
const p99Ms = latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? Number.NaN;
const figures = {
  [`pairs / fdatasync, ${options.callers} callers`]: toMedianFigure(
    rounds.map(({ pairs, floor }) => pairs / floor),
    ratioTarget,
  ),
  'pairs / fdatasync, 1 caller': toMedianFigure(rounds.map(({ lone, floor }) => lone / floor)),
  [`pairs per second, ${options.callers} callers`]: toMedianFigure(
    rounds.map(({ pairs }) => pairs),
  ),
  'pairs per second, 1 caller': toMedianFigure(rounds.map(({ lone }) => lone)),
  'fdatasyncs per second': toMedianFigure(rounds.map(({ floor }) => floor)),
  [`p99 of a pair in ms, ${options.callers} callers`]: toMedianFigure([p99Ms]),
};
for (const [name, { value, target, spread }] of Object.entries(figures)) {
  const range = spread.map((bound) => bound.toFixed(2)).join(', ');
  console.log(
    `${name.padEnd(36)} ${value.toFixed(2)} [${range}]${target === null ? '' : `  target ≥ ${target}`}`,
  );
}
if (options.json === true) console.log(JSON.stringify({ bench: 'ledger', figures }));

function syncsPerSecond(): number {
  const startedMs = performance.now();
  for (let index = 0; index < writesPerRound; index += 1) {
    writeSync(file, block);
    fdatasyncSync(file);
  }
  return (writesPerRound * 1_000) / (performance.now() - startedMs);
}

async function pairsPerSecond(
  callers: number,
  pairs: number,
  latencies: number[],
): Promise<number> {
  const startedMs = performance.now();
  let left = pairs;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (left > 0) {
        left -= 1;
        lastHold += 1;
        const id = `hold-${lastHold}`;
        const beginMs = performance.now();
        await store.ledger.hold({ id, account, credits: 5 });
        await store.ledger.post(id, 5);
        latencies.push(performance.now() - beginMs);
      }
    }),
  );
  return (pairs * 1_000) / (performance.now() - startedMs);
}

/** A figure counts only where the books are right. */
async function checkBooks(): Promise<void> {
  const { balance, held } = await store.ledger.balance(account);
  if (held !== 0 || balance !== 1_000_000_000 - 5 * lastHold) {
    throw new Error(`The books are wrong: ${balance} credits, ${held} held, ${lastHold} posted.`);
  }
}
