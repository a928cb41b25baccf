import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { migrate, migrations } from '../sqlite/migrations/migrate.ts';
import { openForWriting } from '../sqlite/open-database.ts';
import { toStoreError } from '../sqlite/to-store-error.ts';
import { isOwnerGone } from '../sqlite/writer/owner-lock.ts';
import { copiedTables, type CopiedTable } from './copied-tables.ts';

/** A folder's store, which nothing writes while it is open. */
export interface CopySource {
  /** What tells it from other folders. */
  readonly name: string;
  count(table: CopiedTable): number;
  /** Columns of a table, in their order. */
  listColumns(table: CopiedTable): readonly string[];
  /** The rows after the one with this key, in the order of the key, until they are many or large enough for one batch. */
  readBatch(table: CopiedTable, after: readonly unknown[] | undefined): readonly Row[];
  /** The first row of a statement without values. */
  sum(sql: string): Row;
  close(): void;
}

/** Values by column. */
export type Row = Readonly<Record<string, unknown>>;

/** Few enough for one message: a run may have a result of megabytes. */
const rowsPerBatch = 2_000;
const charactersPerBatch = 4_000_000;

/** Opens the folder for the copy alone. */
export function openSource(folder: string): CopySource {
  const file = path.join(folder, 'gleaner.db');
  if (!existsSync(file)) {
    throw new GleanerError('not_found', `There is no store in the folder "${folder}".`);
  }
  try {
    const database = openForWriting(file, undefined);
    try {
      migrate(database, migrations);
      // Others may read; writes wait until this connection is closed.
      database.exec('begin immediate');
      checkUnused(database, folder);
      return toSource(database, path.resolve(file));
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw toStoreError(error, file);
  }
}

function checkUnused(database: DatabaseSync, folder: string): void {
  const owners = database.prepare('select id from owners').all();
  if (owners.every(({ id }) => isOwnerGone(folder, String(id)))) return;
  throw new GleanerError(
    'conflict',
    `Another process works on the folder "${folder}": end it before its store is copied.`,
  );
}

function toSource(database: DatabaseSync, name: string): CopySource {
  return {
    name,
    count: (table) =>
      Number(database.prepare(`select count(*) as rows from ${table}`).get()?.['rows']),
    listColumns: (table) =>
      database
        .prepare(`select name from pragma_table_info('${table}')`)
        .all()
        .map((column) => String(column['name'])),
    readBatch(table, after) {
      const key = copiedTables[table].join(', ');
      const places = copiedTables[table].map(() => '?').join(', ');
      const rest = after === undefined ? '' : ` where (${key}) > (${places})`;
      const statement = database.prepare(
        `select * from ${table}${rest} order by ${key} limit ${rowsPerBatch}`,
      );
      const rows: Row[] = [];
      let characters = 0;
      // Keys were read from here.
      for (const row of statement.iterate(...((after ?? []) as readonly SQLInputValue[]))) {
        rows.push(row);
        for (const value of Object.values(row)) {
          if (typeof value === 'string') characters += value.length;
        }
        if (characters > charactersPerBatch) break;
      }
      return rows;
    },
    sum: (sql) => database.prepare(sql).get() ?? {},
    close: () => database.close(),
  };
}
