import type { Page, Response } from 'playwright-core';
import type { BrowsingSession } from '../browsing.ts';
import { raceSignal } from '../../signals/race-signal.ts';
import { type CallDocument, createCallDocument } from './call-document.ts';

/** A page of the session, and what is known of the document that it shows. */
export interface Tab {
  readonly page: Page;
  readonly call: CallDocument;
  /** How the server answered with the document that is shown now; `undefined` where nothing says so. */
  answer: DocumentAnswer | undefined;
}

export interface DocumentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Connects to a page of the session. */
export async function openTab(page: Page, session: BrowsingSession): Promise<Tab> {
  const devtools = await raceSignal(session.devtools(page), session.signal);
  return { page, call: createCallDocument(devtools), answer: undefined };
}

/** What of an answer is kept. */
export function toDocumentAnswer(response: Response | null): DocumentAnswer | undefined {
  if (response === null) return undefined;
  // Names in lower case, as Playwright has them without asking the browser again.
  return { status: response.status(), headers: response.headers() };
}
