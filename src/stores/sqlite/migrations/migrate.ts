import type { DatabaseSync } from 'node:sqlite';
import { GleanerError } from '../../../errors/gleaner-error.ts';
import { migration1 } from './migration-1.ts';
import { migration2 } from './migration-2.ts';
import { migration3 } from './migration-3.ts';
import { migration4 } from './migration-4.ts';

/** A step from one released form of the file to the next; never changed once released. */
export interface Migration {
  /** Counts up from 1 without gaps. */
  readonly version: number;
  readonly sql: string;
}

/** All steps, from an empty file to today's form. */
export const migrations: readonly Migration[] = [
  { version: 1, sql: migration1 },
  { version: 2, sql: migration2 },
  { version: 3, sql: migration3 },
  { version: 4, sql: migration4 },
];

/**
 * Brings a file to today's form, each step in a transaction of its own. A file of a newer version is left as it is and
 * refused: an older program cannot know what it would break.
 */
export function migrate(database: DatabaseSync, steps: readonly Migration[]): void {
  const newest = steps.at(-1)?.version ?? 0;
  const isUpToDate = (): boolean => {
    const version = readVersion(database);
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
      const step = steps.find((known) => known.version === version + 1);
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
