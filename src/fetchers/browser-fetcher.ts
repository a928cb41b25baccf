import type { Browser } from '../contracts/browser.ts';
import type { Fetcher } from '../contracts/fetcher.ts';

/** The browser of the fetcher. */
export interface BrowserFetcherOptions {
  /** Renders the pages. The fetcher does not close it. */
  readonly browser: Browser;
}

/**
 * Creates a fetcher that renders every page in a browser, which takes about ten times as long as a fetch over HTTP. The engine
 * renders pages that need it anyway: use this where all pages need it.
 */
export function browserFetcher({ browser }: BrowserFetcherOptions): Fetcher {
  return {
    name: 'browser',
    fetch: (request) => browser.renderPage(request),
  };
}
