import type { Fetcher, Page } from '../../src/runtime/contracts/fetcher.ts';
import { stubFetcher, type StubFetcher } from './stub-fetcher.ts';

/** Pages by URL; one that is not among them is a 404. A function makes each answer anew. */
export type PagesByUrl = Readonly<
  Record<string, string | Partial<Page> | (() => string | Partial<Page>)>
>;

/** A fetcher of pages that are given by their URL. */
export function pagesFetcher(pages: PagesByUrl): StubFetcher {
  return stubFetcher(({ url }) => {
    const page = pages[url] ?? { status: 404, body: Buffer.from('<p>Not here.</p>') };
    return typeof page === 'function' ? page() : page;
  });
}

/** Fails whatever it is asked for: what replays must not come here. */
export const refusingFetcher: Fetcher = {
  name: 'stub',
  fetch: ({ url }) => Promise.reject(new Error(`The network was used for ${url}.`)),
};
