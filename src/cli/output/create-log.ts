import { isGleanerError } from '../../index.ts';
import type { ServiceEvent } from '../../service/index.ts';
import type { RequestRecord } from '../../http/index.ts';
import type { CommandIo } from './command-io.ts';

/** Structured logs: one line of JSON each, on standard error. */
export interface Log {
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
  [/(\b[a-z][a-z\d+.-]{0,20}:\/\/)[^\s/@"']{1,500}@/gi, '$1[redacted]@'],
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
