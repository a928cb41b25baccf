import { Worker } from 'node:worker_threads';
import { GleanerError } from '../../../errors/gleaner-error.ts';
import { closedStore } from '../../rules/store-errors.ts';
import {
  toError,
  type FromWriter,
  type Job,
  type ToWriter,
  type WriterSettings,
} from './thread-messages.ts';
import { toThreadScript } from '../../../threads/to-thread-script.ts';

/** The main thread's end of the thread that writes. */
export interface Writer {
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
export function createWriter(settings: WriterSettings, onLost: () => void): Writer {
  const worker = new Worker(toThreadScript('./writer-thread', import.meta.url), {
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
