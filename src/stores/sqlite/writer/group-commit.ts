import type { DatabaseSync } from 'node:sqlite';
import { isGleanerError } from '../../../errors/gleaner-error.ts';
import type { Job, Outcome } from './thread-messages.ts';
import { toErrorMessage } from './thread-messages.ts';
import { toStoreError } from '../to-store-error.ts';
import { waitWhileBusy } from '../wait-while-busy.ts';

/** What commits are made with. */
export interface GroupCommitOptions {
  readonly database: DatabaseSync;
  readonly file: string;
  readonly busyTimeoutMs: number;
  /** Runs one job in the open transaction. */
  readonly run: (job: Job) => Promise<unknown>;
}

/** Commits jobs, each all or nothing, together: one write to the disk for all of them. Never rejects. */
export type GroupCommit = (jobs: readonly Job[]) => Promise<readonly Outcome[]>;

/** What a group of jobs costs is mostly the one wait for the disk; a refused one does not touch the others. */
export function groupCommit(options: GroupCommitOptions): GroupCommit {
  const { database, file, busyTimeoutMs, run } = options;
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
      waitWhileBusy(busyTimeoutMs, () => begin.run());
    } catch (error) {
      return failAll(jobs, error);
    }
    try {
      return await commitTogether(jobs);
    } catch (error) {
      if (jobs.length === 1) return failAll(jobs, error);
      const outcomes: Outcome[] = [];
      for (const job of jobs) outcomes.push(...(await commitJobs([job])));
      return outcomes;
    }
  };
}

/** The operation's own no, as against a fault of the database. */
function isRefusal(error: unknown): boolean {
  return isGleanerError(error) || error instanceof RangeError;
}
