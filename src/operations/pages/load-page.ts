import type { Browser } from '../../contracts/browser.ts';
import type { Page, PageRequest } from '../../contracts/fetcher.ts';
import { advice } from '../../errors/advice.ts';
import { GleanerError, isGleanerError } from '../../errors/gleaner-error.ts';
import { checkObstacle } from '../../page/body/find-obstacle.ts';
import { findShell } from '../../page/body/find-shell.ts';
import { readBody, type PageBody } from '../../page/body/read-body.ts';
import { withSpan } from '../../tracing/with-span.ts';
import type { OperationContext } from '../operation-context.ts';
import { sniffType } from '../../page/body/sniff-type.ts';

/** Which page, and how old it may be. */
export interface LoadPageInput {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly stealth: boolean;
  readonly proxy: string | undefined;
  /** Seconds; see `max_age` of the HTTP contract. */
  readonly maxAge: number | undefined;
  /** Whether a page that only its scripts would fill will do where they cannot be run. */
  readonly allowShell: boolean;
}

export interface LoadedPage {
  readonly page: Page;
  readonly body: PageBody;
  /** For people: what was left out of a PDF; a cache that does not work is no reason to fail, but to be told. */
  readonly warnings: readonly string[];
}

/** The page at a URL, from the URL cache where the rules allow it; rejects unless the page is one to read. */
export async function loadPage(
  input: LoadPageInput,
  context: OperationContext,
  signal: AbortSignal,
): Promise<LoadedPage> {
  const { maxAge } = input;
  if (maxAge === undefined || !isCacheable(input)) {
    return fetchPage(input, context, signal);
  }
  const key = cacheKey(input.url, context);
  if (maxAge === 0) return fetchAndKeep(key, input, context, signal);

  const warnings: string[] = [];
  const known = await readCache(key, context, warnings);
  const ageMs = known === undefined ? Infinity : context.clock.nowMs() - known.fetchedAtMs;
  // A page from the future was kept before the wall clock was set back: nobody knows its age.
  if (known !== undefined && ageMs >= 0 && ageMs < maxAge * 1_000) {
    const opened = await openBody(known.page, signal);
    return { page: known.page, body: opened.body, warnings: [...warnings, ...opened.warnings] };
  }
  const loaded = await context.flights.join(key, signal, (shared) =>
    fetchAndKeep(key, input, context, shared),
  );
  return { ...loaded, warnings: [...warnings, ...loaded.warnings] };
}

/** What may differ from caller to caller, or from moment to moment by design, is never kept. */
function isCacheable({ url, headers, stealth, proxy }: LoadPageInput): boolean {
  return !stealth && proxy === undefined && Object.keys(headers).length === 0 && !/[?#]/.test(url);
}

/** The normalised URL, and what else changes the bytes: who fetches, and who runs the scripts. */
function cacheKey(url: string, { fetcher, browser }: OperationContext): string {
  return `${fetcher.name}+${browser?.name ?? ''} ${new URL(url).href}`;
}

async function fetchPage(
  input: LoadPageInput,
  context: OperationContext,
  signal: AbortSignal,
): Promise<LoadedPage> {
  const { url, headers, stealth, proxy, allowShell } = input;
  const request = { url, headers, stealth, proxy, signal };
  const { fetcher } = context;
  const page = await withSpan('fetch page', { 'gleaner.fetcher': fetcher.name }, () =>
    fetcher.fetch(request),
  );
  const { body, warnings } = await openBody(page, signal);
  checkObstacle(page, body);
  const shell = page.isRendered === true ? undefined : findShell(body);
  if (shell === undefined) return { page, body, warnings };
  try {
    return await render(request, context.browser);
  } catch (error) {
    signal.throwIfAborted();
    // What the markup itself tells is worth more than nothing, as long as it is said.
    if (!isGleanerError(error) || !(allowShell || shell.hasData)) throw error;
    return {
      page,
      body,
      warnings: [...warnings, `${error.message} It was read as it was served.`],
    };
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
  context: OperationContext,
  signal: AbortSignal,
): Promise<LoadedPage> {
  const loaded = await fetchPage(input, context, signal);
  signal.throwIfAborted();
  try {
    await context.cache.set(key, { page: loaded.page, fetchedAtMs: context.clock.nowMs() });
    return loaded;
  } catch (error) {
    return {
      ...loaded,
      warnings: [
        ...loaded.warnings,
        `The page could not be kept in the cache: ${messageOf(error)}`,
      ],
    };
  }
}

async function readCache(
  key: string,
  { cache }: OperationContext,
  warnings: string[],
): ReturnType<OperationContext['cache']['get']> {
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

/** A page's body as text, and what had to be said on the way. */
interface OpenedBody {
  readonly body: PageBody;
  /** For people. */
  readonly warnings: readonly string[];
}

/** Like `readBody`, PDFs too: those are read on a thread of their own, which ends with the signal. */
async function openBody(page: Page, signal: AbortSignal): Promise<OpenedBody> {
  const isPdf = sniffType(page).essence === 'application/pdf' && page.status < 400;
  if (!isPdf) return { body: readBody(page), warnings: [] };
  // Most processes never meet a PDF.
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
