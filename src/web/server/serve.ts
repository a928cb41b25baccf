import {
  type IncomingMessage,
  type Server,
  STATUS_CODES,
  ServerResponse,
  createServer,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type NumberRule,
  type OptionRules,
  aFunction,
  aText,
  checkNumbers,
  checkOptions,
} from '../../runtime/errors/option-checks.ts';
import { longestTimerMs, startTimer } from '../../runtime/signals/waiting.ts';
import { type HttpHandler, findDirectHandler } from '../http/create-http-handler.ts';
import {
  type HttpFault,
  type HttpResponse,
  maxBodyBytes,
  toFaultResponse,
  toResponse,
} from '../exchange/exchange.ts';
import { randomUUID } from 'node:crypto';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { notePeer } from '../exchange/client-address.ts';
import type { AddressInfo } from 'node:net';

/** Limits against slow clients and large requests. */
export interface ServerLimits {
  /** Longest time until all request headers have arrived, in milliseconds; `requestTimeoutMs` counts where it is shorter. @default 10_000 */
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

const portRule = { unit: 'port numbers', least: 0, most: 65_535, mayBeInfinite: false } as const;

const optionRules: OptionRules<ServeOptions> = {
  handler: { ...aFunction, isRequired: true },
  port: portRule,
  hostname: aText,
  limits: { members: limitRules },
};

/** With Node's default of 30 s a header time-out of 2 s had not fired by 7 s (measured). */
const maxCheckingIntervalMs = 1_000;

/**
 * Serves a handler with node:http. Rejects when it cannot listen, e.g. on a port in use, and with a `TypeError` that names the
 * first option that cannot be used.
 *
 * @example
 * await using server = await serve({ handler: createHttpHandler(service), port: 8080 });
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  checkOptions('serve', options, optionRules);
  const { handler, port = 0, hostname = '127.0.0.1', limits = {} } = options;
  const { requestTimeoutMs = 30_000, maxHeaders = 100, maxHeaderBytes = 16_384 } = limits;
  // Node refuses a longer one than for the whole request.
  const headersTimeoutMs = Math.min(limits.headersTimeoutMs ?? 10_000, requestTimeoutMs);
  const listener = toNodeListener(handler);
  const refuse = toRefusal(handler);
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(maxCheckingIntervalMs, headersTimeoutMs),
    maxHeaderSize: maxHeaderBytes,
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
    if (fault === undefined) {
      listener(incoming, outgoing);
      return;
    }
    endWhenRead(incoming, outgoing);
    writeResponse(outgoing, refuse(fault, incoming.method));
  }

  server.on('request', respond);
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // A body that will be refused need not be sent.
    if (Number(incoming.headers['content-length'] ?? 0) <= maxBodyBytes) outgoing.writeContinue();
    else {
      uninvited.add(incoming);
      outgoing.shouldKeepAlive = false;
    }
    respond(incoming, outgoing);
  });
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    connections.begin({ incoming, outgoing });
    writeResponse(outgoing, refuse(unknownExpectation, incoming.method));
  });
  server.on('clientError', (error, socket) => {
    hangUp(socket, connections.find(socket), () => refuse(toHttpFault(error, maxHeaderBytes)));
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

/** The violation of HTTP that Node's parser or its time-outs reported for a connection. */
function toHttpFault({ code = '' }: NodeJS.ErrnoException, maxHeaderBytes: number): HttpFault {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { status: 431, message: `The headers are larger than ${maxHeaderBytes} bytes.` };
  }
  return faults[code] ?? malformed;
}

const malformed: HttpFault = { status: 400, message: 'This is no valid HTTP/1.1 request.' };

const faults: Readonly<Record<string, HttpFault>> = {
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The chunk extensions are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
};

/**
 * A violation that Node lets pass: a request line without a version (RFC 9112, section 3) or with one that is not spoken here, not
 * one Host (section 3.2), or too many headers; `undefined` where there is none.
 */
function findHttpFault(
  { rawHeaders, httpVersion }: IncomingMessage,
  maxHeaders: number,
): HttpFault | undefined {
  if (rawHeaders.length / 2 > maxHeaders) {
    return { status: 431, message: `There are more than ${maxHeaders} headers.` };
  }
  // Node takes a line without a version for HTTP/0.9, whose answers have no head that could carry a refusal.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return malformed;
  let hosts = 0;
  // Names and values alternate.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    return { status: 400, message: 'Expected one Host header.' };
  }
  return undefined;
}

/**
 * Responds to what Node could not read and closes the connection, after the response to an earlier request on it.
 * `refuse` makes the response; it is not called where the connection cannot be written to any more.
 */
function hangUp(socket: Duplex, exchange: Exchange | undefined, refuse: () => HttpResponse): void {
  if (leaving.has(socket)) return;
  leaving.add(socket);
  socket.on('error', ignoreLostClient);
  if (exchange !== undefined && exchange.incoming.complete) {
    const { outgoing } = exchange;
    outgoing.once('finish', () => writeAndClose(socket, refuse));
  } else if (exchange?.outgoing.headersSent === true) socket.destroy();
  else writeAndClose(socket, refuse);
}

/** Connections that are being closed: the parser reports everything that still arrives on them. */
const leaving = new WeakSet<Duplex>();

/** Time for the client to read the response; closed at once, a connection with unread bytes loses what was sent last. */
const lingerMs = 500;

function writeAndClose(socket: Duplex, refuse: () => HttpResponse): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = refuse();
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function ignoreLostClient(): void {}

/** A request and its response. */
interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** The connections of a server, and what is under way on each. */
interface Connections {
  /** To be called with each request. */
  begin(exchange: Exchange): void;
  /** The latest request on a connection, until its response is sent. */
  find(socket: Duplex): Exchange | undefined;
}

/**
 * Holds a server to a number of connections. Beyond it, the connection is closed that has kept the server waiting the
 * longest: Node's own `maxConnections` turns new connections away, so that slow clients could keep all others out.
 */
function boundConnections(server: Server, maxConnections: number): Connections {
  // In the order in which they were opened or last got a response.
  const connections = new Map<Duplex, Exchange | undefined>();

  server.on('connection', (socket) => {
    if (connections.size >= maxConnections) {
      const slowest = findWaiting(connections);
      // There is work under way for all of them.
      if (slowest === undefined) {
        socket.destroy();
        return;
      }
      connections.delete(slowest);
      slowest.destroy();
    }
    connections.set(socket, undefined);
    socket.once('close', () => connections.delete(socket));
  });

  return {
    begin(exchange) {
      const { incoming, outgoing } = exchange;
      const { socket } = incoming;
      connections.set(socket, exchange);
      outgoing.once('finish', () => {
        if (connections.get(socket) !== exchange) return;
        connections.delete(socket);
        connections.set(socket, undefined);
        // The server was closed meanwhile and takes no further request.
        if (!server.listening) socket.end();
      });
    },
    find: (socket) => connections.get(socket),
  };
}

/** The oldest connection whose next request has not fully arrived. */
function findWaiting(connections: ReadonlyMap<Duplex, Exchange | undefined>): Duplex | undefined {
  for (const [socket, exchange] of connections) {
    if (exchange === undefined || !exchange.incoming.complete) return socket;
  }
  return undefined;
}

/** A request listener for `node:http`, Express and Fastify. Never throws. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Returns a request listener that calls the handler. Nothing may read the request's body before.
 *
 * @example
 * createServer(toNodeListener(handler)).listen(8080);
 */
export function toNodeListener(handler: HttpHandler): NodeListener {
  const direct = findDirectHandler(handler);
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      notePeer(request, incoming.socket.remoteAddress);
      // A function of the user around a handler, or HTTP/2.
      if (direct === undefined || !(outgoing instanceof ServerResponse)) {
        return holdBack(await handler(request));
      }
      const response = await holdBack(await direct.respond(request));
      if (response instanceof Response) return response;
      writeResponse(outgoing, response);
      return RESPONSE_ALREADY_SENT;
    },
    {
      overrideGlobalObjects: false,
      // Requests of HTTP/1.0 need not name a host.
      hostname: 'localhost',
      // The handler itself never rejects: this request never reached it.
      errorHandler: () => toResponse(toRefusal(handler)(unreadable)),
    },
  );
  return (incoming, outgoing) => {
    endWhenRead(incoming, outgoing);
    void listener(incoming, outgoing);
  };
}

const tooManyCalls = 429;
/** How long a client waits to hear that it calls too often, in milliseconds; one that goes on all the same is slowed down. */
const refusalDelayMs = 200;
/** Responses that wait at once; beyond, refusals are sent without delay. */
const mostDelayed = 1_000;
let delayed = 0;

/**
 * Without it a client beyond its limit would be refused hundreds of times a second, and each refusal takes from the others: the body
 * that it sends along is not read meanwhile.
 */
async function holdBack<Refusal extends { readonly status: number }>(
  response: Refusal,
): Promise<Refusal> {
  if (response.status !== tooManyCalls || delayed >= mostDelayed) return response;
  delayed += 1;
  await sleep(refusalDelayMs, undefined, { ref: false });
  delayed -= 1;
  return response;
}

/** Requests whose body the client was not told to send. */
const uninvited = new WeakSet<IncomingMessage>();

/** What is read and dropped of a body that nobody asked for: bytes, and milliseconds. Most clients send all of it before they read. */
const drainedBytes = 32 * 1_048_576;
const drainMs = 10_000;

/**
 * Sends a response at once, and ends it when the request has arrived: a connection that is closed with unread bytes is reset,
 * and what was sent on it last may be lost. Beyond the bounds it is closed all the same.
 */
function endWhenRead(incoming: IncomingMessage, outgoing: ServerResponse): void {
  // HTTP/2 has streams of its own.
  if (!(outgoing instanceof ServerResponse) || uninvited.has(incoming)) return;
  const end = outgoing.end.bind(outgoing) as (...given: unknown[]) => ServerResponse;
  outgoing.end = (...given: unknown[]) => {
    outgoing.end = end;
    if (incoming.complete || incoming.destroyed) return end(...given);
    outgoing.flushHeaders();
    const [body] = given;
    if (typeof body === 'string' || body instanceof Uint8Array) outgoing.write(body);
    const callbacks = given.filter((value) => typeof value === 'function');
    drain(incoming, () => {
      end(...callbacks);
      if (!incoming.complete) incoming.socket.destroySoon();
    });
    return outgoing;
  };
}

/** Reads what is left of a request, within the bounds, and then calls `done`. */
function drain(incoming: IncomingMessage, done: () => void): void {
  let bytes = 0;
  const finish = (): void => {
    cancelTimer();
    incoming.off('data', count).off('end', finish).off('error', finish).off('close', finish);
    done();
  };
  const count = (chunk: Uint8Array): void => {
    bytes += chunk.length;
    if (bytes > drainedBytes) finish();
  };
  const cancelTimer = startTimer(drainMs, finish);
  // Whoever read it before has stopped to, and may have it paused.
  incoming.removeAllListeners('data');
  incoming.on('data', count).on('end', finish).on('error', finish).on('close', finish);
  incoming.resume();
}

const unreadable: HttpFault = {
  status: 400,
  message: 'Its target or its Host header is not valid.',
};

/** Makes the response to what never became a request; a handler made here records it like all others. */
export function toRefusal(
  handler: HttpHandler,
): (fault: HttpFault, method?: string) => HttpResponse {
  const direct = findDirectHandler(handler);
  return direct?.refuse ?? ((fault) => toFaultResponse(fault, randomUUID()));
}

const ready: (readonly [outgoing: ServerResponse, response: HttpResponse])[] = [];

/**
 * Sends a response as Node's own. Responses that are ready in one turn of the event loop leave together: a peer on this
 * machine, such as a proxy, sleeps between responses that come one by one, and to wake it takes as long as to make one.
 */
export function writeResponse(outgoing: ServerResponse, response: HttpResponse): void {
  if (ready.push([outgoing, response]) === 1) setImmediate(writeReady);
}

function writeReady(): void {
  for (const [outgoing, { status, headers, body }] of ready.splice(0)) {
    try {
      outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
      // Head and body in one string: one write to the socket.
      outgoing.end(body);
    } catch {
      // A response that Node refuses to send costs its own connection, and none of the others in the list.
      outgoing.destroy();
    }
  }
}

/** A server that listens. */
export interface RunningServer {
  /** Base URL without a path, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Accepts no further connection, closes idle ones, waits for requests under way, then closes the rest. */
  close(options?: {
    /** Longest wait for requests under way, in milliseconds; `Infinity` waits for all of them. @default 30_000 */
    readonly graceMs?: number;
  }): Promise<void>;
  /** `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

const graceRules = { graceMs: { unit: 'milliseconds', least: 0, mayBeInfinite: true } } as const;

/** Resolves once the server listens. Rejects when it cannot, e.g. on a port in use, and with a `TypeError` for a number that is not a port. */
export async function listen(
  server: Server,
  { port, hostname }: { readonly port: number; readonly hostname: string },
): Promise<RunningServer> {
  checkNumbers('', { port }, { port: portRule });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, hostname, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const { family, address, port: bound } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  const closeOnce: RunningServer['close'] = async ({ graceMs = 30_000 } = {}) => {
    checkNumbers('', { graceMs }, graceRules);
    await (closed ??= close(server, graceMs));
  };
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    close: closeOnce,
    [Symbol.asyncDispose]: () => closeOnce(),
  };
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A client may never read its response.
    const cancelTimer = startTimer(graceMs, () => server.closeAllConnections());
    // It fails only where the server is closed already.
    server.close(() => {
      cancelTimer();
      resolve();
    });
    server.closeIdleConnections();
  });
}
