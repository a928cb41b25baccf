import {
  type OptionRules,
  type ValueRule,
  anything,
  toPartRule,
} from '../../runtime/errors/option-checks.ts';
import { longestTimerMs } from '../../runtime/signals/waiting.ts';

/** Where the database is, and how long it may take. */
export interface PostgresOptions {
  /**
   * URL of the database, e.g. `postgres://user:password@host:5432/name`; `?sslmode=verify-full` and `sslrootcert` ask for
   * TLS. Give this or `pool`.
   */
  readonly connectionString?: string;
  /** A pool of the package `pg` that you keep and close yourself. It needs two connections or more. */
  readonly pool?: PostgresPool;
  /**
   * Most connections at once, beside one that watches the database: small, because each costs the server some 10 MB, and a
   * change takes a connection for a few milliseconds. @default 10
   */
  readonly maxConnections?: number;
  /** Longest time to make a connection, or to wait for a free one, in milliseconds. @default 5_000 */
  readonly connectTimeoutMs?: number;
  /** Longest time of one statement, in milliseconds; the slowest ones delete what is too old. @default 10_000 */
  readonly statementTimeoutMs?: number;
  /** Longest wait for a row that another process changes, in milliseconds; such a change takes a few. @default 5_000 */
  readonly lockTimeoutMs?: number;
  /**
   * Longest pause between two statements of one change, in milliseconds. The database ends the change of a process that was
   * stopped in its middle, so that others do not wait for its rows. @default 10_000
   */
  readonly idleInTransactionTimeoutMs?: number;
}

/** The options with their defaults. */
export type ResolvedPostgresOptions = Required<Omit<PostgresOptions, 'connectionString' | 'pool'>> &
  ({ readonly connectionString: string } | { readonly pool: PostgresPool });

const milliseconds = {
  unit: 'milliseconds',
  least: 1,
  most: longestTimerMs,
  mayBeInfinite: false,
} as const;

/** What each option must be; `resolvePostgresOptions` looks at the URL. */
export const postgresRules: OptionRules<PostgresOptions> = {
  connectionString: anything,
  pool: toPartRule('connect', 'on'),
  maxConnections: { unit: 'connections', least: 1, most: 1_000, mayBeInfinite: false },
  connectTimeoutMs: milliseconds,
  statementTimeoutMs: milliseconds,
  lockTimeoutMs: milliseconds,
  idleInTransactionTimeoutMs: milliseconds,
};

/** A name of a schema that need not be quoted. */
export const schemaRule: ValueRule = {
  wanted: 'up to 63 lower-case letters, digits and `_`, not beginning with a digit',
  isAllowed: (value) => typeof value === 'string' && /^[a-z_][a-z0-9_]{0,62}$/.test(value),
};

/** Throws `TypeError` unless one source is named by a URL or a pool; no message tells a password. */
export function resolvePostgresOptions(options: PostgresOptions): ResolvedPostgresOptions {
  return {
    maxConnections: options.maxConnections ?? 10,
    connectTimeoutMs: options.connectTimeoutMs ?? 5_000,
    statementTimeoutMs: options.statementTimeoutMs ?? 10_000,
    lockTimeoutMs: options.lockTimeoutMs ?? 5_000,
    idleInTransactionTimeoutMs: options.idleInTransactionTimeoutMs ?? 10_000,
    ...resolveSource(options),
  };
}

function resolveSource({
  connectionString,
  pool,
}: PostgresOptions): { readonly connectionString: string } | { readonly pool: PostgresPool } {
  if (pool !== undefined && connectionString === undefined) return { pool };
  if (connectionString === undefined || pool !== undefined) {
    throw new TypeError('Expected one of `connectionString` and `pool`.');
  }
  if (typeof connectionString !== 'string' || !/^postgres(?:ql)?:\/\//.test(connectionString)) {
    throw new TypeError(
      'Expected `connectionString` to be a URL like postgres://user:password@host:5432/name.',
    );
  }
  if (!isReadable(connectionString.replace('@/', '@localhost/'))) {
    throw new TypeError(
      'Expected `connectionString` to be a URL: write special characters of the password in percent code, e.g. %40 for @.',
    );
  }
  return { connectionString };
}

/** Whether it is a URL whose name and password can be decoded, which `pg` does when it connects. */
function isReadable(text: string): boolean {
  try {
    const { username, password } = new URL(text);
    return [username, password].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
}

/** One statement, or several without values. */
export interface PostgresQuery {
  readonly text: string;
  readonly values?: unknown[];
  /** Prepares the statement under this name, once in each connection. */
  readonly name?: string;
  /** Longest time without the answer, in milliseconds; then the connection is given up. */
  readonly query_timeout?: number;
  /** Turns the text of a value into what rows hold, by the number of its type. */
  readonly types?: { getTypeParser(typeId: number): (text: string) => unknown };
}

/** What a statement gave. */
export interface PostgresResult {
  /** `COMMIT`, `ROLLBACK`, … */
  readonly command: string;
  readonly rows: readonly unknown[];
  /** Rows that were found or changed. */
  readonly rowCount: number | null;
}

/** A connection that was taken from a pool; a `PoolClient` of the package `pg` is one. */
export interface PostgresClient {
  /** Resolves to one result for one statement, and to a list for several. */
  query(query: PostgresQuery): Promise<PostgresResult | readonly PostgresResult[]>;
  /** Gives the connection back, or ends it. */
  release(isBroken?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** A pool of connections; the `Pool` of the package `pg` is one. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Called with a new connection before it is given out. */
  on(event: 'connect', listener: (client: PostgresClient) => void): unknown;
}
