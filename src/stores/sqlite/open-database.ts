import { LRUCache } from 'lru-cache';
import { Kysely, SqliteDialect } from 'kysely';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Session, Tables } from '../sql/tables.ts';

/** Many times what the operations know; a list of any length is a statement of its own. */
const keptStatements = 500;

/** The ways to ask an open database, with every statement prepared once. */
export function toQueries(
  database: DatabaseSync,
): Pick<Session, 'db' | 'run' | 'built' | 'hasNeighbours'> {
  const statements = new LRUCache<string, Statement>({ max: keptStatements });
  function prepare(sql: string): Statement {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = toStatement(database.prepare(sql));
    statements.set(sql, statement);
    return statement;
  }
  const close = (): void => database.close();
  return {
    db: new Kysely<Tables>({ dialect: new SqliteDialect({ database: { close, prepare } }) }),
    run: (sql, parameters) => prepare(sql).all(parameters),
    built: new Map(),
    hasNeighbours: false,
  };
}

/** Opens the file for the one thread that writes, in the form that survives a loss of power with nothing lost. */
export function openForWriting(file: string, maxBytes: number | undefined): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Deleted values are overwritten, because they may be passwords.
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on',
    );
    if (maxBytes !== undefined) {
      const { page_size: pageBytes } = database.prepare('pragma page_size').get() ?? {};
      database.exec(`pragma max_page_count = ${Math.floor(maxBytes / Number(pageBytes))}`);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a file that a writer has open, for looking only. */
export function openForReading(file: string, busyTimeoutMs: number): DatabaseSync {
  return new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
}

/** A statement as better-sqlite3 has it, which Kysely expects. */
interface Statement {
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): ReturnType<StatementSync['run']>;
  iterate(parameters: readonly unknown[]): IterableIterator<unknown>;
}

function toStatement(statement: StatementSync): Statement {
  const names = statement.columns().map(({ name }) => name);
  // Rows come as arrays: node:sqlite takes longer to name the columns of each row than to run the query.
  statement.setReturnArrays(true);
  const toRow = (values: unknown): unknown => {
    const row: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) row[name] = (values as readonly unknown[])[index];
    return row;
  };
  return {
    reader: names.length > 0,
    all: (parameters) => statement.all(...(parameters as readonly SQLInputValue[])).map(toRow),
    run: (parameters) => statement.run(...(parameters as readonly SQLInputValue[])),
    *iterate(parameters) {
      for (const values of statement.iterate(...(parameters as readonly SQLInputValue[]))) {
        yield toRow(values);
      }
    },
  };
}
