import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { PageAnswer } from './serve-pages.ts';

/** A request to a fixture application. */
export interface ApplicationRequest {
  readonly method: string;
  readonly url: URL;
  /** Fields of a form that was sent URL-encoded; empty for other bodies. */
  readonly form: URLSearchParams;
  /** The body as it came. */
  readonly body: Uint8Array;
  readonly cookies: Readonly<Record<string, string>>;
}

/** The answer of an application's `routes.ts`; `undefined` leaves the request to the application's files. */
export type ApplicationRoute = (request: ApplicationRequest) => PageAnswer;

/** A fixture application served on loopback. */
export interface ServedApplication {
  readonly origin: string;
  /** Methods, paths and queries asked for, oldest first. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const home = path.join(import.meta.dirname, '../../fixtures/applications');

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
  '.csv': 'text/csv; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Serves `fixtures/applications/<name>/`: first what its `routes.ts`, if there is one, answers, then the file of the
 * path (`index.html` for a folder, `.html` added where the path has no extension), else 404. Each call starts with
 * fresh state.
 */
export async function serveApplication(name: string): Promise<ServedApplication> {
  const folder = path.join(home, name);
  const answer = await loadRoute(folder);
  const asked: string[] = [];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const method = request.method ?? 'GET';
    asked.push(`${method} ${url.pathname}${url.search}`);
    const body = await buffer(request);
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const form = new URLSearchParams(isForm === true ? body.toString() : '');
    const cookies = toCookies(request.headers.cookie);
    const given = answer?.({ method, url, form, body, cookies }) ?? readFile(folder, url.pathname);
    const page = typeof given === 'string' ? { body: given } : given;
    const headers = { 'content-type': contentTypes['.html'], ...page.headers };
    response.writeHead(page.status ?? 200, headers);
    response.end(page.body ?? '');
  }

  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** `routes.ts` exports `createRoute`, called once for each server, so that no state is shared between tests. */
async function loadRoute(folder: string): Promise<ApplicationRoute | undefined> {
  const file = path.join(folder, 'routes.ts');
  if (!existsSync(file)) return undefined;
  const module = (await import(file)) as { readonly createRoute: () => ApplicationRoute };
  return module.createRoute();
}

function readFile(folder: string, pathname: string): Exclude<PageAnswer, string | undefined> {
  const relative = decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
  const named = path.extname(relative) === '' ? `${relative}.html` : relative;
  const file = path.join(folder, named);
  const isInside = file.startsWith(folder + path.sep) && path.extname(file) !== '.ts';
  if (!isInside || !existsSync(file)) return { status: 404, body: '<h1>Not found</h1>' };
  const type = contentTypes[path.extname(file)] ?? 'application/octet-stream';
  return { headers: { 'content-type': type }, body: readFileSync(file) };
}

function toCookies(header = ''): Readonly<Record<string, string>> {
  const pairs = header.split(/;\s*/).map((pair) => pair.split('=', 2));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}
