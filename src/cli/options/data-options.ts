import { InvalidArgumentError, type Command } from 'commander';
import { isGleanerError } from '../../index.ts';
import type { Service } from '../../service/index.ts';
import type { PrintOptions } from '../output/print-records.ts';
import { addStorageOptions, type StorageOptions } from './open-storage.ts';

/** Options of every command about what the service keeps. */
export interface StoreCommandOptions extends StorageOptions, PrintOptions {}

/** Options of commands about things that belong to an account. */
export interface OwnedOptions extends StoreCommandOptions {
  readonly account?: string;
}

export interface ListOptions extends OwnedOptions {
  readonly limit: number;
}

/** Adds them to a command. */
export function addDataOptions(command: Command): Command {
  return addStorageOptions(command).option(
    '--json',
    'print one JSON document, with names as over HTTP',
  );
}

/** Adds `--account`, which may be left out where an id says enough. */
export function addOwnedOptions(command: Command): Command {
  return addDataOptions(
    command.option('--account <id>', 'whose it is; looked up when it is left out'),
  );
}

/** Adds the options of lists: of one account, or of all. */
export function addListOptions(command: Command): Command {
  return addDataOptions(
    command
      .option('--account <id>', 'only those of this account')
      .option('--limit <number>', 'so many at most, of each account', parseCount, 100),
  );
}

/** Whole numbers from 1 on. */
export function parseCount(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) {
    throw new InvalidArgumentError('Expected a whole number from 1 to 999999999.');
  }
  return Number(value);
}

/** Accounts read at once where all are looked through. */
const batch = 500;

/** Ids: of the account that is named, or of all there are. */
export async function* listAccounts(
  service: Service,
  account: string | undefined,
): AsyncGenerator<string> {
  if (account !== undefined) {
    yield (await service.accounts.get(account)).id;
    return;
  }
  for (let after: string | undefined; ;) {
    const accounts = await service.accounts.list({
      limit: batch,
      ...(after === undefined ? {} : { after }),
    });
    for (const { id } of accounts) yield id;
    after = accounts.at(-1)?.id;
    if (accounts.length < batch) return;
  }
}

/**
 * The account that is named, or the one for which `look` succeeds. Throws the last `not_found` where it does for none, and a
 * `TypeError` where there is no account at all.
 */
export async function requireOwner(
  service: Service,
  account: string | undefined,
  look: (account: string) => Promise<unknown>,
): Promise<string> {
  let last: unknown = new TypeError(
    'There is no account yet: begin with `gleaner account create`.',
  );
  for await (const id of listAccounts(service, account)) {
    try {
      await look(id);
      return id;
    } catch (error) {
      if (!isGleanerError(error, 'not_found')) throw error;
      last = error;
    }
  }
  throw last;
}
