import type { CachedPage } from '../../contracts/cache.ts';
import type { Page, PageRequest } from '../../contracts/fetcher.ts';
import { advice } from '../../errors/advice.ts';
import { GleanerError, isGleanerError } from '../../errors/gleaner-error.ts';
import { sniffEssence } from '../../page/body/sniff-type.ts';
import type { PageSession } from '../../page-session/create-page-sessions.ts';
import type {
  OpenQuestion,
  PageFacts,
  PageOpening,
  PageSource,
  ReadOptions,
} from '../../page-session/page-question.ts';
import { withSpan } from '../../tracing/with-span.ts';
import type { OperationContext } from '../operation-context.ts';

/** Which page, how old it may be, and how it is read. */
export interface LoadPageInput {
  readonly request: PageRequest;
  /** Seconds; see `max_age` of the HTTP contract. */
  readonly maxAge: number | undefined;
  /** Whether a JavaScript shell is accepted as served where no browser can render it. */
  readonly allowShell: boolean;
  readonly options: ReadOptions;
}

/** What loading a page takes. */
export type LoadPageContext = Pick<
  OperationContext,
  'browser' | 'cache' | 'clock' | 'fetcher' | 'pages' | 'singleFlight'
>;

export interface LoadedPage {
  /** Its bytes are the caller's own. */
  readonly page: Page;
  readonly isPdf: boolean;
  /** Open: the caller closes it. */
  readonly session: PageSession;
  readonly facts: PageFacts;
  /** For people: what was left out of a PDF, that a shell was read as served, that the cache does not work. */
  readonly warnings: readonly string[];
}

/**
 * The page at a URL, from the URL cache where the rules allow it, and read. Rejects with `validation_failed` unless it is a
 * page to read, with what the fetcher and the browser reject with, and with the reason of the request's signal.
 */
export async function loadPage(
  input: LoadPageInput,
  context: LoadPageContext,
): Promise<LoadedPage> {
  const { request, maxAge, allowShell } = input;
  if (maxAge === undefined || !isCacheable(request)) {
    return withFacts(await fetchPage(input, context, true));
  }
  const key = toCacheKey(request, context);
  if (maxAge === 0) return reopen(await fetchAndKeep(key, input, context), input, context);

  const warnings: string[] = [];
  const known = await readCache(key, context, warnings);
  if (known !== undefined && isYoung(known, maxAge, context)) {
    return reopen({ page: known.page, warnings }, input, context);
  }
  // A caller that accepts a shell may get another page than one that does not.
  const flight = `${allowShell ? 'any' : 'no shell'} ${key}`;
  const shared = await context.singleFlight.join(flight, request.signal, (signal) =>
    fetchOnce(key, { ...input, maxAge, request: { ...request, signal } }, context),
  );
  const page = { ...shared.page, body: new Uint8Array(shared.page.body) };
  return reopen({ page, warnings: [...warnings, ...shared.warnings] }, input, context);
}

function isYoung(
  { fetchedAtMs }: CachedPage,
  maxAge: number,
  { clock }: Pick<LoadPageContext, 'clock'>,
): boolean {
  const ageMs = clock.nowMs() - fetchedAtMs;
  // A fetch time in the future means that the wall clock was set back: the age is unknown.
  return ageMs >= 0 && ageMs < maxAge * 1_000;
}

/** The page, which processes that share the cache fetch once. */
async function fetchOnce(
  key: string,
  input: LoadPageInput & { readonly maxAge: number },
  context: LoadPageContext,
): Promise<CheckedPage> {
  const { signal } = input.request;
  // Without a claim, or where the cache fails, each process fetches for itself.
  const claim = await context.cache.claim?.(key, signal).catch(() => undefined);
  signal.throwIfAborted();
  try {
    const entry = claim?.entry;
    if (entry !== undefined && isYoung(entry, input.maxAge, context)) {
      return { page: entry.page, warnings: [] };
    }
    return await fetchAndKeep(key, input, context);
  } finally {
    // A claim that could not be released ends by itself.
    await claim?.release().catch(() => {});
  }
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

/** A page that has passed all checks, and what there is to say about how it came. */
type CheckedPage = Pick<LoadedPage, 'page' | 'warnings'>;

/** A page from the cache, or one that callers share: each reads it in a session of its own. */
async function reopen(
  { page, warnings }: CheckedPage,
  { request: { signal }, options }: LoadPageInput,
  { pages }: Pick<LoadPageContext, 'pages'>,
): Promise<LoadedPage> {
  const source = await openSource(page, signal);
  const session = pages.open(source.source, toReadOptions(page, options), signal);
  return withFacts({ ...source, session, page, warnings: [...warnings, ...source.warnings] });
}

async function withFacts(
  loaded: Omit<LoadedPage, 'facts'> & Partial<Pick<FetchedPage, 'opening'>>,
): Promise<LoadedPage> {
  const { page, isPdf, session, warnings, opening } = loaded;
  try {
    const facts = opening?.facts ?? (await session.ask('read', undefined));
    return { page, isPdf, session, warnings, facts };
  } catch (error) {
    session.close();
    throw error;
  }
}

interface FetchedPage extends Omit<LoadedPage, 'facts'> {
  readonly opening: PageOpening;
  /** Whether it is a JavaScript shell as served: accepted for this call, and not kept for later ones. */
  readonly isShell: boolean;
}

async function fetchPage(
  { request, allowShell, options }: LoadPageInput,
  context: Pick<LoadPageContext, 'browser' | 'fetcher' | 'pages'>,
  reads: boolean,
): Promise<FetchedPage> {
  const { fetcher, pages } = context;
  const { signal } = request;
  pages.warm();
  const page = await withSpan('fetch page', { 'gleaner.fetcher': fetcher.name }, () =>
    fetcher.fetch(request),
  );
  const checksShell = page.isRendered !== true;
  const question = { checksObstacle: true, checksShell, reads };
  const opened = await openSession({ page, options, question, signal }, pages);
  const { session, opening } = opened;
  if (opening.shell === undefined) return { ...opened, page, isShell: false };
  try {
    const rendered = await render({ request, options, reads }, context);
    session.close();
    return rendered;
  } catch (error) {
    // The data in the markup is better than nothing; a warning says that the page was not rendered.
    const isAccepted = isGleanerError(error) && (allowShell || opening.shell.hasData);
    if (signal.aborted || !isAccepted) {
      session.close();
      throw signal.aborted ? signal.reason : error;
    }
    const warning = `${error.message} It was read as it was served.`;
    return { ...opened, page, warnings: [...opened.warnings, warning], isShell: true };
  }
}

/** The page as its scripts leave it. */
async function render(
  {
    request,
    options,
    reads,
  }: Pick<LoadPageInput, 'request' | 'options'> & Pick<OpenQuestion, 'reads'>,
  { browser, pages }: Pick<LoadPageContext, 'browser' | 'pages'>,
): Promise<FetchedPage> {
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
  const question = { checksObstacle: true, checksShell: false, reads };
  const { signal } = request;
  return {
    ...(await openSession({ page, options, question, signal }, pages)),
    page,
    isShell: false,
  };
}

const needsScripts = 'The page shows nothing before its scripts have run in a browser.';

async function fetchAndKeep(
  key: string,
  input: LoadPageInput,
  context: Pick<LoadPageContext, 'browser' | 'cache' | 'clock' | 'fetcher' | 'pages'>,
): Promise<CheckedPage> {
  const { isShell, session, page, warnings } = await fetchPage(input, context, false);
  session.close();
  if (isShell) return { page, warnings };
  input.request.signal.throwIfAborted();
  try {
    await context.cache.set(key, { page, fetchedAtMs: context.clock.nowMs() });
    return { page, warnings };
  } catch (error) {
    const warning = `The page could not be kept in the cache: ${messageOf(error)}`;
    return { page, warnings: [...warnings, warning] };
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

interface OpenSessionInput {
  readonly page: Page;
  readonly options: ReadOptions;
  readonly question: OpenQuestion;
  readonly signal: AbortSignal;
}

interface OpenedSession extends Pick<LoadedPage, 'isPdf' | 'session' | 'warnings'> {
  readonly opening: PageOpening;
}

/** Opens the session of a page that was fetched, and has it checked. */
async function openSession(
  { page, options, question, signal }: OpenSessionInput,
  pages: LoadPageContext['pages'],
): Promise<OpenedSession> {
  const { source, ...opened } = await openSource(page, signal);
  const session = pages.open(source, toReadOptions(page, options), signal);
  try {
    return { ...opened, session, opening: await session.ask('open', question) };
  } catch (error) {
    session.close();
    throw error;
  }
}

function toReadOptions({ isRendered }: Page, options: ReadOptions): ReadOptions {
  return { ...options, isRendered };
}

interface OpenedSource extends Pick<LoadedPage, 'isPdf' | 'warnings'> {
  readonly source: PageSource;
}

/** What goes to a thread of a page. A PDF is read first, on a thread of its own, and goes on as HTML. */
async function openSource(page: Page, signal: AbortSignal): Promise<OpenedSource> {
  const { url, status, headers, body } = page;
  const isPdf = sniffEssence(page) === 'application/pdf' && status < 400;
  if (!isPdf) {
    return { isPdf, warnings: [], source: { content: body, isPdf, url, status, headers } };
  }
  // Loaded on first use: most processes read no PDF.
  const { readPdf } = await import('../../pdf/read/read-pdf.ts');
  const { html, text, warnings } = await readPdf(body, { signal });
  if (text === '') {
    throw new GleanerError(
      'validation_failed',
      'The PDF holds no text; its pages are images, e.g. scanned ones.',
      { details: { reason: 'empty_page', pageStatus: status } },
    );
  }
  return { isPdf, warnings, source: { content: html, isPdf, url, status, headers } };
}
