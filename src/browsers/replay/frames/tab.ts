import type { CDPSession, Page, Request } from 'playwright-core';
import { raceSignal } from '../../../signals/race-signal.ts';
import type { BrowsingSession } from '../../session/browsing.ts';
import type { DocumentResponse, Documents } from './watch-documents.ts';
import { type CallDocument, createCallDocument } from '../../in-page/call-document.ts';

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
