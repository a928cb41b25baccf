import { toMissingPackage } from '../../runtime/errors/advice.ts';
import type { ServiceEvent } from '../../service/service-options.ts';
import type { RequestRecord } from '../exchange/exchange.ts';
import { createServer } from 'node:http';
import { type RunningServer, listen } from './serve.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { pid as ownPid } from 'node:process';

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
const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

/** From a response out of the cache to the deadline of a call, in seconds. */
const durationBuckets = [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120];

/**
 * Creates counters in a registry of their own, by the optional package `prom-client`. No label holds an account or an id,
 * whose number has no limit.
 *
 * @throws GleanerError `service_unavailable` where `prom-client` is not installed.
 */
export async function createMetrics(): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await loadPrometheus();
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
  const pauses = new Counter({
    name: 'gleaner_schedule_pauses_total',
    help: 'Schedules that paused themselves after refused ticks.',
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
        case 'pause':
          pauses.inc();
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

async function loadPrometheus() {
  try {
    return await import('prom-client');
  } catch (cause) {
    throw toMissingPackage('prom-client', 'Counting for Prometheus', cause);
  }
}

/** What is served, and where. */
export interface ServeMetricsOptions {
  readonly metrics: Metrics;
  /** 0 picks a free port. */
  readonly port: number;
  /** The address to listen on. @default '127.0.0.1' */
  readonly hostname?: string;
}

/** Serves `GET /metrics` on a port of its own, which clients of the service cannot reach. Rejects when the port is in use. */
export async function serveMetrics(options: ServeMetricsOptions): Promise<RunningServer> {
  const { metrics, port, hostname = '127.0.0.1' } = options;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.toText().then(
      (text) => response.writeHead(200, { 'content-type': metricsContentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return listen(server, { port, hostname });
}

/** The processes that descend from one, and the memory that they hold together. */
interface ChildProcesses {
  readonly ids: readonly number[];
  /** Proportional set size: memory that several processes share counts once. */
  readonly bytes: number;
}

/** Returns the living descendants of a process; none on systems without `/proc`. Takes some milliseconds. */
export function readChildProcesses(of: number = ownPid): ChildProcesses {
  const ids = listDescendants(of);
  return { ids, bytes: ids.reduce((sum, id) => sum + readHeldBytes(id), 0) };
}

function listDescendants(of: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of listProcesses()) {
    const parent = readParent(name);
    if (parent !== undefined) parents.set(Number(name), parent);
  }
  const found = new Set([of]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const [id, parent] of parents) if (found.has(parent)) found.add(id);
  }
  found.delete(of);
  return [...found];
}

function listProcesses(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    // The system has no /proc.
    return [];
  }
}

/** Returns the parent of a process, `undefined` for one that has ended. Source: proc(5), fields 3 and 4 of stat. */
function readParent(id: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : Number(parent);
  } catch {
    // It has ended since it was listed.
    return undefined;
  }
}

function readHeldBytes(id: number): number {
  try {
    const rollup = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
    const [, kilobytes = '0'] = /^Pss:\s+(\d+) kB/m.exec(rollup) ?? [];
    return Number(kilobytes) * 1_024;
  } catch {
    // It has ended since it was listed.
    return 0;
  }
}
