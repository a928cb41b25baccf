import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { checkNumbers, type NumberRule } from '../../errors/check-numbers.ts';
import { longestTimerMs } from '../../signals/start-timer.ts';
import type { HttpHandler } from '../create-http-handler.ts';
import { maxBodyBytes } from '../request/read-json-body.ts';
import type { HttpFault } from '../response/envelope.ts';
import { boundConnections } from './bound-connections.ts';
import { findHttpFault, hangUp, toHttpFault } from './hang-up.ts';
import { listen, type RunningServer } from './listen.ts';
import { toNodeListener, toRefusal } from './to-node-listener.ts';
import { writeResponse } from './write-response.ts';

/** Limits against slow clients and large requests. */
export interface ServerLimits {
  /** Longest time until all request headers have arrived, in milliseconds. @default 10_000 */
  readonly headersTimeoutMs?: number;
  /** Longest time until the whole request has arrived, in milliseconds. @default 30_000 */
  readonly requestTimeoutMs?: number;
  /** Longest time without a byte in either direction, in milliseconds. @default 150_000: longer than the longest call */
  readonly idleTimeoutMs?: number;
  /** Most bytes of request headers. @default 16_384 */
  readonly maxHeaderBytes?: number;
  /** Most request headers. @default 100 */
  readonly maxHeaders?: number;
  /** Most connections; beyond it the connection that has been idle the longest is closed. @default 1_000 */
  readonly maxConnections?: number;
}

/** What is served, and where. */
export interface ServeOptions {
  readonly handler: HttpHandler;
  /** 0 picks a free port. @default 0 */
  readonly port?: number | undefined;
  /** The address to listen on. @default '127.0.0.1' */
  readonly hostname?: string | undefined;
  readonly limits?: ServerLimits;
}

const time = {
  unit: 'milliseconds',
  least: 1,
  most: longestTimerMs,
  mayBeInfinite: false,
} as const;

const limitRules: Readonly<Record<keyof ServerLimits, NumberRule>> = {
  headersTimeoutMs: time,
  requestTimeoutMs: time,
  idleTimeoutMs: time,
  maxHeaderBytes: { unit: 'bytes', least: 1, mayBeInfinite: false },
  maxHeaders: { unit: 'headers', least: 1, mayBeInfinite: true },
  maxConnections: { unit: 'connections', least: 1, mayBeInfinite: true },
};

/** With Node's default of 30 s a header time-out of 2 s had not fired by 7 s (measured). */
const maxCheckingIntervalMs = 1_000;

/**
 * Serves a handler with node:http. Rejects when it cannot listen, e.g. on a port in use, and with a `TypeError` that names a
 * limit that cannot be used.
 *
 * @example
 * await using server = await serve({ handler: createHttpHandler(service), port: 8080 });
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { handler, port = 0, hostname = '127.0.0.1', limits = {} } = options;
  checkNumbers('limits.', limits, limitRules);
  const { headersTimeoutMs = 10_000, requestTimeoutMs = 30_000, maxHeaders = 100 } = limits;
  const listener = toNodeListener(handler);
  const refuse = toRefusal(handler);
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(maxCheckingIntervalMs, headersTimeoutMs),
    maxHeaderSize: limits.maxHeaderBytes ?? 16_384,
    // Node's own response has no envelope.
    requireHostHeader: false,
  });
  // Node silently drops headers beyond its count: all that fit into the bytes are let in, and counted here.
  server.maxHeadersCount = 0;
  server.timeout = limits.idleTimeoutMs ?? 150_000;
  const connections = boundConnections(server, limits.maxConnections ?? 1_000);

  function respond(incoming: IncomingMessage, outgoing: ServerResponse): void {
    connections.begin({ incoming, outgoing });
    if (!server.listening) outgoing.shouldKeepAlive = false;
    const fault = findHttpFault(incoming, maxHeaders);
    if (fault === undefined) listener(incoming, outgoing);
    else writeResponse(outgoing, refuse(fault, incoming.method));
  }

  server.on('request', respond);
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // A body that will be refused need not be sent.
    if (Number(incoming.headers['content-length'] ?? 0) <= maxBodyBytes) outgoing.writeContinue();
    respond(incoming, outgoing);
  });
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    connections.begin({ incoming, outgoing });
    writeResponse(outgoing, refuse(unknownExpectation, incoming.method));
  });
  server.on('clientError', (error, socket) => {
    hangUp(socket, connections.find(socket), () => refuse(toHttpFault(error)));
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    hangUp(socket, undefined, () => refuse(noTunnels, 'CONNECT'));
  });
  return listen(server, { port, hostname });
}

const unknownExpectation: HttpFault = {
  status: 417,
  message: 'There are no expectations but 100-continue.',
};
const noTunnels: HttpFault = { status: 405, message: 'There are no tunnels here.' };
