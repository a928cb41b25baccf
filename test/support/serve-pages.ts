import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/** A page of a test: HTML, or a response with status and headers; `undefined` leaves the request without a response. */
export type PageAnswer =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      /** Milliseconds until the response begins. */
      readonly delayMs?: number;
    }
  | undefined;

export type PageRoute = (url: URL, form: URLSearchParams) => PageAnswer;

/** Pages served on loopback. */
export interface ServedPages {
  readonly origin: string;
  /** Paths and queries asked for, oldest first. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Serves what the route says to each request. */
export async function servePages(route: PageRoute): Promise<ServedPages> {
  const asked: string[] = [];
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    asked.push(url.pathname + url.search);
    const form = new URLSearchParams(request.method === 'POST' ? await text(request) : '');
    const given = route(url, form);
    if (given === undefined) return;
    const {
      status = 200,
      headers = {},
      body = '',
      delayMs = 0,
    } = typeof given === 'string' ? { body: given } : given;
    if (delayMs > 0) await setTimeout(delayMs);
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(body);
  }
  const server = createServer((request, response) => void answer(request, response));
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
