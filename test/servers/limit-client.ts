import { argv, stdin } from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { isGleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import { postgresStore } from '../../src/storage/stores/postgres-store.ts';
import { sqliteStore } from '../../src/storage/stores/sqlite-store.ts';

/**
 * Works on a folder, or on a schema of a database (`url schema`). Makes so many requests of ada's, eight at once, after a line of its input came. Tells each that was admitted on a line of
 * JSON, with the moments (of the system's monotonic clock, nanoseconds) between which it was certainly in flight. With
 * `keep` it posts nothing and stays until it is killed.
 */
const [place = '', name = '', tries = '', perMinute = '', inFlight = '', mode = ''] = argv.slice(2);
const [connectionString = '', schema = ''] = place.split(' ');
// Short, so that one that was killed is soon found.
const leaseMs = 2_000;
const store = place.startsWith('postgres:')
  ? postgresStore({ connectionString, schema, leaseMs })
  : sqliteStore({ folder: place });
const limits = { requestsPerMinute: Number(perMinute), inFlight: Number(inFlight) };
const atOnce = 8;
let left = Number(tries);
await store.ping();
console.log('ready');
await new Promise((resolve) => stdin.once('data', resolve));
await Promise.all(Array.from({ length: atOnce }, work));
console.log('done');
if (mode !== 'keep') {
  stdin.destroy();
  await store.close();
}

async function work(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const id = `${name}-${left}`;
    try {
      const request = { id, account: 'ada', credits: 1, kind: 'call', limits } as const;
      await store.admissions.admit({ ...request, nowMs: Date.now() });
    } catch (error) {
      if (!isGleanerError(error, 'rate_limited')) throw error;
      continue;
    }
    const from = String(process.hrtime.bigint());
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    const to = String(process.hrtime.bigint());
    console.log(JSON.stringify({ id, from, to }));
    if (mode !== 'keep') await store.ledger.post(id, 1);
  }
}
