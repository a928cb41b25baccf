import type { CDPSession, Page, Response } from 'playwright-core';
import { raceSignal } from '../../../signals/race-signal.ts';
import type { BrowsingSession } from '../../session/browsing.ts';
import { type CallDocument, createCallDocument } from '../../in-page/call-document.ts';

/** A page of the session, and what is known of the document that it shows. */
export interface Tab {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly call: CallDocument;
  /** The server's response with the document that is shown now; `undefined` where there was none. */
  response: DocumentResponse | undefined;
}

export interface DocumentResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Connects to a page of the session. */
export async function openTab(page: Page, session: BrowsingSession): Promise<Tab> {
  const devtools = await raceSignal(session.devtools(page), session.signal);
  return { page, devtools, call: createCallDocument(devtools), response: undefined };
}

/** What is kept of a response. */
export function toDocumentResponse(response: Response | null): DocumentResponse | undefined {
  if (response === null) return undefined;
  // These headers are known without another call to the browser.
  return { status: response.status(), headers: response.headers() };
}
