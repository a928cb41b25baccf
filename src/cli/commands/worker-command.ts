import type { Command } from 'commander';
import type { CommandIo } from '../output/command-io.ts';
import { addBrowserOptions, type BrowserOptions } from '../options/browser-options.ts';
import { parseCount } from '../options/data-options.ts';
import { addDatabaseOption, resolveStorage } from '../options/open-storage.ts';
import { runService } from '../options/run-service.ts';

interface WorkerOptions extends BrowserOptions {
  readonly databaseUrl?: string;
  readonly concurrency?: number;
  readonly json?: boolean;
}

/** `gleaner worker`. */
export function addWorkerCommand(program: Command, io: CommandIo): void {
  const command = addDatabaseOption(
    program
      .command('worker')
      .description('Work on the runs that servers take on the same database.'),
  )
    .option('--concurrency <number>', 'runs at once; else as many as CPU cores', parseCount)
    .option('--json', 'print one line {"status": "working"} once it works or waits');
  addBrowserOptions(command).action((options: WorkerOptions) => runWorker(options, io));
}

async function runWorker(options: WorkerOptions, io: CommandIo): Promise<void> {
  const { json, concurrency, databaseUrl, ...browser } = options;
  const { DATABASE_URL = '' } = io.environment;
  if (databaseUrl === undefined && DATABASE_URL === '') {
    throw new TypeError(
      'A worker shares a database with the servers: name it with --database-url or DATABASE_URL. On one machine `gleaner serve` works on runs itself.',
    );
  }
  const storage = resolveStorage({ databaseUrl: databaseUrl ?? DATABASE_URL }, io);
  await runService(
    {
      ...browser,
      storage,
      worksOnRuns: true,
      concurrency,
      async open(_service, log) {
        log.write({ level: 'info', event: 'working' });
        io.output.write(json === true ? '{"status":"working"}\n' : 'Working on runs.\n');
        return async () => {};
      },
    },
    io,
  );
}
