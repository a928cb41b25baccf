import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { postgresStore } from '../../src/storage/stores/postgres-store.ts';
import { sqliteStore, type SqliteStoreOptions } from '../../src/storage/stores/sqlite-store.ts';

/** What the stores of a simulation are opened on, and what may go wrong with it. */
export interface SimulatedStorage {
  /** Opens one more store object. */
  open(): Store;
  /** Whether changes that are asked for in one turn are done in that order. */
  readonly isOrdered: boolean;
  /** Opens one on a disk without room. Absent where a store has no disk of its own. */
  openFull?(): Store;
  /** Has another process hold what every change needs, until the returned function is called. */
  lock(): Promise<() => Promise<void>>;
  /** Ends all connections. */
  disconnect?(): Promise<void>;
}

/** The storage of `sqliteStore`; `open` opens it in another way. */
export function folderStorage(
  folder: string,
  open: (options: SqliteStoreOptions) => Store = sqliteStore,
): SimulatedStorage {
  const settings = { folder, busyTimeoutMs: 50 };
  return {
    open: () => open(settings),
    isOrdered: true,
    // So many bytes are there already.
    openFull: () => open({ ...settings, maxBytes: 4_096 }),
    async lock() {
      const other = new DatabaseSync(path.join(folder, 'gleaner.db'), { timeout: 10_000 });
      other.exec('begin immediate');
      return async () => {
        other.exec('rollback');
        other.close();
      };
    },
  };
}

/** The storage of `postgresStore`. */
export function databaseStorage(connectionString: string, schema: string): SimulatedStorage {
  async function connect(): Promise<Client> {
    const client = new Client({ connectionString });
    await client.connect();
    return client;
  }
  return {
    open: () => postgresStore({ connectionString, schema, lockTimeoutMs: 20 }),
    isOrdered: false,
    async lock() {
      const other = await connect();
      await other.query(`begin; lock table ${schema}.balances in exclusive mode`);
      return async () => {
        await other.query('rollback');
        await other.end();
      };
    },
    async disconnect() {
      const other = await connect();
      await other.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gleaner' and datname = current_database()`,
      );
      await other.end();
    },
  };
}
