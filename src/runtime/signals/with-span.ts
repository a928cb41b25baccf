import type * as Telemetry from '@opentelemetry/api';
import { isGleanerError } from '../errors/gleaner-error.ts';

/** What a span says beside its name: never keys, queries, bodies or page text. */
type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/**
 * Does work within a span, below the one it is called in, where OpenTelemetry's API is installed; elsewhere it only does
 * the work. A failed span carries the error's code, not its message, which may quote the request.
 */
export function withSpan<Result>(
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<Result>,
): Promise<Result> {
  const telemetry = findTelemetry();
  const trace = (api: FoundTelemetry): Promise<Result> =>
    api === undefined ? work() : traceWork(api, name, attributes, work);
  // Without tracing the work starts without a wait.
  return telemetry instanceof Promise ? telemetry.then(trace) : trace(telemetry);
}

function traceWork<Result>(
  { trace, SpanStatusCode }: typeof Telemetry,
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<Result>,
): Promise<Result> {
  return trace.getTracer('gleaner').startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setAttributes({ 'error.type': typeOf(error) });
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

function typeOf(error: unknown): string {
  if (isGleanerError(error)) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

/** OpenTelemetry's API; `undefined` where it is not installed. */
type FoundTelemetry = typeof Telemetry | undefined;

let found: { readonly telemetry: FoundTelemetry } | undefined;
let looking: Promise<FoundTelemetry> | undefined;

/** Where OpenTelemetry's API (1.x) puts what is registered with it: a tracer, a propagator, a reader of metrics. */
const registry = Symbol.for('opentelemetry.js.api.1');

/** Looked for once, when something may be traced for the first time; a promise until then. Nobody listens before that. */
export function findTelemetry(): FoundTelemetry | Promise<FoundTelemetry> {
  if (found === undefined && !(registry in globalThis)) return undefined;
  return found === undefined ? (looking ??= look()) : found.telemetry;
}

async function look(): Promise<FoundTelemetry> {
  try {
    found = { telemetry: await import('@opentelemetry/api') };
  } catch {
    // It is not installed: an optional peer.
    found = { telemetry: undefined };
  }
  return found.telemetry;
}
