import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { HttpHandler } from './create-http-handler.ts';
import { answerMalformed, refuseTunnel } from './answer-malformed.ts';

export interface ServeOptions {
  readonly handler: HttpHandler;
  /** 0 picks one. @default 0 */
  readonly port?: number;
  /** @default '127.0.0.1' */
  readonly hostname?: string;
}

/** A server that listens. */
export interface RunningServer {
  /** Without a path: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Takes no more connections, closes the idle ones, and waits for the requests under way. */
  close(): Promise<void>;
}

/** A client that is slow on purpose gets no more than this. */
const limits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  maxHeaders: 100,
  maxConnections: 1_000,
};

/** Serves a handler with node:http; rejects when it cannot listen. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { handler, port = 0, hostname = '127.0.0.1' } = options;
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      // With the default of 30 s a header time-out of 2 s had not fired by 7 s (measured).
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
    },
    getRequestListener(handler, { overrideGlobalObjects: false }),
  );
  server.maxHeadersCount = limits.maxHeaders;
  server.maxConnections = limits.maxConnections;
  server.on('clientError', answerMalformed);
  server.on('connect', refuseTunnel);
  await listen(server, port, hostname);
  const address = server.address() as AddressInfo;
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${host}:${address.port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeIdleConnections();
      }),
  };
}

function listen(server: Server, port: number, hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, hostname, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}
