import type { Store } from '../../runtime/contracts/store/store.ts';
import { type OptionRules, checkOptions } from '../../runtime/errors/option-checks.ts';
import {
  type PostgresOptions,
  postgresRules,
  resolvePostgresOptions,
  schemaRule,
} from '../postgres/postgres-options.ts';
import { loadOnce, longestTimerMs } from '../../runtime/signals/waiting.ts';
import { createOwnership } from './postgres/owner-lease.ts';
import { closedStore } from '../../runtime/errors/store-errors.ts';
import { type SqlStoreParts, sqlStore } from './sql/sql-store.ts';

/** Where a store keeps its tables, and its limits. */
export interface PostgresStoreOptions extends PostgresOptions {
  /** Schema of the tables: lower-case letters, digits and `_`. Created where it is missing. @default `gleaner` */
  readonly schema?: string;
  /**
   * Time in milliseconds after which a process that the database does not hear of counts as dead, and the others end what it
   * had begun. A process that cannot reach the database stops its work after three quarters of it. @default 20_000
   */
  readonly leaseMs?: number;
}

/** A store on Postgres. */
export interface PostgresStore extends Store, AsyncDisposable {
  /** Aborts when this object has lost what it began; see `Store.ownership`. */
  ownership(): AbortSignal;
}

const optionRules: OptionRules<PostgresStoreOptions> = {
  ...postgresRules,
  schema: schemaRule,
  leaseMs: { unit: 'milliseconds', least: 100, most: longestTimerMs, mayBeInfinite: false },
};

/**
 * Creates a store on PostgreSQL 15 or newer, by the package `pg`. Any number of processes may use one schema at once. The
 * database is asked by the first use, which brings the schema to today's form; while it is away, every call rejects at once
 * with `service_unavailable`.
 *
 * @throws TypeError where an option cannot be used.
 */
export function postgresStore(options: PostgresStoreOptions): PostgresStore {
  checkOptions('postgresStore', options, optionRules);
  const { schema = 'gleaner', leaseMs = 20_000 } = options;
  const database = resolvePostgresOptions(options);
  const ownership = createOwnership();
  // Kysely takes 60 ms to load: only a process with a database pays for it.
  const open = loadOnce(async () => {
    const { openPostgresStore } = await import('./postgres/open-postgres-store.ts');
    return openPostgresStore({ database, schema, leaseMs, ownership });
  });
  const underWay = new Set<Promise<unknown>>();
  let isOpened = false;
  let closing: Promise<void> | undefined;

  function run(kind: 'read' | 'write', name: string, input: unknown): Promise<unknown> {
    if (closing !== undefined) return Promise.reject(closedStore());
    isOpened = true;
    const work = open().then((opened) => opened[kind](name, input));
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  }

  async function closeStore(): Promise<void> {
    await Promise.allSettled(underWay);
    if (!isOpened) return;
    const opened = await open();
    await opened.close();
  }

  return Object.assign(
    sqlStore({
      name: 'postgres',
      // The name of an operation decides on the type of its input and result, which `run` does not know.
      read: ((name, input) => run('read', name, input)) as SqlStoreParts['read'],
      write: ((name, input) => run('write', name, input)) as SqlStoreParts['write'],
      sharesTransactions: true,
      close: () => (closing ??= closeStore()),
    }),
    { ownership: () => ownership.current().signal },
  );
}
