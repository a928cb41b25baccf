import { randomUUID } from 'node:crypto';
import { argv } from 'node:process';
import { acquireOwnerLock, sweepOwnerLocks } from '../../src/storage/stores/sqlite/owner-lock.ts';

/** Takes and gives back locks as stores do that are opened and closed without a pause, so many times. */
const [folder = '', rounds = ''] = argv.slice(2);
for (let round = 0; round < Number(rounds); round += 1) {
  const lock = acquireOwnerLock(folder, randomUUID());
  sweepOwnerLocks(folder);
  lock.release();
}
