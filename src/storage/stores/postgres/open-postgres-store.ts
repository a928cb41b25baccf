import { createPostgres, isOutcomeUnknown } from '../../postgres/create-postgres.ts';
import type { ResolvedPostgresOptions } from '../../postgres/postgres-options.ts';
import { loadOnce } from '../../../runtime/signals/waiting.ts';
import { lostOwnership } from '../../../runtime/errors/store-errors.ts';
import * as readOperations from '../sql/read-operations.ts';
import * as writeOperations from '../sql/write-operations.ts';
import { type Operation, requireOperation, type Session, type Tables } from '../sql/tables.ts';
import { type LeaseSettings, LostOwner, type Ownership, createOwnerLease } from './owner-lease.ts';
import { migrate, migrations } from './migrate.ts';
import { LRUCache } from 'lru-cache';
import type { HoldRequest } from '../../../runtime/contracts/ledger.ts';
import type {
  FreeRequest,
  IdempotencyStore,
} from '../../../runtime/contracts/store/request-store.ts';
import {
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Connection } from '../../postgres/create-connection.ts';

/** What a store is opened with. */
export interface PostgresStoreSettings extends LeaseSettings {
  readonly database: ResolvedPostgresOptions;
  readonly ownership: Ownership;
}

/** Operations by name, on a database that is of today's form. */
export interface OpenPostgresStore {
  readonly read: (name: string, input: unknown) => Promise<unknown>;
  readonly write: (name: string, input: unknown) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Names are lost again only where the database is away for longer than the lease in between. */
const mostNames = 3;

/** Opens the store; its database is asked by the first operation. */
export function openPostgresStore(settings: PostgresStoreSettings): OpenPostgresStore {
  const { schema, ownership } = settings;
  const database = createPostgres(settings.database);
  const lease = createOwnerLease(database, ownership, settings);
  const built: Session['built'] = new Map();
  const groups = createGroups(write, Math.min(mostLanes, settings.database.maxConnections));
  // Apart from the books: a transaction of both would lock rows of accounts and of balances in any order.
  const freeGroups = createGroups(write, 1);
  const books = createOpenBooks();
  const migrated = loadOnce(() => migrate(database, schema, migrations));

  async function writeAs(owner: string, operation: Operation, input: unknown): Promise<unknown> {
    return database.transaction(async (connection) => {
      const session = extend(toQueries(connection, schema, built), {
        owner,
        fence: (owners: readonly string[]) => lease.fence(connection, owners),
        hasLost: (other: string) => ownership.hasLost(other),
      });
      return operation(session, input);
    }, lease.prologue(owner));
  }

  async function write({ operation, input }: Change): Promise<unknown> {
    for (let names = 1; ; names += 1) {
      await lease.register();
      const { id } = ownership.current();
      try {
        return await writeAs(id, operation, input);
      } catch (error) {
        if (!(error instanceof LostOwner)) throw error;
        // Nothing was changed: under a new name it is another store object's change.
        ownership.lose(id, error);
        if (names === mostNames) throw lostOwnership(error);
      }
    }
  }

  return {
    async read(name, input) {
      const operation = requireOperation(readOperations, name);
      await migrated();
      return database.read((connection) => {
        const queries = toQueries(connection, schema, built);
        return operation(
          extend(queries, { owner: '', fence: async () => [], hasLost: () => false }),
          input,
        );
      });
    },
    async write(name, input) {
      const change = { operation: requireOperation(writeOperations, name), input };
      await migrated();
      const account = books.findAccount(name, input);
      if (name === 'admitFree') return freeGroups.run((input as FreeRequest).account, change);
      if (account === undefined) return write(change);
      const value = await groups.run(account, change);
      books.note(name, input, account);
      return value;
    },
    async close() {
      await lease.end();
      await database.close();
    },
  };
}

/** Keeps the property that is only made when it is asked for. */
function extend(
  queries: ReturnType<typeof toQueries>,
  rest: Omit<Session, keyof ReturnType<typeof toQueries>>,
): Session {
  return Object.defineProperties(rest, Object.getOwnPropertyDescriptors(queries)) as Session;
}

/** Knows whose books a change concerns, without asking the database. */
export interface OpenBooks {
  /** The account, for changes that concern its books alone; `undefined` for others, and for holds that were made elsewhere. */
  findAccount(name: string, input: unknown): string | undefined;
  /** Remembers what was done. */
  note(name: string, input: unknown, account: string): void;
}

/** More than a process has open at once; what is forgotten is changed in a transaction of its own. */
const mostHolds = 10_000;

/** Remembers the holds that a store object makes. */
export function createOpenBooks(): OpenBooks {
  const accounts = new LRUCache<string, string>({ max: mostHolds });
  return {
    findAccount(name, input) {
      switch (name) {
        case 'holdCredits':
        case 'admitRequest':
          return (input as HoldRequest).account;
        case 'extendHold':
        case 'postHold':
          return accounts.get((input as { readonly holdId: string }).holdId);
        case 'completeKeyedRequest':
          return (input as Parameters<IdempotencyStore['complete']>[0]).account;
        default:
          return undefined;
      }
    },
    note(name, input, account) {
      if (name === 'holdCredits' || name === 'admitRequest') {
        accounts.set((input as HoldRequest).id, account);
      } else if (name === 'postHold') {
        accounts.delete((input as { readonly holdId: string }).holdId);
      }
    },
  };
}

/** The ways to ask on a connection, with every table in the schema; `built` is the same for all connections. */
export function toQueries(
  connection: Connection,
  schema: string,
  built: Session['built'],
): Pick<Session, 'db' | 'run' | 'built' | 'hasNeighbours'> {
  let db: Session['db'] | undefined;
  return {
    // What every request does is built already, and needs none.
    get db() {
      db ??= new Kysely<Tables>({ dialect: toDialect(connection) }).withSchema(schema);
      return db;
    },
    run: async (sql, parameters) => (await connection.run(sql, parameters)).rows,
    built,
    hasNeighbours: true,
  };
}

async function nothing(): Promise<void> {}

/** Kysely builds the SQL and reads the rows; connections and transactions are the supervised database's. */
function toDialect(connection: Connection): Dialect {
  const own: DatabaseConnection = {
    async executeQuery<Row>({
      sql,
      parameters,
    }: {
      readonly sql: string;
      readonly parameters: readonly unknown[];
    }): Promise<QueryResult<Row>> {
      const { rows, rowCount } = await connection.run(sql, parameters);
      // Built with the columns of Row.
      return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
    },
    streamQuery() {
      throw new TypeError('No operation reads a stream.');
    },
  };
  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: nothing,
      acquireConnection: async () => own,
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
      releaseConnection: nothing,
      destroy: nothing,
    }),
  };
}

/** A change by its operation and input. */
export interface Change {
  readonly operation: Operation;
  readonly input: unknown;
}

/** Makes changes of accounts' books, several in one transaction. */
export interface Groups {
  /** Makes a change of the books of an account; resolves once it is durable. */
  run(account: string, change: Change): Promise<unknown>;
}

interface Waiting extends Change {
  readonly account: string;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Accounts take turns in so many lanes, each a transaction at a time: the changes of one account never wait for each other's
 * locks, and of many callers each lane has some waiting when its last transaction ends.
 */
const mostLanes = 3;
/** Keeps the first of a group from waiting for a long one to end. */
const mostChanges = 32;

/**
 * What waits while a lane is busy makes its next transaction: what `begin`, the look at the owner and the commit cost is paid
 * once for all of them, as in the store in a folder. `write` makes one change in a transaction of its own.
 */
export function createGroups(
  write: (change: Change) => Promise<unknown>,
  laneCount: number,
): Groups {
  const lanes = Array.from({ length: laneCount }, () => ({
    waiting: [] as Waiting[],
    isBusy: false,
  }));
  type Lane = (typeof lanes)[number];

  async function work(lane: Lane): Promise<void> {
    lane.isBusy = true;
    while (lane.waiting.length > 0) await commit(lane.waiting.splice(0, mostChanges));
    lane.isBusy = false;
  }

  async function commit(waiting: readonly Waiting[]): Promise<void> {
    // Every process locks balances in one order, and the changes of one account keep theirs.
    const group = waiting.toSorted(byAccount);
    if (group.length > 1 && (await commitTogether(group))) return;
    for (const change of group) await commitAlone(change);
  }

  /** Resolves to `false` where nothing was changed, because one of them cannot be made. */
  async function commitTogether(group: readonly Waiting[]): Promise<boolean> {
    try {
      const values = (await write({ operation: makeAll, input: group })) as readonly unknown[];
      for (const [index, { resolve }] of group.entries()) resolve(values[index]);
      return true;
    } catch (error) {
      if (!isOutcomeUnknown(error)) return false;
      for (const { reject } of group) reject(error);
      return true;
    }
  }

  async function commitAlone(change: Waiting): Promise<void> {
    try {
      change.resolve(await write(change));
    } catch (error) {
      change.reject(error);
    }
  }

  return {
    run(account, change) {
      const lane = lanes[toNumber(account) % lanes.length] as Lane;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      lane.waiting.push({ account, ...change, resolve, reject });
      if (!lane.isBusy) void work(lane);
      return promise;
    },
  };
}

function byAccount({ account: a }: Waiting, { account: b }: Waiting): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

async function makeAll(session: Session, group: readonly Change[]): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  for (const { operation, input } of group) values.push(await operation(session, input));
  return values;
}

/** Spreads names evenly (FNV-1a). */
function toNumber(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}
