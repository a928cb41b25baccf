import type { CDPSession, Page, Response } from 'playwright-core';
import { raceSignal } from '../../../signals/race-signal.ts';
import type { BrowsingSession } from '../../session/browsing.ts';
import { type CallDocument, createCallDocument } from '../../in-page/call-document.ts';

/** A page of the session and its current document. */
export interface Tab {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly call: CallDocument;
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
  return { page, devtools, call: createCallDocument(devtools), response: undefined };
}

/** Returns the parts of a response that are kept. */
export function toDocumentResponse(response: Response | null): DocumentResponse | undefined {
  if (response === null) return undefined;
  // `headers()` needs no further call to the browser.
  return { status: response.status(), headers: response.headers() };
}
