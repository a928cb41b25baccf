import type { DatabaseSync } from 'node:sqlite';
import { GleanerError } from '../../../runtime/errors/gleaner-error.ts';
import { toFirstTables } from '../sql/first-tables.ts';

const firstTables: string = toFirstTables({
  integer: 'integer',
  flag: 'integer',
  real: 'real',
  seq: 'integer primary key',
  bySeq: ' strict',
  byKey: ' strict, without rowid',
  often: ' strict, without rowid',
});

const owners: string = `
create table owners (
  id text primary key,
  opened_at integer not null
) strict, without rowid;
`;

/** A step from one released form of the file to the next; never changed once released. */
interface Migration {
  /** Counts up without gaps. */
  readonly version: number;
  readonly sql: string;
}

/** All steps, from an empty file to today's form. The first released form has the number 7. */
export const migrations: readonly Migration[] = [{ version: 7, sql: firstTables + owners }];

/**
 * Brings a file to today's form, each step in a transaction of its own. A file of a newer version is left as it is and
 * refused: an older program cannot know what it would break. So is one of before the first release.
 */
export function migrate(database: DatabaseSync, steps: readonly Migration[]): void {
  const first = steps[0]?.version ?? 0;
  const newest = steps.at(-1)?.version ?? 0;
  const isUpToDate = (): boolean => {
    const version = readVersion(database);
    if (version > 0 && version < first) {
      throw new GleanerError(
        'internal_error',
        `The store file is of version ${version}, of before the first release, and this program reads those from version ${first} on: begin with a new folder.`,
      );
    }
    if (version > newest) {
      throw new GleanerError(
        'internal_error',
        `The store file is of version ${version} and this program knows versions up to ${newest}: update the program.`,
      );
    }
    return version === newest;
  };
  while (!isUpToDate()) {
    database.exec('begin immediate');
    try {
      // Another process may have taken this step while we waited for the lock.
      const version = readVersion(database);
      const step = steps.find((known) => known.version > version);
      if (step !== undefined) {
        database.exec(
          'create table if not exists versions (version integer primary key, applied_at integer not null) strict',
        );
        database.exec(step.sql);
        database.prepare('insert into versions values (?, ?)').run(step.version, Date.now());
      }
      database.exec('commit');
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  }
}

function readVersion(database: DatabaseSync): number {
  const known = database
    .prepare("select 1 from sqlite_schema where type = 'table' and name = 'versions'")
    .get();
  if (known === undefined) return 0;
  return Number(database.prepare('select max(version) as newest from versions').get()?.newest ?? 0);
}
