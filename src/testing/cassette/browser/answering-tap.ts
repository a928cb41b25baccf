import type { BrowserContext, Page, Request, Route } from 'playwright-core';
import type { SessionTap } from '../../../browsers/session/session-tap.ts';
import type { HeavyResource } from '../../../browsers/session/guard-page.ts';

/** What a page requests. */
export interface TappedRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

/** What was recorded for a request; `undefined` as response: it failed then, or was never answered. */
export interface TappedResponse {
  readonly status: number;
  /** In order; a name may come again. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Decoded: without content encoding. */
  readonly body: Uint8Array;
}

export interface AnsweringTapOptions {
  /** Returns the recorded response, `undefined` for a request that failed when it was recorded. Throws where there is no record. */
  readonly answer: (request: TappedRequest) => TappedResponse | undefined;
  /** Called with the error of each request that was not recorded, but for pictures, media and fonts. */
  readonly onUnrecorded: (error: Error) => void;
  /** Scripts to run in each document before its own. */
  readonly scripts: readonly string[];
}

/** What the reader of a response has undone, and what is computed anew. */
const outdated = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection']);
const heavyTypes: ReadonlySet<string> = new Set<HeavyResource>(['image', 'media', 'font']);

/** Creates a tap that answers every request of a session from what was recorded, and lets none out. */
export function createAnsweringTap(options: AnsweringTapOptions): SessionTap {
  const { answer, onUnrecorded, scripts } = options;
  const failures = new Map<string, Error>();

  function find(request: TappedRequest, isHeavy: boolean): TappedResponse | undefined {
    if (isOfGuard(request)) return undefined;
    if (isPreflight(request)) return toPreflightResponse(request);
    try {
      const response = answer(request);
      return (
        response && {
          ...response,
          headers: response.headers.filter(({ name }) => !outdated.has(name.toLowerCase())),
        }
      );
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      failures.set(request.url, error);
      if (!isHeavy) onUnrecorded(error);
      return undefined;
    }
  }

  async function respond(route: Route, request: Request): Promise<void> {
    const response = find(
      {
        method: request.method(),
        url: request.url(),
        headers: request.headers(),
        body: request.postDataBuffer() ?? undefined,
      },
      heavyTypes.has(request.resourceType()),
    );
    if (response === undefined) return route.abort('failed').catch(ignoreEndedPage);
    const { status, headers, body } = response;
    return route
      .fulfill({ status, headers: toRecord(headers), body: Buffer.from(body) })
      .catch(ignoreEndedPage);
  }

  return {
    async openContext(context) {
      for (const content of scripts) await context.addInitScript({ content });
      await context.route(/^https?:/i, respond);
    },
    // Routes are not asked for what a redirect leads to.
    async openPage(context: BrowserContext, page: Page) {
      const devtools = await context.newCDPSession(page);
      devtools.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
        const { method, url, postDataEntries } = request;
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
        );
        const parts = postDataEntries?.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'));
        const body = parts === undefined ? undefined : Buffer.concat(parts);
        const isHeavy = heavyTypes.has(resourceType.toLowerCase());
        const response = find({ method, url, headers, body }, isHeavy);
        const answered =
          response === undefined
            ? devtools.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
            : devtools.send('Fetch.fulfillRequest', {
                requestId,
                responseCode: response.status,
                responseHeaders: [...response.headers],
                body: Buffer.from(response.body).toString('base64'),
              });
        void answered.catch(ignoreEndedPage);
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
 * The browser's log-in at the guard's proxy, by a name that no site has (RFC 2606). It fails, and so does whatever might get past
 * the tap.
 */
function isOfGuard({ url }: TappedRequest): boolean {
  return new URL(url).hostname.endsWith('.invalid');
}

/** The browser's own question whether a script may ask another origin: no page sends it, and no recording holds it. */
function isPreflight({ method, headers }: TappedRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function toPreflightResponse({ headers }: TappedRequest): TappedResponse {
  const allowed = {
    'access-control-allow-origin': headers['origin'] ?? '*',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': headers['access-control-request-method'] ?? '*',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
  };
  return {
    status: 204,
    headers: Object.entries(allowed).map(([name, value]) => ({ name, value })),
    body: new Uint8Array(),
  };
}

/** Playwright takes each name once; cookies, which cannot be joined by commas, by lines. */
function toRecord(headers: TappedResponse['headers']): Record<string, string> {
  const record: Record<string, string> = {};
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    const before = record[key];
    const joint = key === 'set-cookie' ? '\n' : ', ';
    record[key] = before === undefined ? value : `${before}${joint}${value}`;
  }
  return record;
}

/** The page was closed, and its request with it. */
function ignoreEndedPage(): void {}
