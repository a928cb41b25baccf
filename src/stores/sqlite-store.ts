import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Store } from '../contracts/store/store.ts';
import { checkNumbers } from '../errors/check-numbers.ts';
import { longestTimerMs } from '../signals/start-timer.ts';
import { closedStore } from './rules/store-errors.ts';
import { sqlStore, type SqlStoreParts } from './sql/sql-store.ts';
import { createWriter, type Writer } from './sqlite/writer/create-writer.ts';
import type { Reader } from './sqlite/open-reader.ts';
import { toStoreError } from './sqlite/to-store-error.ts';

/** Where a store keeps its files, and its limits. */
export interface SqliteStoreOptions {
  /** Folder of the store's files, created where it is missing. It must be on a local disk, since network folders do not lock. */
  readonly folder: string;
  /** Longest time that a change waits for another process that writes, in milliseconds. @default 30_000 */
  readonly busyTimeoutMs?: number;
  /** Largest size of the file, in bytes; beyond it changes reject with `service_unavailable`. @default no limit but the disk's */
  readonly maxBytes?: number;
}

const numberRules = {
  busyTimeoutMs: { unit: 'milliseconds', least: 0, most: longestTimerMs, mayBeInfinite: false },
  maxBytes: { unit: 'bytes', least: 1, mayBeInfinite: false },
} as const;

interface OpenStore {
  readonly writer: Writer;
  readonly reader: Reader;
}

/**
 * Creates a store in a folder, on the SQLite of Node. Several processes may use one folder at once. The files are opened by
 * the first use, which rejects with `internal_error` when they cannot be used. A thread writes; if it ends unexpectedly, the
 * changes under way reject with `service_unavailable`, and the next change starts a new thread.
 *
 * @throws TypeError where a number among the options is none of its unit.
 */
export function sqliteStore(options: SqliteStoreOptions): Store & AsyncDisposable {
  const { folder, busyTimeoutMs = 30_000, maxBytes } = options;
  checkNumbers('', { busyTimeoutMs, maxBytes }, numberRules);
  const file = path.join(folder, 'gleaner.db');
  // The same for every thread that writes for this object, so that what it holds stays its own when one of them dies.
  const owner = randomUUID();
  let reader: Reader | undefined;
  let opening: Promise<OpenStore> | undefined;
  let closing: Promise<void> | undefined;

  /** Starts a thread that writes, where none is at work. */
  function open(): Promise<OpenStore> {
    if (closing !== undefined) return Promise.reject(closedStore());
    opening ??= openStore().catch((error: unknown) => {
      // The next attempt may succeed.
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function openStore(): Promise<OpenStore> {
    const settings = { owner, folder, file, busyTimeoutMs, maxBytes };
    const writer = createWriter(settings, () => (opening = undefined));
    await writer.opened;
    try {
      // Kysely takes 60 ms to load: only a process with a database pays for it.
      const { openReader } = await import('./sqlite/open-reader.ts');
      reader ??= openReader(file, busyTimeoutMs);
      return { writer, reader };
    } catch (error) {
      await writer.close();
      throw toStoreError(error, file);
    }
  }

  async function closeStore(): Promise<void> {
    const opened = await opening?.catch(() => {});
    await opened?.writer.close();
    reader?.close();
  }

  const read = async (name: string, input: unknown): Promise<unknown> => {
    const opened = await open();
    return opened.reader.run(name, input);
  };
  const write = async (name: string, input: unknown): Promise<unknown> => {
    const { writer } = await open();
    return writer.run(name, input);
  };

  return sqlStore({
    name: 'sqlite',
    // The name of an operation decides on the type of its input and result, which no thread boundary can carry.
    read: read as SqlStoreParts['read'],
    write: write as SqlStoreParts['write'],
    close: () => (closing ??= closeStore()),
  });
}
