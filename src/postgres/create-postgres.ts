import { GleanerError } from '../errors/gleaner-error.ts';
import { loadOnce } from '../signals/load-once.ts';
import { createCircuit, unreachable } from './create-circuit.ts';
import { createConnection, type Connection } from './create-connection.ts';
import { findFault } from './find-fault.ts';
import { openPools, type Pools } from './open-pools.ts';
import type { ResolvedPostgresOptions } from './postgres-options.ts';
import type { PostgresClient, PostgresPool, PostgresResult } from './postgres-pool.ts';

/** How a transaction begins. */
export interface Prologue {
  /** Statements without values, sent in one message with `begin`. */
  readonly sql: string;
  /** Throws where the result of the last of them forbids the transaction. */
  readonly check: (result: PostgresResult) => void;
}

/**
 * A database that is supervised: a connection that fails ends no process, while the database is away every call rejects at
 * once with `service_unavailable`, and what can be done again without harm is done again.
 */
export interface Postgres {
  /** Runs statements that change nothing, or that may be repeated: each in a transaction of its own. */
  read<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /**
   * Runs work in one transaction, of isolation level read committed, and commits it. The work is done again where a concurrent
   * transaction was in the way, or the connection was lost before the commit was sent. Rejects with `service_unavailable`, too,
   * where the connection was lost during the commit: whether that was done is not known.
   */
  transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    prologue?: Prologue,
  ): Promise<Result>;
  /** Runs one statement on the connection that watches; where no answer comes in time, all connections are ended. */
  watch(sql: string, values: readonly unknown[]): Promise<PostgresResult>;
  /** Refuses what comes, and resolves when what is under way has ended. */
  close(): Promise<void>;
}

/** More than concurrent changes of the same rows need; then the database is told to be busy. */
const mostAttempts = 8;
/** Beyond the longest statement, so that it is the database that says so, and not the silence of a dead connection. */
const silenceMs = 5_000;
/** Of a statement that takes less than a millisecond, on a connection of its own. */
const watchTimeoutMs = 3_000;

/** Creates a supervised database; it is connected to by the first use. */
export function createPostgres(options: ResolvedPostgresOptions): Postgres {
  const known = new WeakSet<PostgresClient>();
  let isClosing = false;
  const open = loadOnce(async () => {
    const pools = await openPools(options);
    // The call that the failure concerns hears of it, too; unheard errors of a pool would end the process.
    for (const pool of [pools.work, pools.watch]) {
      pool.on('error', () => {});
      // At once: what a database says as its last may come in one packet with what makes the connection ready.
      pool.on('connect', (client) => void client.on('error', () => {}));
    }
    return pools;
  });
  const circuit = createCircuit(async () => void (await watch('select 1', [])));

  async function acquire(pool: PostgresPool): Promise<PostgresClient> {
    const client = await pool.connect().catch((error: unknown) => {
      // Of TLS or of the URL, by many names: the database was not even asked.
      throw findFault(error) === undefined ? unusable(error) : error;
    });
    if (known.has(client)) return client;
    known.add(client);
    try {
      await client.query({ text: toSettings(options), query_timeout: watchTimeoutMs });
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async function use<Result>(
    pool: PostgresPool,
    work: (connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    const client = await acquire(pool);
    let isBroken = true;
    try {
      const result = await work(createConnection(client, options.statementTimeoutMs + silenceMs));
      isBroken = false;
      return result;
    } catch (error) {
      isBroken = isConnectionInDoubt(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  async function watch(sql: string, values: readonly unknown[]): Promise<PostgresResult> {
    const pools = await open();
    const answer = use(pools.watch, (connection) => connection.run(sql, values));
    return await withinWatch(answer, pools);
  }

  async function attempt<Result>(work: (pools: Pools) => Promise<Result>): Promise<Result> {
    for (let attempts = 1; ; attempts += 1) {
      if (isClosing) throw closed();
      const pools = await open();
      await circuit.check();
      try {
        return await work(pools);
      } catch (error) {
        const fault = findFault(error);
        if (isConnectionInDoubt(error)) circuit.open(error);
        const isRepeated = fault?.kind === 'lost' || fault?.kind === 'again';
        if (!isRepeated || attempts === mostAttempts) throw toDatabaseError(error);
      }
    }
  }

  return {
    read: (work) => attempt(({ work: pool }) => use(pool, work)),
    transaction: (work, prologue) =>
      attempt(({ work: pool }) =>
        use(pool, (connection) => runTransaction(connection, work, prologue)),
      ),
    async watch(sql, values) {
      try {
        return await watch(sql, values);
      } catch (error) {
        circuit.open(error);
        throw toDatabaseError(error);
      }
    },
    async close() {
      isClosing = true;
      circuit.close();
      const pools = await open().catch(() => {});
      await pools?.end();
    },
  };
}

async function runTransaction<Result>(
  connection: Connection,
  work: (connection: Connection) => Promise<Result>,
  prologue: Prologue | undefined,
): Promise<Result> {
  // The work does not wait for the answer: its first statements go out in the same turn.
  const begun = connection.runAll(
    `begin isolation level read committed${prologue === undefined ? '' : `; ${prologue.sql}`}`,
  );
  begun.catch(() => {});
  let result: Result;
  try {
    result = await settle(work(connection), begun, prologue);
  } catch (error) {
    if (!isConnectionInDoubt(error)) await connection.runAll('rollback');
    throw error;
  }
  let committed: PostgresResult;
  try {
    committed = await connection.runAll('commit');
  } catch (error) {
    throw findFault(error)?.kind === 'lost' ? unknownOutcome(error) : error;
  }
  if (committed.command !== 'COMMIT') throw new TypeError('A failed statement was passed over.');
  return result;
}

/** What kept a transaction from beginning explains what its statements say. */
async function settle<Result>(
  work: Promise<Result>,
  begun: Promise<PostgresResult>,
  prologue: Prologue | undefined,
): Promise<Result> {
  const [outcome] = await Promise.allSettled([work]);
  prologue?.check(await begun);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** After these the state of a connection is not known, and it is given up. */
function isConnectionInDoubt(error: unknown): boolean {
  return findFault(error)?.kind === 'lost' || doubtful.has(error as object);
}

const doubtful = new WeakSet<object>();

/** Whether a transaction may have been committed or not. */
export function isOutcomeUnknown(error: unknown): boolean {
  return doubtful.has(error as object);
}

function unknownOutcome(cause: unknown): GleanerError<'service_unavailable'> {
  const error = new GleanerError(
    'service_unavailable',
    'The database was lost while this change was committed: it may have been kept or not. Look before you try again.',
    { cause },
  );
  doubtful.add(error);
  return error;
}

async function withinWatch<Result>(answer: Promise<Result>, pools: Pools): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    pools.cut();
    reject(unreachable(new Error(`No answer in ${watchTimeoutMs} ms.`)));
  }, watchTimeoutMs);
  timer.unref();
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function unusable(cause: unknown): GleanerError<'internal_error'> {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new GleanerError(
    'internal_error',
    `The database cannot be used: ${reason}. Mend the connection string, or what this user may do.`,
    { cause },
  );
}

function closed(): GleanerError<'service_unavailable'> {
  return new GleanerError('service_unavailable', 'The database is closed.', {
    details: { reason: 'shutting_down' },
  });
}

/** Errors of the work itself as they are. */
function toDatabaseError(error: unknown): unknown {
  const fault = findFault(error);
  if (fault === undefined) return error;
  if (fault.kind === 'lost') return unreachable(error);
  if (fault.kind === 'forbidden') return unusable(error);
  if (fault.kind === 'wrong') {
    // Without what the database says, since that may quote what a stranger wrote.
    return new GleanerError('internal_error', 'The database failed.', { cause: error });
  }
  return new GleanerError(
    'service_unavailable',
    `The database did not do this in time, because ${fault.reason}: nothing was changed. Try again.`,
    { cause: error },
  );
}

/** Of the session: behind a pooler of transactions, set them on the role instead, since there a session is not one's own. */
function toSettings(options: ResolvedPostgresOptions): string {
  return [
    `set statement_timeout = ${options.statementTimeoutMs}`,
    `set lock_timeout = ${options.lockTimeoutMs}`,
    `set idle_in_transaction_session_timeout = ${options.idleInTransactionTimeoutMs}`,
  ].join('; ');
}
