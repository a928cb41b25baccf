import type { Frame, Request } from 'playwright-core';
import { raceSignal } from '../../../signals/race-signal.ts';
import type { Tab } from '../frames/tab.ts';
import { waitUntil } from '../../../signals/wait-until.ts';

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
  page.on('requestfinished', onEnd).on('requestfailed', onEnd);

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
      page.off('requestfinished', onEnd).off('requestfailed', onEnd);
    },
  };
}
