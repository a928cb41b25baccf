import { GleanerError } from '../../../errors/gleaner-error.ts';
import type { Connection } from '../../../postgres/create-connection.ts';
import type { Postgres } from '../../../postgres/create-postgres.ts';
import { migration1 } from './migration-1.ts';

/** A step from one released form of the schema to the next; never changed once released. */
export interface Migration {
  /** Counts up from 1 without gaps. */
  readonly version: number;
  /** Statements without a schema's name: it is the only one that they see. */
  readonly sql: string;
  /**
   * The oldest program that may go on working on the schema after this step, by the newest version that it knows. A step that
   * only adds – a table, an index, a column that may be null or has a default – leaves it as it was: then programs of both
   * versions work side by side while they are replaced one after another. A step that takes away or changes the meaning of
   * something sets it to its own version: older programs then refuse to start, and are to be stopped before.
   */
  readonly oldestProgram: number;
}

/** All steps, from an empty database to today's form. */
export const migrations: readonly Migration[] = [{ version: 1, sql: migration1, oldestProgram: 1 }];

/** Any number, the same for all programs; the schema's name is added to it. */
const lockSpace = 7_130_441;

/**
 * Brings a schema to today's form, all steps in one transaction and under a lock, so that of several processes one does it.
 * A schema of a newer version is refused, unless its steps say that this program may work on it.
 */
export async function migrate(
  database: Postgres,
  schema: string,
  steps: readonly Migration[],
): Promise<void> {
  const newest = steps.at(-1)?.version ?? 0;
  const isUpToDate = async (connection: Connection): Promise<boolean> => {
    const { version, oldestProgram } = await readVersion(connection, schema);
    await checkComplete(connection, schema);
    if (version > newest && oldestProgram > newest) throw newerSchema(schema, version, newest);
    return version >= newest;
  };
  if (await database.read(isUpToDate)) return;
  await database.transaction(async (connection) => {
    await connection.run('select pg_advisory_xact_lock($1, hashtext($2))', [lockSpace, schema]);
    // Another process may have done it while this one waited.
    if (await isUpToDate(connection)) return;
    // Not «if not exists», which asks for the right to create schemas even where there is nothing to create.
    const known = await connection.run('select 1 from pg_namespace where nspname = $1', [schema]);
    if (known.rowCount === 0) await connection.runAll(`create schema "${schema}"`);
    await connection.runAll(
      `set local search_path to "${schema}"; set local statement_timeout = 0`,
    );
    await connection.runAll(
      'create table if not exists versions (version bigint primary key, oldest_program bigint not null, applied_at timestamptz not null default now())',
    );
    const { version } = await readVersion(connection, schema);
    for (const step of steps.slice(version)) {
      await connection.runAll(step.sql);
      await connection.run('insert into versions (version, oldest_program) values ($1, $2)', [
        step.version,
        step.oldestProgram,
      ]);
    }
  });
}

/** While a folder is copied into the schema, a store on it would find a part of everything. */
async function checkComplete(connection: Connection, schema: string): Promise<void> {
  const { rows } = await connection.run('select to_regclass($1) is not null as is_part', [
    `"${schema}".copies`,
  ]);
  if ((rows as readonly { readonly is_part: boolean }[])[0]?.is_part !== true) return;
  throw new GleanerError(
    'conflict',
    `The schema "${schema}" holds a part of a copy of a folder: complete it with \`gleaner store copy\`, or drop the schema.`,
  );
}

async function readVersion(
  connection: Connection,
  schema: string,
): Promise<{ readonly version: number; readonly oldestProgram: number }> {
  const table = `"${schema}".versions`;
  const known = await connection.run('select to_regclass($1) is not null as is_known', [table]);
  const none = { version: 0, oldestProgram: 0 };
  if (!(known.rows as readonly { is_known: boolean }[])[0]?.is_known) return none;
  const { rows } = await connection.run(
    `select max(version) as "version", max(oldest_program) as "oldestProgram" from ${table}`,
    [],
  );
  const [row] = rows as readonly { version: number | null; oldestProgram: number | null }[];
  return { version: row?.version ?? 0, oldestProgram: row?.oldestProgram ?? 0 };
}

function newerSchema(schema: string, version: number, newest: number): GleanerError {
  return new GleanerError(
    'internal_error',
    `The schema "${schema}" of the database is of version ${version} and this program knows versions up to ${newest}: update the program.`,
  );
}
