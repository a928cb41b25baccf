import type { Fetcher } from '../../runtime/contracts/fetcher.ts';
import { createEgress, egressRule } from '../egress/create-egress.ts';
import { type OptionRules, checkOptions, toPartRule } from '../../runtime/errors/option-checks.ts';
import type { HttpFetcherOptions } from './create-http-fetcher.ts';
import type { Browser } from '../../runtime/contracts/browser.ts';

const count = { least: 1, mayBeInfinite: true } as const;

const optionRules: OptionRules<HttpFetcherOptions> = {
  egress: egressRule,
  timeoutMs: { ...count, unit: 'milliseconds' },
  firstByteTimeoutMs: { ...count, unit: 'milliseconds' },
  maxWireBytes: { ...count, unit: 'bytes' },
  maxBytes: { ...count, unit: 'bytes' },
  maxRedirects: { ...count, unit: 'redirects', least: 0 },
};

/**
 * Creates a fetcher over HTTP/1.1, which does not run scripts of pages. The HTTP client is loaded by the first fetch. A fetch
 * rejects with `validation_failed` for a page that cannot be loaded, with `invalid_request` for an address that is refused.
 *
 * @throws TypeError that names the first option that cannot be used.
 */
export function httpFetcher(options: HttpFetcherOptions = {}): Fetcher {
  checkOptions('httpFetcher', options, optionRules);
  const egress = options.egress ?? createEgress();
  let loading: Promise<Fetcher> | undefined;

  function load(): Promise<Fetcher> {
    return (loading ??= import('./create-http-fetcher.ts').then(({ createHttpFetcher }) =>
      createHttpFetcher(options, egress),
    ));
  }

  return {
    name: 'http',
    fetch: async (request) => (await load()).fetch(request),
    async close() {
      await (await loading)?.close?.();
    },
  };
}

/** The browser of the fetcher. */
export interface BrowserFetcherOptions {
  /** Renders the pages. The fetcher does not close it. */
  readonly browser: Browser;
}

/**
 * Creates a fetcher that renders every page in a browser, which takes about ten times as long as a fetch over HTTP. The engine
 * renders pages that need it anyway: use this where all pages need it.
 *
 * @throws TypeError for what is no browser.
 */
export function browserFetcher(options: BrowserFetcherOptions): Fetcher {
  checkOptions('browserFetcher', options, {
    browser: { ...toPartRule('renderPage'), isRequired: true },
  });
  const { browser } = options;
  return {
    name: 'browser',
    fetch: (request) => browser.renderPage(request),
  };
}
