import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import type { FixtureAnswer, FixtureRequest, FixtureRoute } from './shop.ts';
import { listenOnLoopback } from '../listen-on-loopback.ts';
import { createFixtureRoutes } from './routes.ts';
import {
  aText,
  checkMembers,
  checkNumbers,
  checkValues,
} from '../../src/runtime/errors/option-checks.ts';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

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

const numberRules = {
  port: { unit: 'a port', least: 0, most: 65_535, mayBeInfinite: false },
} as const;

/**
 * Serves the pages of `fixtures/site` on loopback, and routes for redirects, errors, slow responses and a login.
 *
 * @example
 * await using site = await serveFixtureSite();
 * const { result } = await gleaner.extract({ url: `${site.url}/shop/`, prompt: 'all products' });
 */
export async function serveFixtureSite(options: FixtureSiteOptions = {}): Promise<FixtureSite> {
  checkMembers('serveFixtureSite', options, ['port', 'host']);
  checkNumbers('', options, numberRules);
  checkValues('', options, { host: aText });
  const files = createFixtureFiles();
  const routes = createFixtureRoutes();
  const requests: FixtureLogEntry[] = [];
  const origins = { own: '', other: '' };

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    requests.push(toLogEntry(request, response));
    const isOther = request.socket.localPort === Number(new URL(origins.other).port);
    const [origin, otherOrigin] = isOther
      ? [origins.other, origins.own]
      : [origins.own, origins.other];
    void answerRequest({ request, response, files, routes, origin, otherOrigin });
  };
  const own = await listenOnLoopback(listener, options);
  const other = await listenOnLoopback(listener, { ...options, port: 0 });
  origins.own = own.origin;
  origins.other = other.origin;
  const close = async (): Promise<void> => {
    await Promise.all([own.close(), other.close()]);
  };
  const [url, otherUrl] = [own.origin, other.origin];
  return { url, otherUrl, requests, close, [Symbol.asyncDispose]: close };
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

// The build leads it there from dist/testing.
const folder = fileURLToPath(new URL('../../fixtures/site/', import.meta.url));

const contentTypes: ReadonlyMap<string, string> = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.xhtml', 'application/xhtml+xml; charset=utf-8'],
]);

/** Each of these is about what the header says of the charset, or leaves unsaid. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['/charsets/windows-1252.html', 'text/html; charset=windows-1252'],
  ['/charsets/windows-1252-named-latin1.html', 'text/html; charset=ISO-8859-1'],
  ['/charsets/windows-1252-meta.html', 'text/html'],
  ['/charsets/shift-jis.html', 'text/html; charset=Shift_JIS'],
  ['/charsets/shift-jis-meta.html', 'text/html'],
  ['/charsets/utf-16le-bom.html', 'text/html'],
  ['/charsets/utf-16be-bom.html', 'text/html; charset=utf-8'],
]);

/** The stored pages by URL path. They are listed once, so no request can name a file outside the folder. */
function createFixtureFiles(): ReadonlyMap<string, FixtureRoute> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        const urlPath = `/${path.relative(folder, file).split(path.sep).join('/')}`;
        return [urlPath.replace(/\/index\.html$/, '/'), fileRoute(file, urlPath)];
      }),
  );
}

function fileRoute(file: string, urlPath: string): FixtureRoute {
  const contentType =
    exceptions.get(urlPath) ?? contentTypes.get(path.extname(file)) ?? 'application/octet-stream';
  return async (request) => {
    const bytes = await readFile(file);
    const body = contentType.endsWith('charset=utf-8') ? fillIn(bytes, request) : bytes;
    return { headers: { 'content-type': contentType }, body };
  };
}

/** Pages carry absolute URLs where real ones do (canonical, OpenGraph, JSON-LD); the port is known only now. */
function fillIn(bytes: Buffer, request: FixtureRequest): Buffer {
  if (!bytes.includes('{{')) return bytes;
  return Buffer.from(
    bytes
      .toString('utf8')
      .replaceAll('{{origin}}', request.origin)
      .replaceAll('{{other-origin}}', request.otherOrigin),
  );
}
