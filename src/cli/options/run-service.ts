import { setTimeout } from 'node:timers/promises';
import { createGleaner, isGleanerError } from '../../index.ts';
import { createService, type Service, type ServiceEvent } from '../../service/index.ts';
import type { CommandIo } from '../output/command-io.ts';
import { createLog, type Log } from '../output/create-log.ts';
import { untilAborted } from '../output/until-aborted.ts';
import { readEngineOptions, type BrowserOptions } from './browser-options.ts';
import { openStorage, type Storage } from './open-storage.ts';
import { parseServiceOptions } from './with-service.ts';

/** What a process that works until it is stopped has in common with others of its kind. */
export interface ServiceProcess extends BrowserOptions {
  readonly storage: Storage;
  /** `false` leaves runs to other processes. */
  readonly worksOnRuns: boolean;
  /** Most runs at once. @default as many as there are CPU cores */
  readonly concurrency?: number | undefined;
  readonly onEvent?: (event: ServiceEvent) => void;
  /** Called once the service works, or waits for its database. Resolves to what is closed when work has ended. */
  readonly open: (service: Service, log: Log) => Promise<() => Promise<void>>;
}

/** Time that requests and runs under way have to end, once a shutdown was asked for. */
const drainMs = 30_000;

/** Runs a service until the command is interrupted; then takes no more work and lets what is under way end. */
export async function runService(
  { storage, worksOnRuns, concurrency, onEvent, open, ...browser }: ServiceProcess,
  io: CommandIo,
): Promise<void> {
  const log = createLog(io);
  const { store, queue, cache, close } = openStorage(storage, {
    concurrency,
    onQueueError: (error) => log.onEvent({ kind: 'fault', doing: 'keep the queue', error }),
  });
  const gleaner = createGleaner({
    ...readEngineOptions({ ...browser, concurrency }, io),
    ...(cache === undefined ? {} : { cache }),
  });
  const service = createService({
    ...parseServiceOptions(io),
    gleaner,
    store,
    ...(queue === undefined ? {} : { queue }),
    onEvent(event) {
      log.onEvent(event);
      onEvent?.(event);
    },
  });
  // Also where it cannot listen while it waits for its database.
  const ending = new AbortController();
  const ended = AbortSignal.any([io.signal, ending.signal]);
  let closeOpened: (() => Promise<void>) | undefined;
  let waiting: Promise<void> | undefined;
  try {
    const isStarted = await tryStart();
    if (!isStarted) waiting = untilStarted();
    closeOpened = await open(service, log);
    await untilAborted(io.signal);
    log.write({ level: 'info', event: 'shutdown', drainMs });
    // New work is refused from here on.
    await service.close({ drainMs });
  } finally {
    ending.abort();
    await closeOpened?.();
    await service.close({ drainMs: 0 });
    await waiting;
    await gleaner.close();
    await close();
  }

  /** Whether it works; a database that is away is waited for. */
  async function tryStart(): Promise<boolean> {
    try {
      await service.start({ worksOnRuns });
      return true;
    } catch (error) {
      const mayCome = storage.kind === 'database' && isGleanerError(error, 'service_unavailable');
      if (!mayCome) throw error;
      return false;
    }
  }

  async function untilStarted(): Promise<void> {
    log.write({ level: 'warn', event: 'waiting', for: 'the database, which cannot be reached' });
    let told: string | undefined;
    for (;;) {
      await setTimeout(retryMs, undefined, { signal: ended }).catch(() => {});
      if (ended.aborted) return;
      const isStarted = await tryStart().catch((error: unknown) => {
        // The database is there and cannot be used. That may be mended, and this process goes on.
        const message = error instanceof Error ? error.message : String(error);
        if (message !== told) log.onEvent({ kind: 'fault', doing: 'start', error });
        told = message;
        return false;
      });
      if (isStarted) {
        log.write({ level: 'info', event: 'started' });
        return;
      }
    }
  }
}

/** Between two looks for the database: one that starts takes seconds. */
const retryMs = 1_000;
