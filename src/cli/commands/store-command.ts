import type { Command } from 'commander';
import { copyStore, type CopiedStore } from '../../service/index.ts';
import type { CommandIo } from '../output/command-io.ts';
import { withFieldNames } from '../output/command-words.ts';
import { createProgressLine, drawBar } from '../output/create-progress-line.ts';
import { printRecord, type PrintedRecord } from '../output/print-records.ts';

interface CopyOptions {
  readonly from: string;
  readonly to: string;
  readonly json?: boolean;
}

/** `gleaner store …`. */
export function addStoreCommand(program: Command, io: CommandIo): void {
  const group = program.command('store').description('Where everything is kept.');
  group
    .command('copy')
    .description(
      'Copy a folder that no process has open into an empty database, and compare both. A second call goes on where the first was stopped.',
    )
    .requiredOption('--from <folder>', 'of the service, as for --data')
    .requiredOption('--to <url>', 'postgres:// URL of the database, as for --database-url')
    .option('--json', 'print one JSON document')
    .action((options: CopyOptions) => copy(options, io));
}

async function copy(options: CopyOptions, io: CommandIo): Promise<void> {
  const line = createProgressLine(io);
  try {
    const copied = await withFieldNames({ connectionString: '--to' }, () =>
      copyStore({
        from: options.from,
        to: { connectionString: options.to },
        signal: io.signal,
        onProgress: ({ copied: rows, total }) =>
          line.show(`${drawBar(rows, total)} ${rows} of ${total} rows`),
      }),
    );
    line.clear();
    printRecord(toPrinted(copied), options, io);
  } finally {
    line.clear();
  }
}

function toPrinted(copied: CopiedStore): PrintedRecord {
  return {
    accounts: copied.accounts,
    recipes: copied.recipes,
    runs: copied.runs,
    unfinished_runs: copied.unfinishedRuns,
    entries: copied.entries,
    rows: copied.rows,
    balance: copied.balance,
    held: copied.held,
    resumed: copied.wasResumed,
  };
}
