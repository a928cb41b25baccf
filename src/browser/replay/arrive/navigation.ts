import { raceSignal, waitUntil } from '../../../runtime/signals/waiting.ts';
import type { RecipeStep } from '../../../runtime/contracts/recipe/recipe.ts';
import { advice } from '../../../runtime/errors/advice.ts';
import { invalidRequest, isGleanerError } from '../../../runtime/errors/gleaner-error.ts';
import { isPlaywrightTimeout } from '../../launch/load-playwright.ts';
import type { BrowsingSession } from '../../session/browsing.ts';
import { failStep, nameStep } from '../fail-step.ts';
import type { Tab } from '../watch-documents.ts';
import type { Frame, Request, Response } from 'playwright-core';

interface NavigateTabInput {
  readonly tab: Tab;
  /** Absolute URL. */
  readonly url: string;
  /** URL of the page that holds the link, if any. */
  readonly referer?: string;
  readonly timeoutMs: number;
  /** The step that errors name. */
  readonly step: Pick<RecipeStep, 'path' | 'type'>;
  readonly session: BrowsingSession;
}

/**
 * Opens a URL in a tab and waits until its document is parsed: waiting for `load` hangs on a single slow image. An
 * error status is still a page. Rejects with `validation_failed` when no page arrives.
 */
export async function navigateTab(input: NavigateTabInput): Promise<void> {
  const { tab, referer, timeoutMs, session } = input;
  const { signal } = session;
  const url = parseStepUrl(input);
  const options = {
    waitUntil: 'domcontentloaded',
    timeout: timeoutMs,
    ...(referer === undefined ? {} : { referer }),
  } as const;
  try {
    await raceSignal(tab.page.goto(url, options), signal);
    tab.call.forget();
  } catch (cause) {
    // When a renderer crashes, its navigation fails a moment before Playwright reports the crash.
    await askForLife(tab, signal);
    signal.throwIfAborted();
    // The page before stays.
    if (isDownload(cause) && mayDownload(input)) return;
    throw session.findFailure(url) ?? toNavigationError(input, cause);
  }
}

/** Whether what a step opens may be a file; the next page of a pagination may not. */
function mayDownload({ session, step }: NavigateTabInput): boolean {
  return session.downloads !== undefined && step.type === 'navigate';
}

function isDownload(cause: unknown): cause is Error {
  return cause instanceof Error && cause.message.includes('Download is starting');
}

/** Milliseconds; a live page replies at once. */
const lifeTimeoutMs = 1_000;

/** Resolves when the page has replied, or when it is known to be lost, in which case `signal` has aborted. */
async function askForLife({ page }: Tab, signal: AbortSignal): Promise<void> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(lifeTimeoutMs)]);
    await raceSignal(page.evaluate('0'), limit);
  } catch {
    // Whether the page is lost shows in the signal.
  }
}

/** Returns the URL to open; throws an error that names the step if it may not be opened. */
function parseStepUrl({ session, url, step }: NavigateTabInput): string {
  try {
    return session.parseUrl(url).href;
  } catch (error) {
    if (!isGleanerError(error, 'invalid_request')) throw error;
    throw invalidRequest(
      `take ${nameStep(step)}`,
      error.details.issues.map(({ message }) => ({ path: step.path, message })),
      error,
    );
  }
}

/**
 * Returns the error for a failed navigation. It repeats only the browser's error code: Playwright's message holds the
 * URL with the values of variables.
 */
function toNavigationError({ step, timeoutMs, session }: NavigateTabInput, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : '';
  if (isPlaywrightTimeout(cause)) {
    const seconds = timeoutMs / 1_000;
    return failStep(step, 'timed_out', `got no page within ${seconds} s.`, { cause });
  }
  if (isDownload(cause)) {
    const isRefused = session.downloads === undefined;
    const what = `leads to a download, not to a page.${isRefused ? ` ${advice.allowDownloads}` : ''}`;
    return failStep(step, 'unsupported_content', what, { cause });
  }
  const fault = /net::(ERR_[A-Z0-9_]{1,60})/.exec(message)?.[1];
  if (fault === 'ERR_ABORTED') {
    const what = 'got a response without a page (no content, or a file).';
    return failStep(step, 'unsupported_content', what, { cause });
  }
  const code = fault === undefined ? '' : ` (${fault})`;
  return failStep(step, 'fetch_failed', `could not open its page${code}.`, { cause });
}

/** A script's request that was refused, or got no response. */
export interface FailedRequest {
  readonly url: string;
  /** The `Retry-After` header. */
  readonly retryAfter: string | undefined;
}

/** Watches the navigations that follow an action in a tab, from before the action until they end. */
export interface NavigationWatch {
  /** Whether the URL changed, by a new document or by a script. */
  readonly hasNavigated: boolean;
  /** Whether a new document was loaded. */
  readonly hasNewDocument: boolean;
  /** Whether a new document is being requested. */
  readonly isLoading: boolean;
  /** Whether scripts wait for a response. */
  readonly isAsking: boolean;
  /** What scripts asked for since then, got no data for, and have not got since. */
  readonly failed: readonly FailedRequest[];
  /** What scripts asked for since then that is not there: sites respond so for a page past their last. */
  readonly gone: readonly Pick<FailedRequest, 'url'>[];
  /**
   * Waits until the document of a navigation is parsed; with `mustCome` also for the navigation to begin. Returns
   * whether there was one.
   */
  waitForNavigation(limits: {
    readonly mustCome: boolean;
    readonly timeoutMs: number;
  }): Promise<boolean>;
  /** Ends the watch. */
  stop(): void;
}

/**
 * Milliseconds within which a navigation begins after an action. Scripts that delay it on purpose took 300 ms,
 * measured; only a recorded navigation is waited for that long.
 */
const beginsMs = 150;
/** Milliseconds; a response without a document (204, a download) ends a navigation without a new URL. */
const endsMs = 100;

/** Starts the watch. Call it before the action: the navigation may end before the action returns. */
export function watchNavigation(tab: Tab, signal: AbortSignal): NavigationWatch {
  const { page } = tab;
  let hasNavigated = false;
  let hasNewDocument = false;
  let loading: Request | undefined;
  let loadingEndedMs: number | undefined;
  const asking = new Set<Request>();
  const failed = new Map<string, FailedRequest>();
  const gone: Pick<FailedRequest, 'url'>[] = [];

  const isDocument = (request: Request): boolean =>
    request.isNavigationRequest() && request.frame() === page.mainFrame();

  function onRequest(request: Request): void {
    const kind = request.resourceType();
    if (kind === 'xhr' || kind === 'fetch') asking.add(request);
    // The request of a navigation that opens a new page has no frame yet: it does not belong to this page.
    else if (kind === 'document' && isDocument(request)) {
      loading = request;
      loadingEndedMs = undefined;
    }
  }
  function onResponse(response: Response): void {
    const request = response.request();
    if (!asking.has(request)) return;
    const status = response.status();
    const key = toRequestKey(request);
    const retryAfter = response.headers()['retry-after'];
    const isGone = status === 404 || status === 410;
    if (isGone) gone.push({ url: request.url() });
    if (status >= 400 && !isGone) failed.set(key, { url: request.url(), retryAfter });
    else failed.delete(key);
  }
  function onFailed(request: Request): void {
    const code = request.failure()?.errorText ?? '';
    // What a script gave up, or a rule kept back, has not failed.
    const isMeant = /ABORTED|BLOCKED/.test(code);
    if (asking.has(request) && !isMeant) {
      failed.set(toRequestKey(request), { url: request.url(), retryAfter: undefined });
    }
    onEnd(request);
  }
  function onEnd(request: Request): void {
    asking.delete(request);
    if (request === loading) loadingEndedMs = performance.now();
  }
  function onNavigated(frame: Frame): void {
    if (frame !== page.mainFrame()) return;
    hasNavigated = true;
    hasNewDocument ||= loading !== undefined;
    loading = undefined;
  }
  page.on('request', onRequest).on('framenavigated', onNavigated);
  page.on('requestfinished', onEnd).on('requestfailed', onFailed).on('response', onResponse);

  function isLoading(): boolean {
    if (loading === undefined) return false;
    return loadingEndedMs === undefined || performance.now() - loadingEndedMs < endsMs;
  }

  async function comeToRest(timeoutMs: number): Promise<void> {
    if (!hasNewDocument) return;
    await raceSignal(page.waitForLoadState('domcontentloaded', { timeout: timeoutMs }), signal);
  }

  return {
    get hasNavigated() {
      return hasNavigated;
    },
    get hasNewDocument() {
      return hasNewDocument;
    },
    get isLoading() {
      return isLoading();
    },
    get isAsking() {
      return asking.size > 0;
    },
    get failed() {
      return [...failed.values()];
    },
    gone,
    async waitForNavigation({ mustCome, timeoutMs }) {
      const startedMs = performance.now();
      await waitUntil({
        timeoutMs,
        everyMs: 20,
        signal,
        async poll() {
          if (hasNavigated && !isLoading()) return true;
          const isOver = !mustCome && performance.now() - startedMs >= beginsMs && !isLoading();
          return isOver || page.isClosed() ? true : undefined;
        },
      });
      if (hasNavigated) await comeToRest(timeoutMs);
      return hasNavigated;
    },
    stop() {
      page.off('request', onRequest).off('framenavigated', onNavigated);
      page.off('requestfinished', onEnd).off('requestfailed', onFailed).off('response', onResponse);
    },
  };
}

function toRequestKey(request: Request): string {
  return `${request.method()} ${request.url()} ${request.postData() ?? ''}`;
}
