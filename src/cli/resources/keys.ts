import type { ApiKey, CreatedKey } from '../../service/index.ts';
import { type PrintedRecord, toPrinted } from '../output/print-records.ts';
import {
  type Resource,
  type StoreCommandOptions,
  listCommand,
  ownedCommand,
  storeCommand,
} from './resource.ts';

interface CreateOptions extends StoreCommandOptions {
  readonly account: string;
  readonly label: string;
}

/** `gleaner key …`. */
export const keys: Resource = {
  name: 'key',
  description: 'API keys of accounts.',
  commands: [
    storeCommand<CreateOptions>({
      name: 'create',
      description: 'Create a key. The whole of it is shown this once.',
      declare: (command) =>
        command
          .requiredOption('--account <id>', 'whose key it is')
          .requiredOption('--label <text>', 'what it is for'),
      run: async (service, { account, label }) =>
        toPrintedKey(await service.keys.create({ account, label })),
      note: 'Keep it now: it is never shown again.',
    }),
    listCommand({
      description: 'List keys, the revoked ones too.',
      columns: ['id', 'account', 'label', 'last4', 'created_at', 'revoked_at'],
      read: async (service, account, { limit }) =>
        (await service.keys.list(account)).slice(0, limit).map(toPrintedKey),
    }),
    ownedCommand({
      name: 'revoke',
      description: 'Revoke a key: the next request with it is refused.',
      argument: 'the key’s id, not the key itself',
      run: async (service, reference) => toPrintedKey(await service.keys.revoke(reference)),
    }),
  ],
};

function toPrintedKey(key: ApiKey | CreatedKey): PrintedRecord {
  const { id, ...others } = toPrinted(key, [
    'id',
    'last4',
    'account',
    'label',
    'createdAtMs',
    'revokedAtMs',
  ]);
  return 'key' in key ? { id, key: key.key, ...others } : { id, ...others };
}
