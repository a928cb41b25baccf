import type { CDPSession, Page, Request, Response } from 'playwright-core';
import { raceSignal } from '../../../signals/race-signal.ts';
import type { BrowsingSession } from '../../session/browsing.ts';
import { type CallDocument, createCallDocument } from '../../in-page/call-document.ts';

/** A page of the session and its current document. */
export interface Tab {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly call: CallDocument;
  /** Whether the page has asked for its next document and got no response yet: it replies to no call meanwhile. */
  isAwaitingDocument(): boolean;
  /** The server's response with the current document; `undefined` when there was none. */
  response: DocumentResponse | undefined;
}

export interface DocumentResponse {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Connects to a page of the session. */
export async function openTab(page: Page, session: BrowsingSession): Promise<Tab> {
  const devtools = await raceSignal(session.devtools(page), session.signal);
  return {
    page,
    devtools,
    call: createCallDocument(devtools),
    isAwaitingDocument: watchDocument(page),
    response: undefined,
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

/** Returns the parts of a response that are kept. */
export function toDocumentResponse(response: Response | null): DocumentResponse | undefined {
  if (response === null) return undefined;
  // `headers()` needs no further call to the browser.
  return { status: response.status(), headers: response.headers() };
}
