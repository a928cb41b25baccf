import type { Page, PageRequest } from '../../runtime/contracts/fetcher.ts';
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import type {
  ForeseenQuestion,
  OpenQuestion,
  PageFacts,
  PageOpening,
  PageSession,
  PageSource,
  ReadOptions,
} from '../page-session/page-question.ts';
import { withSpan } from '../../runtime/signals/with-span.ts';
import type { PageFields } from '../operations/parse-input.ts';
import { claimPage, keepPage, readCache, releaseClaim } from './ask-cache.ts';
import { checkPage } from './check-page.ts';
import type { CachedPage } from '../../runtime/contracts/cache.ts';
import { advice } from '../../runtime/errors/advice.ts';
import { sniffEssence } from '../../page/body/sniff-type.ts';
import type { ContentType } from '../../page/documents/document-reader.ts';
import { findDocumentReader } from '../../page/documents/document-readers.ts';
import type { OperationContext } from '../operations/operation-context.ts';

/** A page that has been read, and warnings about how it came. */
export interface OpenedPage {
  readonly facts: PageFacts;
  readonly session: PageSession;
  /** The request of the page, for fetching its pictures; `undefined` for a page that the caller gave. */
  readonly request: PageRequest | undefined;
  readonly contentType: ContentType;
  /** The document that was served; `undefined` for a page. */
  readonly file: Uint8Array | undefined;
  readonly warnings: readonly string[];
}

/** Which page, and what of it must be there. */
interface OpenPageInput extends PageFields {
  /** Whether what a click may open counts as seen: see `readPage`. */
  readonly keepCollapsed: boolean;
  /** Whether people read the page, and no model: see `readPage`. */
  readonly isForPeople?: boolean;
  /** Whether a page without text is accepted, including a JavaScript shell as served. */
  readonly allowEmpty: boolean;
  /** What the work will ask of the page. */
  readonly foreseen?: readonly ForeseenQuestion[] | undefined;
}

/**
 * The result of work on a page, which is loaded or was given, and read before; rejects when nothing is left to read. The page
 * is closed when the work ends.
 */
export async function openPage<Result>(
  fields: OpenPageInput,
  context: LoadPageContext,
  signal: AbortSignal,
  work: (opened: OpenedPage) => Promise<Result>,
): Promise<Result> {
  const opened = await open(fields, context, signal);
  try {
    if (!opened.facts.isEmpty) return await work(opened);
    if (!fields.allowEmpty) throw emptyPage();
    return await work({ ...opened, warnings: [...opened.warnings, emptyWarning] });
  } finally {
    opened.session.close();
  }
}

async function open(
  fields: OpenPageInput,
  context: LoadPageContext,
  signal: AbortSignal,
): Promise<OpenedPage> {
  const { origin, headers, stealth, proxy, maxAge, allowEmpty: allowShell, foreseen } = fields;
  const { parseMode, includeTags, excludeTags, keepCollapsed, isForPeople } = fields;
  const options = { parseMode, includeTags, excludeTags, keepCollapsed, isForPeople };
  if (origin.kind === 'html') {
    const { session, facts } = await openGiven(origin, options, context, signal, foreseen);
    return {
      facts,
      session,
      request: undefined,
      contentType: 'html',
      file: undefined,
      warnings: [],
    };
  }
  const request = { url: origin.url, headers, stealth, proxy, signal };
  const { page, contentType, session, facts, warnings } = await withSpan(
    'load page',
    { 'server.address': new URL(origin.url).hostname },
    () => loadPage({ request, maxAge, allowShell, options, foreseen }, context),
  );
  const file = contentType === 'html' ? undefined : page.body;
  return { facts, session, request, contentType, file, warnings };
}

/** Reads HTML that is here already; the caller closes the session. */
export async function openGiven(
  { html, url }: { readonly html: string; readonly url: string },
  options: ReadOptions,
  { pages }: Pick<LoadPageContext, 'pages'>,
  signal: AbortSignal,
  foreseen?: readonly ForeseenQuestion[],
): Promise<Pick<OpenedPage, 'facts' | 'session'>> {
  const source = { content: html, url, status: 200, headers: {} };
  const session = pages.open(source, options, signal, foreseen);
  try {
    return { session, facts: await session.ask('read', undefined) };
  } catch (error) {
    session.close();
    throw error;
  }
}

/** A page as served may be an empty one, which its length does not show. */
const emptyWarning = 'The page shows nothing to read; its markup comes as it is.';

/** Asked about a page without text, a model invents values. */
function emptyPage(): GleanerError<'validation_failed'> {
  return new GleanerError(
    'validation_failed',
    'Nothing to read is left of the page: it is empty, needs a browser to run its scripts, or the tags to keep are not in it.',
    { details: { reason: 'empty_page' } },
  );
}

/** Which page, how old it may be, and how it is read. */
interface LoadPageInput {
  readonly request: PageRequest;
  /** Seconds; see `max_age` of the HTTP contract. */
  readonly maxAge: number | undefined;
  /** Whether a JavaScript shell is accepted as served where no browser can render it. */
  readonly allowShell: boolean;
  readonly options: ReadOptions;
  readonly foreseen?: readonly ForeseenQuestion[] | undefined;
}

/** What loading a page takes. */
export type LoadPageContext = Pick<
  OperationContext,
  'browser' | 'cache' | 'clock' | 'fetcher' | 'pages' | 'singleFlight'
>;

/** Its session is open: the caller closes it. */
interface LoadedPage extends Pick<OpenedPage, 'contentType' | 'facts' | 'session' | 'warnings'> {
  /** Its bytes are the caller's own. */
  readonly page: Page;
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
  if (isYoung(known, maxAge, context)) {
    return reopen({ page: known.page, warnings }, input, context);
  }
  // A caller that accepts a shell may get another page than one that does not.
  const flight = `${allowShell ? 'any' : 'no shell'} ${key}`;
  const shared = await context.singleFlight.join(flight, request.signal, (signal) =>
    fetchOnce(key, { ...input, maxAge, request: { ...request, signal } }, context),
  );
  const page = { ...shared.page, body: new Uint8Array(shared.page.body) };
  return reopen({ ...shared, page, warnings: [...warnings, ...shared.warnings] }, input, context);
}

/** Whether there is a page, and it is young enough. Stores say `null` where there is none, and a cache may hand that on. */
function isYoung(
  entry: CachedPage | null | undefined,
  maxAge: number,
  { clock }: Pick<LoadPageContext, 'clock'>,
): entry is CachedPage {
  if (entry === undefined || entry === null) return false;
  const ageMs = clock.nowMs() - entry.fetchedAtMs;
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
  const claim = await claimPage(key, signal, context);
  try {
    // A claim that came after the abort is released, too: others would wait for it.
    signal.throwIfAborted();
    const entry = claim?.entry;
    if (isYoung(entry, input.maxAge, context)) {
      return { page: entry.page, warnings: [] };
    }
    return await fetchAndKeep(key, input, context);
  } finally {
    await releaseClaim(claim, context);
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
interface CheckedPage extends Pick<LoadedPage, 'page' | 'warnings'> {
  /** What was read of a document to check it; its warnings are among those of the page. */
  readonly source?: PageSource | undefined;
}

/** A page from the cache, or one that callers share: each asks it in a session of its own, which remembers what others asked. */
async function reopen(
  { page, warnings, source }: CheckedPage,
  { request: { signal }, options }: LoadPageInput,
  { pages }: Pick<LoadPageContext, 'pages'>,
): Promise<LoadedPage> {
  const opened = source === undefined ? await openSource(page, signal) : { source, warnings: [] };
  const session = pages.reopen(opened.source, toReadOptions(page, options), signal);
  const opening = await askOpening(session, {
    checksObstacle: false,
    isServed: page.isRendered !== true,
    mayReload: false,
    reads: true,
  });
  return withFacts({
    ...opened,
    session,
    opening,
    page,
    warnings: [...warnings, ...opened.warnings],
  });
}

async function withFacts({
  page,
  session,
  source,
  warnings: ofFetch,
  opening,
}: Omit<FetchedPage, 'isShell'>): Promise<LoadedPage> {
  try {
    const facts = opening.facts ?? (await session.ask('read', undefined));
    const warnings = opening.warning === undefined ? ofFetch : [...ofFetch, opening.warning];
    return { page, contentType: source.format ?? 'html', session, warnings, facts };
  } catch (error) {
    session.close();
    throw error;
  }
}

interface FetchedPage extends OpenedSession {
  readonly page: Page;
  /** Whether it is a JavaScript shell as served: accepted for this call, and not kept for later ones. */
  readonly isShell: boolean;
}

async function fetchPage(
  input: LoadPageInput,
  context: Pick<LoadPageContext, 'browser' | 'fetcher' | 'pages'>,
  reads: boolean,
): Promise<FetchedPage> {
  // One object for all requests on the way to the page: see `PageRequest`.
  const chain = {};
  let { url, headers } = input.request;
  let mayReload = true;
  for (let hops = 0; hops <= maxHops; hops += 1) {
    const request = { ...input.request, url, headers, chain };
    const fetched = await fetchServed({ ...input, request, mayReload }, context, reads);
    const { nextUrl } = fetched.opening;
    if (nextUrl === undefined) return fetched;
    fetched.session.close();
    // As with redirects: what the caller sends belongs to the origin it was meant for, and is not given back on return.
    const origins = [url, fetched.page.url, nextUrl].map((each) => new URL(each).origin);
    if (new Set(origins).size > 1) headers = {};
    // A page that gives a cookie each time it is asked is as it is.
    mayReload = nextUrl !== fetched.page.url;
    url = nextUrl;
  }
  throw new GleanerError('validation_failed', `The page leads on more than ${maxHops} times.`, {
    details: { reason: 'fetch_failed' },
  });
}

/** As many as there may be redirects, which a fetcher of ours counts together with these. */
const maxHops = 10;

async function fetchServed(
  {
    request,
    allowShell,
    options,
    foreseen,
    mayReload,
  }: LoadPageInput & Pick<OpenQuestion, 'mayReload'>,
  context: Pick<LoadPageContext, 'browser' | 'fetcher' | 'pages'>,
  reads: boolean,
): Promise<FetchedPage> {
  const { fetcher, pages } = context;
  const { signal } = request;
  pages.warm();
  const fetched = await withSpan('fetch page', { 'gleaner.fetcher': fetcher.name }, () =>
    fetcher.fetch(request),
  );
  const page = checkPage(fetched, `the fetcher "${fetcher.name}"`);
  const question = {
    checksObstacle: true,
    isServed: page.isRendered !== true,
    mayReload,
    reads,
  };
  const opened = await openSession({ page, options, question, request, foreseen }, pages);
  const { session, opening } = opened;
  if (opening.shell === undefined) return { ...opened, page, isShell: false };
  try {
    const rendered = await render({ request, options, foreseen, reads }, context);
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
    foreseen,
    reads,
  }: Pick<LoadPageInput, 'foreseen' | 'options' | 'request'> & Pick<OpenQuestion, 'reads'>,
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
    checkPage(page, `the browser "${browser.name}"`);
  } catch (error) {
    if (!isGleanerError(error, 'service_unavailable')) throw error;
    throw new GleanerError('service_unavailable', `${needsScripts} ${error.message}`, {
      cause: error,
    });
  }
  const question = { checksObstacle: true, isServed: false, mayReload: false, reads };
  return {
    ...(await openSession({ page, options, question, request, foreseen }, pages)),
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
  const { isShell, session, page, source, warnings } = await fetchPage(input, context, false);
  session.close();
  if (isShell) return { page, warnings };
  const document = source.format === undefined ? undefined : source;
  input.request.signal.throwIfAborted();
  const kept = await keepPage(key, { page, fetchedAtMs: context.clock.nowMs() }, context);
  return { page, source: document, warnings: [...warnings, ...kept] };
}

interface OpenSessionInput {
  readonly page: Page;
  readonly options: ReadOptions;
  readonly question: OpenQuestion;
  readonly request: PageRequest;
  readonly foreseen?: readonly ForeseenQuestion[] | undefined;
}

interface OpenedSession extends OpenedSource {
  readonly session: PageSession;
  readonly opening: PageOpening;
}

/** Opens the session of a page that was fetched, and has it checked. */
async function openSession(
  { page, options, question, request: { headers, signal }, foreseen }: OpenSessionInput,
  pages: LoadPageContext['pages'],
): Promise<OpenedSession> {
  if (headers['range'] === undefined) checkWhole(page);
  const opened = await openSource(page, signal);
  const session = pages.open(opened.source, toReadOptions(page, options), signal, foreseen);
  return { ...opened, session, opening: await askOpening(session, question) };
}

async function askOpening(session: PageSession, question: OpenQuestion): Promise<PageOpening> {
  try {
    return await session.ask('open', question);
  } catch (error) {
    session.close();
    throw error;
  }
}

/** Throws where the response says that it is a part of a page that was asked for as a whole. */
function checkWhole({ status, headers }: Page): void {
  if (status !== 206) return;
  const [, last, size] =
    /^\s*bytes\s+0-(\d+)\/(\d+)\s*$/i.exec(headers['content-range'] ?? '') ?? [];
  if (last !== undefined && Number(last) + 1 === Number(size)) return;
  const message =
    'The server sent a part of the page only (HTTP status 206), though it was asked for all of it.';
  throw new GleanerError('validation_failed', message, {
    details: { reason: 'fetch_failed', pageStatus: status },
  });
}

function toReadOptions({ isRendered }: Page, options: ReadOptions): ReadOptions {
  return { ...options, isRendered };
}

interface OpenedSource extends Pick<LoadedPage, 'warnings'> {
  readonly source: PageSource;
}

/** What goes to a thread of a page. A document is read first, on a thread of its own, and goes on as HTML. */
async function openSource(page: Page, signal: AbortSignal): Promise<OpenedSource> {
  const { url, status, headers, body } = page;
  const reader = status < 400 ? findDocumentReader(sniffEssence(page)) : undefined;
  if (reader === undefined)
    return { warnings: [], source: { content: body, url, status, headers } };
  const { html, text, warnings } = await reader.read(body, { signal });
  if (text === '') {
    throw new GleanerError('validation_failed', reader.withoutText, {
      details: { reason: 'empty_page', pageStatus: status },
    });
  }
  const { format } = reader;
  return { warnings, source: { content: html, format, url, status, headers } };
}
