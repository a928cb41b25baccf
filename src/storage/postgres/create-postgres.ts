import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { loadOnce, waitUntil } from '../../runtime/signals/waiting.ts';
import { type Connection, createConnection } from './create-connection.ts';
import type {
  PostgresClient,
  PostgresPool,
  PostgresResult,
  ResolvedPostgresOptions,
} from './postgres-options.ts';
import { Socket } from 'node:net';
import { toMissingPackage } from '../../runtime/errors/advice.ts';
import { setImmediate } from 'node:timers/promises';

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
   * transaction was in the way, or the connection was lost before the commit was done. Where the answer to the commit was lost,
   * the database is asked what became of it; only where that does not answer either, rejects with `service_unavailable` that
   * says so.
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
/** Most losses are of one connection, or of a restart of a second or two; for longer no caller is kept waiting. */
const lookTimeoutMs = 3_000;

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

  const read: Postgres['read'] = (work) => attempt(({ work: pool }) => use(pool, work));

  /** How a transaction ended whose connection was lost during its commit; `undefined` where that cannot be learnt. */
  async function findEnd(id: string): Promise<string | undefined> {
    const sql = 'select pg_xact_status($1::text::xid8) as status';
    return waitUntil({
      async poll() {
        try {
          const { rows } = await read((connection) => connection.run(sql, [id]));
          const [row] = rows as readonly { readonly status: unknown }[];
          const status = row?.status;
          return status === 'committed' || status === 'aborted' ? status : undefined;
        } catch {
          return isClosing ? 'unknown' : undefined;
        }
      },
      timeoutMs: lookTimeoutMs,
      signal: new AbortController().signal,
    });
  }

  async function transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    prologue?: Prologue,
  ): Promise<Result> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt(({ work: pool }) =>
          use(pool, (connection) => runTransaction(connection, work, prologue)),
        );
      } catch (error) {
        const lost = doubtful.get(error as object);
        if (lost?.id === undefined) throw error;
        const end = await findEnd(lost.id);
        // Of the work that this call gave.
        if (end === 'committed') return lost.result as Result;
        if (end !== 'aborted' || attempts === mostAttempts) throw error;
      }
    }
  }

  return {
    read,
    transaction,
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
  const begun = connection.runEach(
    `begin isolation level read committed; select pg_current_xact_id()::text as id${prologue === undefined ? '' : `; ${prologue.sql}`}`,
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
    if (findFault(error)?.kind !== 'lost') throw error;
    const [, ids] = await begun;
    const [row] = (ids?.rows ?? []) as readonly { readonly id: string }[];
    throw unknownOutcome(error, { id: row?.id, result });
  }
  if (committed.command !== 'COMMIT') throw new TypeError('A failed statement was passed over.');
  return result;
}

/** What kept a transaction from beginning explains what its statements say. */
async function settle<Result>(
  work: Promise<Result>,
  begun: Promise<readonly PostgresResult[]>,
  prologue: Prologue | undefined,
): Promise<Result> {
  const [outcome] = await Promise.allSettled([work]);
  const last = (await begun).at(-1);
  if (last !== undefined) prologue?.check(last);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** After these the state of a connection is not known, and it is given up. */
function isConnectionInDoubt(error: unknown): boolean {
  return findFault(error)?.kind === 'lost' || doubtful.has(error as object);
}

/** A transaction whose commit was not answered. */
interface LostCommit {
  /** The database's own, by which it knows how the transaction ended. */
  readonly id: string | undefined;
  /** Of its work. */
  readonly result: unknown;
}

const doubtful = new WeakMap<object, LostCommit>();

/** Whether a transaction may have been committed or not. */
export function isOutcomeUnknown(error: unknown): boolean {
  return doubtful.has(error as object);
}

function unknownOutcome(cause: unknown, lost: LostCommit): GleanerError<'service_unavailable'> {
  const error = new GleanerError(
    'service_unavailable',
    'The database was lost while this change was committed: it may have been kept or not. Look before you try again.',
    { cause },
  );
  doubtful.set(error, lost);
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

/**
 * What a failed statement means for what may be done next: `again` – another transaction was in the way, nothing was
 * changed, and doing it again may succeed; `lost` – the database cannot be reached, or has ended the connection; `busy` –
 * it works, but took longer than it may; `forbidden` – the user or the database is a wrong one; `wrong` – it will fail again.
 */
interface Fault {
  readonly kind: 'again' | 'lost' | 'busy' | 'forbidden' | 'wrong';
  /** Why, for people. */
  readonly reason: string;
}

/**
 * Codes of PostgreSQL, see https://www.postgresql.org/docs/current/errcodes-appendix.html. A unique violation is that of a row
 * which a concurrent transaction wrote after the operation had looked: when it looks again, it finds it.
 */
const kinds: ReadonlyMap<string, Fault> = new Map([
  ['40001', { kind: 'again', reason: 'concurrent changes were in the way' }],
  ['40P01', { kind: 'again', reason: 'concurrent changes were in the way' }],
  ['23505', { kind: 'again', reason: 'the same was written at the same time' }],
  ['55P03', { kind: 'busy', reason: 'a row was locked by another change for too long' }],
  ['57014', { kind: 'busy', reason: 'a statement took too long' }],
  ['53100', { kind: 'busy', reason: 'its disk is full' }],
  ['53200', { kind: 'busy', reason: 'it has no memory left' }],
  ['53300', { kind: 'lost', reason: 'it has no connection left' }],
  ['25P03', { kind: 'lost', reason: 'a change paused for too long' }],
  ['25006', { kind: 'lost', reason: 'it can only be read at the moment' }],
]);
/** Connection failures, and a server that is starting or stopping. */
const lostClasses = /^(?:08|57P)/;
/** The user, its password, the database or its rights. */
const forbiddenClasses = /^(?:28|3D|42501)/;
/** `pg` words its own faults, without codes. */
const poolIsBusy = /^timeout exceeded when trying to connect$/;
const connectionIsLost =
  /^Connection terminated|^Client (?:has encountered a connection error|was closed)|^Query read timeout$|^Cannot use a pool/;
const systemCodes =
  /^(?:E(?:CONNREFUSED|CONNRESET|CONNABORTED|TIMEDOUT|PIPE|NOENT|NOTFOUND|HOSTUNREACH|NETUNREACH|AI_AGAIN|ADDRNOTAVAIL|MFILE)|ERR_STREAM_\w+|ERR_SOCKET_\w+)$/;

/** What an error of `pg` or of a socket means; `undefined` for any other error. */
function findFault(error: unknown): Fault | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if ('severity' in error) {
    const known = kinds.get(code);
    if (known !== undefined) return known;
    if (lostClasses.test(code)) return { kind: 'lost', reason: 'it closed the connection' };
    if (forbiddenClasses.test(code)) return { kind: 'forbidden', reason: error.message };
    return { kind: 'wrong', reason: error.message };
  }
  if (poolIsBusy.test(error.message)) return { kind: 'busy', reason: 'all connections are in use' };
  if (systemCodes.test(code) || connectionIsLost.test(error.message)) {
    return { kind: 'lost', reason: code === '' ? 'the connection ended' : code };
  }
  return undefined;
}

/** The connections of one part. */
interface Pools {
  readonly work: PostgresPool;
  /** Its one connection tells whether the database answers, also while all others are in use. */
  readonly watch: PostgresPool;
  /** Ends every connection at once, with what waits on it; a pool that was given is its owner's. */
  cut(): void;
  /** Ends the connections once they are given back. */
  end(): Promise<void>;
}

/** Opens pools, which connect when they are used; throws `service_unavailable` where the package `pg` is missing. */
async function openPools(options: ResolvedPostgresOptions): Promise<Pools> {
  if ('pool' in options) {
    const { pool } = options;
    return { work: pool, watch: pool, cut: () => {}, end: async () => {} };
  }
  const { Pool } = await loadPg();
  const sockets = new Set<Socket>();
  const settings = {
    connectionString: options.connectionString,
    connectionTimeoutMillis: options.connectTimeoutMs,
    // Statements go out without waiting for the answers to those before them.
    pipeline: true,
    keepAlive: true,
    allowExitOnIdle: true,
    application_name: 'gleaner',
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
  };
  const work = new Pool({ ...settings, max: options.maxConnections });
  const watch = new Pool({ ...settings, max: 1 });
  return {
    work,
    watch,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async end() {
      await Promise.all([work.end(), watch.end()]);
    },
  };
}

async function loadPg() {
  try {
    return (await import('pg')).default;
  } catch (cause) {
    throw toMissingPackage('pg', 'Postgres', cause);
  }
}

/** Knows whether the database can be reached. */
interface Circuit {
  /**
   * Resolves while the database can be reached. After a failure, waits for the first look at it, and from then on rejects at
   * once with `service_unavailable` until one of the following looks succeeds.
   */
  check(): Promise<void>;
  /** Notes that the database could not be reached, and begins to look. */
  open(error: unknown): void;
  /** Ends the looking. */
  close(): void;
}

/** Between two looks: at first soon, since most failures are of one connection alone. */
const firstPauseMs = 50;
const longestPauseMs = 1_000;

/** A circuit that `probe` closes again: it resolves when the database answers. */
function createCircuit(probe: () => Promise<void>): Circuit {
  let isClosed = true;
  let failure: unknown;
  let firstLook: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;

  async function look(pauseMs: number): Promise<void> {
    try {
      await probe();
      isClosed = true;
      firstLook = undefined;
    } catch (error) {
      failure = error;
      if (isEnded) return;
      timer = setTimeout(() => void look(Math.min(pauseMs * 2, longestPauseMs)), pauseMs);
      // A database that is away keeps no process alive.
      timer.unref();
    }
  }

  return {
    async check() {
      if (isClosed) return;
      await firstLook;
      // A caller that tries again in a loop must not keep the looks from being heard.
      await setImmediate();
      if (!isClosed) throw unreachable(failure);
    },
    open(error) {
      if (!isClosed || isEnded) return;
      isClosed = false;
      failure = error;
      firstLook = look(firstPauseMs);
    },
    close() {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}

/** The error for a database that cannot be reached. */
function unreachable(cause: unknown): GleanerError<'service_unavailable'> {
  return new GleanerError(
    'service_unavailable',
    'The database cannot be reached at the moment, so nothing was changed: try again.',
    { cause },
  );
}
