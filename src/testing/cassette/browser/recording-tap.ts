import type { BrowserContext, Request } from 'playwright-core';
import type { SessionTap } from '../../../browsers/session/session-tap.ts';
import type { Page } from '../../../contracts/fetcher.ts';
import type { TapeRequest } from '../file/tape-entry.ts';

export interface RecordingTapOptions {
  /** Called with each exchange, in the order of the requests. `undefined` as response: it failed, or was never answered. */
  readonly record: (request: TapeRequest, response: Page | undefined) => void;
  /** Returns the bytes of a download, which browsers give to nothing that listens; `undefined` where it was not kept. */
  readonly findFile: (url: string) => Uint8Array | undefined;
  /** Called with what a replay will lack: the end of a sentence. */
  readonly onLack: (what: string) => void;
}

/** Milliseconds for bodies that are still on their way when a session ends. */
const lastBodiesMs = 5_000;

/**
 * Creates a tap that listens: the browser makes all requests itself, through its guard. Bodies are read as soon as they are there,
 * since a page that is left forgets them.
 */
export function createRecordingTap({ record, findFile, onLack }: RecordingTapOptions): SessionTap {
  /** The outcome of each request, in their order; a request that has none when its session ends was never answered. */
  const open = new Map<BrowserContext, Map<Request, Promise<Page | undefined> | undefined>>();

  async function read(request: Request): Promise<Page | undefined> {
    const response = await request.response();
    if (response === null) return undefined;
    const status = response.status();
    const isRedirect = status >= 300 && status < 400;
    const url = response.url();
    const headers = await response.allHeaders();
    try {
      // A redirect's body is not kept by browsers.
      const body = isRedirect ? new Uint8Array() : await response.body();
      return { url, status, headers, body };
    } catch {
      const isPage = request.isNavigationRequest() && !request.url().startsWith('blob:');
      if (isPage) onLack(`the body of ${url}, which was no longer there when it was to be read`);
      return { url, status, headers, body: new Uint8Array() };
    }
  }

  /** A download ends its request as if it had failed. */
  async function readDownload(request: Request): Promise<Page | undefined> {
    const body = findFile(request.url());
    const response = body && (await request.response().catch(() => null));
    if (body === undefined || response === undefined || response === null) return undefined;
    return {
      url: response.url(),
      status: response.status(),
      headers: await response.allHeaders(),
      body,
    };
  }

  async function flush(context: BrowserContext): Promise<void> {
    const requests = open.get(context);
    open.delete(context);
    for (const [request, outcome] of requests ?? []) {
      const timeout = AbortSignal.timeout(lastBodiesMs);
      const response = await Promise.race([
        outcome?.catch(() => undefined),
        new Promise<undefined>((resolve) => {
          timeout.addEventListener('abort', () => resolve(undefined), { once: true });
        }),
      ]);
      record(await toRequest(request), response ?? (await readDownload(request)));
    }
  }

  return {
    async openContext(context) {
      const requests = new Map<Request, Promise<Page | undefined> | undefined>();
      open.set(context, requests);
      context.on('request', (request) => {
        if (/^https?:/i.test(request.url()) && !isOfGuard(request))
          requests.set(request, undefined);
      });
      context.on('requestfinished', (request) => {
        if (requests.has(request)) requests.set(request, read(request));
      });
      context.on('page', (page) => {
        page.on('websocket', (socket) => {
          onLack(`what came over the WebSocket ${socket.url()}: WebSockets are not recorded`);
        });
      });
    },
    openPage: async () => {},
    closeContext: flush,
    findFailure: () => undefined,
  };
}

/** The browser's log-in at the guard's proxy. */
function isOfGuard(request: Request): boolean {
  return new URL(request.url()).hostname.endsWith('.invalid');
}

async function toRequest(request: Request): Promise<TapeRequest> {
  // Without those that the browser adds on its own once the page is gone.
  const headers = await request.allHeaders().catch(() => request.headers());
  const body = isMultipart(headers) ? null : request.postDataBuffer();
  return {
    method: request.method(),
    url: request.url(),
    headers,
    ...(body === null ? {} : { body }),
  };
}

/** Whether a body holds files, which browsers do not tell, between marks that are made up each time: such bodies are not compared. */
export function isMultipart(headers: Readonly<Record<string, string>>): boolean {
  return headers['content-type']?.toLowerCase().startsWith('multipart/') === true;
}
