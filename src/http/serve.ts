import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { answerMalformed, refuseTunnel } from './answer-malformed.ts';
import type { HttpHandler } from './create-http-handler.ts';
import { listen, type RunningServer } from './listen.ts';

export interface ServeOptions {
  readonly handler: HttpHandler;
  /** 0 picks one. @default 0 */
  readonly port?: number | undefined;
  /** @default '127.0.0.1' */
  readonly hostname?: string | undefined;
}

/** A client that is slow on purpose gets no more than this. */
const limits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  maxHeaderBytes: 16_384,
  maxHeaders: 100,
  maxConnections: 1_000,
} as const;

/** Serves a handler with node:http; rejects when it cannot listen. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { handler, port = 0, hostname = '127.0.0.1' } = options;
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      // With the default of 30 s a header time-out of 2 s had not fired by 7 s (measured).
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: limits.maxHeaderBytes,
    },
    getRequestListener(handler, { overrideGlobalObjects: false }),
  );
  server.maxHeadersCount = limits.maxHeaders;
  server.maxConnections = limits.maxConnections;
  server.on('clientError', answerMalformed);
  server.on('connect', refuseTunnel);
  return listen(server, { port, hostname });
}
