import type { Command } from 'commander';
import { toSignInUrl } from '../../dashboard/index.ts';
import type { CommandIo } from '../output/command-io.ts';
import { addDataOptions, type StoreCommandOptions } from '../options/data-options.ts';
import { parseOriginOption, type OriginOptions } from '../options/dashboard-options.ts';
import { printRecord, toMoment } from '../output/print-records.ts';
import { withService } from '../options/with-service.ts';

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
