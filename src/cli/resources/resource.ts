import type { Command } from 'commander';
import { isGleanerError } from '../../index.ts';
import type { Service } from '../../service/index.ts';
import {
  type StorageOptions,
  addStorageOptions,
  parseCount,
  withService,
} from '../options/store-options.ts';
import type { CommandIo } from '../output/command-io.ts';
import {
  type PrintOptions,
  type PrintedRecord,
  printRecord,
  printRecords,
} from '../output/print-records.ts';

/** What the service keeps and the command line works on: a group of commands, e.g. `gleaner key`. */
export interface Resource {
  readonly name: string;
  readonly description: string;
  readonly commands: readonly ResourceCommand[];
}

/** Adds a command to the group of its resource. */
export type ResourceCommand = (group: Command, io: CommandIo) => void;

/** Adds the group of a resource with its commands. */
export function addResource(program: Command, io: CommandIo, resource: Resource): void {
  const group = program.command(resource.name).description(resource.description);
  for (const add of resource.commands) add(group, io);
}

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

/** Adds the options of lists: of one account, or of all. */
export function addListOptions(command: Command): Command {
  return addDataOptions(
    command
      .option('--account <id>', 'only those of this account')
      .option('--limit <number>', 'so many at most, of each account', parseCount, 100),
  );
}

/** How a command is called. */
interface CommandName {
  readonly name: string;
  readonly description: string;
  /** Adds arguments and options of its own, which stand before the shared ones. */
  readonly declare?: (command: Command) => Command;
}

interface StoreCommand<Options, Arguments extends readonly unknown[]> extends CommandName {
  /** Whether a folder without a store gets one. */
  readonly mayCreate?: boolean;
  /** Resolves to what is printed. `given` are the command's arguments, as `declare` parses them. */
  readonly run: (
    service: Service,
    options: Options,
    given: Arguments,
    io: CommandIo,
  ) => Promise<PrintedRecord>;
  /** What is printed for people beside it. */
  readonly note?: string;
}

/** A command that prints one record. */
export function storeCommand<
  Options extends StoreCommandOptions,
  Arguments extends readonly unknown[] = readonly [id: string],
>(command: StoreCommand<Options, Arguments>): ResourceCommand {
  return (group, io) => {
    addDataOptions(open(group, command)).action((...all: readonly unknown[]) => {
      // Arguments, options and the command itself, as `declare` made them.
      const options = all.at(-2) as Options;
      const given = all.slice(0, -2) as readonly unknown[] as Arguments;
      const { mayCreate = false, note, run } = command;
      return withService({ ...options, mayCreate }, io, async (service) => {
        printRecord(await run(service, options, given, io), options, io);
        if (note !== undefined && options.json !== true) io.messages.write(`${note}\n`);
      });
    });
  };
}

/** A thing of an account. */
export interface Reference {
  readonly account: string;
  readonly id: string;
}

interface OwnedCommand extends CommandName {
  /** What the id is of, where the command's name does not say. */
  readonly argument?: string;
  /** Rejects with `not_found` for an account that does not have it. Without it `run` does that, and changes nothing. */
  readonly look?: (service: Service, reference: Reference) => Promise<unknown>;
  readonly run: (service: Service, reference: Reference) => Promise<PrintedRecord>;
}

/** A command about one thing by its id, whose account is looked up where it is not named. */
export function ownedCommand({ argument, look, run, ...name }: OwnedCommand): ResourceCommand {
  return storeCommand<OwnedOptions>({
    ...name,
    declare: (command) => addAccountOption(command.argument('<id>', argument ?? '')),
    run: (service, options, [id]) =>
      requireOwned(service, options.account, async (account) => {
        await look?.(service, { account, id });
        return run(service, { account, id });
      }),
  });
}

/** Adds `--account`, which may be left out where an id says enough. */
export function addAccountOption(command: Command): Command {
  return command.option('--account <id>', 'whose it is; looked up when it is left out');
}

interface ListCommand<Options> extends Omit<CommandName, 'name'> {
  readonly columns: readonly string[];
  /** The newest or oldest of an account, at most `limit`. */
  readonly read: (
    service: Service,
    account: string,
    options: Options,
  ) => Promise<readonly PrintedRecord[]>;
  /** Rejects with `not_found` where nothing is listed because there is no such thing as an option names. */
  readonly look?: (service: Service, options: Options) => Promise<unknown>;
}

/** `list`: of one account, or of all. */
export function listCommand<Options extends ListOptions>({
  columns,
  read,
  look,
  ...name
}: ListCommand<Options>): ResourceCommand {
  return (group, io) => {
    addListOptions(open(group, { ...name, name: 'list' })).action((options: Options) =>
      withService(options, io, async (service) => {
        const records: PrintedRecord[] = [];
        for await (const account of listAccounts(service, options.account)) {
          records.push(...(await read(service, account, options)));
        }
        if (records.length === 0) await look?.(service, options);
        printRecords(records, columns, options, io);
      }),
    );
  };
}

function open(group: Command, { name, description, declare }: CommandName): Command {
  const command = group.command(name).description(description);
  return declare?.(command) ?? command;
}

/** Accounts read at once where all are looked through. */
const batch = 500;

/** Ids: of the account that is named, or of all there are. */
async function* listAccounts(
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
 * The result of `work` for the account that is named, or for the one that it succeeds for. Throws the last `not_found` where
 * that is none, and a `TypeError` where there is no account at all.
 */
export async function requireOwned<Result>(
  service: Service,
  account: string | undefined,
  work: (account: string) => Promise<Result>,
): Promise<Result> {
  let last: unknown = new TypeError(
    'There is no account yet: begin with `gleaner account create`.',
  );
  for await (const id of listAccounts(service, account)) {
    try {
      return await work(id);
    } catch (error) {
      if (!isGleanerError(error, 'not_found')) throw error;
      last = error;
    }
  }
  throw last;
}
