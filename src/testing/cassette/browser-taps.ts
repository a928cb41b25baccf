import type { BrowserContext, CDPSession, Request, Route, Page as Tab } from 'playwright-core';
import type { HeavyResource } from '../../browser/session/request-interception.ts';
import type { SessionTap } from '../../browser/session/browsing.ts';
import type { Page } from '../../runtime/contracts/fetcher.ts';
import type { TapeRequest } from './file/tape-entry.ts';
import { type Egress, createEgress } from '../../network/egress/create-egress.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';

export interface AnsweringTapOptions {
  /**
   * Resolves to the recorded response, its body decoded; to `undefined` for a request that failed when it was recorded. Rejects
   * where there is no record.
   */
  readonly answer: (request: TapeRequest) => Promise<Page | undefined>;
  /** Called with the error of each request that was not recorded, but for pictures, media and fonts. */
  readonly onUnrecorded: (error: Error) => void;
  /** The time of the pages when they open, in milliseconds since 1970-01-01 UTC; it goes on from there. */
  readonly nowMs: number;
  readonly scripts: readonly string[];
}

/** What the reader of a response has undone, and what is computed anew. */
const outdated = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection']);
const heavyTypes: ReadonlySet<string> = new Set<HeavyResource>(['image', 'media', 'font']);

/** Creates a tap that answers every request of a session from what was recorded, and lets none out. */
export function createAnsweringTap(options: AnsweringTapOptions): SessionTap {
  const { answer, onUnrecorded, nowMs, scripts } = options;
  const failures = new Map<string, Error>();

  async function find(request: TapeRequest, isHeavy: boolean): Promise<Page | undefined> {
    if (isOfGuard(request.url)) return undefined;
    if (isPreflight(request)) return toPreflightResponse(request);
    try {
      const { body, ...others } = request;
      const page = await answer(isMultipart(request.headers) ? others : { ...others, body });
      if (page === undefined) return undefined;
      const headers = Object.entries(page.headers).filter(([name]) => !outdated.has(name));
      return { ...page, headers: Object.fromEntries(headers) };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      failures.set(request.url, error);
      if (!isHeavy) onUnrecorded(error);
      return undefined;
    }
  }

  async function answerRoute(route: Route, request: Request): Promise<void> {
    const body = request.postDataBuffer() ?? undefined;
    const asked = {
      method: request.method(),
      url: request.url(),
      headers: request.headers(),
      body,
    };
    const page = await find(asked, heavyTypes.has(request.resourceType()));
    if (page === undefined) return route.abort('failed');
    const { status, headers } = page;
    const location = redirects.has(status) ? URL.parse(headers['location'] ?? '', page.url) : null;
    if (location !== null && request.isNavigationRequest()) {
      return (route as RedirectableRoute)._redirectNavigationRequest(location.href);
    }
    return route.fulfill({ status, headers: { ...headers }, body: Buffer.from(page.body) });
  }

  async function answerPaused(event: PausedRequest, devtools: CDPSession): Promise<void> {
    const { requestId, redirectedRequestId, request, resourceType } = event;
    if (redirectedRequestId === undefined) {
      await devtools.send('Fetch.continueRequest', { requestId });
      return;
    }
    const { method, url, postDataEntries } = request;
    const parts = postDataEntries?.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'));
    const lines = Object.entries(request.headers);
    const headers = Object.fromEntries(lines.map(([name, value]) => [name.toLowerCase(), value]));
    const body = parts && Buffer.concat(parts);
    const page = await find(
      { method, url, headers, body },
      heavyTypes.has(resourceType.toLowerCase()),
    );
    if (page === undefined) {
      await devtools.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
      return;
    }
    await devtools.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: page.status,
      // Cookies are lines of one value.
      responseHeaders: Object.entries(page.headers).flatMap(([name, value]) =>
        value.split('\n').map((line) => ({ name, value: line })),
      ),
      body: Buffer.from(page.body).toString('base64'),
    });
  }

  return {
    async openContext(context) {
      for (const content of [toDateScript(nowMs), ...scripts])
        await context.addInitScript({ content });
      await context.route(/^https?:/i, (route, request) =>
        answerRoute(route, request).catch(ignoreEndedPage),
      );
    },
    // Routes are not asked for what the redirect of a script's request leads to.
    async openPage(context: BrowserContext, tab: Tab) {
      const devtools = await context.newCDPSession(tab);
      devtools.on('Fetch.requestPaused', (event) => {
        void answerPaused(event, devtools).catch(ignoreEndedPage);
      });
      const patterns = ['http://*', 'https://*'].map((urlPattern) => ({ urlPattern }));
      await devtools.send('Fetch.enable', { patterns });
    },
    closeContext: async () => {},
    findFailure: (url) => failures.get(url),
  };
}

/**
 * Routes are not asked for what a redirect leads to either, so a page's redirect is a navigation of its own here, by the method that
 * Playwright replays HAR files with. Answered over DevTools instead, the document would have no response that Playwright tells.
 */
type RedirectableRoute = Route & { _redirectNavigationRequest(url: string): Promise<void> };

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A request as DevTools pauses it; its types are a package of their own. */
interface PausedRequest {
  readonly requestId: string;
  readonly redirectedRequestId?: string;
  readonly resourceType: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly postDataEntries?: readonly { readonly bytes?: string }[];
  };
}

/**
 * The browser's log-in at the guard's proxy, by a name that no site has (RFC 2606). It fails, and so does whatever might get past
 * the tap.
 */
function isOfGuard(url: string): boolean {
  return new URL(url).hostname.endsWith('.invalid');
}

/** The browser's own question whether a script may ask another origin: no page sends it, and no recording holds it. */
function isPreflight({ method, headers }: TapeRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function toPreflightResponse({ url, headers }: TapeRequest): Page {
  return {
    url,
    status: 204,
    headers: {
      'access-control-allow-origin': headers['origin'] ?? '*',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': headers['access-control-request-method'] ?? '*',
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    },
    body: new Uint8Array(),
  };
}

/** The page was closed, and its request with it. */
function ignoreEndedPage(): void {}

/** Returns a script that sets the clock of a page to the time of the recording; it goes on from there. */
function toDateScript(nowMs: number): string {
  return `(() => {
    const Real = Date;
    const shift = ${nowMs} - Real.now();
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + shift) : super(...given); }
      static now() { return Real.now() + shift; }
    };
  })();`;
}

interface RecordingTapOptions {
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
    const headers = await response.allHeaders();
    return { url: response.url(), status: response.status(), headers, body };
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
        const url = request.url();
        if (/^https?:/i.test(url) && !isOfGuard(url)) requests.set(request, undefined);
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

async function toRequest(request: Request): Promise<TapeRequest> {
  // Without those that the browser adds on its own once the page is gone.
  const headers = await request.allHeaders().catch(() => request.headers());
  const body = isMultipart(headers) ? undefined : (request.postDataBuffer() ?? undefined);
  return { method: request.method(), url: request.url(), headers, body };
}

/** Whether a body holds files, which browsers do not tell, between marks that are made up each time: such bodies are not compared. */
function isMultipart(headers: Readonly<Record<string, string>>): boolean {
  return headers['content-type']?.toLowerCase().startsWith('multipart/') === true;
}

/** An egress that lets every address pass that a recording may hold, private ones too, and connects to none. */
export function closedEgress(): Egress {
  const open = createEgress({ allowPrivate: ['0.0.0.0/0', '::/0'] });
  return { parseUrl: (url) => open.parseUrl(url), resolve: refuse, connect: refuse };
}

async function refuse(): Promise<never> {
  throw new GleanerError(
    'validation_failed',
    'A replay connects to nothing, and this address is not in the cassette.',
    { details: { reason: 'fetch_failed' } },
  );
}
