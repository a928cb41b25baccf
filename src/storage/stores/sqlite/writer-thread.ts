import { addAll } from '../../../runtime/collections.ts';
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from 'node:worker_threads';
import {
  type FromWriter,
  type Job,
  type Outcome,
  type ToWriter,
  type WriterSettings,
  toErrorMessage,
  toStoreError,
  type LockWait,
  createLockWait,
} from './to-store-error.ts';
import type { DatabaseSync } from 'node:sqlite';
import { GleanerError, isGleanerError } from '../../../runtime/errors/gleaner-error.ts';
import { makeFolder } from '../../../runtime/make-folder.ts';
import * as writeOperations from '../sql/write-operations.ts';
import { requireOperation, type Session } from '../sql/tables.ts';
import { migrate, migrations } from './migrate.ts';
import { openForWriting, toQueries } from './open-database.ts';
import { acquireOwnerLock, isOwnerGone, sweepOwnerLocks } from './owner-lock.ts';

/** A transaction of so many jobs takes some 10 ms, which is as long as one job should wait for others. */
const maxGroup = 500;

if (parentPort !== null) serve(parentPort, workerData as WriterSettings);

/** The thread that alone writes for its store object, so that waiting for the disk never stops the event loop. */
function serve(port: MessagePort, settings: WriterSettings): void {
  const send = (message: FromWriter): void => port.postMessage(message);
  let writer: OpenWriter;
  try {
    writer = openWriter(settings);
  } catch (error) {
    send({ kind: 'failed', error: toErrorMessage(error) });
    port.close();
    return;
  }
  const queue: Job[] = [];
  let isClosing = false;
  let isWorking = false;

  const take = (message: ToWriter): void => {
    if (message === 'close') isClosing = true;
    else addAll(queue, message);
  };
  async function work(): Promise<void> {
    isWorking = true;
    while (queue.length > 0) {
      const jobs = queue.splice(0, maxGroup);
      send({ kind: 'done', outcomes: await writer.commit(jobs) });
      if (jobs.some(({ name }) => name === 'sweep')) writer.emptyLog();
      // What came while the disk was busy makes the next group.
      for (;;) {
        const next = receiveMessageOnPort(port);
        if (next === undefined) break;
        take(next.message as ToWriter);
      }
    }
    isWorking = false;
    if (!isClosing) return;
    writer.close();
    port.close();
  }
  port.on('message', (message: ToWriter) => {
    take(message);
    if (!isWorking) void work();
  });
  send({ kind: 'open' });
}

/** What commits are made with. */
export interface GroupCommitOptions {
  readonly database: DatabaseSync;
  readonly file: string;
  readonly whenFree: LockWait;
  /** Runs one job in the open transaction. */
  readonly run: (job: Job) => Promise<unknown>;
}

/** Commits jobs, each all or nothing, together: one write to the disk for all of them. Never rejects. */
export type GroupCommit = (jobs: readonly Job[]) => Promise<readonly Outcome[]>;

/** What a group of jobs costs is mostly the one wait for the disk; a refused one does not touch the others. */
export function groupCommit(options: GroupCommitOptions): GroupCommit {
  const { database, file, whenFree, run } = options;
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const save = database.prepare('savepoint job');
  const undo = database.prepare('rollback to job');
  const keep = database.prepare('release job');

  async function runJob(job: Job): Promise<Outcome> {
    save.run();
    try {
      const value = await run(job);
      keep.run();
      return { id: job.id, value };
    } catch (error) {
      // After a full disk or a violated constraint each change of the group is tried on its own.
      if (!isRefusal(error)) throw error;
      undo.run();
      keep.run();
      return { id: job.id, error: toErrorMessage(error) };
    }
  }

  async function commitTogether(jobs: readonly Job[]): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    try {
      for (const job of jobs) outcomes.push(await runJob(job));
      commit.run();
      return outcomes;
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  }

  const failAll = (jobs: readonly Job[], error: unknown): readonly Outcome[] =>
    jobs.map(({ id }) => ({ id, error: toErrorMessage(toStoreError(error, file)) }));

  return async function commitJobs(jobs) {
    try {
      whenFree(() => begin.run());
    } catch (error) {
      return failAll(jobs, error);
    }
    try {
      return await commitTogether(jobs);
    } catch (error) {
      if (jobs.length === 1) return failAll(jobs, error);
      const outcomes: Outcome[] = [];
      for (const job of jobs) addAll(outcomes, await commitJobs([job]));
      return outcomes;
    }
  };
}

/** The operation's own no, as against a fault of the database. */
function isRefusal(error: unknown): boolean {
  return isGleanerError(error) || error instanceof RangeError;
}

/** The file open for writing on behalf of one store object, which counts as living until it is closed. */
export interface OpenWriter {
  readonly commit: GroupCommit;
  /** Writes the log's changes to the file and empties it; deleted passwords stood in it until then. Left for the next time where others read. */
  readonly emptyLog: () => void;
  readonly close: () => void;
}

/** Makes or opens the file and brings it to today's form. Throws what says how to mend it. */
export function openWriter(settings: WriterSettings): OpenWriter {
  const whenFree = createLockWait(settings.busyTimeoutMs);
  try {
    makeStoreFolder(settings.folder);
    const database = whenFree(() => openForWriting(settings.file, settings.maxBytes));
    return closeOnError(database, () => register(database, settings, whenFree));
  } catch (error) {
    throw toStoreError(error, settings.file);
  }
}

function makeStoreFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (cause) {
    throw new GleanerError(
      'internal_error',
      `The folder "${folder}" cannot be made: name one where this user may write.`,
      { cause },
    );
  }
}

function register(
  database: DatabaseSync,
  settings: WriterSettings,
  whenFree: LockWait,
): OpenWriter {
  const { folder, owner } = settings;
  whenFree(() => migrate(database, migrations));
  const lock = acquireOwnerLock(folder, owner);
  return closeOnError({ close: lock.release }, () => {
    sweepOwnerLocks(folder);
    whenFree(() =>
      // Known already where the thread before this one died.
      database.prepare('insert or ignore into owners values (?, ?)').run(owner, Date.now()),
    );
    const emptyLog = (): void => {
      try {
        database.exec('pragma wal_checkpoint(truncate)');
      } catch {
        // A full disk: what was committed is kept in the log, and the next sweep tries again.
      }
    };
    return {
      commit: createCommit(database, settings, whenFree),
      emptyLog,
      close() {
        // The connection that is closed last only reads, and cannot.
        emptyLog();
        lock.release();
        database.close();
      },
    };
  });
}

function createCommit(
  database: DatabaseSync,
  { owner, folder, file }: WriterSettings,
  whenFree: LockWait,
): GroupCommit {
  const session: Session = {
    ...toQueries(database),
    owner,
    fence: async (others) =>
      others.filter((other) => other !== owner && isOwnerGone(folder, other)),
    // The system's lock cannot be lost while the process lives.
    hasLost: () => false,
  };
  return groupCommit({
    database,
    file,
    whenFree,
    run: async ({ name, input }) => {
      return requireOperation(writeOperations, name)(session, input);
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
