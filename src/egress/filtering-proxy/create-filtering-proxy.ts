import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { GleanerError, isGleanerError } from '../../errors/gleaner-error.ts';
import type { Egress } from '../create-egress.ts';
import { createForwarder } from './create-forwarder.ts';

export interface FilteringProxyOptions {
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
