import { mkdirSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import {
  parentPort,
  receiveMessageOnPort,
  workerData,
  type MessagePort,
} from 'node:worker_threads';
import { writeOperations } from '../sql/sql-store.ts';
import type { Session } from '../sql/tables.ts';
import { groupCommit, type GroupCommit } from './group-commit.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { openForWriting, toKysely } from './open-database.ts';
import { acquireOwnerLock, isOwnerGone, sweepOwnerLocks, type OwnerLock } from './owner-lock.ts';
import {
  toErrorMessage,
  type FromWriter,
  type Job,
  type ToWriter,
  type WriterSettings,
} from './thread-messages.ts';
import { toStoreError } from './to-store-error.ts';
import { waitWhileBusy } from './wait-while-busy.ts';

/** A transaction of so many jobs takes some 10 ms; nobody should wait longer because of the others. */
const maxGroup = 500;

interface OpenStore {
  readonly database: DatabaseSync;
  readonly lock: OwnerLock;
  readonly commit: GroupCommit;
}

if (parentPort !== null) serve(parentPort, workerData as WriterSettings);

/** The thread that alone writes for its store object, so that waiting for the disk never stops the event loop. */
function serve(port: MessagePort, settings: WriterSettings): void {
  const tell = (message: FromWriter): void => port.postMessage(message);
  let store: OpenStore;
  try {
    store = open(settings);
  } catch (error) {
    tell({ kind: 'failed', error: toErrorMessage(toStoreError(error, settings.file)) });
    port.close();
    return;
  }
  const queue: Job[] = [];
  let isClosing = false;
  let isWorking = false;

  const take = (message: ToWriter): void => {
    if (message === 'close') isClosing = true;
    else queue.push(...message);
  };
  async function work(): Promise<void> {
    isWorking = true;
    while (queue.length > 0) {
      tell({ kind: 'done', outcomes: await store.commit(queue.splice(0, maxGroup)) });
      // What came while the disk was busy makes the next group.
      for (;;) {
        const next = receiveMessageOnPort(port);
        if (next === undefined) break;
        take(next.message as ToWriter);
      }
    }
    isWorking = false;
    if (!isClosing) return;
    store.lock.release();
    store.database.close();
    port.close();
  }
  port.on('message', (message: ToWriter) => {
    take(message);
    if (!isWorking) void work();
  });
  tell({ kind: 'open', owner: store.lock.owner });
}

function open({ folder, file, busyTimeoutMs, maxBytes }: WriterSettings): OpenStore {
  mkdirSync(folder, { recursive: true });
  const database = waitWhileBusy(busyTimeoutMs, () => openForWriting(file, maxBytes));
  try {
    waitWhileBusy(busyTimeoutMs, () => migrate(database, migrations));
    const lock = acquireOwnerLock(folder);
    try {
      sweepOwnerLocks(folder);
      waitWhileBusy(busyTimeoutMs, () =>
        database.prepare('insert into owners values (?, ?)').run(lock.owner, Date.now()),
      );
      return { database, lock, commit: createCommit(database, lock.owner) };
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    database.close();
    throw error;
  }

  function createCommit(opened: DatabaseSync, owner: string): GroupCommit {
    const session: Session = {
      db: toKysely(opened),
      owner,
      isGone: (other) => other !== owner && isOwnerGone(folder, other),
    };
    const operations = new Map<string, (session: Session, input: never) => Promise<unknown>>(
      Object.entries(writeOperations),
    );
    return groupCommit({
      database: opened,
      file,
      busyTimeoutMs,
      run: async ({ name, input }) => {
        const operation = operations.get(name);
        if (operation === undefined) throw new TypeError(`There is no operation "${name}".`);
        return operation(session, input as never);
      },
    });
  }
}
