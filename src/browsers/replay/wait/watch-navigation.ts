import type { Frame, Request, Response } from 'playwright-core';
import { raceSignal } from '../../../signals/race-signal.ts';
import { type Tab, toDocumentResponse } from '../frames/tab.ts';
import { waitUntil } from '../../../signals/wait-until.ts';

/** Follows the navigations of a tab that an action brings, from before the action until they are over. */
export interface NavigationWatch {
  /** Whether the address changed, by a new document or by a script. */
  readonly hasNavigated: boolean;
  /** Whether a new document came with it. */
  readonly hasNewDocument: boolean;
  /** Whether a new document is on its way. */
  readonly isLoading: boolean;
  /** Whether scripts wait for a response. */
  readonly isAsking: boolean;
  /** Waits for a navigation that has to come (`mustCome`), or that may have begun, until its document is parsed. Returns whether there was one. */
  waitForNavigation(limits: {
    readonly mustCome: boolean;
    readonly timeoutMs: number;
  }): Promise<boolean>;
  /** Ends it. */
  stop(): void;
}

/** Navigations that follow from an action begin within this time, unless a script waits on purpose: measured 300 ms there, which only an asserted one is waited for. */
const beginsMs = 150;
/** A response without a document (204, a download) ends a navigation without a new address. */
const endsMs = 100;

/** To be started before the action: what it brings may be over before it returns. */
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
    // The frame of a navigation that opens a page is not there yet: such a request is none of this page's.
    else if (kind === 'document' && isDocument(request)) {
      loading = request;
      loadingEndedMs = undefined;
    }
  }
  function onResponse(response: Response): void {
    if (response.request() === loading) tab.response = toDocumentResponse(response);
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
  page.on('request', onRequest).on('response', onResponse).on('framenavigated', onNavigated);
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
      page.off('request', onRequest).off('response', onResponse);
      page.off('framenavigated', onNavigated);
      page.off('requestfinished', onEnd).off('requestfailed', onEnd);
    },
  };
}
