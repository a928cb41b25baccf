import { createPostgres } from '../../postgres/create-postgres.ts';
import type { ResolvedPostgresOptions } from '../../postgres/postgres-options.ts';
import { loadOnce } from '../../signals/load-once.ts';
import { lostOwnership } from '../rules/store-errors.ts';
import * as readOperations from '../sql/read-operations.ts';
import * as writeOperations from '../sql/write-operations.ts';
import type { Session } from '../sql/tables.ts';
import { createGroups, type Change } from './create-groups.ts';
import { createOpenBooks } from './create-open-books.ts';
import type { Ownership } from './create-ownership.ts';
import { migrate, migrations } from './migrations/migrate.ts';
import { createOwnerLease, LostOwner, type LeaseSettings } from './owner-lease.ts';
import { toQueries } from './to-queries.ts';

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

type Operation = (session: Session, input: never) => Promise<unknown>;

/** Names are lost again only where the database is away for longer than the lease in between. */
const mostNames = 3;

/** Opens the store; its database is asked by the first operation. */
export function openPostgresStore(settings: PostgresStoreSettings): OpenPostgresStore {
  const { schema, ownership } = settings;
  const database = createPostgres(settings.database);
  const lease = createOwnerLease(database, ownership, settings);
  const readers = new Map<string, Operation>(Object.entries(readOperations));
  const writers = new Map<string, Operation>(Object.entries(writeOperations));
  const built: Session['built'] = new Map();
  const groups = createGroups(write, settings.database.maxConnections);
  const books = createOpenBooks();
  const migrated = loadOnce(() => migrate(database, schema, migrations));

  async function writeAs(owner: string, operation: Operation, input: unknown): Promise<unknown> {
    return database.transaction(async (connection) => {
      const session = extend(toQueries(connection, schema, built), {
        owner,
        fence: (owners: readonly string[]) => lease.fence(connection, owners),
        hasLost: (other: string) => ownership.hasLost(other),
      });
      return operation(session, input as never);
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
      const operation = requireOperation(readers, name);
      await migrated();
      return database.read((connection) => {
        const queries = toQueries(connection, schema, built);
        return operation(
          extend(queries, { owner: '', fence: async () => [], hasLost: () => false }),
          input as never,
        );
      });
    },
    async write(name, input) {
      const change = { operation: requireOperation(writers, name), input };
      await migrated();
      const account = books.findAccount(name, input);
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

function requireOperation(operations: ReadonlyMap<string, Operation>, name: string): Operation {
  const operation = operations.get(name);
  if (operation === undefined) throw new TypeError(`There is no operation "${name}".`);
  return operation;
}
