import path from 'node:path';
import type { Store } from '../contracts/store/store.ts';
import { closedStore } from './rules/store-errors.ts';
import { sqlStore, type SqlStoreParts } from './sql/sql-store.ts';
import { createWriter, type Writer } from './sqlite/create-writer.ts';
import type { Reader } from './sqlite/open-reader.ts';
import { toStoreError } from './sqlite/to-store-error.ts';

/** Where the store is, and how patient it is. */
export interface SqliteStoreOptions {
  /** Where the store keeps its files; made when it is not there. On a disk of this machine: network folders do not lock. */
  readonly folder: string;
  /** Longest time to wait for another process that writes, in milliseconds. @default 30_000 */
  readonly busyTimeoutMs?: number;
  /** The largest the file may become; beyond it changes are refused with `service_unavailable`. @default as large as the disk */
  readonly maxBytes?: number;
}

interface OpenStore {
  readonly writer: Writer;
  readonly reader: Reader;
}

/**
 * A store in a folder, on the SQLite that comes with Node. Several processes may use one folder at once. Nothing is
 * opened before it is first used; a file that cannot be used is told of then.
 */
export function sqliteStore(options: SqliteStoreOptions): Store & AsyncDisposable {
  const { folder, busyTimeoutMs = 30_000, maxBytes } = options;
  const file = path.join(folder, 'gleaner.db');
  let opening: Promise<OpenStore> | undefined;
  let closing: Promise<void> | undefined;

  function open(): Promise<OpenStore> {
    if (closing !== undefined) return Promise.reject(closedStore());
    opening ??= openStore().catch((error: unknown) => {
      // What was in the way may be gone the next time.
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function openStore(): Promise<OpenStore> {
    const writer = createWriter({ folder, file, busyTimeoutMs, maxBytes });
    await writer.opened;
    try {
      // Kysely takes 60 ms to load: only those pay for it who have a database.
      const { openReader } = await import('./sqlite/open-reader.ts');
      return { writer, reader: openReader(file, busyTimeoutMs) };
    } catch (error) {
      await writer.close();
      throw toStoreError(error, file);
    }
  }

  async function closeStore(): Promise<void> {
    const opened = await opening?.catch(() => {});
    await opened?.writer.close();
    opened?.reader.close();
  }

  const read = async (name: string, input: unknown): Promise<unknown> => {
    const { reader } = await open();
    return reader.run(name, input);
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
