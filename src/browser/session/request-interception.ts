import type { BrowserContext, CDPSession, Cookie } from 'playwright-core';
import { checkHeaders } from '../../network/egress/create-egress.ts';

/** Kinds of resources that hold no values to extract. */
export type HeavyResource = 'image' | 'media' | 'font';

interface GuardPageInput {
  readonly devtools: CDPSession;
  /** Kinds of resources that are not loaded. */
  readonly blocked: readonly HeavyResource[];
  /** `undefined` when the caller gives none. */
  readonly headers: CallerHeaders | undefined;
  /** Rejects for URLs that may not be requested; `undefined` when a proxy checks them. */
  readonly checkUrl: ((url: string) => Promise<void>) | undefined;
}

const resourceTypes = { image: 'Image', media: 'Media', font: 'Font' } as const;

/**
 * What nearly all addresses of such a resource end in; a pattern takes one. Documents are never blocked by their
 * address (measured).
 */
const endings: Readonly<Record<HeavyResource, string>> = {
  image: 'png|jpg|jpeg|gif|webp|avif|ico|bmp|PNG|JPG|JPEG|GIF',
  media: 'mp4|webm|ogg|mp3|m4a|wav|mov|m4v|m3u8',
  font: 'woff|woff2|ttf|otf|eot',
};

/**
 * Keeps a page from loading what is not wanted, and adds the caller's headers. Chromium itself drops most by the
 * address, which costs nothing; only other requests of those kinds, or all requests when there are headers, are paused
 * here.
 */
export async function guardPage(input: GuardPageInput): Promise<void> {
  const { devtools, blocked, headers, checkUrl } = input;
  const { frameTree } = await devtools.send('Page.getFrameTree');
  const mainFrameId = frameTree.frame.id;
  const types: ReadonlySet<string> = new Set(blocked.map((resource) => resourceTypes[resource]));
  devtools.on('Fetch.requestPaused', (event) => {
    void answer(event).catch(ignoreEndedPage);
  });

  async function answer(event: PausedRequest & { readonly frameId: string }): Promise<void> {
    const { requestId, resourceType, frameId } = event;
    if (types.has(resourceType) || !(await mayBeAsked(event.request.url))) {
      await devtools.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    } else if (headers === undefined) {
      await devtools.send('Fetch.continueRequest', { requestId });
    } else {
      await headers.pass(
        { ...event, isMainDocument: resourceType === 'Document' && frameId === mainFrameId },
        devtools,
      );
    }
  }

  async function mayBeAsked(url: string): Promise<boolean> {
    try {
      await checkUrl?.(url);
      return true;
    } catch {
      // The page sees only that the request failed, not why.
      return false;
    }
  }

  if (blocked.length > 0) {
    await devtools.send('Network.enable');
    await devtools.send('Network.setBlockedURLs', toBlockedUrls(blocked)).catch(ignoreOldBrowser);
  }
  const patterns =
    headers === undefined && checkUrl === undefined
      ? blocked.map((resource) => ({ resourceType: resourceTypes[resource] }))
      : [{ urlPattern: '*' }];
  if (patterns.length > 0) {
    await devtools.send('Fetch.enable', { patterns });
  }
}

/** Returns the patterns as `URLPattern`s, whose paths end before the query; Playwright's types lack this form. */
function toBlockedUrls(blocked: readonly HeavyResource[]): { readonly urls: string[] } {
  const parameters = {
    urlPatterns: blocked
      .flatMap((resource) => endings[resource].split('|'))
      .map((ending) => ({ urlPattern: `*://*:*/*.${ending}`, block: true })),
  };
  return parameters as unknown as { readonly urls: string[] };
}

/** The page was closed, and its request with it. */
function ignoreEndedPage(): void {}

/** An older Chromium lacks these patterns: requests that it does not drop by URL are paused. */
function ignoreOldBrowser(): void {}

/** The fields of DevTools' `Fetch.requestPaused` that are used here. */
interface PausedRequest {
  readonly requestId: string;
  readonly resourceType: string;
  /** The same for all hops of a redirected request. */
  readonly networkId?: string;
  /** Set when the request follows a redirect. */
  readonly redirectedRequestId?: string;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
}

/** The caller's headers of one session, which are sent to one origin. */
interface CallerHeaders {
  /** Continues a paused request; adds the headers if its URL has their origin. */
  pass(
    event: PausedRequest & { readonly isMainDocument: boolean },
    devtools: CDPSession,
  ): Promise<void>;
}

interface CreateCallerHeadersInput {
  readonly context: BrowserContext;
  readonly url: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Adds the caller's headers only to requests for the origin of their URL: not to third parties, not after a redirect to
 * another origin, not after a redirect back from there. Cookies go to the browser's cookie jar, which ignores ports:
 * they are removed before another origin of the same host is opened, also by a redirect.
 */
export async function createCallerHeaders(input: CreateCallerHeadersInput): Promise<CallerHeaders> {
  const { context, url } = input;
  checkHeaders(input.values);
  const { origin, hostname } = new URL(url);
  const values = new Map(
    Object.entries(input.values).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const cookies = parseCookies(values.get('cookie') ?? '');
  values.delete('cookie');
  /** Redirected requests that have left the origin. */
  const leftOrigin = new Set<string>();
  let hasCookies = cookies.length > 0;
  if (hasCookies) {
    await context.addCookies(
      cookies.map(({ name, value }) => ({ name, value, url: `${origin}/` })),
    );
  }

  async function dropCookies(): Promise<void> {
    if (!hasCookies) return;
    hasCookies = false;
    await Promise.all(cookies.map(({ name }) => context.clearCookies({ name, domain: hostname })));
  }

  return {
    async pass(event, devtools) {
      const { requestId, networkId = requestId, redirectedRequestId, request } = event;
      const isHome = URL.canParse(request.url) && new URL(request.url).origin === origin;
      // A redirected request carries the headers of the previous hop.
      const kept = Object.entries(request.headers).filter(
        ([name, value]) => values.get(name.toLowerCase()) !== value,
      );
      if (!isHome) {
        leftOrigin.add(networkId);
        const isNeighbour = isSameHost(request.url, hostname);
        if (event.isMainDocument) {
          if (isNeighbour || redirectedRequestId !== undefined) await dropCookies();
        } else if (hasCookies && isNeighbour) {
          // The request would carry the caller's cookies, which the page still needs: block it.
          await devtools.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
          return;
        }
      }
      const added = isHome && !leftOrigin.has(networkId) ? [...values] : [];
      const names = new Set(added.map(([name]) => name));
      const headers = [...kept.filter(([name]) => !names.has(name.toLowerCase())), ...added];
      await devtools.send('Fetch.continueRequest', {
        requestId,
        headers: headers.flatMap(([name, value]) => {
          // The browser attached the cookies before they were removed from the jar.
          const isCookie = !isHome && name.toLowerCase() === 'cookie';
          const text = isCookie ? withoutPairs(value, cookies) : value;
          return text === '' ? [] : [{ name, value: text }];
        }),
      });
    },
  };
}

function isSameHost(url: string, hostname: string): boolean {
  return URL.canParse(url) && new URL(url).hostname === hostname;
}

function withoutPairs(header: string, cookies: readonly Pair[]): string {
  const callers = new Set(cookies.map(({ name, value }) => `${name}=${value}`));
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => !callers.has(pair)).join('; ');
}

type Pair = Pick<Cookie, 'name' | 'value'>;

function parseCookies(header: string): readonly Pair[] {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.indexOf('=') > 0)
    .map((pair) => {
      const end = pair.indexOf('=');
      return { name: pair.slice(0, end), value: pair.slice(end + 1) };
    });
}
