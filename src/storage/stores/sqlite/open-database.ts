import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { Kysely, SqliteDialect } from 'kysely';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { requireOperation, type Session, type Tables } from '../sql/tables.ts';
import * as readOperations from '../sql/read-operations.ts';
import * as writeOperations from '../sql/write-operations.ts';
import { migrate, migrations } from './migrate.ts';
import { toStoreError } from './to-store-error.ts';

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

/** A connection that only reads: it waits for no writer, and sees each of their commits at once. */
export interface Reader {
  readonly run: (name: string, input: unknown) => Promise<unknown>;
  readonly close: () => void;
}

/** Opens a file that a writer has opened before. */
export function openReader(file: string, busyTimeoutMs: number): Reader {
  const database = openForReading(file, busyTimeoutMs);
  // Operations that only read own nothing, and do not ask whether an owner lives.
  const session: Session = {
    ...toQueries(database),
    owner: '',
    fence: async () => [],
    hasLost: () => false,
  };
  return {
    async run(name, input) {
      const operation = requireOperation(readOperations, name);
      try {
        return await operation(session, input);
      } catch (error) {
        throw toStoreError(error, file);
      }
    },
    close: () => database.close(),
  };
}

/** Opens a database in memory; operations run in it one after another, each that writes in a transaction. */
export function openInMemory(): (name: string, input: unknown) => Promise<unknown> {
  const database = new DatabaseSync(':memory:');
  migrate(database, migrations);
  // No other store object can own anything here.
  const session: Session = {
    ...toQueries(database),
    owner: '',
    fence: async () => [],
    hasLost: () => false,
  };
  const operations = { ...readOperations, ...writeOperations };
  const [begin, commit, undo] = ['begin', 'commit', 'rollback'].map((sql) => database.prepare(sql));
  const inTurn = pLimit(1);

  return (name, input) =>
    inTurn(async () => {
      const operation = requireOperation(operations, name);
      const isWrite = Object.hasOwn(writeOperations, name);
      if (isWrite) begin?.run();
      try {
        const value = await operation(session, input);
        if (isWrite) commit?.run();
        return value;
      } catch (error) {
        if (isWrite) undo?.run();
        throw toStoreError(error, ':memory:');
      }
    });
}
