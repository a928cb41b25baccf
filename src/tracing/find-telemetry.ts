import type * as Telemetry from '@opentelemetry/api';

/** OpenTelemetry's API; `undefined` where it is not installed. */
export type FoundTelemetry = typeof Telemetry | undefined;

let found: { readonly telemetry: FoundTelemetry } | undefined;
let looking: Promise<FoundTelemetry> | undefined;

/** Looked for once, when something is traced for the first time; a promise until then. */
export function findTelemetry(): FoundTelemetry | Promise<FoundTelemetry> {
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
