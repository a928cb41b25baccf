import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, isRemoved } from './to-store-error.ts';

/** Proof that a store object lives: a lock of the operating system, which ends with the process, however that ends. */
export interface OwnerLock {
  /** The store object's name, never used again. */
  readonly owner: string;
  readonly release: () => void;
}

/** Takes a new name and locks it. */
export function acquireOwnerLock(folder: string): OwnerLock {
  mkdirSync(path.join(folder, 'owners'), { recursive: true });
  for (;;) {
    const owner = randomUUID();
    const file = toFile(folder, owner);
    const lock = lockFile(file);
    if (lock === undefined) continue;
    // Between creating the file and locking it a sweep may have taken it for a dead one's.
    if (!existsSync(file)) {
      lock.close();
      continue;
    }
    return {
      owner,
      release() {
        rmSync(file, { force: true });
        lock.close();
      },
    };
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
    // While it is locked: whoever is just creating it will notice.
    rmSync(file, { force: true });
    lock.close();
  }
}

function toFile(folder: string, owner: string): string {
  return path.join(folder, 'owners', `${owner}.lock`);
}

/**
 * An exclusive lock on a file, until it is closed; `undefined` when somebody else has it or has removed the file. SQLite takes it for us: Node
 * has no call for it, and SQLite knows of POSIX locks that they end with the first closing of the file in a process.
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
