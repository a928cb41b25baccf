import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Store } from '../../runtime/contracts/store/store.ts';
import { type OptionRules, aText, checkOptions } from '../../runtime/errors/option-checks.ts';
import { longestTimerMs, loadOnce } from '../../runtime/signals/waiting.ts';
import { closedStore } from '../../runtime/errors/store-errors.ts';
import { type SqlStoreParts, sqlStore } from './sql/sql-store.ts';
import type { Reader } from './sqlite/open-database.ts';
import {
  type FromWriter,
  type Job,
  type ToWriter,
  type WriterSettings,
  toError,
  toStoreError,
} from './sqlite/to-store-error.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { startWorker, toThreadScript } from '../../runtime/threads/start-worker.ts';

/** Where a store keeps its files, and its limits. */
export interface SqliteStoreOptions {
  /** Folder of the store's files, created where it is missing. It must be on a local disk, since network folders do not lock. */
  readonly folder: string;
  /** Longest time that changes wait for another process that writes, in milliseconds: one budget, however many writes a call needs. @default 10_000 */
  readonly busyTimeoutMs?: number;
  /** Largest size of the file, in bytes; beyond it changes reject with `service_unavailable`. @default no limit but the disk's */
  readonly maxBytes?: number;
}

/** Many times what another process's transaction takes, and a third of the 30 s after which clients of HTTP often give up. */
const defaultBusyTimeoutMs = 10_000;

const optionRules: OptionRules<SqliteStoreOptions> = {
  folder: { ...aText, isRequired: true },
  busyTimeoutMs: { unit: 'milliseconds', least: 0, most: longestTimerMs, mayBeInfinite: false },
  maxBytes: { unit: 'bytes', least: 1, mayBeInfinite: false },
};

interface OpenStore {
  readonly writer: Writer;
  readonly reader: Reader;
}

/**
 * Creates a store in a folder, on the SQLite of Node. Several processes may use one folder at once. The files are opened by
 * the first use, which rejects with `internal_error` when they cannot be used. A thread writes; if it ends unexpectedly, the
 * changes under way reject with `service_unavailable`, and the next change starts a new thread.
 *
 * @throws TypeError that names the first option that cannot be used.
 */
export function sqliteStore(options: SqliteStoreOptions): Store & AsyncDisposable {
  checkOptions('sqliteStore', options, optionRules);
  const { folder, busyTimeoutMs = defaultBusyTimeoutMs, maxBytes } = options;
  const file = path.join(folder, 'gleaner.db');
  // The same for every thread that writes for this object, so that what it holds stays its own when one of them dies.
  const owner = randomUUID();
  let reader: Reader | undefined;
  let opening: Promise<OpenStore> | undefined;
  let closing: Promise<void> | undefined;

  /** Starts a thread that writes, where none is at work. */
  function open(): Promise<OpenStore> {
    if (closing !== undefined) return Promise.reject(closedStore());
    opening ??= openStore().catch((error: unknown) => {
      // The next attempt may succeed.
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function openStore(): Promise<OpenStore> {
    const settings = { owner, folder, file, busyTimeoutMs, maxBytes };
    const writer = createWriter(settings, () => (opening = undefined));
    await writer.opened;
    try {
      // Kysely takes 60 ms to load: only a process with a database pays for it.
      const { openReader } = await import('./sqlite/open-database.ts');
      reader ??= openReader(file, busyTimeoutMs);
      return { writer, reader };
    } catch (error) {
      await writer.close();
      throw toStoreError(error, file);
    }
  }

  async function closeStore(): Promise<void> {
    const opened = await opening?.catch(() => {});
    await opened?.writer.close();
    reader?.close();
  }

  const read = async (name: string, input: unknown): Promise<unknown> => {
    const opened = await open();
    return opened.reader.run(name, input);
  };
  const write = async (name: string, input: unknown): Promise<unknown> => {
    const { writer } = await open();
    return writer.run(name, input);
  };

  return sqlStore({
    name: 'sqlite',
    // The name of an operation decides on the type of its input and result, which no thread boundary can carry.
    read: read as SqlStoreParts['read'],
    write: write as SqlStoreParts['write'],
    close: () => (closing ??= closeStore()),
  });
}

/** The main thread's end of the thread that writes. */
interface Writer {
  /** Resolves once the file is open and of today's form. */
  readonly opened: Promise<void>;
  /** Resolves once the change is on the disk. */
  run(name: string, input: unknown): Promise<unknown>;
  /** After everything that was asked for before. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Starts the thread. It keeps the process alive only while a change is under way. When it dies, what is under way is
 * rejected with `service_unavailable`, `onLost` is called once, and the writer is of no more use: create another one.
 */
function createWriter(settings: WriterSettings, onLost: () => void): Writer {
  const worker = startWorker(toThreadScript('./sqlite/writer-thread', import.meta.url), {
    workerData: settings,
    env: {},
    execArgv: [],
    argv: [],
  });
  const waiting = new Map<number, Waiting>();
  const opening = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let unsent: Job[] = [];
  let lastId = 0;
  let isClosing = false;
  /** Why nothing can be asked for any more. */
  let failure: unknown;

  function fail(error: unknown): void {
    if (failure === undefined && !isClosing) onLost();
    failure ??= error;
    opening.reject(failure);
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
    worker.unref();
  }

  worker.on('message', (message: FromWriter) => {
    if (message.kind === 'open') {
      opening.resolve();
      if (waiting.size === 0) worker.unref();
      return;
    }
    if (message.kind === 'failed') {
      fail(toError(message.error));
      return;
    }
    for (const outcome of message.outcomes) {
      const waiter = waiting.get(outcome.id);
      waiting.delete(outcome.id);
      if ('error' in outcome) waiter?.reject(toError(outcome.error));
      else waiter?.resolve(outcome.value);
    }
    if (waiting.size === 0) worker.unref();
  });
  worker.on('error', (error) => fail(toThreadError(error)));
  worker.once('exit', () => {
    fail(toThreadError(undefined));
    ended.resolve();
  });
  // Every change that was asked for is rejected with the same error.
  opening.promise.catch(() => {});

  function send(message: ToWriter): void {
    // A thread has no origin: the rule is one of windows.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(message);
  }

  /** All changes requested in one turn of the event loop are sent in one message. */
  function sendAll(): void {
    const jobs = unsent;
    unsent = [];
    try {
      send(jobs);
    } catch {
      for (const job of jobs) sendAlone(job);
    }
  }

  function sendAlone(job: Job): void {
    try {
      send([job]);
    } catch (error) {
      // Not JSON, but a function or the like: only this caller's mistake.
      waiting.get(job.id)?.reject(error);
      waiting.delete(job.id);
    }
  }

  return {
    opened: opening.promise,
    run(name, input) {
      if (failure !== undefined) return Promise.reject(failure);
      lastId += 1;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      if (waiting.size === 0) worker.ref();
      waiting.set(lastId, { resolve, reject });
      if (unsent.length === 0) queueMicrotask(sendAll);
      unsent.push({ id: lastId, name, input });
      return promise;
    },
    async close() {
      await opening.promise.catch(() => {});
      if (failure !== undefined) return;
      isClosing = true;
      worker.ref();
      if (unsent.length > 0) sendAll();
      send('close');
      await ended.promise;
      failure = closedStore();
    },
  };
}

function toThreadError(cause: unknown): GleanerError<'service_unavailable'> {
  return new GleanerError(
    'service_unavailable',
    'The thread that writes the store ended while this change was under way: it may have been kept or not. The next change starts another thread.',
    { cause },
  );
}

/**
 * Creates a store in the memory of this process, for tests and first steps: the SQLite store without a file and a thread. Closing
 * it keeps what it holds.
 */
export function memoryStore(): Store & AsyncDisposable {
  // Kysely takes 60 ms to load: only a store that is used pays for it.
  const open = loadOnce(async () => {
    const { openInMemory } = await import('./sqlite/open-database.ts');
    return openInMemory();
  });
  const run = async (name: string, input: unknown): Promise<unknown> => (await open())(name, input);
  return sqlStore({
    name: 'memory',
    // The name of an operation decides on the type of its input and result, which `run` does not know.
    read: run as SqlStoreParts['read'],
    write: run as SqlStoreParts['write'],
    close: async () => {},
  });
}
