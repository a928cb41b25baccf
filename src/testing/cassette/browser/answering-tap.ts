import type { BrowserContext, CDPSession, Page as Tab, Request, Route } from 'playwright-core';
import type { HeavyResource } from '../../../browsers/session/guard-page.ts';
import type { SessionTap } from '../../../browsers/session/session-tap.ts';
import type { Page } from '../../../contracts/fetcher.ts';
import type { TapeRequest } from '../file/tape-entry.ts';
import { isMultipart } from './recording-tap.ts';

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
  /** Scripts to run in each document before its own. */
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
    if (isOfGuard(request)) return undefined;
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
    const page = await find(
      {
        method: request.method(),
        url: request.url(),
        headers: request.headers(),
        body: request.postDataBuffer() ?? undefined,
      },
      heavyTypes.has(request.resourceType()),
    );
    if (page === undefined) return route.abort('failed');
    const { status, headers, body } = page;
    const location = redirects.has(status) ? URL.parse(headers['location'] ?? '', page.url) : null;
    if (location !== null && request.isNavigationRequest()) {
      return (route as RedirectableRoute)._redirectNavigationRequest(location.href);
    }
    return route.fulfill({ status, headers: { ...headers }, body: Buffer.from(body) });
  }

  async function answerPaused(event: PausedRequest, devtools: CDPSession): Promise<void> {
    const { requestId, redirectedRequestId, request, resourceType } = event;
    if (redirectedRequestId === undefined) {
      await devtools.send('Fetch.continueRequest', { requestId });
      return;
    }
    const { method, url, postDataEntries } = request;
    const parts = postDataEntries?.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'));
    const headers = Object.entries(request.headers).map(
      ([name, value]) => [name.toLowerCase(), value] as const,
    );
    const page = await find(
      {
        method,
        url,
        headers: Object.fromEntries(headers),
        body: parts === undefined ? undefined : Buffer.concat(parts),
      },
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
      await devtools.send('Fetch.enable', {
        patterns: [{ urlPattern: 'http://*' }, { urlPattern: 'https://*' }],
      });
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
function isOfGuard({ url }: TapeRequest): boolean {
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
