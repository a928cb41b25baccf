import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { createFixtureFiles } from './files.ts';
import type { FixtureAnswer, FixtureRoute } from './route.ts';
import { createFixtureRoutes } from './routes.ts';

/** Where the fixture site listens. */
export interface FixtureSiteOptions {
  /** 0 picks a free port. @default 0 */
  readonly port?: number;
  /** The address to listen on. @default '127.0.0.1' */
  readonly host?: string;
}

/** One request as the fixture site saw it. */
export interface FixtureLogEntry {
  readonly method: string;
  /** Path and query as they stood on the request line. */
  readonly path: string;
  /** Names in lower case; `host` shows which of the two origins was requested. */
  readonly headers: IncomingHttpHeaders;
  /** Resolves to `answered` once the whole response was written, to `left` when the client disconnected before. */
  readonly finished: Promise<'answered' | 'left'>;
}

/** A running fixture site. `await using` closes it at the end of its block. */
export interface FixtureSite extends AsyncDisposable {
  /** Origin of the site, without a trailing slash. */
  readonly url: string;
  /** A second origin with the same pages, for redirects and frames to another origin. */
  readonly otherUrl: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly FixtureLogEntry[];
  /** Ends all open responses at once, slow ones too, and closes the server. */
  close(): Promise<void>;
}

/**
 * Serves the pages of `fixtures/site` on loopback, and routes for redirects, errors, slow responses and a login.
 *
 * @example
 * await using site = await serveFixtureSite();
 * const { result } = await gleaner.extract({ url: `${site.url}/shop/`, prompt: 'all products' });
 */
export async function serveFixtureSite(options: FixtureSiteOptions = {}): Promise<FixtureSite> {
  const host = options.host ?? '127.0.0.1';
  const files = createFixtureFiles();
  const routes = createFixtureRoutes();
  const requests: FixtureLogEntry[] = [];
  const origins = { own: '', other: '' };

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    requests.push(toLogEntry(request, response));
    const atOther = request.socket.localPort === portOf(origins.other);
    const origin = atOther ? origins.other : origins.own;
    const otherOrigin = atOther ? origins.own : origins.other;
    void answerRequest({ request, response, files, routes, origin, otherOrigin });
  };
  const servers = [createServer(listener), createServer(listener)] as const;
  origins.own = await listen(servers[0], options.port ?? 0, host);
  origins.other = await listen(servers[1], 0, host);

  async function close(): Promise<void> {
    await Promise.all(servers.map(closeServer));
  }

  return {
    url: origins.own,
    otherUrl: origins.other,
    requests,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new TypeError(`Expected the fixture site to listen on a port of ${host}.`);
  }
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function portOf(origin: string): number {
  return Number(new URL(origin).port);
}

function toLogEntry(request: IncomingMessage, response: ServerResponse): FixtureLogEntry {
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    finished: new Promise((resolve) => {
      response.once('close', () => {
        resolve(response.writableFinished ? 'answered' : 'left');
      });
    }),
  };
}

interface AnswerRequestInput {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly files: ReadonlyMap<string, FixtureRoute>;
  readonly routes: ReadonlyMap<string, FixtureRoute>;
  readonly origin: string;
  readonly otherOrigin: string;
}

async function answerRequest(input: AnswerRequestInput): Promise<void> {
  const { request, response, files, routes, origin, otherOrigin } = input;
  const left = new AbortController();
  response.once('close', () => {
    left.abort();
  });
  try {
    const url = new URL(request.url ?? '/', origin);
    const method = request.method ?? 'GET';
    const route = files.get(url.pathname) ?? routes.get(`${method} ${url.pathname}`);
    const answer = await (route ?? routes.get(url.pathname) ?? notFound(routes))({
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      form: new URLSearchParams(method === 'POST' ? await text(request) : ''),
      origin,
      otherOrigin,
      signal: left.signal,
    });
    await send(answer, method, response, left.signal);
  } catch (error) {
    // A client that left needs no answer; one that waits learns what it asked wrongly.
    if (left.signal.aborted || response.headersSent) response.destroy();
    else response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
  }
}

function notFound(routes: ReadonlyMap<string, FixtureRoute>): FixtureRoute {
  return routes.get('/status/404') ?? (() => ({ status: 404 }));
}

async function send(
  answer: FixtureAnswer,
  method: string,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const { status = 200, headers = {}, body = '' } = answer;
  const isWhole = typeof body === 'string' || body instanceof Uint8Array;
  // A length where servers give one: clients refuse too large an answer by it. 204 must not have one (RFC 9110, 8.6).
  if (isWhole && status !== 204) response.setHeader('content-length', Buffer.byteLength(body));
  response.writeHead(status, headers);
  if (method === 'HEAD') {
    response.end();
  } else if (isWhole) {
    response.end(body);
  } else {
    response.flushHeaders();
    await pipeline(Readable.from(body), response, { signal });
  }
}
