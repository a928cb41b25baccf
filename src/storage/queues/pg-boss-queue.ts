import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { RunQueue } from '../../runtime/contracts/run-queue.ts';
import {
  type OptionRules,
  aFunction,
  aText,
  anything,
  checkOptions,
} from '../../runtime/errors/option-checks.ts';
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { resolvePostgresOptions } from '../postgres/postgres-options.ts';
import type { PgBoss } from 'pg-boss';
import { toMissingPackage } from '../../runtime/errors/advice.ts';
import { loadOnce, startTimer } from '../../runtime/signals/waiting.ts';
import { Socket } from 'node:net';
import type { Client as PgClient } from 'pg';

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

const optionRules: OptionRules<PgBossQueueOptions> = {
  connectionString: anything,
  schema: aText,
  concurrency: { unit: 'runs', least: 1, mayBeInfinite: false },
  onError: aFunction,
};

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
 * @throws TypeError that names the first option that cannot be used.
 */
export function pgBossQueue(options: PgBossQueueOptions): PgBossQueue {
  checkOptions('pgBossQueue', options, optionRules);
  const { connectionString, schema = 'gleaner_queue' } = options;
  const onError = throttleReport(options.onError ?? (() => {}));
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

/** Every worker asks for runs twice a second, and each fails while the database is away. */
const pauseMs = 60_000;
/** What pg-boss adds to a message: it tells one worker from another. */
const workerSuffix = / \(Queue: .*\)$/;

/** Reports an error unless one with the same message was reported in the last minute. */
function throttleReport(report: (error: unknown) => void): (error: unknown) => void {
  const reportedAtMs = new Map<string, number>();
  return (thrown) => {
    const error = toError(thrown);
    const nowMs = performance.now();
    for (const [message, atMs] of reportedAtMs) {
      if (nowMs - atMs > pauseMs) reportedAtMs.delete(message);
    }
    if (reportedAtMs.has(error.message)) return;
    reportedAtMs.set(error.message, nowMs);
    report(error);
  };
}

/** pg-boss emits objects that have the members of an error and are none. */
function toError(thrown: unknown): Error {
  const message =
    typeof thrown === 'object' && thrown !== null && 'message' in thrown
      ? String(thrown.message)
      : String(thrown);
  const cause = thrown instanceof Error ? { cause: thrown } : undefined;
  return new Error(message.replace(workerSuffix, ''), cause);
}

const load = loadOnce(async () => {
  try {
    return await import('pg-boss');
  } catch (cause) {
    throw toMissingPackage('pg-boss', 'A queue in PostgreSQL', cause);
  }
});

/** The one queue of the schema. */
const queueName = 'runs';

/** Connections beside the one that listens: handing out and reporting are short, however many runs are at work. */
const maxConnections = 4;
const connectMs = 5_000;
/** A database that is cut off answers nothing, for ever: a statement that takes longer fails, and its connection is closed. */
const statementMs = 20_000;

/** A worker that shows no sign of life for so long has died; pg-boss then hands its run to another one. */
const heartbeatSeconds = 20;
/** How often the dead are looked for, by one process of all: a run is handed out again within 40 s. */
const superviseSeconds = 10;
/** Entries of runs that were handed out are of no further use. */
const keepSeconds = 60;
/** The longest that pg-boss knows; the service ends runs long before. */
const expireSeconds = 24 * 60 * 60 - 1;
/** An entry that was handed out so often in vain is dropped, and queued again by the service. */
const retryLimit = 100;

interface OpenBossOptions {
  readonly connectionString: string;
  readonly schema: string;
  /** Hears every error outside of calls, e.g. of a connection that was closed by the database. */
  readonly onError: (error: unknown) => void;
}

/** An open pg-boss whose schema and queue exist. */
interface OpenBoss {
  readonly boss: PgBoss;
  /** Whether pg-boss is told of new runs; without that it asks for them. */
  readonly isListening: () => boolean;
  /** Closes it, once nothing is at work. Never rejects. */
  readonly close: () => Promise<void>;
}

/** Connects, and makes or updates schema and queue, which several processes may do at once. Rejects where the database is away. */
async function openBoss({ connectionString, schema, onError }: OpenBossOptions): Promise<OpenBoss> {
  const { PgBoss: Boss } = await load();
  let isListening = true;
  const settings = {
    connectionString,
    query_timeout: statementMs,
    keepAlive: true,
    application_name: 'gleaner queue',
    connectionTimeoutMillis: connectMs,
  };
  // Passed on to the pool of pg.
  const ofPool = { Client: await loadClient() };
  const boss = new Boss({
    ...settings,
    ...ofPool,
    schema,
    max: maxConnections,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: keepSeconds,
  });
  // Without a listener an error event ends the process.
  boss.on('error', onError);
  boss.on('warning', ({ message, data }) => {
    if (isType(data, 'listen_notify_unavailable')) isListening = false;
    onError(new Error(message));
  });
  const listen: ReturnType<PgBoss['getDb']>['listen'] = (channel, onNotification, onOpen) =>
    keepListening({ settings, channel, onNotification, onOpen, onError });
  Object.assign(boss.getDb(), { listen });
  const close = async (): Promise<void> => {
    try {
      await boss.stop({ graceful: false });
    } catch (error) {
      onError(error);
    }
  };
  try {
    await boss.start();
    await boss.createQueue(queueName, {
      // One entry of a run waits or is at work at a time: a second push does nothing.
      policy: 'exclusive',
      notify: true,
      heartbeatSeconds,
      expireInSeconds: expireSeconds,
      deleteAfterSeconds: keepSeconds,
      retryLimit,
    });
  } catch (error) {
    await close();
    throw error;
  }
  return { boss, isListening: () => isListening, close };
}

function isType(data: unknown, type: string): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type;
}

/**
 * Loads connections that are never without a listener for errors. What a database says as its last may come when pg-boss has no
 * listener yet, in one packet with what makes the connection ready, or has taken it off, and would end the process.
 */
export const loadClient: () => Promise<typeof PgClient> = loadOnce(async () => {
  const { Client } = await loadPg();
  return class HeardClient extends Client {
    constructor(...config: ConstructorParameters<typeof Client>) {
      super(...config);
      this.on('error', () => {});
    }
  };
});

async function loadPg() {
  try {
    return await import('pg');
  } catch (cause) {
    throw toMissingPackage('pg', 'A queue in PostgreSQL', cause);
  }
}

type ClientSettings = Readonly<Record<string, unknown>>;

interface Listener {
  readonly check: () => Promise<boolean>;
  readonly close: () => void;
}

/** What a `listen` of pg-boss is given. */
interface ListenInput {
  readonly settings: ClientSettings;
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  /** Called after each opening: what was told before is lost. */
  readonly onOpen: () => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Listens on a connection of its own, and again whenever that has broken; rejects where the first one cannot be opened.
 * In place of pg-boss's own, whose connections are without a listener for errors once it gives them up.
 */
export async function keepListening(input: ListenInput): Promise<{ close(): Promise<void> }> {
  const { settings, channel, onNotification, onOpen, onError } = input;
  const kept = keepOpen<Listener>({
    async open() {
      const Client = await loadClient();
      const socket = new Socket();
      const client = new Client({ ...settings, stream: () => socket });
      // Without a goodbye: on a connection that was cut off it would wait for ever.
      const close = (): void => void socket.destroy();
      try {
        await client.connect();
        client.on('notification', ({ payload }) => {
          if (payload !== undefined) onNotification(payload);
        });
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
      } catch (error) {
        close();
        throw error;
      }
      const check = (): Promise<boolean> =>
        client.query('select 1').then(
          () => true,
          () => false,
        );
      return { check, close };
    },
    onOpen: async () => onOpen(),
    check: (listener) => listener.check(),
    close: async (listener) => listener.close(),
    onError,
  });
  try {
    await kept.require();
  } catch (error) {
    await kept.close();
    throw error;
  }
  return kept;
}

/** Something that is opened again and again until it works, and whenever it has broken. */
interface KeptOpen<Opened> {
  /**
   * Resolves to what is open, and waits for an attempt under way. Rejects at once where the last attempt failed: the next one
   * follows by itself.
   */
  require(): Promise<Opened>;
  /** What is open at the moment. */
  current(): Opened | undefined;
  /** Closes it and opens no more. */
  close(): Promise<void>;
}

export interface KeepOpenOptions<Opened> {
  readonly open: () => Promise<Opened>;
  /** Called after each opening, before `require` resolves. */
  readonly onOpen: (opened: Opened) => Promise<void>;
  /** Resolves to whether it can go on; where not, it is replaced. Rejects where that is unknown: it stays. */
  readonly check: (opened: Opened) => Promise<boolean>;
  readonly close: (opened: Opened) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Between attempts to open: a database that starts takes seconds. */
const retryMs = 1_000;
const checkMs = 15_000;

/** Opens nothing until the first `require`. */
export function keepOpen<Opened>(options: KeepOpenOptions<Opened>): KeptOpen<Opened> {
  const { open, onOpen, check, close, onError } = options;
  let current: Opened | undefined;
  let attempt: Promise<Opened> | undefined;
  let checking: Promise<void> | undefined;
  let cancelTimer: (() => void) | undefined;
  let isClosed = false;

  async function tryOnce(): Promise<Opened> {
    const opened = await open();
    try {
      await onOpen(opened);
    } catch (error) {
      await close(opened);
      throw error;
    }
    current = opened;
    return opened;
  }

  function begin(): Promise<Opened> {
    attempt = tryOnce();
    attempt.then(
      () => schedule(checkMs, () => (checking = verify())),
      (error: unknown) => {
        onError(error);
        schedule(retryMs, () => void begin());
      },
    );
    return attempt;
  }

  function schedule(delayMs: number, work: () => void): void {
    if (!isClosed) cancelTimer = startTimer(delayMs, work);
  }

  async function verify(): Promise<void> {
    const opened = current;
    if (opened === undefined) return;
    // What cannot be asked may come back by itself.
    const isSound = await check(opened).catch(() => true);
    if (isSound || isClosed) {
      schedule(checkMs, () => (checking = verify()));
      return;
    }
    current = undefined;
    // What is at work in it may take minutes to end.
    void close(opened).catch(onError);
    void begin().catch(() => {});
  }

  return {
    require: () => attempt ?? begin(),
    current: () => current,
    async close() {
      isClosed = true;
      cancelTimer?.();
      await Promise.allSettled([attempt, checking]);
      cancelTimer?.();
      const last = current;
      current = undefined;
      if (last !== undefined) await close(last);
    },
  };
}
