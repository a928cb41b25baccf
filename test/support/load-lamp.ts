import type { Browser } from '../../src/runtime/contracts/browser.ts';
import type { Cache, CachedPage } from '../../src/runtime/contracts/cache.ts';
import type { Page, PageRequest } from '../../src/runtime/contracts/fetcher.ts';
import { GleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import { loadPage, type LoadPageContext } from '../../src/core/pages/open-page.ts';

/** A page that is empty until its scripts have run, and what they make of it. */
export const shell = '<!doctype html><div id="root"></div><script src="/app.js"></script>';
export const rendered = '<!doctype html><h1>Brass lamp</h1><p>A lamp for reading at night.</p>';
const { signal } = new AbortController();
export const request: PageRequest = {
  url: 'https://shop.example/',
  headers: {},
  stealth: false,
  signal,
};

function refuse(): Promise<never> {
  return Promise.reject(new TypeError('It renders, and no more.'));
}

/** A browser that renders every page to `html`, where it starts at all. */
export function renderingBrowser(html = rendered): Browser & { canStart: boolean } {
  return {
    canStart: true,
    name: 'stub',
    printPdf: refuse,
    replay: refuse,
    async renderPage({ url }) {
      if (!this.canStart) throw new GleanerError('service_unavailable', 'No browser started.');
      return { url, status: 200, headers: {}, body: Buffer.from(html), isRendered: true };
    },
  };
}

/** A cache that keeps what it is told in a map that tests look into. */
export function openCache(
  more: Partial<Cache> = {},
): Cache & { readonly kept: Map<string, CachedPage> } {
  const kept = new Map<string, CachedPage>();
  return {
    name: 'map',
    kept,
    get: async (key) => kept.get(key),
    set: async (key, entry) => void kept.set(key, entry),
    ...more,
  };
}

interface Loading {
  readonly maxAge?: number | undefined;
  readonly change?: Partial<PageRequest>;
}

/** Loads the page of `request`, and closes its session. */
export async function loadLamp(
  context: LoadPageContext,
  { maxAge, change }: Loading = {},
): Promise<{ readonly warnings: readonly string[]; readonly body: string }> {
  const { page, session, warnings } = await loadPage(
    { request: { ...request, ...change }, maxAge, allowShell: false, options: {} },
    context,
  );
  session.close();
  return { warnings, body: new TextDecoder().decode(page.body) };
}

/** A page of the address of `request`. */
export const pageOf = (html: string): Page => ({
  url: request.url,
  status: 200,
  headers: {},
  body: Buffer.from(html),
});
