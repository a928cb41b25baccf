import type { Fetcher, Page, PageRequest } from '../../../contracts/fetcher.ts';
import type { Tape } from '../tape/tape.ts';

const channel = 'fetcher';
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 20;

/** Creates the fetcher of a tape. `real` is used in recording only. */
export function createTapeFetcher(tape: Tape, real: Fetcher): Fetcher {
  function exchange(url: string, request: PageRequest): Promise<Page> {
    const { headers, proxy, signal } = request;
    // Its password may stand in an error.
    if (proxy !== undefined) learnPassword(proxy);
    return tape.exchange({
      channel,
      request: { method: 'GET', url, headers },
      signal,
      live: () => real.fetch(request),
    });
  }

  function learnPassword(proxy: string): void {
    const password = URL.parse(proxy)?.password ?? '';
    if (password !== '') tape.secrets.add(decodeURIComponent(password));
  }

  return {
    name: tape.facts.fetcher,
    async fetch(request) {
      let page = await exchange(request.url, request);
      // Other programs record each hop of a redirect, a fetcher its end alone.
      if (tape.facts.isForeign !== true) return page;
      for (let hops = 0; redirects.has(page.status) && hops < maxRedirects; hops += 1) {
        const location = URL.parse(page.headers['location'] ?? '', page.url);
        if (location === null) return page;
        page = await exchange(location.href, request);
      }
      return page;
    },
  };
}
