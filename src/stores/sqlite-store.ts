import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '../contracts/store.ts';
import { closedStore } from './refusals.ts';
import { readOperations, sqlStore, type SqlStoreParts } from './sql/sql-store.ts';
import type { Session } from './sql/tables.ts';
import { createWriter, type Writer } from './sqlite/create-writer.ts';
import { toStoreError } from './sqlite/to-store-error.ts';

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
  readonly database: DatabaseSync;
  readonly session: Session;
}

/**
 * A store in a folder, on the SQLite that comes with Node. Several processes may use one folder at once. Nothing is
 * opened before it is first used; a file that cannot be used is told of then.
 */
export function sqliteStore(options: SqliteStoreOptions): Store {
  const { folder, busyTimeoutMs = 30_000, maxBytes } = options;
  const file = path.join(folder, 'gleaner.db');
  let opening: Promise<OpenStore> | undefined;
  let isClosed = false;

  function open(): Promise<OpenStore> {
    if (isClosed) return Promise.reject(closedStore());
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
    // Kysely takes 60 ms to load: only those pay for it who have a database.
    const { openForReading, toKysely } = await import('./sqlite/open-database.ts');
    const database = openForReading(file, busyTimeoutMs);
    // Operations that look ask for nobody's life.
    const session: Session = { db: toKysely(database), owner: '', isGone: () => false };
    return { writer, database, session };
  }

  const read = async (name: keyof typeof readOperations, input: unknown): Promise<unknown> => {
    const { session } = await open();
    const operation: (session: Session, input: never) => Promise<unknown> = readOperations[name];
    try {
      return await operation(session, input as never);
    } catch (error) {
      throw toStoreError(error, file);
    }
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
    async close() {
      isClosed = true;
      const opened = await opening?.catch(() => {});
      if (opened === undefined) return;
      await opened.writer.close();
      if (opened.database.isOpen) opened.database.close();
    },
  });
}
