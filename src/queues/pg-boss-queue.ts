import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { RunQueue } from '../contracts/run-queue.ts';
import { checkNumbers } from '../errors/check-numbers.ts';
import { GleanerError, isGleanerError } from '../errors/gleaner-error.ts';
import { resolvePostgresOptions } from '../postgres/postgres-options.ts';
import { keepOpen } from './pg-boss/keep-open.ts';
import { reportSeldom } from './pg-boss/report-seldom.ts';
import { openBoss, queueName, type OpenBoss } from './pg-boss/open-boss.ts';

/** Where the queue is kept, and how many runs this process works on. */
export interface PgBossQueueOptions {
  /** URL of a PostgreSQL database, e.g. `postgres://user:password@host/database`; TLS by its `sslmode`. */
  readonly connectionString: string;
  /** Name of the queue's schema, made where it is missing. @default 'gleaner_queue' */
  readonly schema?: string;
  /** Most runs at once in this process, each in a browser context of its own. @default the number of CPU cores */
  readonly concurrency?: number;
  /** Hears of every fault of the queue, e.g. that the database is away; it goes on by itself. @default ignored */
  readonly onError?: (error: unknown) => void;
}

/** A queue that holds connections. Closing it leaves the runs that wait to other processes. */
export interface PgBossQueue extends RunQueue, AsyncDisposable {
  /** Waits for what is at work, then closes the connections. The queue is of no use after that. */
  close(): Promise<void>;
}

const numberRules = { concurrency: { unit: 'runs', least: 1, mayBeInfinite: false } } as const;

/** Where PostgreSQL tells of new runs, asking for them makes up for what was not told. */
const askSeconds = 5;
/** Where it does not: the shortest that pg-boss knows. */
const askUntoldSeconds = 0.5;

/**
 * Creates a queue in a PostgreSQL database that any number of processes share, by the package pg-boss (Node 22.12 or newer).
 * With a `postgresStore` in the same database, a run is queued in the transaction that creates it. It connects with its
 * first use, and again whenever the database comes back; meanwhile `push` rejects with `service_unavailable` at once. A run
 * whose worker died before it began is handed out again within a minute.
 *
 * @throws TypeError for a `concurrency` that is not a whole number ≥ 1, and for a `connectionString` that is no URL of PostgreSQL.
 */
export function pgBossQueue(options: PgBossQueueOptions): PgBossQueue {
  const { connectionString, schema = 'gleaner_queue' } = options;
  const onError = reportSeldom(options.onError ?? (() => {}));
  checkNumbers('', options, numberRules);
  resolvePostgresOptions({ connectionString });
  const { concurrency = availableParallelism() } = options;
  // Where pg-boss is replaced while runs are at work, both together keep to the number.
  const limit = pLimit(concurrency);
  const underWay = new Set<Promise<void>>();
  let work: Worker | undefined;
  /** The one whose workers were started. */
  let staffed: OpenBoss | undefined;
  let isClosed = false;

  const kept = keepOpen<OpenBoss>({
    open: () => openBoss({ connectionString, schema, onError }),
    onOpen: startWorkers,
    async check({ boss, isListening }) {
      return isListening() && (await boss.getQueue(queueName)) !== null;
    },
    async close(opened) {
      await opened.boss.offWork(queueName, { wait: true });
      await opened.close();
    },
    onError,
  });

  /** Once for each opening and each start. */
  async function startWorkers(opened: OpenBoss): Promise<void> {
    if (work === undefined || staffed === opened) return;
    staffed = opened;
    const worker = work;
    const slots = Array.from({ length: concurrency }, () => startWorker(opened, worker));
    await Promise.all(slots);
  }

  async function startWorker({ boss }: OpenBoss, worker: Worker): Promise<void> {
    const asking = {
      pollingIntervalSeconds: askUntoldSeconds,
      notifyPollingIntervalSeconds: askSeconds,
    };
    const id: string = await boss.work<RunEntry>(queueName, asking, async ([job]) => {
      if (job !== undefined) await handOver(job.data.runId, worker);
      // More may wait: asked for at once, and not when the interval is over.
      boss.notifyWorker(id);
    });
  }

  async function handOver(runId: string, worker: Worker): Promise<void> {
    const done = limit(async () => {
      // pg-boss hands it to another process at once.
      if (work !== worker) throw new Error('The worker was stopped before the run began.');
      await worker(runId);
    });
    underWay.add(done);
    try {
      await done;
    } finally {
      underWay.delete(done);
    }
  }

  async function requireBoss(runId: string): Promise<OpenBoss> {
    try {
      if (isClosed) throw new Error('The queue was closed.');
      return await kept.require();
    } catch (error) {
      throw isGleanerError(error) ? error : cannotQueue(runId, error);
    }
  }

  async function close(): Promise<void> {
    isClosed = true;
    work = undefined;
    await kept.close();
  }

  return {
    name: 'pg-boss',
    async push(runId) {
      const { boss } = await requireBoss(runId);
      try {
        await boss.send(queueName, { runId } satisfies RunEntry, { singletonKey: runId });
      } catch (error) {
        throw cannotQueue(runId, error);
      }
    },
    async pushWithin(runId, transaction) {
      const { boss } = await requireBoss(runId);
      const db = {
        async executeSql(text: string, values?: unknown[]) {
          const { rows } = await transaction.executeSql(text, values);
          return { rows: [...rows] };
        },
      };
      await boss.send(queueName, { runId } satisfies RunEntry, { singletonKey: runId, db });
    },
    start(worker) {
      if (work !== undefined) {
        throw new TypeError('The queue has a worker already: stop it before another one starts.');
      }
      work = worker;
      // Where the database is away, they start with the attempt that finds it; `onError` hears of the others.
      void kept
        .require()
        .then(startWorkers)
        .catch(() => {});
    },
    async stop() {
      if (work === undefined) return [];
      work = undefined;
      staffed = undefined;
      await kept.current()?.boss.offWork(queueName, { wait: true });
      await Promise.allSettled(underWay);
      return [];
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Worker = (runId: string) => Promise<void>;

/** What pg-boss keeps of a run. */
interface RunEntry {
  readonly runId: string;
}

function cannotQueue(runId: string, cause: unknown): GleanerError<'service_unavailable'> {
  return new GleanerError(
    'service_unavailable',
    `The run "${runId}" could not be queued, because the database of the queue is away: try again later.`,
    { cause },
  );
}
