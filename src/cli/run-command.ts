import { Command, CommanderError } from 'commander';
import { readVersion } from '../engine/read-version.ts';
import { isGleanerError } from '../index.ts';
import type { CommandIo } from './output/command-io.ts';
import { toCommandError } from './output/command-words.ts';
import { FailedCheck } from './output/failed-check.ts';
import { addAccountCommand } from './commands/account-command.ts';
import { addBenchCommand } from './commands/bench-command.ts';
import { addDashboardCommand } from './commands/dashboard-command.ts';
import { addDeliveriesCommand } from './commands/deliveries-command.ts';
import { addExtractCommand } from './commands/extract-command.ts';
import { addKeyCommand } from './commands/key-command.ts';
import { addOpenapiCommand } from './commands/openapi-command.ts';
import { addRecipeCommand } from './commands/recipe/recipe-command.ts';
import { addRunRecipeCommand } from './commands/recipe/run-recipe-command.ts';
import { addRunsCommand } from './commands/runs-command.ts';
import { addScheduleCommand } from './commands/schedule-command.ts';
import { addServeCommand } from './commands/serve-command.ts';
import { addStoreCommand } from './commands/store-command.ts';
import { addStudioCommand } from './commands/recipe/studio-command.ts';
import { addStressCommand } from './commands/recipe/stress-command.ts';
import { addWorkerCommand } from './commands/worker-command.ts';
import { addScrapeCommand } from './commands/scrape-command.ts';

/** 130 is what shells use for a process that Ctrl-C ended. */
const exitCodes = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** Runs one command line and resolves to its exit code; never rejects. */
export async function runCommand(argv: readonly string[], io: CommandIo): Promise<number> {
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
  addAccountCommand(program, io);
  addKeyCommand(program, io);
  addRecipeCommand(program, io);
  addScheduleCommand(program, io);
  addRunsCommand(program, io);
  addDeliveriesCommand(program, io);
  addStoreCommand(program, io);
  addDashboardCommand(program, io);
  addOpenapiCommand(program, io);
  addBenchCommand(program, io);
  return program;
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
  GLEANER_MAIL_URL       smtp:// or smtps:// URL by which sign-in links are sent, from GLEANER_MAIL_FROM (needs nodemailer)
  GLEANER_MAIL_FOLDER    folder that letters are written to instead, for development
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
