import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../../../runtime/make-folder.ts';
import { isBusy, isRemoved, pause } from './to-store-error.ts';

/** Proof that a store object lives: a lock of the operating system, which ends with the process, however that ends. */
interface OwnerLock {
  readonly release: () => void;
}

/** Another process looks at a lock file, or removes it, within milliseconds; a thread that died is gone within one second. */
const patienceMs = 10_000;

/** Locks the name of a store object, a new one or one that lost its lock with the thread that had it. */
export function acquireOwnerLock(folder: string, owner: string): OwnerLock {
  makeFolder(path.join(folder, 'owners'));
  const file = toFile(folder, owner);
  for (const startedMs = performance.now(); ; pause()) {
    const lock = lockFile(file);
    // Between creating the file and locking it a sweep may have taken it for a dead one's.
    if (lock !== undefined && existsSync(file)) {
      return {
        release() {
          rmSync(file, { force: true });
          lock.close();
        },
      };
    }
    lock?.close();
    if (performance.now() - startedMs > patienceMs) {
      throw new Error(`Another connection keeps the lock "${file}".`);
    }
  }
}

/** Whether a store object that had its lock once has it no more. */
export function isOwnerGone(folder: string, owner: string): boolean {
  const file = toFile(folder, owner);
  if (!existsSync(file)) return true;
  const lock = lockFile(file);
  lock?.close();
  // Without a lock, it is held by the living, or its file was removed a moment ago.
  return lock !== undefined || !existsSync(file);
}

/** Removes what killed processes left behind. */
export function sweepOwnerLocks(folder: string): void {
  for (const name of readdirSync(path.join(folder, 'owners'))) {
    if (!name.endsWith('.lock')) continue;
    const file = path.join(folder, 'owners', name);
    const lock = lockFile(file);
    if (lock === undefined) continue;
    // While it is locked: a process that is just creating it notices.
    rmSync(file, { force: true });
    lock.close();
  }
}

function toFile(folder: string, owner: string): string {
  return path.join(folder, 'owners', `${owner}.lock`);
}

/**
 * An exclusive lock on a file, until it is closed; `undefined` when another connection has it or the file was removed
 * meanwhile. SQLite takes it for us: Node has no call for it, and SQLite knows of POSIX locks that they end with the first
 * closing of the file in a process.
 */
function lockFile(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error) || isRemoved(error)) return undefined;
    throw error;
  }
}
