import { setTimeout } from 'node:timers/promises';
import { createGleaner, isGleanerError } from '../../index.ts';
import { type Service, type ServiceEvent, createService } from '../../service/index.ts';
import { type CommandIo, untilAborted } from '../output/command-io.ts';
import { type BrowserOptions, readEngineOptions } from './browser-options.ts';
import { type Storage, openStorage, parseServiceOptions } from './store-options.ts';
import type { RequestRecord } from '../../web/http/index.ts';

/** What a process that works until it is stopped has in common with others of its kind. */
interface ServiceProcess extends BrowserOptions {
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
    let reported: string | undefined;
    for (;;) {
      await setTimeout(retryMs, undefined, { signal: ended }).catch(() => {});
      if (ended.aborted) return;
      const isStarted = await tryStart().catch((error: unknown) => {
        // The database is there and cannot be used. That may be mended, and this process goes on.
        const message = error instanceof Error ? error.message : String(error);
        if (message !== reported) log.onEvent({ kind: 'fault', doing: 'start', error });
        reported = message;
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

/** Structured logs: one line of JSON each, on standard error. */
interface Log {
  onRequest(record: RequestRecord): void;
  onEvent(event: ServiceEvent): void;
  write(entry: Readonly<Record<string, unknown>>): void;
}

/** Writes lines without secrets: keys, credentials in URLs and headers, and queries are taken out of every text. */
export function createLog({ messages }: CommandIo): Log {
  const write = (entry: Readonly<Record<string, unknown>>): void => {
    const line = { time: new Date().toISOString(), ...entry };
    messages.write(
      `${JSON.stringify(line, (_name, value: unknown) => (typeof value === 'string' ? redact(value) : value))}\n`,
    );
  };
  return {
    write,
    onRequest({ error, ...record }) {
      const level = record.status < 500 ? 'info' : isShutdown(error) ? 'warn' : 'error';
      write({
        level,
        event: 'request',
        ...record,
        ...(error === undefined ? {} : { error: describe(error, level === 'error') }),
      });
    },
    onEvent({ kind, ...event }) {
      const error = 'error' in event ? event.error : undefined;
      const level = toEventLevel(kind, error);
      write({
        level,
        event: kind,
        ...event,
        ...(error === undefined ? {} : { error: describe(error, level === 'error') }),
      });
    },
  };
}

/** A failed run is its owner's affair; a webhook or a schedule that comes to nothing may be the operator's. */
function toEventLevel(kind: ServiceEvent['kind'], error: unknown): 'info' | 'warn' | 'error' {
  if (error === undefined || kind === 'run') return 'info';
  return kind === 'fault' && !isShutdown(error) ? 'error' : 'warn';
}

/** Whether a call was refused or ended because the service or a part of it was closed: expected, and nothing to mend. */
function isShutdown(error: unknown): boolean {
  return isGleanerError(error, 'service_unavailable') && error.details?.reason === 'shutting_down';
}

/** Causes of causes that are written; an error may be its own cause. */
const maxCauses = 5;

/** What was thrown, for the operator; a fault with its stack and its causes. */
function describe(error: unknown, isFault: boolean, causes = maxCauses): unknown {
  if (error === undefined || typeof error === 'string') return error;
  // What is no error may hold anything, in any depth.
  if (!(error instanceof Error)) return `a ${typeof error}`;
  const { stack, cause, message } = error;
  return {
    ...(isGleanerError(error) ? { code: error.code } : { name: error.name }),
    message,
    ...(isFault ? { stack } : {}),
    ...(isFault && causes > 0 ? { cause: describe(cause, true, causes - 1) } : {}),
  };
}

const secrets: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/svc_live_[0-9A-Za-z]{8,}/g, 'svc_live_[redacted]'],
  [/\b(authorization|cookie|x-api-key|proxy-authorization)(["']?\s*[:=]\s*).+/gi, '$1$2[redacted]'],
  [/(\b[a-z][a-z\d+.-]{0,20}:\/\/)[^\s/"']{1,500}@/gi, '$1[redacted]@'],
  [/(\bhttps?:\/\/[^\s?#"']{1,2000})\?[^\s#"']*/gi, '$1?[redacted]'],
];

/** No pattern above matches without one of these: most texts are searched once only. */
const suspicious = /[:=]|svc_live_/;

function redact(text: string): string {
  if (!suspicious.test(text)) return text;
  return secrets.reduce(
    (left, [pattern, replacement]) => left.replaceAll(pattern, replacement),
    text,
  );
}
