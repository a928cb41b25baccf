import { createServer } from 'node:http';
import { metricsContentType, type Metrics } from './create-metrics.ts';
import { listen, type RunningServer } from '../server/listen.ts';

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
