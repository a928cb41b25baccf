import type { PgBoss } from 'pg-boss';
import { loadOptional } from '../../errors/load-optional.ts';
import { loadOnce } from '../../signals/load-once.ts';
import { keepListening, loadClient } from './keep-listening.ts';

const load = loadOnce(() =>
  loadOptional('pg-boss', 'A queue in PostgreSQL', () => import('pg-boss')),
);

/** The one queue of the schema. */
export const queueName = 'runs';

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

export interface OpenBossOptions {
  readonly connectionString: string;
  readonly schema: string;
  /** Hears every error outside of calls, e.g. of a connection that was closed by the database. */
  readonly onError: (error: unknown) => void;
}

/** An open pg-boss whose schema and queue exist. */
export interface OpenBoss {
  readonly boss: PgBoss;
  /** Whether pg-boss is told of new runs; without that it asks for them. */
  readonly isListening: () => boolean;
  /** Closes it, once nothing is at work. Never rejects. */
  readonly close: () => Promise<void>;
}

/** Connects, and makes or updates schema and queue, which several processes may do at once. Rejects where the database is away. */
export async function openBoss({
  connectionString,
  schema,
  onError,
}: OpenBossOptions): Promise<OpenBoss> {
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
