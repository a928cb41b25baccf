import type { Browser } from '../../contracts/browser.ts';
import type { CachedPage } from '../../contracts/cache.ts';
import type { Page, PageRequest } from '../../contracts/fetcher.ts';
import { advice } from '../../errors/advice.ts';
import { GleanerError, isGleanerError } from '../../errors/gleaner-error.ts';
import { checkObstacle } from '../../page/body/find-obstacle.ts';
import { findShell } from '../../page/body/find-shell.ts';
import { readBody, sniffEssence, type PageBody } from '../../page/body/read-body.ts';
import { withSpan } from '../../tracing/with-span.ts';
import type { OperationContext } from '../operation-context.ts';

/** Which page, and how old it may be. */
export interface LoadPageInput {
  readonly request: PageRequest;
  /** Seconds; see `max_age` of the HTTP contract. */
  readonly maxAge: number | undefined;
  /** Whether a JavaScript shell is accepted as served where no browser can render it. */
  readonly allowShell: boolean;
}

/** What loading a page takes. */
export type LoadPageContext = Pick<
  OperationContext,
  'browser' | 'cache' | 'clock' | 'fetcher' | 'singleFlight'
>;

export interface LoadedPage {
  /** Its bytes are the caller's own. */
  readonly page: Page;
  readonly body: PageBody;
  /** For people: what was left out of a PDF, that a shell was read as served, that the cache does not work. */
  readonly warnings: readonly string[];
}

/**
 * The page at a URL, from the URL cache where the rules allow it. Rejects with `validation_failed` unless it is a page to
 * read, with what the fetcher and the browser reject with, and with the reason of the request's signal.
 */
export async function loadPage(
  input: LoadPageInput,
  context: LoadPageContext,
): Promise<LoadedPage> {
  const { request, maxAge, allowShell } = input;
  if (maxAge === undefined || !isCacheable(request)) return fetchPage(input, context);
  const key = toCacheKey(request, context);
  if (maxAge === 0) return fetchAndKeep(key, input, context);

  const warnings: string[] = [];
  const known = await readCache(key, context, warnings);
  const ageMs = known === undefined ? Infinity : context.clock.nowMs() - known.fetchedAtMs;
  // A fetch time in the future means that the wall clock was set back: the age is unknown.
  if (known !== undefined && ageMs >= 0 && ageMs < maxAge * 1_000) {
    const opened = await openBody(known.page, request.signal);
    return { page: known.page, body: opened.body, warnings: [...warnings, ...opened.warnings] };
  }
  // A caller that accepts a shell may get another page than one that does not.
  const flight = `${allowShell ? 'any' : 'no shell'} ${key}`;
  const shared = await context.singleFlight.join(flight, request.signal, (signal) =>
    fetchAndKeep(key, { ...input, request: { ...request, signal } }, context),
  );
  return {
    ...shared,
    page: { ...shared.page, body: new Uint8Array(shared.page.body) },
    warnings: [...warnings, ...shared.warnings],
  };
}

/** What may differ from caller to caller, or from moment to moment by design, is never kept. */
function isCacheable({ url, headers, stealth, proxy }: PageRequest): boolean {
  return !stealth && proxy === undefined && Object.keys(headers).length === 0 && !/[?#]/.test(url);
}

/** The normalised URL, and what else changes the bytes: who fetches, and who runs the scripts. */
function toCacheKey(
  { url }: PageRequest,
  { fetcher, browser }: Pick<LoadPageContext, 'browser' | 'fetcher'>,
): string {
  return `${fetcher.name}+${browser?.name ?? ''} ${new URL(url).href}`;
}

interface FetchedPage extends LoadedPage {
  /** Whether it is a JavaScript shell as served: accepted for this call, and not kept for later ones. */
  readonly isShell: boolean;
}

async function fetchPage(
  { request, allowShell }: LoadPageInput,
  { browser, fetcher }: Pick<LoadPageContext, 'browser' | 'fetcher'>,
): Promise<FetchedPage> {
  const page = await withSpan('fetch page', { 'gleaner.fetcher': fetcher.name }, () =>
    fetcher.fetch(request),
  );
  const { body, warnings } = await openBody(page, request.signal);
  checkObstacle(page, body);
  const shell = page.isRendered === true ? undefined : findShell(body);
  if (shell === undefined) return { page, body, warnings, isShell: false };
  try {
    return { ...(await render(request, browser)), isShell: false };
  } catch (error) {
    request.signal.throwIfAborted();
    // The data in the markup is better than nothing; a warning says that the page was not rendered.
    if (!isGleanerError(error) || !(allowShell || shell.hasData)) throw error;
    const warning = `${error.message} It was read as it was served.`;
    return { page, body, warnings: [...warnings, warning], isShell: true };
  }
}

/** The page as its scripts leave it. */
async function render(request: PageRequest, browser: Browser | undefined): Promise<LoadedPage> {
  if (browser === undefined) {
    throw new GleanerError('validation_failed', `${needsScripts} ${advice.allowBrowser}`, {
      details: { reason: 'browser_needed' },
    });
  }
  let page: Page;
  try {
    page = await withSpan('render page', { 'gleaner.browser': browser.name }, () =>
      browser.renderPage(request),
    );
  } catch (error) {
    if (!isGleanerError(error, 'service_unavailable')) throw error;
    throw new GleanerError('service_unavailable', `${needsScripts} ${error.message}`, {
      cause: error,
    });
  }
  const { body, warnings } = await openBody(page, request.signal);
  checkObstacle(page, body);
  return { page, body, warnings };
}

const needsScripts = 'The page shows nothing before its scripts have run in a browser.';

async function fetchAndKeep(
  key: string,
  input: LoadPageInput,
  context: Pick<LoadPageContext, 'browser' | 'cache' | 'clock' | 'fetcher'>,
): Promise<LoadedPage> {
  const { isShell, ...loaded } = await fetchPage(input, context);
  if (isShell) return loaded;
  input.request.signal.throwIfAborted();
  try {
    await context.cache.set(key, { page: loaded.page, fetchedAtMs: context.clock.nowMs() });
    return loaded;
  } catch (error) {
    const warning = `The page could not be kept in the cache: ${messageOf(error)}`;
    return { ...loaded, warnings: [...loaded.warnings, warning] };
  }
}

async function readCache(
  key: string,
  { cache }: Pick<LoadPageContext, 'cache'>,
  warnings: string[],
): Promise<CachedPage | undefined> {
  try {
    return await cache.get(key);
  } catch (error) {
    warnings.push(`The cache could not be read, so the page was fetched: ${messageOf(error)}`);
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Like `readBody`, PDFs too: those are read on a thread of their own, which ends with the signal. */
async function openBody(
  page: Page,
  signal: AbortSignal,
): Promise<Pick<LoadedPage, 'body' | 'warnings'>> {
  const isPdf = sniffEssence(page) === 'application/pdf' && page.status < 400;
  if (!isPdf) return { body: readBody(page), warnings: [] };
  // Loaded on first use: most processes read no PDF.
  const { readPdf } = await import('../../pdf/read/read-pdf.ts');
  const { html, text, warnings } = await readPdf(page.body, { signal });
  if (text === '') {
    throw new GleanerError(
      'validation_failed',
      'The PDF holds no text; its pages are images, e.g. scanned ones.',
      { details: { reason: 'empty_page', pageStatus: page.status } },
    );
  }
  return { body: { kind: 'pdf', encoding: 'UTF-8', text, html }, warnings };
}
