import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import {
  databaseStorage,
  folderStorage,
  type SimulatedStorage,
} from '../test/support/simulated-storage.ts';
import { simulateStore } from '../test/support/simulate-store.ts';
import { startPostgres } from '../test/support/start-postgres.ts';

const options = new Command('simulate')
  .description('Random changes of a store with faults, restarts and clock jumps, against a model.')
  .option('--operations <n>', 'changes in all', Number, 1_000_000)
  .option('--seed <n>', 'of the first round; each round takes the next one', Number, 1)
  .option('--folder <dir>', 'where to write', tmpdir())
  .option('--postgres', 'on a PostgreSQL server of its own in place of a folder')
  .parse()
  .opts<{ operations: number; seed: number; folder: string; postgres?: boolean }>();

/** A new store each time: books of this length are read in no time, and a seed that fails is soon there again. */
const operationsPerRound = 100_000;

const server = options.postgres === true ? await startPostgres() : undefined;
const totals = new Map<string, number>();
const startedMs = performance.now();
for (let seed = options.seed, left = options.operations; left > 0; seed += 1) {
  const folder = mkdtempSync(path.join(options.folder, 'gleaner-simulation-'));
  try {
    const operations = Math.min(left, operationsPerRound);
    const result = await simulateStore({ storage: openStorage(folder, seed), seed, operations });
    for (const [name, count] of Object.entries(result)) {
      totals.set(name, (totals.get(name) ?? 0) + count);
    }
    left -= result.operations;
    console.error(`seed ${seed}: as the model says, ${Math.max(0, left)} changes to go`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
await server?.remove();
const seconds = Math.round((performance.now() - startedMs) / 1_000);
console.log(JSON.stringify({ ...Object.fromEntries(totals), broken: 0, seconds }));

function openStorage(folder: string, seed: number): SimulatedStorage {
  return server === undefined
    ? folderStorage(folder)
    : databaseStorage(server.url, `simulation_${seed}`);
}
