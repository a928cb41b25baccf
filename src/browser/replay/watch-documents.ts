import type { BrowserContext, CDPSession, Frame, Page, Request, Response } from 'playwright-core';
import type { RecipeStep } from '../../runtime/contracts/recipe/recipe.ts';
import { raceSignal } from '../../runtime/signals/waiting.ts';
import type { BrowsingSession } from '../session/browsing.ts';
import { type CallDocument, createCallDocument } from '../call-page.ts';

/** The server's response with a document. */
export interface DocumentResponse {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The step that was at work when it came; `undefined` before the first one that may load a page. */
  readonly step: RecipeStep | undefined;
}

/** The documents of a session's pages and frames, and how their servers answered. */
export interface Documents {
  /** From now on the documents of a page, and of popups, are this step's doing. */
  begin(page: Page, step: RecipeStep): void;
  /** Returns the response with the document that a frame shows now; `undefined` where there was none. */
  responseOf(frame: Frame): DocumentResponse | undefined;
  /** Returns the URL that a frame could not open, so that it shows the browser's own error page. */
  failureOf(frame: Frame): string | undefined;
  /** Returns how many documents have been loaded so far, in all pages and frames. */
  count(): number;
}

/** What Chromium shows in place of a page that did not come. */
const errorPage = 'chrome-error:';
/** Most responses kept for pages that are being opened. */
const maxOrphans = 100;

/**
 * Follows a session from its beginning: a document may come after the step that asked for it, by a script of its page
 * or in a popup.
 */
export function watchDocuments(context: BrowserContext): Documents {
  const shown = new WeakMap<Frame, DocumentResponse>();
  const failed = new WeakMap<Frame, string>();
  const arriving = new Map<
    Request,
    { readonly frame: Frame; readonly response: DocumentResponse }
  >();
  /** Popups answer before they are a page. */
  const orphans = new Map<Request, DocumentResponse>();
  const steps = new WeakMap<Page, RecipeStep>();
  let latest: RecipeStep | undefined;
  let count = 0;

  function show(frame: Frame, response: DocumentResponse): void {
    shown.set(frame, response);
    count += 1;
  }

  function watch(page: Page): void {
    page.on('framenavigated', (frame) => {
      const found = [...arriving].find(([, document]) => document.frame === frame);
      if (found !== undefined) {
        arriving.delete(found[0]);
        show(frame, found[1].response);
      } else if (!/^https?:/.test(frame.url())) shown.delete(frame);
    });
    for (const [request, response] of orphans) {
      const frame = findFrame(request);
      if (frame?.page() !== page) continue;
      orphans.delete(request);
      show(frame, response);
    }
  }

  context.on('response', (answer) => {
    const request = answer.request();
    if (!request.isNavigationRequest() || !hasDocument(answer)) return;
    // `headers()` needs no further call to the browser.
    const frame = findFrame(request);
    const step = frame === undefined ? latest : steps.get(frame.page());
    const response = { status: answer.status(), headers: answer.headers(), step };
    if (frame !== undefined) {
      for (const [other, document] of arriving)
        if (document.frame === frame) arriving.delete(other);
      arriving.set(request, { frame, response });
    } else if (orphans.size < maxOrphans) orphans.set(request, response);
  });
  // A download, or a page that was left before it came.
  context.on('requestfailed', (request) => {
    const frame = request.isNavigationRequest() ? findFrame(request) : undefined;
    if (frame !== undefined) failed.set(frame, request.url());
    arriving.delete(request);
    orphans.delete(request);
  });
  for (const page of context.pages()) watch(page);
  context.on('page', watch);

  return {
    begin(page, step) {
      steps.set(page, step);
      latest = step;
    },
    responseOf: (frame) => shown.get(frame),
    failureOf: (frame) =>
      frame.url().startsWith(errorPage) ? (failed.get(frame) ?? '') : undefined,
    count: () => count,
  };
}

/** Whether the frame shows what the response holds: not for redirects, nor for "no content". */
function hasDocument(response: Response): boolean {
  const status = response.status();
  return status !== 204 && status !== 205 && !(status >= 300 && status < 400);
}

function findFrame(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    // The request of a page that is being opened has no frame yet.
    return undefined;
  }
}

/** A page of the session and its current document. */
export interface Tab {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly call: CallDocument;
  /** Whether the page has asked for its next document and got no response yet: it replies to no call meanwhile. */
  isAwaitingDocument(): boolean;
  /** The server's response with the current document; `undefined` when there was none. */
  readonly response: DocumentResponse | undefined;
}

/** Connects to a page of the session. */
export async function openTab(
  page: Page,
  session: BrowsingSession,
  documents: Documents,
): Promise<Tab> {
  const devtools = await raceSignal(session.devtools(page), session.signal);
  return {
    page,
    devtools,
    call: createCallDocument(devtools),
    isAwaitingDocument: watchDocument(page),
    get response() {
      return documents.responseOf(page.mainFrame());
    },
  };
}

function watchDocument(page: Page): () => boolean {
  let awaited: Request | undefined;
  const onAnswer = (request: Request): void => {
    if (request === awaited) awaited = undefined;
  };
  page.on('request', (request) => {
    // The request of a navigation that opens a new page has no frame yet, and asking for it throws.
    if (request.resourceType() !== 'document' || !request.isNavigationRequest()) return;
    if (request.frame() === page.mainFrame()) awaited = request;
  });
  page.on('response', (response) => onAnswer(response.request()));
  page.on('requestfailed', onAnswer);
  return () => awaited !== undefined;
}
