import type { Fetcher } from '../contracts/fetcher.ts';
import { createEgress } from '../egress/create-egress.ts';
import type { HttpFetcherOptions } from './create-http-fetcher.ts';

/**
 * Fetches over HTTP/1.1 without running a page's scripts: the fetcher of choice for most of the web. The HTTP client is
 * loaded by the first fetch.
 */
export function httpFetcher(options: HttpFetcherOptions = {}): Fetcher {
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
