import process from 'node:process';
import { Command, CommanderError } from 'commander';
import { createOpenApiDocument } from '../web/http/index.ts';
import {
  type CommandIo,
  createProgressLine,
  drawBar,
  guardTerminals,
} from './output/command-io.ts';
import { toSignInUrl } from '../web/dashboard/index.ts';
import {
  addDatabaseOption,
  parseCount,
  resolveStorage,
  withService,
} from './options/store-options.ts';
import {
  type Resource,
  type StoreCommandOptions,
  addDataOptions,
  addResource,
} from './resources/resource.ts';
import { accounts } from './resources/accounts.ts';
import { deliveries } from './resources/deliveries.ts';
import { keys } from './resources/keys.ts';
import { recipes } from './resources/recipes.ts';
import { runs } from './resources/runs.ts';
import { schedules } from './resources/schedules.ts';
import { type OriginOptions, parseOriginOption } from './options/dashboard-options.ts';
import { type PrintedRecord, printRecord, toMoment, toPrinted } from './output/print-records.ts';
import { type CopiedStore, copyStore } from '../service/index.ts';
import { type BrowserOptions, addBrowserOptions } from './options/browser-options.ts';
import { runService } from './options/run-service.ts';
import { FailedCheck, toCommandError, withFieldNames } from './output/command-errors.ts';
import { readVersion } from '../core/engine/read-version.ts';
import { isGleanerError } from '../index.ts';
import { addBenchCommand } from './commands/bench-command.ts';
import { addExtractCommand } from './commands/extract-command.ts';
import { addRunRecipeCommand } from './commands/run-recipe-command.ts';
import { addServeCommand } from './commands/serve-command.ts';
import { addStudioCommand } from './commands/studio-command.ts';
import { addStressCommand } from './commands/stress-command.ts';
import { addScrapeCommand } from './commands/scrape-command.ts';

/** Runs the command line of this process, with its streams and signals, and sets its exit code. */
export async function runProcess(): Promise<void> {
  const interruption = new AbortController();
  // Once: a second Ctrl-C ends the process at once, as without a handler.
  process.once('SIGINT', () => interruption.abort(new Error('interrupted')));
  process.once('SIGTERM', () => interruption.abort(new Error('terminated')));

  process.exitCode = await runCommand(process.argv.slice(2), {
    environment: process.env,
    input: process.stdin,
    output: process.stdout,
    messages: process.stderr,
    signal: interruption.signal,
  });
}

/** `gleaner openapi`. */
export function addOpenapiCommand(program: Command, io: CommandIo): void {
  program
    .command('openapi')
    .description('Print the OpenAPI 3.1 document of the HTTP contract.')
    .option('--json', 'as everywhere; it is JSON anyway')
    .action(() => {
      io.output.write(`${JSON.stringify(createOpenApiDocument(), undefined, 2)}\n`);
    });
}

interface LinkOptions extends StoreCommandOptions, OriginOptions {
  readonly account?: string;
  readonly operator?: boolean;
}

/** Where `gleaner serve` listens unless it is told otherwise. */
const defaultOrigin = 'http://127.0.0.1:8080';

/** `gleaner dashboard …`. */
export function addDashboardCommand(program: Command, io: CommandIo): void {
  const group = program.command('dashboard').description('Signing in to the dashboard.');

  addDataOptions(
    group
      .command('link')
      .description('Print a link that signs in to the dashboard, once, within 15 minutes.')
      .option('--account <id>', 'as the owner of this account')
      .option('--operator', 'as the operator, who sees all accounts')
      .option(
        '--origin <url>',
        `where the dashboard is served (GLEANER_ORIGIN; else ${defaultOrigin})`,
      ),
  ).action((options: LinkOptions) => {
    const { account } = options;
    if ((account === undefined) === (options.operator !== true)) {
      throw new TypeError('Give either --account <id> or --operator.');
    }
    const origin = parseOriginOption(options, io) ?? defaultOrigin;
    return withService(options, io, async (service) => {
      const link = await service.signIns.createLink(account === undefined ? {} : { account });
      const url = toSignInUrl(origin, link.token);
      const record = { url, expires_at: toMoment(link.expiresAtMs) };
      if (options.json === true) printRecord(record, options, io);
      else io.output.write(`${url}\n`);
      if (options.json !== true)
        io.messages.write('It works once, for 15 minutes: keep it to yourself.\n');
    });
  });
}

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
  const { json, concurrency, databaseUrl: _url, ...browser } = options;
  const storage = resolveStorage(options, io);
  if (storage.kind === 'folder') {
    throw new TypeError(
      'A worker shares a database with the servers: name it with --database-url or DATABASE_URL. On one machine `gleaner serve` works on runs itself.',
    );
  }
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
    printRecord(toPrintedCopy(copied), options, io);
  } finally {
    line.clear();
  }
}

function toPrintedCopy({ wasResumed, ...copied }: CopiedStore): PrintedRecord {
  const members = ['accounts', 'recipes', 'runs', 'unfinishedRuns', 'entries', 'rows'] as const;
  return { ...toPrinted(copied, [...members, 'balance', 'held']), resumed: wasResumed };
}

/** 130 is what shells use for a process that Ctrl-C ended. */
const exitCodes = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** Runs one command line and resolves to its exit code; never rejects. */
export async function runCommand(argv: readonly string[], given: CommandIo): Promise<number> {
  const io = guardTerminals(given);
  const asJson = argv.includes('--json');
  const program = createProgram(io, asJson);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
    if (!(asJson && error instanceof FailedCheck)) printError(toCommandError(error), io, asJson);
    return exitCodeOf(error, io.signal);
  }
}

/** What the service keeps, in the order of the help. */
const resources: readonly Resource[] = [accounts, keys, recipes, schedules, runs, deliveries];

function createProgram(io: CommandIo, asJson: boolean): Command {
  const program = new Command('gleaner')
    .description('Turns web pages into validated data, in this process.')
    .version(readVersion())
    .exitOverride()
    // Options belong to the command before them: `bench` and `bench init` have some of the same names.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => io.output.write(text),
      // With --json the error is printed as JSON instead.
      writeErr: (text) => asJson || io.messages.write(text),
    })
    .addHelpText('after', environmentHelp)
    .showHelpAfterError('Run with --help to see what is possible.');
  addExtractCommand(program, io);
  addScrapeCommand(program, io);
  addRunRecipeCommand(program, io);
  addStressCommand(program, io);
  addStudioCommand(program, io);
  addServeCommand(program, io);
  addWorkerCommand(program, io);
  for (const resource of resources) addResource(program, io, resource);
  addStoreCommand(program, io);
  addDashboardCommand(program, io);
  addOpenapiCommand(program, io);
  addBenchCommand(program, io);
  for (const command of [program, ...program.commands]) refuseHelpOnUnknown(command);
  return program;
}

/** Help on a command that there is not is no help on all of them: the command's own refusal stands in its place. */
function refuseHelpOnUnknown(command: Command): void {
  command.addHelpText('beforeAll', () => {
    const [first, second] = command.args;
    const named = first === 'help' ? second : first;
    // Where arguments are possible, as for `bench`, it is one.
    const takesCommands = command.commands.length > 0 && command.registeredArguments.length === 0;
    if (named !== undefined && takesCommands && !named.startsWith('-')) {
      const isKnown = command.commands.some((known) => known.name() === named);
      if (!isKnown && named !== 'help') command.parse([named], { from: 'user' });
    }
    return '';
  });
}

const environmentHelp = `
Environment:
  GLEANER_MODEL_URL      OpenAI-compatible endpoint of a model; without one, pages are read by their structure alone
  GLEANER_MODEL          the model's name
  GLEANER_MODEL_KEY      the endpoint's key
  GLEANER_BROWSER        a Chrome or Chromium, where none is found
  GLEANER_CDP_URL        DevTools endpoints of browsers that run elsewhere, apart by commas (--cdp-url)
  GLEANER_PLAYWRIGHT_URL endpoints of Playwright servers, apart by commas (--playwright-url)
  GLEANER_UPLOADS        folder of the files that recipes may choose (--uploads)
  GLEANER_DOWNLOADS      folder for downloads and screenshots of recipes (--downloads)
  GLEANER_DATA           folder of the service (--data)
  DATABASE_URL           PostgreSQL database in place of the folder (--database-url)
  GLEANER_ORIGIN         what browsers show of the dashboard's address (--origin)
  GLEANER_CLIENT_HEADER  the header in which a proxy names the client (--client-header)
  GLEANER_MAIL_URL       smtp:// or smtps:// URL by which sign-in links are sent, from GLEANER_MAIL_FROM (needs nodemailer)
  GLEANER_MAIL_FOLDER    folder that e-mails are written to instead, for development
  GLEANER_ALLOW_PRIVATE  networks that may be reached beyond the public internet, e.g. 127.0.0.1/32:8080
`;

function printError(error: unknown, io: CommandIo, asJson: boolean): void {
  const isUsage = error instanceof CommanderError;
  const message = error instanceof Error ? error.message : String(error);
  if (asJson) {
    const details = isGleanerError(error) ? error.details : undefined;
    const described = {
      code: toErrorCode(error, io.signal),
      message: message.replace(/^error: /, ''),
      details,
    };
    io.output.write(`${JSON.stringify({ error: described }, undefined, 2)}\n`);
  } else if (!isUsage) {
    const kind = isGleanerError(error) ? ` (${error.code})` : '';
    io.messages.write(`Failed${kind}: ${message}\n`);
  }
}

/** The `code` of an error under `--json`: one of docs/ERRORS.md, or what only a command line knows. */
function toErrorCode(error: unknown, signal: AbortSignal): string {
  if (isGleanerError(error)) return error.code;
  if (signal.aborted) return 'interrupted';
  return isWrongUsage(error) ? 'usage' : 'internal_error';
}

function isWrongUsage(error: unknown): boolean {
  return error instanceof CommanderError || error instanceof TypeError;
}

function exitCodeOf(error: unknown, signal: AbortSignal): number {
  if (signal.aborted) return exitCodes.interrupted;
  if (isWrongUsage(error)) return exitCodes.usage;
  // A request that cannot be used is wrong usage; a page that cannot be read is a failure.
  return isGleanerError(error, 'invalid_request') ? exitCodes.usage : exitCodes.failed;
}
