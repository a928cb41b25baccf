import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import type { Connection } from '../postgres/create-connection.ts';
import { type Postgres, createPostgres } from '../postgres/create-postgres.ts';
import { checkValues } from '../../runtime/errors/option-checks.ts';
import { resolvePostgresOptions, schemaRule } from '../postgres/postgres-options.ts';
import * as postgres from './postgres/migrate.ts';
import * as sqlite from './sqlite/migrate.ts';
import { openForWriting } from './sqlite/open-database.ts';
import { isOwnerGone } from './sqlite/owner-lock.ts';
import { toStoreError } from './sqlite/to-store-error.ts';

/** From where to where. */
export interface CopyStoreOptions {
  /** Folder of a `sqliteStore` that no process has open. */
  readonly from: string;
  /** The database, as for `postgresStore`; its schema is empty, or holds a part of this copy. */
  readonly to: {
    readonly connectionString: string;
    /** @default `gleaner` */
    readonly schema?: string;
  };
  /** Told after every batch, some thousand rows. */
  readonly onProgress?: (progress: CopyProgress) => void;
  /** Stops after the batch that is under way; what was copied stays, and a second call goes on from there. */
  readonly signal?: AbortSignal;
}

/** How far a copy has come. */
export interface CopyProgress {
  /** Rows that are there, and all that there are. */
  readonly copied: number;
  readonly total: number;
}

/** What was copied, and found to be the same on both sides. */
export interface CopiedStore {
  readonly accounts: number;
  readonly recipes: number;
  readonly runs: number;
  readonly entries: number;
  /** Rows of all tables. */
  readonly rows: number;
  /** Sum of all balances, which is the sum of all entries. */
  readonly balance: number;
  /** Credits that open holds and unfinished runs set aside. */
  readonly held: number;
  /** Runs that had not ended: the first service on the database ends them as interrupted, and frees what they hold. */
  readonly unfinishedRuns: number;
  /** Whether an earlier call had copied a part. */
  readonly wasResumed: boolean;
}

/** `copyStore`. */
export async function copyFolder(options: CopyStoreOptions): Promise<CopiedStore> {
  const { from, to, onProgress, signal } = options;
  const { schema = 'gleaner', connectionString } = to;
  const resolved = resolvePostgresOptions({ connectionString });
  checkValues('', { schema }, { schema: schemaRule });
  signal?.throwIfAborted();
  const source = openSource(from);
  const database = createPostgres(resolved);
  try {
    const target = { database, schema };
    const wasResumed = await beginCopy(target, path.resolve(from, fileName));
    const types = await database.read((connection) => listTypes(connection, schema));
    const counts = new Map(tables.map((table) => [table, countRows(source, table)]));
    const total = [...counts.values()].reduce((sum, rows) => sum + rows, 0);
    let before = 0;
    for (const table of tables) {
      let place = await findPlace(target, table);
      for (;;) {
        signal?.throwIfAborted();
        const rows = readBatch(source, table, place.key);
        if (rows.length === 0) break;
        place = await addRows({ ...target, table, place, rows, types });
        onProgress?.({ copied: before + place.copied, total });
      }
      before += place.copied;
    }
    const sums = await compare(source, target);
    await database.transaction((connection) => completeCopy(connection, schema));
    return {
      accounts: counts.get('accounts') ?? 0,
      recipes: counts.get('recipes') ?? 0,
      runs: counts.get('runs') ?? 0,
      entries: counts.get('entries') ?? 0,
      rows: total,
      balance: sums.get('the sum of the balances') ?? 0,
      held: sums.get('the sum of what is held') ?? 0,
      unfinishedRuns: sums.get('the number of unfinished runs') ?? 0,
      wasResumed,
    };
  } finally {
    await database.close();
    source.close();
  }
}

/** Every table with what its rows are ordered and told apart by. `owners` come first: what they had begun is to be recovered. */
const keys = {
  owners: ['id'],
  accounts: ['seq'],
  balances: ['account'],
  entries: ['seq'],
  holds: ['id'],
  starts: ['account', 'number'],
  dashboard_starts: ['account', 'number'],
  webhook_test_starts: ['account', 'number'],
  places: ['id'],
  api_keys: ['seq'],
  recipes: ['seq'],
  recipe_versions: ['recipe_id', 'revision'],
  runs: ['seq'],
  deliveries: ['seq'],
  schedules: ['seq'],
  ticks: ['schedule_id', 'due_at'],
  answers: ['account', 'key'],
  sign_in_links: ['hash'],
  sessions: ['hash'],
} satisfies Readonly<Record<string, readonly string[]>>;

type CopiedTable = keyof typeof keys;

// The keys of a literal are its names.
const tables = Object.keys(keys) as readonly CopiedTable[];

/** What must be the same on both sides, by its name in the error. */
const checkedSums: Readonly<Record<string, string>> = {
  'the sum of the balances': 'select coalesce(sum(balance), 0) as value from balances',
  'the sum of what is held': 'select coalesce(sum(held), 0) as value from balances',
  'the sum of the entries': 'select coalesce(sum(credits), 0) as value from entries',
  'the number of accounts whose entries are not their balance': `select count(*) as value from (
    select account, sum(credits) as credits from (
      select account, -balance as credits from balances
      union all select account, credits from entries
    ) as both_sides group by account having sum(credits) <> 0
  ) as wrong`,
  'the number of accounts whose holds are not what is held': `select count(*) as value from (
    select account, sum(credits) as credits from (
      select account, -held as credits from balances
      union all select account, credits from holds where state = 'open'
      union all select account, held from runs where completed_at is null
    ) as both_sides group by account having sum(credits) <> 0
  ) as wrong`,
  'the number of unfinished runs': 'select count(*) as value from runs where completed_at is null',
  'the number of open holds': `select count(*) as value from holds where state = 'open'`,
};

/** Values by column. */
type Row = Readonly<Record<string, unknown>>;

const fileName = 'gleaner.db';
/** Few enough for one message: a run may have a result of megabytes. */
const rowsPerBatch = 2_000;
const charactersPerBatch = 4_000_000;

/** A folder's store, which nothing writes while it is open. */
function openSource(folder: string): DatabaseSync {
  const file = path.join(folder, fileName);
  if (!existsSync(file)) {
    throw new GleanerError('not_found', `There is no store in the folder "${folder}".`);
  }
  try {
    const source = openForWriting(file, undefined);
    try {
      sqlite.migrate(source, sqlite.migrations);
      // Others may read; writes wait until this connection is closed.
      source.exec('begin immediate');
      const owners = source.prepare('select id from owners').all();
      if (owners.every(({ id }) => isOwnerGone(folder, String(id)))) return source;
      throw new GleanerError(
        'conflict',
        `Another process works on the folder "${folder}": end it before its store is copied.`,
      );
    } catch (error) {
      source.close();
      throw error;
    }
  } catch (error) {
    throw toStoreError(error, file);
  }
}

function countRows(source: DatabaseSync, table: CopiedTable): number {
  return Number(source.prepare(`select count(*) as rows from ${table}`).get()?.['rows']);
}

/** The rows after the one with this key, in the order of the key, until they are many or large enough for one batch. */
function readBatch(
  source: DatabaseSync,
  table: CopiedTable,
  after: CopyPlace['key'],
): readonly Row[] {
  const key = keys[table].join(', ');
  const places = keys[table].map(() => '?').join(', ');
  const rest = after === undefined ? '' : ` where (${key}) > (${places})`;
  const statement = source.prepare(
    `select * from ${table}${rest} order by ${key} limit ${rowsPerBatch}`,
  );
  const rows: Row[] = [];
  let characters = 0;
  for (const row of statement.iterate(...(after ?? []))) {
    rows.push(row);
    for (const value of Object.values(row)) {
      if (typeof value === 'string') characters += value.length;
    }
    if (characters > charactersPerBatch) break;
  }
  return rows;
}

/** A schema that a copy is made into. */
interface CopyTarget {
  readonly database: Postgres;
  readonly schema: string;
}

/** How far a table was copied. */
interface CopyPlace {
  readonly copied: number;
  /** Of the last row, as it was read from the folder; `undefined` before the first. */
  readonly key: readonly SQLInputValue[] | undefined;
}

/** Prepares the schema, or finds a part of the same copy there, and resolves to whether it did. */
async function beginCopy({ database, schema }: CopyTarget, source: string): Promise<boolean> {
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
  await postgres.migrate(database, schema, postgres.migrations);
  await database.transaction(async (connection) => {
    await connection.runAll(`set local search_path to "${schema}"`);
    for (const table of tables) {
      const { rowCount } = await connection.run(`select 1 from ${table} limit 1`, []);
      if (rowCount === 0) continue;
      throw new GleanerError(
        'conflict',
        `The schema "${schema}" of the database is not empty: copy into a new one.`,
      );
    }
    await connection.runAll(
      'create table copies (table_name text primary key, source text not null, copied bigint not null, last_key text)',
    );
    for (const table of tables) {
      await connection.run('insert into copies values ($1, $2, 0, null)', [table, source]);
    }
  });
  return false;
}

/** Types of columns, by `table.column`. */
async function listTypes(
  connection: Connection,
  schema: string,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await connection.run(
    "select table_name || '.' || column_name as name, data_type as type from information_schema.columns where table_schema = $1",
    [schema],
  );
  const columns = rows as readonly { readonly name: string; readonly type: string }[];
  return new Map(columns.map(({ name, type }) => [name, type]));
}

async function findPlace({ database, schema }: CopyTarget, table: CopiedTable): Promise<CopyPlace> {
  const { rows } = await database.read((connection) =>
    connection.run(`select copied, last_key from "${schema}".copies where table_name = $1`, [
      table,
    ]),
  );
  const [place] = rows as readonly { readonly copied: number; readonly last_key: string | null }[];
  if (place === undefined || place.last_key === null) return { copied: 0, key: undefined };
  return { copied: place.copied, key: JSON.parse(place.last_key) as readonly SQLInputValue[] };
}

interface AddRowsInput extends CopyTarget {
  readonly table: CopiedTable;
  readonly place: CopyPlace;
  readonly rows: readonly Row[];
  readonly types: ReadonlyMap<string, string>;
}

/** Adds rows behind the place and moves it, both or neither. */
async function addRows(input: AddRowsInput): Promise<CopyPlace> {
  const { database, schema, table, place, rows, types } = input;
  const last = rows.at(-1);
  const copied = place.copied + rows.length;
  const key = keys[table].map((column) => last?.[column] as SQLInputValue);
  return database.transaction(async (connection) => {
    await connection.runAll(`set local search_path to "${schema}"`);
    const moved = await connection.run(
      'update copies set copied = $3, last_key = $4 where table_name = $1 and copied = $2',
      [table, place.copied, copied, JSON.stringify(key)],
    );
    if (moved.rowCount !== 1) {
      throw new GleanerError(
        'conflict',
        'Another process makes the same copy at the moment: let it end.',
      );
    }
    const columns = Object.keys(last ?? {});
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
    return { copied, key };
  });
}

/** Text of PostgreSQL cannot hold NUL. */
function toText(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}

/** The sums of both sides, by name; throws where they differ. */
async function compare(
  source: DatabaseSync,
  { database, schema }: CopyTarget,
): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>();
  const counted = tables.map((table) => [
    `the number of rows of ${table}`,
    `select count(*) as value from ${table}`,
  ]);
  for (const [name = '', sql = ''] of [...counted, ...Object.entries(checkedSums)]) {
    const was = source.prepare(sql).get()?.['value'];
    const { rows } = await database.transaction(async (connection) => {
      await connection.runAll(atLength(schema));
      return connection.run(sql, []);
    });
    const is = (rows as readonly Row[])[0]?.['value'];
    if (was !== is) {
      throw new GleanerError(
        'internal_error',
        `The copy differs: ${name} is ${String(was)} in the folder and ${String(is)} in the database. Drop the schema and copy again.`,
      );
    }
    sums.set(name, Number(is));
  }
  return sums;
}

/** Statements on all rows of a table may take longer than others. */
function atLength(schema: string): string {
  return `set local search_path to "${schema}"; set local statement_timeout = 0`;
}

/** Lets stores open the schema. */
async function completeCopy(connection: Connection, schema: string): Promise<void> {
  await connection.runAll(atLength(schema));
  for (const table of tables) {
    if (keys[table][0] !== 'seq') continue;
    await connection.run(
      `select setval(pg_get_serial_sequence($1, 'seq'), greatest(1, (select max(seq) from ${table})))`,
      [table],
    );
  }
  await connection.runAll('drop table copies');
}
