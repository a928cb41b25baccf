import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import {
  type RunQueue,
  type Service,
  type ServiceOptions,
  type Store,
  createService,
  memoryQueue,
  pgBossQueue,
  postgresStore,
  sqliteStore,
} from '../../service/index.ts';
import { type Cache, createGleaner, postgresCache, readEnvironment } from '../../index.ts';
import type { CommandIo } from '../output/command-io.ts';
import { existsSync, statSync } from 'node:fs';
import { readMilliseconds } from '../../core/engine/gleaner-options.ts';

/** Options of every command that works on what the service keeps. */
export interface StorageOptions {
  readonly data?: string;
  readonly databaseUrl?: string;
}

/** Where everything is kept: in a folder of this machine, or in a database that machines share. */
export type Storage =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'database'; readonly url: string };

/** Adds `--data` and `--database-url` to a command. */
export function addStorageOptions(command: Command): Command {
  return addDatabaseOption(
    command.option(
      '--data <folder>',
      'where everything is kept (GLEANER_DATA; else ./gleaner-data)',
    ),
  );
}

/** Adds `--database-url` to a command. */
export function addDatabaseOption(command: Command): Command {
  return command.option(
    '--database-url <url>',
    'PostgreSQL database where everything is kept, e.g. postgres://user:password@host/name (DATABASE_URL)',
  );
}

/**
 * What an option names, else what a variable names, else the folder `gleaner-data` in the working directory. Throws a
 * `TypeError` where two of them are at odds.
 */
export function resolveStorage(
  { data, databaseUrl }: StorageOptions,
  { environment }: CommandIo,
): Storage {
  if (data !== undefined && databaseUrl !== undefined) {
    throw new TypeError('Give --data or --database-url: everything is kept in one place.');
  }
  if (databaseUrl !== undefined) return { kind: 'database', url: databaseUrl };
  if (data !== undefined) return toFolder(data);
  const { GLEANER_DATA: folder = '', DATABASE_URL: url = '' } = environment;
  if (folder !== '' && url !== '') {
    throw new TypeError(
      'GLEANER_DATA and DATABASE_URL are both set: unset one, or say by --data or --database-url where everything is kept.',
    );
  }
  return url === '' ? toFolder(folder) : { kind: 'database', url };
}

function toFolder(folder: string): Storage {
  const full = path.resolve(folder === '' ? 'gleaner-data' : folder);
  if (statSync(full, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new TypeError(`"${full}" is a file: name a folder with --data or GLEANER_DATA.`);
  }
  return { kind: 'folder', folder: full };
}

/** A store, and a queue for those that work on runs. */
interface OpenStorage {
  readonly store: Store;
  /** Connects with its first use; absent where the service's own one does. */
  readonly queue: RunQueue | undefined;
  /** Of fetched pages, shared by all processes on a database; absent where each keeps its own. */
  readonly cache: Cache | undefined;
  readonly close: () => Promise<void>;
}

interface OpenStorageOptions {
  /** Most runs at once in this process; as many as there are CPU cores without it. */
  readonly concurrency?: number | undefined;
  /** Hears that the queue's database is away. */
  readonly onQueueError?: (error: unknown) => void;
}

/** Opens it; nothing is read or written before the first use. */
export function openStorage(storage: Storage, options: OpenStorageOptions = {}): OpenStorage {
  const { concurrency, onQueueError } = options;
  if (storage.kind === 'folder') {
    const store = sqliteStore({ folder: storage.folder });
    const queue = concurrency === undefined ? undefined : memoryQueue({ concurrency });
    return { store, queue, cache: undefined, close: () => store.close() };
  }
  const { url: connectionString } = storage;
  const store = postgresStore({ connectionString });
  const cache = postgresCache({ connectionString });
  const queue = pgBossQueue({
    connectionString,
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(onQueueError === undefined ? {} : { onError: onQueueError }),
  });
  return {
    store,
    queue,
    cache,
    async close() {
      await cache.close();
      await queue.close();
      await store.close();
    },
  };
}

/** A whole number, negative ones too. */
export function parseWhole(value: string): number {
  if (!/^-?\d{1,15}$/.test(value))
    throw new InvalidArgumentError('Expected a whole number of at most 15 digits.');
  return Number(value);
}

/** Whole numbers from 1 on. */
export function parseCount(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) {
    throw new InvalidArgumentError('Expected a whole number from 1 to 999999999.');
  }
  return Number(value);
}

/** The service's options from the environment; throws a `TypeError` where a variable cannot be used. */
export function parseServiceOptions({ environment }: CommandIo): ServiceOptions {
  const webhookTimeoutMs = readMilliseconds(environment, 'GLEANER_WEBHOOK_TIMEOUT_MS');
  return webhookTimeoutMs === undefined ? {} : { webhookTimeoutMs };
}

interface WithServiceOptions extends StorageOptions {
  /** Whether a folder without a store gets one. @default false: a mistyped folder is an error */
  readonly mayCreate?: boolean;
}

/** Opens the service of a folder or database for `work`, beside processes that may be serving from it, and closes it again. */
export async function withService<Result>(
  options: WithServiceOptions,
  io: CommandIo,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const storage = resolveStorage(options, io);
  if (storage.kind === 'folder' && options.mayCreate !== true) checkStore(storage.folder);
  const gleaner = createGleaner(readEnvironment(io.environment));
  const { store, close } = openStorage(storage);
  const service = createService({ ...parseServiceOptions(io), gleaner, store });
  try {
    return await work(service);
  } finally {
    await service.close({ drainMs: 0 });
    await gleaner.close();
    await close();
  }
}

function checkStore(folder: string): void {
  if (existsSync(path.join(folder, 'gleaner.db'))) return;
  throw new TypeError(
    `There is nothing in the folder "${folder}": name another one with --data or GLEANER_DATA, or create it with \`gleaner account create\` or \`gleaner serve\`.`,
  );
}
