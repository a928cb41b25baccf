import { mkdirSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import * as writeOperations from '../../sql/write-operations.ts';
import type { Session } from '../../sql/tables.ts';
import { groupCommit, type GroupCommit } from './group-commit.ts';
import { migrate } from '../migrations/migrate.ts';
import { migrations } from '../migrations/migrate.ts';
import { openForWriting, toQueries } from '../open-database.ts';
import { acquireOwnerLock, isOwnerGone, sweepOwnerLocks } from './owner-lock.ts';
import type { WriterSettings } from './thread-messages.ts';
import { toStoreError } from '../to-store-error.ts';
import { waitWhileBusy } from '../wait-while-busy.ts';

/** The file open for writing on behalf of one store object, which counts as living until it is closed. */
export interface OpenWriter {
  readonly commit: GroupCommit;
  readonly close: () => void;
}

/** Makes or opens the file and brings it to today's form. Throws what says how to mend it. */
export function openWriter(settings: WriterSettings): OpenWriter {
  try {
    mkdirSync(settings.folder, { recursive: true });
    const database = waitWhileBusy(settings.busyTimeoutMs, () =>
      openForWriting(settings.file, settings.maxBytes),
    );
    return closeOnError(database, () => register(database, settings));
  } catch (error) {
    throw toStoreError(error, settings.file);
  }
}

function register(database: DatabaseSync, settings: WriterSettings): OpenWriter {
  const { folder, owner, busyTimeoutMs } = settings;
  waitWhileBusy(busyTimeoutMs, () => migrate(database, migrations));
  const lock = acquireOwnerLock(folder, owner);
  return closeOnError({ close: lock.release }, () => {
    sweepOwnerLocks(folder);
    waitWhileBusy(busyTimeoutMs, () =>
      // Known already where the thread before this one died.
      database.prepare('insert or ignore into owners values (?, ?)').run(owner, Date.now()),
    );
    return {
      commit: createCommit(database, settings),
      close() {
        lock.release();
        database.close();
      },
    };
  });
}

function createCommit(
  database: DatabaseSync,
  { owner, folder, file, busyTimeoutMs }: WriterSettings,
): GroupCommit {
  const session: Session = {
    ...toQueries(database),
    owner,
    fence: async (others) =>
      others.filter((other) => other !== owner && isOwnerGone(folder, other)),
    // The system's lock cannot be lost while the process lives.
    hasLost: () => false,
  };
  const operations = new Map<string, (session: Session, input: never) => Promise<unknown>>(
    Object.entries(writeOperations),
  );
  return groupCommit({
    database,
    file,
    busyTimeoutMs,
    run: async ({ name, input }) => {
      const operation = operations.get(name);
      if (operation === undefined) throw new TypeError(`There is no operation "${name}".`);
      return operation(session, input as never);
    },
  });
}

function closeOnError<Result>(thing: { readonly close: () => void }, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    thing.close();
    throw error;
  }
}
