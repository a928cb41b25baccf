import { GleanerError } from '../../errors/gleaner-error.ts';
import type { Connection } from '../../postgres/create-connection.ts';
import { createPostgres } from '../../postgres/create-postgres.ts';
import type { ResolvedPostgresOptions } from '../../postgres/postgres-options.ts';
import { migrate, migrations } from '../postgres/migrations/migrate.ts';
import { copiedTables, type CopiedTable } from './copied-tables.ts';
import type { Row } from './open-source.ts';

/** A schema that a copy is made into. */
export interface CopyTarget {
  /** Whether an earlier call has copied a part. */
  readonly wasResumed: boolean;
  /** How far each table was copied: rows, and the key of the last. */
  findPlace(table: CopiedTable): Promise<CopyPlace>;
  /** Adds rows behind the place, both or neither. */
  add(table: CopiedTable, place: CopyPlace, rows: readonly Row[]): Promise<CopyPlace>;
  /** The first row of a statement; tables are the schema's. */
  sum(sql: string): Promise<Row>;
  /** Lets stores open the schema. */
  complete(): Promise<void>;
  close(): Promise<void>;
}

/** How far a table was copied. */
export interface CopyPlace {
  readonly copied: number;
  /** Of the last row; absent before the first. */
  readonly key?: readonly unknown[];
}

const none: CopyPlace = { copied: 0 };

/** Prepares the schema, or finds what is there of the same copy. */
export async function openTarget(
  options: ResolvedPostgresOptions,
  schema: string,
  source: string,
): Promise<CopyTarget> {
  const database = createPostgres(options);
  try {
    const wasResumed = await begin();
    const types = await database.read(listTypes);
    return {
      wasResumed,
      findPlace: (table) => database.read((connection) => findPlace(connection, table)),
      add: (table, place, rows) =>
        database.transaction(async (connection) => {
          await connection.runAll(`set local search_path to "${schema}"`);
          const next = toPlace(table, place, rows);
          const moved = await connection.run(
            'update copies set copied = $3, last_key = $4 where table_name = $1 and copied = $2',
            [table, place.copied, next.copied, JSON.stringify(next.key)],
          );
          if (moved.rowCount !== 1) throw twice();
          await insert(connection, table, rows, types);
          return next;
        }),
      sum: (sql) =>
        database.transaction(async (connection) => {
          await connection.runAll(
            `set local search_path to "${schema}"; set local statement_timeout = 0`,
          );
          // One row of numbers, as the statement was written for.
          return (await connection.run(sql, [])).rows[0] as Row;
        }),
      complete: () => database.transaction(finish),
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }

  async function begin(): Promise<boolean> {
    const known = await database.read((connection) =>
      connection.run('select to_regclass($1) is not null as is_known', [`"${schema}".copies`]),
    );
    if ((known.rows as readonly { readonly is_known: boolean }[])[0]?.is_known === true) {
      const { rows } = await database.read((connection) =>
        connection.run(`select distinct source from "${schema}".copies`, []),
      );
      const [copy] = rows as readonly { readonly source: string }[];
      if (copy?.source === source) return true;
      throw new GleanerError(
        'conflict',
        `The schema "${schema}" holds a part of a copy of "${copy?.source}": go on with that, or drop the schema.`,
      );
    }
    await migrate(database, schema, migrations);
    await database.transaction(async (connection) => {
      await connection.runAll(`set local search_path to "${schema}"`);
      for (const table of Object.keys(copiedTables)) {
        const { rowCount } = await connection.run(`select 1 from ${table} limit 1`, []);
        if (rowCount !== 0) throw notEmpty(schema);
      }
      await connection.runAll(
        'create table copies (table_name text primary key, source text not null, copied bigint not null, last_key text)',
      );
      for (const table of Object.keys(copiedTables)) {
        await connection.run('insert into copies values ($1, $2, 0, null)', [table, source]);
      }
    });
    return false;
  }

  async function listTypes(connection: Connection): Promise<ReadonlyMap<string, string>> {
    const { rows } = await connection.run(
      'select table_name, column_name, data_type from information_schema.columns where table_schema = $1',
      [schema],
    );
    const columns = rows as readonly {
      readonly table_name: string;
      readonly column_name: string;
      readonly data_type: string;
    }[];
    return new Map(
      columns.map((column) => [`${column.table_name}.${column.column_name}`, column.data_type]),
    );
  }

  async function findPlace(connection: Connection, table: CopiedTable): Promise<CopyPlace> {
    const { rows } = await connection.run(
      `select copied, last_key from "${schema}".copies where table_name = $1`,
      [table],
    );
    const [place] = rows as readonly {
      readonly copied: number;
      readonly last_key: string | null;
    }[];
    if (place === undefined || place.last_key === null) return none;
    return { copied: place.copied, key: JSON.parse(place.last_key) as readonly unknown[] };
  }

  async function finish(connection: Connection): Promise<void> {
    await connection.runAll(
      `set local search_path to "${schema}"; set local statement_timeout = 0`,
    );
    for (const [table, [key]] of Object.entries(copiedTables)) {
      if (key !== 'seq') continue;
      await connection.run(
        `select setval(pg_get_serial_sequence($1, 'seq'), greatest(1, (select max(seq) from ${table})))`,
        [table],
      );
    }
    await connection.runAll('drop table copies');
  }
}

async function insert(
  connection: Connection,
  table: CopiedTable,
  rows: readonly Row[],
  types: ReadonlyMap<string, string>,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const lists = columns.map(
    (column, index) => `$${index + 1}::${types.get(`${table}.${column}`) ?? 'text'}[]`,
  );
  // Their processes are gone for certain.
  const [more, given] =
    table === 'owners' ? [', renewed_at, lease_ms, ended_at', ', now(), 1, now()'] : ['', ''];
  await connection.run(
    `insert into ${table} (${columns.join(', ')}${more}) select *${given} from unnest(${lists.join(', ')})`,
    columns.map((column) => rows.map((row) => toText(row[column]))),
  );
}

/** Text of PostgreSQL cannot hold NUL. */
function toText(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}

function toPlace(table: CopiedTable, place: CopyPlace, rows: readonly Row[]): CopyPlace {
  const last = rows.at(-1) ?? {};
  return {
    copied: place.copied + rows.length,
    key: copiedTables[table].map((column) => last[column]),
  };
}

function notEmpty(schema: string): GleanerError<'conflict'> {
  return new GleanerError(
    'conflict',
    `The schema "${schema}" of the database is not empty: copy into a new one.`,
  );
}

function twice(): GleanerError<'conflict'> {
  return new GleanerError(
    'conflict',
    'Another process makes the same copy at the moment: let it end.',
  );
}
