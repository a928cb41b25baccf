import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createService } from '../../src/service/create-service.ts';
import { isGleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import { postgresStore, type PostgresStore } from '../../src/storage/stores/postgres-store.ts';
import { addAccount, startSampleRun } from '../../test-kit/contracts/store/samples.ts';
import { until } from '../support/open-service.ts';
import { startPostgres, type PostgresServer } from '../support/start-postgres.ts';

// A server of its own, which can be stopped while others use theirs.
let server: PostgresServer;
let schemas = 0;
beforeAll(async () => {
  server = await startPostgres({ isDurable: true });
});
afterAll(() => server.remove());

const away = {
  code: 'service_unavailable',
  message: expect.stringContaining('cannot be reached') as string,
};

function openStore(schema = `test_${(schemas += 1)}`): PostgresStore {
  const store = postgresStore({ connectionString: server.url, schema });
  onTestFinished(() => store.close());
  return store;
}

async function query(sql: string): Promise<readonly { readonly pid?: number }[]> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query<{ pid?: number }>(sql)).rows;
  } finally {
    await client.end();
  }
}

const backends = `select pid from pg_stat_activity where application_name = 'gleaner'`;

/** Posts holds until it is told to stop, and counts what it was told to be charged for certain, and perhaps. */
function work(store: PostgresStore) {
  const told = { posted: 0, unknown: 0, refused: 0 };
  const stopping = new AbortController();
  let last = 0;
  const callers = Array.from({ length: 8 }, async () => {
    while (!stopping.signal.aborted) {
      last += 1;
      const id = `h${last}`;
      try {
        await store.ledger.hold({ id, account: 'ada', credits: 1 });
        await store.ledger.post(id, 1);
        told.posted += 1;
      } catch (error) {
        if (!isGleanerError(error, 'service_unavailable')) throw error;
        if (error.message.includes('may have been')) told.unknown += 1;
        else told.refused += 1;
      }
    }
  });
  return {
    told,
    async stop() {
      stopping.abort();
      await Promise.all(callers);
    },
  };
}

async function checkBooks(store: PostgresStore, told: ReturnType<typeof work>['told']) {
  const { balance } = await store.ledger.balance('ada');
  const entries = await store.ledger.listEntries({ account: 'ada', limit: 1_000_000 });
  expect(entries.reduce((sum, { credits }) => sum + credits, 0)).toBe(balance);
  const references = entries.flatMap(({ reference }) => reference ?? []);
  expect(new Set(references).size).toBe(references.length);
  const charged = 1_000_000 - balance;
  expect(charged).toBeGreaterThanOrEqual(told.posted);
  expect(charged).toBeLessThanOrEqual(told.posted + told.unknown);
}

test('a database that is away at the start is waited for, by the same store object', async () => {
  await server.stop();
  const store = openStore();
  await expect(store.ping()).rejects.toMatchObject(away);
  await expect(store.ledger.grant('ada', 1)).rejects.toMatchObject(away);
  await server.start();
  await until(() =>
    store.ping().then(
      () => true,
      () => false,
    ),
  );
  expect(await store.ledger.grant('ada', 1)).toEqual({ balance: 1, held: 0 });
});

test('a restart of the database costs no process its work, and readiness tells when it is away', async () => {
  const [store, other] = [openStore(), openStore(`test_${schemas}`)];
  await addAccount(store, 'ada', 100);
  await store.ledger.hold({ id: 'h', account: 'ada', credits: 5 });
  await startSampleRun(store);
  const signal = store.ownership();
  const service = createService({ store });
  expect(await service.isReady()).toBe(true);
  await server.stop();
  await expect(store.ledger.post('h', 5)).rejects.toMatchObject(away);
  await expect(store.ledger.balance('ada')).rejects.toMatchObject(away);
  expect(await service.isReady()).toBe(false);
  await server.start();
  // As if it had been away for an hour.
  await query(`update test_${schemas}.owners set renewed_at = now() - interval '1 hour'`);
  await until(() => service.isReady());
  await until(() => other.recover().then((runs) => runs.length === 0));
  expect(signal.aborted).toBe(false);
  expect(await store.ledger.post('h', 5)).toEqual({ balance: 95, held: 2 });
  await service.close();
});

test('connections that the database ends while they are idle are not even noticed', async () => {
  const store = openStore();
  await store.ledger.grant('ada', 10);
  for (let round = 0; round < 3; round += 1) {
    await query(`select pg_terminate_backend(pid) from (${backends}) as ours`);
    await expect(store.ledger.grant('ada', 10)).resolves.toMatchObject({ held: 0 });
  }
  expect(await store.ledger.balance('ada')).toEqual({ balance: 40, held: 0 });
});

test('backends that are ended or killed under load lose nothing that was acknowledged', async () => {
  const store = openStore();
  await addAccount(store, 'ada', 1_000_000);
  const working = work(store);
  const { told } = working;
  const more = async () => {
    const { posted } = told;
    await until(() => told.posted > posted + 40);
  };
  for (let round = 0; round < 5; round += 1) {
    await more();
    await query(`select pg_terminate_backend(pid) from (${backends}) as ours`);
  }
  await more();
  // The server ends all others when one was killed, and recovers from its log.
  const [backend] = await query(backends);
  if (backend?.pid === undefined) throw new Error('There is no backend.');
  process.kill(backend.pid, 'SIGKILL');
  await more();
  await server.stop();
  await server.start();
  await more();
  await working.stop();
  await expect(checkBooks(store, told)).resolves.toBeUndefined();
});

test('a user, a password or a database that is wrong is named, without the password', async () => {
  const url = new URL(server.url);
  url.pathname = '/nowhere';
  url.password = 's3cret';
  const store = postgresStore({ connectionString: url.href });
  const refused = await store.ping().catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: 'internal_error',
    message: expect.stringContaining('"nowhere" does not exist') as string,
  });
  expect(String(refused)).not.toContain('s3cret');
  await store.close();
});

test('a process that is done with its work ends, also where it did not close its store', () => {
  const script = `
    import { postgresStore } from ${JSON.stringify(import.meta.resolve('../../src/storage/stores/postgres-store.ts'))};
    const store = postgresStore({ connectionString: ${JSON.stringify(server.url)}, schema: 'left_open' });
    console.log((await store.ledger.grant('ada', 3)).balance);`;
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '-e', script],
    { encoding: 'utf8' },
  );
  expect([status, stdout]).toEqual([0, '3\n']);
});
