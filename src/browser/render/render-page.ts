import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page, Request } from 'playwright-core';
import type { Page as FetchedPage, PageRequest } from '../../runtime/contracts/fetcher.ts';
import { maxUrlLength } from '../../network/egress/create-egress.ts';
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { toDuration } from '../../runtime/errors/shown-text.ts';
import { raceSignal } from '../../runtime/signals/waiting.ts';
import { parseContentType } from '../../page/body/sniff-type.ts';
import type { BrowsingSession } from '../session/browsing.ts';
import { evaluateApart, readDocument } from './read-document.ts';

interface RenderLimits {
  /** Milliseconds within which the document must arrive. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/**
 * Opens a URL and returns the document after its scripts have finished, in UTF-8. A file that is not HTML is
 * returned as the bytes that the server sent.
 */
export async function renderPage(
  request: PageRequest,
  session: BrowsingSession,
  limits: RenderLimits,
): Promise<FetchedPage> {
  const { page, context } = session;
  const url = session.parseUrl(request.url);
  const late = AbortSignal.timeout(limits.timeoutMs);
  const signal = AbortSignal.any([session.signal, late]);
  try {
    const devtools = await raceSignal(context.newCDPSession(page), signal);
    const main = await raceSignal(watchMainDocument(devtools, limits.maxBytes), signal);
    await raceSignal(open(url.href, session, main), signal);
    checkResponse(main, session, url);
    if (main.file() === undefined) {
      await waitUntilAtRest({ page, context, devtools, signal });
    }
    // Scripts may have navigated to another document meanwhile.
    checkResponse(main, session, url);
    return await raceSignal(toPage(main, session, devtools, limits), signal);
  } catch (error) {
    session.signal.throwIfAborted();
    if (late.aborted) throw timedOut(limits.timeoutMs);
    throw error;
  }
}

async function open(url: string, session: BrowsingSession, main: MainDocument): Promise<void> {
  const { page } = session;
  const { promise: broken, reject } = Promise.withResolvers<never>();
  // A document whose transfer breaks off fires neither a load nor a failure event (measured).
  const onFailed = (request: Request): void => {
    const code = request.failure()?.errorText ?? '';
    const isMain = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (isMain && !code.endsWith('ERR_ABORTED')) reject(new Error(code));
  };
  page.on('requestfailed', onFailed);
  try {
    const opening = page.goto(url, { waitUntil: 'domcontentloaded', timeout: 0 });
    await Promise.race([broken, opening]);
  } catch (error) {
    // The file has been read from the response: the outcome of the navigation does not matter.
    if (main.file() !== undefined) return;
    throw main.failure() ?? toOpenError(error, session, main.url() ?? url);
  } finally {
    page.off('requestfailed', onFailed);
  }
}

/** Throws the error behind a refusal of the proxy: such refusals look like responses of the site. */
function checkResponse(main: MainDocument, session: BrowsingSession, asked: URL): void {
  const failure = main.failure();
  if (failure !== undefined) throw failure;
  const response = main.response();
  if (response === undefined || !proxyStatuses.has(response.status)) return;
  const refusal = session.findFailure(response.url);
  if (refusal === undefined) return;
  if (response.url.length > maxUrlLength) throw tooLongRedirect();
  throw new URL(response.url).origin === asked.origin ? refusal : toRedirectError(refusal);
}

const proxyStatuses: ReadonlySet<number> = new Set([403, 502, 504]);

/** Returns the refusal as an error of a redirect, without its target: that URL is text of the page. */
function toRedirectError(refusal: Error): Error {
  if (!isGleanerError(refusal, 'invalid_request')) return refusal;
  const message = '`url` leads on to a place that may not be reached.';
  return new GleanerError('invalid_request', message, {
    details: { issues: [{ path: '/url', message }] },
  });
}

/** The URL that the caller gave was shorter. */
function tooLongRedirect(): GleanerError<'validation_failed'> {
  const message = `The page leads on to a URL of more than ${maxUrlLength} characters.`;
  return new GleanerError('validation_failed', message, { details: { reason: 'fetch_failed' } });
}

async function toPage(
  main: MainDocument,
  { page }: BrowsingSession,
  devtools: CDPSession,
  { maxBytes }: RenderLimits,
): Promise<FetchedPage> {
  const response = main.response();
  const headers = response?.headers ?? {};
  const file = main.file();
  if (file !== undefined) return { ...file, headers: withoutEncoding(file.headers) };
  const body = Buffer.from(await readDocument(devtools, maxBytes));
  if (body.length > maxBytes) throw tooLarge(maxBytes);
  return {
    url: page.url(),
    status: response?.status ?? 200,
    headers: { ...withoutEncoding(headers), 'content-type': 'text/html; charset=utf-8' },
    body,
    isRendered: true,
  };
}

/** Headers that describe the bytes as transferred; they are wrong for the rendered HTML. */
const wireHeaders: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
]);

function withoutEncoding(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !wireHeaders.has(name)));
}

function toOpenError(error: unknown, session: BrowsingSession, url: string): Error {
  const failure = session.findFailure(url);
  if (failure !== undefined) return failure;
  const [, code = 'ERR_FAILED'] =
    error instanceof Error ? (/\b(ERR_[A-Z_]+)/.exec(error.message) ?? []) : [];
  return new GleanerError('validation_failed', `The browser could not open the page (${code}).`, {
    details: { reason: code === 'ERR_TIMED_OUT' ? 'timed_out' : 'fetch_failed' },
    cause: error,
  });
}

function timedOut(timeoutMs: number): GleanerError<'validation_failed'> {
  return new GleanerError(
    'validation_failed',
    `Showing the page in the browser took longer than ${toDuration(timeoutMs)}.`,
    { details: { reason: 'timed_out' } },
  );
}

function tooLarge(maxBytes: number): GleanerError<'validation_failed'> {
  return new GleanerError(
    'validation_failed',
    `The page exceeds ${maxBytes} bytes after its scripts have run.`,
    { details: { reason: 'page_too_large' } },
  );
}

interface WaitUntilSettledInput {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly devtools: CDPSession;
  readonly signal: AbortSignal;
}

/** Milliseconds without a change, and without an open request that could bring one, after which a page is complete. */
const quietMs = 400;
/**
 * The same while the page shows almost no text or a request is open; a request that takes longer may never end (long
 * polling).
 */
const longQuietMs = 3_000;
/** Milliseconds between two checks of a page that is navigating. */
const navigationMs = 50;
/** Milliseconds after which a page that never stops changing (clocks, tickers) is returned as it is. */
const maxWaitMs = 10_000;
/** Fewer characters are a "Loading …" message, not content. */
const littleText = 120;

/** Types of requests that change a page's content; beacons, event streams and images do not. */
const bringsContent: ReadonlySet<string> = new Set([
  'document',
  'script',
  'stylesheet',
  'xhr',
  'fetch',
]);

/** Waits until the scripts of a page have finished. Does not wait for network idle: beacons keep the network busy. */
async function waitUntilAtRest(input: WaitUntilSettledInput): Promise<void> {
  const { context, devtools, signal } = input;
  const underWay = new Set<Request>();
  const onRequest = (request: Request): void => {
    if (bringsContent.has(request.resourceType())) underWay.add(request);
  };
  const onEnd = (request: Request): void => {
    underWay.delete(request);
  };
  context.on('request', onRequest).on('requestfinished', onEnd).on('requestfailed', onEnd);
  const startedMs = performance.now();
  try {
    while (performance.now() - startedMs < maxWaitMs) {
      const waited = evaluateApart(devtools, lookForQuiet) as Promise<Quiet | undefined>;
      const quiet = await raceSignal(waited, signal);
      // Another navigation has begun.
      if (quiet === undefined) {
        await raceSignal(setTimeout(navigationMs), signal);
        continue;
      }
      // No script can change the page.
      if (!quiet.hasScripts && quiet.quietMs > 0) return;
      const needed = underWay.size > 0 || quiet.textLength < littleText ? longQuietMs : quietMs;
      if (quiet.quietMs >= needed) return;
    }
  } finally {
    context.off('request', onRequest).off('requestfinished', onEnd).off('requestfailed', onEnd);
  }
}

interface Quiet {
  /** Milliseconds since the last change. */
  readonly quietMs: number;
  readonly textLength: number;
  readonly hasScripts: boolean;
}

/** Runs in the page: the counts continue from the previous call while the document is the same. */
const lookForQuiet = `(async () => {
  if (globalThis.lastChange === undefined) {
    globalThis.lastChange = performance.now();
    new MutationObserver(() => { globalThis.lastChange = performance.now(); })
      .observe(document, { subtree: true, childList: true, characterData: true });
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    quietMs: document.readyState === 'loading' ? 0 : performance.now() - globalThis.lastChange,
    hasScripts: document.scripts.length > 0,
    textLength: (document.body?.innerText ?? '').trim().length,
  };
})()`;

/** The server's response with the document that the page shows. */
interface DocumentResponse {
  readonly url: string;
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What is known about a page's main document; after redirects and later navigations, about the last one. */
interface MainDocument {
  /** Returns the URL that was requested last. */
  url(): string | undefined;
  response(): DocumentResponse | undefined;
  /** Returns the whole response if it is not HTML, else `undefined`. */
  file(): FetchedPage | undefined;
  failure(): Error | undefined;
}

interface PausedResponse {
  readonly requestId: string;
  readonly frameId: string;
  readonly request: { readonly url: string };
  readonly responseErrorReason?: string;
  readonly responseStatusCode?: number;
  readonly responseHeaders?: readonly { readonly name: string; readonly value: string }[];
}

/**
 * Watches a page's main document. Needs its own DevTools connection: it pauses documents when their headers have
 * arrived.
 */
async function watchMainDocument(devtools: CDPSession, maxBytes: number): Promise<MainDocument> {
  const { frameTree } = await devtools.send('Page.getFrameTree');
  let url: string | undefined;
  let response: DocumentResponse | undefined;
  let file: FetchedPage | undefined;
  let failure: Error | undefined;

  async function look(event: PausedResponse): Promise<void> {
    const { requestId, frameId, request, responseStatusCode: status } = event;
    const headers = joinHeaders(event.responseHeaders ?? []);
    const isRedirect =
      status !== undefined && status >= 300 && status < 400 && 'location' in headers;
    if (frameId !== frameTree.frame.id || status === undefined || isRedirect) {
      await devtools.send('Fetch.continueRequest', { requestId });
      return;
    }
    url = request.url;
    response = { url, status, headers };
    const type = parseContentType(headers['content-type'])?.essence ?? '';
    if (htmlTypes.has(type) || status === 204) {
      await devtools.send('Fetch.continueRequest', { requestId });
      return;
    }
    if (Number(headers['content-length']) > maxBytes) failure = tooLargeDocument(maxBytes);
    else {
      const { body, base64Encoded } = await devtools.send('Fetch.getResponseBody', { requestId });
      const bytes = Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
      if (type === '' && looksLikeMarkup.test(bytes.toString('latin1', 0, 1_024))) {
        await devtools.send('Fetch.continueRequest', { requestId });
        return;
      }
      if (bytes.length > maxBytes) failure = tooLargeDocument(maxBytes);
      else file = { url, status, headers, body: bytes };
    }
    // The file has been read: the browser need neither show nor keep it.
    await devtools.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  }

  devtools.on('Fetch.requestPaused', (event) => {
    void look(event).catch(() => {
      // The transfer broke off or the page was closed: the browser reports this.
      void devtools
        .send('Fetch.continueRequest', { requestId: event.requestId })
        .catch(ignoreEndedPage);
    });
  });
  await devtools.send('Fetch.enable', {
    patterns: [{ resourceType: 'Document', requestStage: 'Response' }],
  });
  return { url: () => url, response: () => response, file: () => file, failure: () => failure };
}

const htmlTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const looksLikeMarkup = /^\s*<[!a-z]/i;

function joinHeaders(
  pairs: readonly { readonly name: string; readonly value: string }[],
): Readonly<Record<string, string>> {
  const joined = new Map<string, string>();
  for (const { name, value } of pairs) {
    const lower = name.toLowerCase();
    const before = joined.get(lower);
    // Depending on its version, DevTools has already joined repeated headers by line breaks.
    const text = value.replaceAll('\n', ', ');
    joined.set(lower, before === undefined ? text : `${before}, ${text}`);
  }
  return Object.fromEntries(joined);
}

function tooLargeDocument(maxBytes: number): GleanerError<'validation_failed'> {
  return new GleanerError('validation_failed', `The page exceeds ${maxBytes} bytes.`, {
    details: { reason: 'page_too_large' },
  });
}

/** The page was closed, and its request with it. */
function ignoreEndedPage(): void {}
