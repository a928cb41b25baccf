import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
} from 'kysely';
import type { Connection } from '../../postgres/create-connection.ts';
import type { Session, Tables } from '../sql/tables.ts';

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
