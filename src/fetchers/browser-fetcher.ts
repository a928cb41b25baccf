import type { Browser } from '../contracts/browser.ts';
import type { Fetcher } from '../contracts/fetcher.ts';

export interface BrowserFetcherOptions {
  /** What renders the pages; stays yours to close. */
  readonly browser: Browser;
}

/**
 * Renders every page in a browser. The engine does so by itself for pages that need it: use this where all of them do, and
 * where a fetch may take a second instead of a tenth.
 */
export function browserFetcher({ browser }: BrowserFetcherOptions): Fetcher {
  return {
    name: 'browser',
    fetch: (request) => browser.renderPage(request),
  };
}
