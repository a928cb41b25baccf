import type { ExtractionPage } from '../contracts/extraction-page.ts';
import { createPageSessions } from '../page-session/create-page-sessions.ts';
import { toExtractionPage } from '../page-session/to-extraction-page.ts';

/** A page as extractors get it, without an engine: for tests of extractors of one's own. Read in the calling thread. */
export async function openExtractionPage({
  html,
  url = 'https://example.com/',
}: {
  readonly html: string;
  /** Absolute: the base of the page's links. @default 'https://example.com/' */
  readonly url?: string;
}): Promise<ExtractionPage> {
  const source = { content: html, isPdf: false, url, status: 200, headers: {} };
  const { signal } = new AbortController();
  const session = createPageSessions({ threads: 0 }).open(source, {}, signal);
  return toExtractionPage(await session.ask('read', undefined), session);
}
