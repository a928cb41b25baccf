import { loadOptional } from '../../errors/load-optional.ts';
import type { ServiceEvent } from '../../service/service-event.ts';
import type { RequestRecord } from '../exchange.ts';
import { readChildProcesses } from './read-child-processes.ts';

/** Counters of a service, and the state of its process, for Prometheus. */
export interface Metrics {
  /** Counts a request: pass it to `createHttpHandler`. */
  onRequest(record: RequestRecord): void;
  /** Counts an event: pass it to `createService`. */
  onEvent(event: ServiceEvent): void;
  /** Resolves to the metrics in Prometheus' text format. */
  toText(): Promise<string>;
}

/** The content type of `toText`. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

/** From a response out of the cache to the deadline of a call, in seconds. */
const durationBuckets = [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120];

/**
 * Creates counters in a registry of their own, by the optional package `prom-client`. No label holds an account or an id,
 * whose number has no limit.
 *
 * @throws GleanerError `service_unavailable` where `prom-client` is not installed.
 */
export async function createMetrics(): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await loadOptional(
    'prom-client',
    'Counting for Prometheus',
    () => import('prom-client'),
  );
  const registry = new Registry();
  const registers = [registry];
  // The process itself: `nodejs_eventloop_lag_p99_seconds`, heap, memory, handles.
  collectDefaultMetrics({ register: registry });
  const browserProcesses = new Gauge({
    name: 'gleaner_browser_processes',
    help: 'Processes that this one has started: those of the browser. Linux only.',
    registers: [],
  });
  const browserMemory = new Gauge({
    name: 'gleaner_browser_memory_bytes',
    help: 'Memory of the processes that this one has started: those of the browser. Linux only.',
    registers: [],
    collect() {
      const { ids, bytes } = readChildProcesses();
      this.set(bytes);
      browserProcesses.set(ids.length);
    },
  });
  // In this order: the second is set while the first is read.
  for (const gauge of [browserMemory, browserProcesses]) registry.registerMetric(gauge);
  const requests = new Histogram({
    name: 'gleaner_http_request_duration_seconds',
    help: 'Requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers,
  });
  const runs = new Counter({
    name: 'gleaner_runs_total',
    help: 'Runs that ended, by their end.',
    labelNames: ['status'],
    registers,
  });
  const pages = new Counter({
    name: 'gleaner_run_pages_total',
    help: 'Pages that completed runs extracted.',
    registers,
  });
  const deliveries = new Counter({
    name: 'gleaner_webhook_deliveries_total',
    help: 'Webhooks that were attempted.',
    labelNames: ['outcome'],
    registers,
  });
  const ticks = new Counter({
    name: 'gleaner_schedule_ticks_total',
    help: 'Ticks of schedules.',
    labelNames: ['outcome'],
    registers,
  });
  const faults = new Counter({
    name: 'gleaner_faults_total',
    help: 'Faults of work that has no caller.',
    registers,
  });

  return {
    onRequest: ({ method, route, status, durationMs }) =>
      requests.observe({ method: toKnownMethod(method), route, status }, durationMs / 1_000),
    onEvent(event) {
      switch (event.kind) {
        case 'run':
          runs.inc({ status: event.status });
          if (event.status === 'completed') pages.inc(event.pages);
          break;
        case 'delivery':
          deliveries.inc({ outcome: event.error === undefined ? 'delivered' : 'failed' });
          break;
        case 'tick':
          ticks.inc({ outcome: event.error === undefined ? 'run' : 'refused' });
          break;
        case 'fault':
          faults.inc();
          break;
      }
    },
    toText: () => registry.metrics(),
  };
}

const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'POST',
  'HEAD',
  'OPTIONS',
  'PUT',
  'DELETE',
]);

function toKnownMethod(method: string): string {
  return knownMethods.has(method) ? method : 'other';
}
