import { Client } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { openPostgres } from '../../../test/support/open-postgres.ts';
import { startPostgres } from '../../../test/support/start-postgres.ts';
import { until } from '../../../test/support/open-service.ts';
import { queueContract } from '../../../test-kit/contracts/queue-contract.ts';
import { pgBossQueue, type PgBossQueue, type PgBossQueueOptions } from './pg-boss-queue.ts';

const postgres = openPostgres();
const opened: PgBossQueue[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((queue) => queue.close()));
});

function openQueue(options: Partial<PgBossQueueOptions> = {}): PgBossQueue {
  const queue = pgBossQueue({
    connectionString: postgres.url(),
    schema: `queue_${postgres.schema()}`,
    concurrency: 2,
    ...options,
  });
  opened.push(queue);
  return queue;
}

/** Keeps the ids of the runs that it is handed. */
function createWorker(): {
  readonly handedOut: string[];
  readonly work: (id: string) => Promise<void>;
} {
  const handedOut: string[] = [];
  return { handedOut, work: async (id) => void handedOut.push(id) };
}

describe('pgBossQueue', () => {
  test.each(queueContract)('$name', async ({ run }) => {
    await expect(run((concurrency) => openQueue({ concurrency }))).resolves.toBeUndefined();
  });

  test('a run waits for another process, and is handed to one of many, once', async () => {
    const runIds = Array.from({ length: 40 }, (_, index) => `run-${index}`);
    // All make the schema at once.
    const queues = Array.from({ length: 5 }, () => openQueue());
    const pushing = openQueue();
    const worker = createWorker();
    for (const queue of queues) queue.start(worker.work);
    await Promise.all(runIds.map((id) => pushing.push(id)));
    await until(() => worker.handedOut.length >= runIds.length);
    await Promise.all(queues.map((queue) => queue.stop()));
    expect(worker.handedOut.toSorted()).toEqual(runIds.toSorted());
  });

  test('what is pushed in a transaction is handed out after its commit, and never without one', async () => {
    const queue = openQueue();
    const worker = createWorker();
    queue.start(worker.work);
    await queue.push('before');
    await until(() => worker.handedOut.length > 0);
    const transaction = {
      executeSql: async (text: string, values: readonly unknown[] = []) => ({
        rows: await postgres.query(text, [...values]),
      }),
    };
    await postgres.query('begin');
    await queue.pushWithin?.('rolled-back', transaction);
    await postgres.query('rollback');
    await postgres.query('begin');
    await queue.pushWithin?.('committed', transaction);
    expect(worker.handedOut).toEqual(['before']);
    await postgres.query('commit');
    await until(() => worker.handedOut.length > 1);
    await queue.stop();
    expect(worker.handedOut).toEqual(['before', 'committed']);
  });

  test('a database that is away at the start, ends all connections and restarts stops no queue', async () => {
    const server = await startPostgres();
    await server.stop();
    const errors: unknown[] = [];
    const queue = openQueue({
      connectionString: server.url,
      onError: (error) => errors.push(error),
    });
    const worker = createWorker();
    queue.start(worker.work);
    await expect(queue.push('away')).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(errors.length).toBeGreaterThan(0);
    const pushed = async (id: string): Promise<boolean> =>
      queue.push(id).then(
        () => true,
        () => false,
      );
    const handsOut = async (id: string): Promise<void> => {
      await until(() => pushed(id));
      await until(() => worker.handedOut.includes(id));
    };
    await server.start();
    await handsOut('started');
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
    );
    await client.end();
    await handsOut('after all connections were ended');
    await server.stop();
    await server.start();
    await handsOut('restarted');
    await queue.close();
    await server.remove();
  });
});
