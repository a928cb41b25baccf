import type { Cache } from '../contracts/cache.ts';
import { checkNumbers } from '../errors/check-numbers.ts';
import { GleanerError, isGleanerError } from '../errors/gleaner-error.ts';
import { resolvePostgresOptions, type PostgresOptions } from '../postgres/postgres-options.ts';
import { loadOnce } from '../signals/load-once.ts';
import { segmentCount } from './postgres/segment-count.ts';

/** Where a shared cache keeps its pages, and how many of them. */
export interface PostgresCacheOptions extends PostgresOptions {
  /** Schema of the tables: lower-case letters, digits and `_`. Created where it is missing. @default `gleaner` */
  readonly schema?: string;
  /**
   * Most bytes on the database's disk, indexes included; the oldest eighth is removed at once, and pages in it that are still
   * asked for are kept. A page that takes more than a thirty-second of it is not kept. @default 1 GiB: about 20_000 pages of 240 KB, which take a fifth of that compressed
   */
  readonly maxBytes?: number;
  /**
   * Milliseconds after which a kept page is not handed out any more; it is removed with its eighth, while others are kept.
   * @default 7 days
   */
  readonly maxAgeMs?: number;
}

/** A cache that the code that created it must close, by `close()` or `await using`. */
export type PostgresCache = Required<Cache> & AsyncDisposable;

const megabyte = 1_048_576;
const numberRules = {
  // The largest page that is kept then takes 512 KB: some 2.5 MB of HTML.
  maxBytes: { unit: 'bytes', least: 16 * megabyte, mayBeInfinite: false },
  maxAgeMs: { unit: 'milliseconds', least: 1_000, mayBeInfinite: false },
} as const;

const schemaPattern = /^[a-z_][a-z0-9_]{0,62}$/;

/** A page that takes longer to come from the cache than from its site is no gain; a store waits longer. */
const cacheTimeouts = {
  maxConnections: 4,
  connectTimeoutMs: 1_000,
  statementTimeoutMs: 2_000,
  lockTimeoutMs: 1_000,
} as const;

/**
 * Creates a page cache that any number of processes share, in PostgreSQL 15 or newer, by the package `pg`. The database is
 * asked by the first use; while it is away, every call rejects at once, and the engine fetches its pages. The tables are
 * unlogged: a crash of the database empties the cache.
 *
 * @throws TypeError where an option cannot be used.
 */
export function postgresCache(options: PostgresCacheOptions): PostgresCache {
  const { schema = 'gleaner', maxBytes = 1_024 * megabyte, maxAgeMs = 7 * 86_400_000 } = options;
  const database = resolvePostgresOptions({ ...cacheTimeouts, ...options });
  checkNumbers('', { maxBytes, maxAgeMs }, numberRules);
  if (!schemaPattern.test(schema)) {
    throw new TypeError(
      'Expected `schema` to be up to 63 lower-case letters, digits and `_`, not beginning with a digit.',
    );
  }
  let isOpened = false;
  const open = loadOnce(async () => {
    isOpened = true;
    const { openPageTables } = await import('./postgres/open-page-tables.ts');
    return openPageTables({
      database,
      schema,
      maxAgeMs,
      segmentBytes: Math.floor(maxBytes / segmentCount),
    });
  });

  async function close(): Promise<void> {
    if (isOpened) await (await open()).close();
  }

  return {
    name: 'postgres',
    get: (key) => told(async () => (await open()).find(key)),
    set: (key, entry) => told(async () => (await open()).keep(key, entry)),
    claim: (key, signal) => told(async () => (await open()).claim(key, signal)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A warning of an answer holds the message: there is nothing to try again, the page was fetched. */
async function told<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isGleanerError(error, 'service_unavailable')) throw error;
    throw new GleanerError('service_unavailable', 'Its database does not answer.', {
      cause: error,
    });
  }
}
