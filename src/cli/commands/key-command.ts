import type { Command } from 'commander';
import type { ApiKey, CreatedKey } from '../../service/index.ts';
import type { CommandIo } from '../output/command-io.ts';
import {
  addDataOptions,
  addListOptions,
  addOwnedOptions,
  requireOwner,
  listAccounts,
  type ListOptions,
  type OwnedOptions,
  type StoreCommandOptions,
} from '../options/data-options.ts';
import {
  printRecord,
  printRecords,
  toMoment,
  type PrintedRecord,
} from '../output/print-records.ts';
import { withService } from '../options/with-service.ts';

interface CreateOptions extends StoreCommandOptions {
  readonly account: string;
  readonly label: string;
}

/** `gleaner key …`. */
export function addKeyCommand(program: Command, io: CommandIo): void {
  const group = program.command('key').description('API keys of accounts.');

  addDataOptions(
    group
      .command('create')
      .description('Create a key. The whole of it is shown this once.')
      .requiredOption('--account <id>', 'whose key it is')
      .requiredOption('--label <text>', 'what it is for'),
  ).action((options: CreateOptions) =>
    withService(options, io, async (service) => {
      const { account, label } = options;
      const key = await service.keys.create({ account, label });
      printRecord(toPrintedKey(key), options, io);
      if (options.json !== true) io.messages.write('Keep it now: it is never shown again.\n');
    }),
  );

  addListOptions(group.command('list').description('List keys, the revoked ones too.')).action(
    (options: ListOptions) =>
      withService(options, io, async (service) => {
        const keys: PrintedRecord[] = [];
        for await (const account of listAccounts(service, options.account)) {
          const all = await service.keys.list(account);
          keys.push(...all.slice(0, options.limit).map(toPrintedKey));
        }
        const columns = ['id', 'account', 'label', 'last4', 'created_at', 'revoked_at'];
        printRecords(keys, columns, options, io);
      }),
  );

  addOwnedOptions(
    group
      .command('revoke')
      .description('Revoke a key: the next request with it is refused.')
      .argument('<id>', 'the key’s id, not the key itself'),
  ).action((id: string, options: OwnedOptions) =>
    withService(options, io, async (service) => {
      let revoked: ApiKey | undefined;
      await requireOwner(service, options.account, async (account) => {
        revoked = await service.keys.revoke({ account, id });
      });
      if (revoked !== undefined) printRecord(toPrintedKey(revoked), options, io);
    }),
  );
}

function toPrintedKey(key: ApiKey | CreatedKey): PrintedRecord {
  return {
    id: key.id,
    ...('key' in key ? { key: key.key } : {}),
    last4: key.last4,
    account: key.account,
    label: key.label,
    created_at: toMoment(key.createdAtMs),
    revoked_at: toMoment(key.revokedAtMs),
  };
}
