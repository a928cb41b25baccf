import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import {
  Agent,
  type IncomingMessage,
  type ServerResponse,
  createServer,
  request as sendRequest,
  type ClientRequestArgs,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { type Connection, type Egress, portOf } from './create-egress.ts';
import { pipeline } from 'node:stream/promises';
import { limitInterimResponses } from './open-socket.ts';

interface FilteringProxyOptions {
  readonly egress: Egress;
  /** A made-up host that the proxy answers for itself: asking there first makes the browser know its credentials. */
  readonly ownHost: string;
  /** Upstream proxy for this one alone, checked like any other destination. */
  readonly upstream?: string | undefined;
  /** Bytes in both directions since the last `startPage()`, for each page; more ends every connection. */
  readonly maxBytes: number;
}

/** An HTTP proxy on loopback that leads nowhere but through the egress. */
export interface FilteringProxy {
  readonly port: number;
  /** Without it, other programs on the machine cannot use the proxy. */
  readonly username: string;
  readonly password: string;
  /** Aborts with the reason when the limit of bytes is passed; nothing passes any more then. */
  readonly exceeded: AbortSignal;
  /** Returns why the proxy refused connections to the host of a URL; `undefined` where it did not. */
  findFailure(url: string): unknown;
  /** Restarts the count of bytes, for as many pages as load at once. */
  startPage(pages: number): void;
  /** Ends every connection at once. */
  close(): void;
}

/** The reasons of further hosts in one session are dropped. */
const maxFailuresKept = 500;

/** Listens on 127.0.0.1 at a port that the system chooses. */
export async function createFilteringProxy(
  options: FilteringProxyOptions,
): Promise<FilteringProxy> {
  const username = 'gleaner';
  const password = randomBytes(24).toString('base64url');
  const expected = digest(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
  const exceeded = new AbortController();
  const ended = new AbortController();
  const failures = new Map<string, unknown>();
  const sockets = new Set<Duplex>();
  let bytes = 0;
  let allowed = options.maxBytes;

  function count(length: number): void {
    bytes += length;
    if (bytes <= allowed || exceeded.signal.aborted) return;
    exceeded.abort(tooManyBytes(options.maxBytes));
    close();
  }

  function watch(socket: Duplex): void {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // The other end may break off at any time.
    socket.on('error', () => socket.destroy());
    if (ended.signal.aborted) socket.destroy();
  }

  function note(host: string, error: unknown): number {
    if (failures.size < maxFailuresKept) failures.set(host, error);
    return toRefusal(error);
  }

  const isKnown = ({ headers }: IncomingMessage): boolean =>
    timingSafeEqual(digest(headers['proxy-authorization'] ?? ''), expected);

  const forwarder = createForwarder({
    connect: (connection) =>
      options.egress.connect({ ...connection, proxy: options.upstream }, ended.signal),
    count,
    watch,
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isKnown(request)) {
      response.writeHead(407, { 'proxy-authenticate': challenge }).end();
      return;
    }
    if (isFor(request, options.ownHost)) {
      response.writeHead(204).end();
      return;
    }
    let host = '';
    try {
      const url = options.egress.parseUrl(toHttpUrl(request.url, (named) => (host = named)));
      failures.delete(host);
      await forwarder.forward(url, request, response);
    } catch (error) {
      const status = note(host, error);
      if (response.headersSent) response.destroy();
      else response.writeHead(status, { 'content-type': 'text/plain' }).end();
    }
  }

  async function tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    watch(client);
    if (!isKnown(request)) {
      client.end(
        `HTTP/1.1 407 Who\r\nProxy-Authenticate: ${challenge}\r\nContent-Length: 0\r\n\r\n`,
      );
      return;
    }
    const authority = request.url ?? '';
    try {
      const { egress, upstream } = options;
      const server = await openAuthority({ authority, egress, upstream, signal: ended.signal });
      watch(server);
      failures.delete(authority);
      if (client.destroyed) {
        server.destroy();
        return;
      }
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      join(client, server, head, count);
    } catch (error) {
      client.end(`HTTP/1.1 ${note(authority, error)} No\r\nContent-Length: 0\r\n\r\n`);
    }
  }

  const server = createServer({
    // Cookies of several sites' width; Chrome itself sends no more than 256 KB.
    maxHeaderSize: 65_536,
    headersTimeout: 10_000,
    // An upload or a slow answer is bounded by the session's deadline.
    requestTimeout: 0,
    connectionsCheckingInterval: 1_000,
  });
  server.maxConnections = 256;
  server.on('connection', watch);
  server.on('request', (request, response) => void answer(request, response));
  server.on('connect', (request, socket, head) => void tunnel(request, socket, head));
  // WebSockets come by CONNECT; nothing else asks to upgrade.
  server.on('upgrade', (_request, socket) => socket.destroy());
  server.on('clientError', (_error, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;

  function close(): void {
    ended.abort(new Error('The session has ended.'));
    server.close();
    forwarder.close();
    for (const socket of sockets) socket.destroy();
  }

  return {
    port,
    username,
    password,
    exceeded: exceeded.signal,
    findFailure(url) {
      const { host, hostname, port, protocol } = new URL(url);
      return failures.get(
        protocol === 'https:' || protocol === 'wss:' ? `${hostname}:${port || 443}` : host,
      );
    },
    startPage(pages) {
      bytes = 0;
      allowed = options.maxBytes * pages;
    },
    close,
  };
}

const challenge = 'Basic realm="gleaner"';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isFor({ url = '' }: IncomingMessage, host: string): boolean {
  return URL.canParse(url) && new URL(url).hostname === host;
}

/** The absolute form (RFC 9112, 3.2.2); anything else is no proxy request. */
function toHttpUrl(target: string | undefined, name: (host: string) => void): string {
  const url = URL.canParse(target ?? '') ? new URL(target ?? '') : undefined;
  name(url?.host ?? '');
  // Chrome asks for https by CONNECT only; another client that did so would have it sent in the clear.
  return url?.protocol === 'http:' ? url.href : '';
}

function join(client: Duplex, server: Duplex, head: Buffer, count: (length: number) => void): void {
  count(head.length);
  client.on('data', (chunk: Buffer) => count(chunk.length));
  server.on('data', (chunk: Buffer) => count(chunk.length));
  if (head.length > 0) server.write(head);
  client.pipe(server);
  server.pipe(client);
  client.once('close', () => server.destroy());
  server.once('close', () => client.destroy());
}

function tooManyBytes(maxBytes: number): GleanerError<'validation_failed'> {
  return new GleanerError(
    'validation_failed',
    `The page loaded more than ${maxBytes / 1_048_576} MB.`,
    { details: { reason: 'page_too_large' } },
  );
}

interface OpenAuthorityInput {
  /** `host:port`, as CONNECT names it. */
  readonly authority: string;
  readonly egress: Egress;
  readonly upstream: string | undefined;
  readonly signal: AbortSignal;
}

/** Connects to what CONNECT asks for, by the same rules as for a URL that leads there. */
async function openAuthority(input: OpenAuthorityInput): Promise<Socket> {
  const { authority, egress, upstream, signal } = input;
  // A path would be cut off, and a user name read as such: neither belongs here.
  const { hostname, port } = egress.parseUrl(
    /[/\\?#@]/.test(authority) ? '' : `https://${authority}`,
  );
  return egress.connect(
    { hostname, port: port === '' ? 443 : Number(port), tls: false, proxy: upstream },
    signal,
  );
}

/** The HTTP status by which the proxy reports a failure to a page; what exactly is none of the page's business. */
function toRefusal(error: unknown): 403 | 502 | 504 {
  if (isGleanerError(error, 'invalid_request')) return 403;
  const isLate = isGleanerError(error, 'validation_failed') && error.details.reason === 'timed_out';
  return isLate ? 504 : 502;
}

interface CreateForwarderInput {
  readonly connect: (connection: Connection) => Promise<Duplex>;
  /** Called for the bytes of each part of a request's body, and of whatever a server sends. */
  readonly count: (length: number) => void;
  /** Called for each connection. */
  readonly watch: (socket: Duplex) => void;
}

/** Passes requests in the clear on, over connections that are kept for their host. */
interface Forwarder {
  /** Rejects when there is no answer; the response is then still unsent, or has begun. */
  forward(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): void;
}

// RFC 9110, 7.6.1: what concerns one connection only. What `connection` names beside them, Chrome does not send.
const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Longest silence of a server before its answer begins; then the session's deadline counts. */
const firstByteTimeoutMs = 30_000;

/** Opens nothing until there is something to pass on. */
function createForwarder({ connect, count, watch }: CreateForwarderInput): Forwarder {
  const counted = new WeakSet<Socket>();
  const agent = Object.assign(new Agent({ keepAlive: true, maxFreeSockets: 32 }), {
    createConnection({ host, port }: ClientRequestArgs, callback?: ConnectCallback) {
      void open({ hostname: host ?? '', port: Number(port ?? 80), tls: false }, callback);
      return undefined;
    },
  });

  async function open(
    connection: Connection,
    callback: ConnectCallback | undefined,
  ): Promise<void> {
    let socket: Duplex;
    try {
      socket = await connect(connection);
    } catch (error) {
      callback?.(error instanceof Error ? error : new Error('no connection'));
      return;
    }
    watch(socket);
    callback?.(null, socket);
  }

  /** A connection serves many requests. Listening before the first has begun would take its data away. */
  function countReads(socket: Socket): void {
    if (counted.has(socket)) return;
    counted.add(socket);
    socket.on('data', (chunk: Buffer) => count(chunk.length));
  }

  async function ask(
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Answer> {
    const sent = sendRequest({
      agent,
      host: url.hostname,
      port: portOf(url),
      method: request.method ?? 'GET',
      path: `${url.pathname}${url.search}`,
      headers: dropOwn(request.rawHeaders),
      timeout: firstByteTimeoutMs,
    });
    // What is no HTTP after the headers is an error of the request, too: without a listener it would end the process.
    sent.on('error', ignoreLateFault);
    sent.once('timeout', () => sent.destroy(silent()));
    sent.on(
      'information',
      limitInterimResponses((error) => sent.destroy(error)),
    );
    sent.once('socket', countReads);
    response.once('close', () => {
      if (!response.writableFinished) sent.destroy();
    });
    if (request.readableEnded) sent.end();
    else request.pipe(sent);
    try {
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      sent.setTimeout(0);
      return { answer };
    } catch (error) {
      return { error, isStale: sent.reusedSocket && bodiless.has(request.method ?? '') };
    }
  }

  return {
    async forward(url, request, response) {
      request.on('data', (chunk: Buffer) => count(chunk.length));
      let { answer, error, isStale } = await ask(url, request, response);
      for (let tries = 0; isStale === true && tries < maxStaleTries; tries += 1) {
        ({ answer, error, isStale } = await ask(url, request, response));
      }
      if (answer === undefined) throw error;
      response.sendDate = false;
      response.writeHead(
        answer.statusCode ?? 502,
        answer.statusMessage,
        dropOwn(answer.rawHeaders),
      );
      await pipeline(answer, response);
    },
    close: () => agent.destroy(),
  };
}

type ConnectCallback = (error: Error | null, socket?: Duplex) => void;

type Answer =
  | { readonly answer: IncomingMessage; readonly error?: undefined; readonly isStale?: undefined }
  | { readonly answer?: undefined; readonly error: unknown; readonly isStale: boolean };

/** Before the response it rejects the request, after it the body fails. */
function ignoreLateFault(): void {}

/** May be asked again when a kept connection turns out to have been closed by the other side. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** A server that restarts has closed all that were kept. */
const maxStaleTries = 3;

function silent(): GleanerError<'validation_failed'> {
  const message = `The server sent no response within ${firstByteTimeoutMs} ms.`;
  return new GleanerError('validation_failed', message, { details: { reason: 'timed_out' } });
}

/** Pairs as they came, so that repeated headers stay what they are. */
function dropOwn(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_text, index) => {
    const name = rawHeaders[index - (index % 2)] ?? '';
    return !ownHeaders.has(name.toLowerCase());
  });
}
