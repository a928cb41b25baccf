import type { BrowserContext, CDPSession, Cookie } from 'playwright-core';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { findHeaderIssues } from '../../egress/find-header-issues.ts';

/** The fields of DevTools' `Fetch.requestPaused` that are used here. */
export interface PausedRequest {
  readonly requestId: string;
  readonly resourceType: string;
  /** The same for all hops of a redirected request. */
  readonly networkId?: string;
  /** Set when the request follows a redirect. */
  readonly redirectedRequestId?: string;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
}

/** The caller's headers of one session, which are sent to one origin. */
export interface CallerHeaders {
  /** Continues a paused request; adds the headers if its URL has their origin. */
  pass(
    event: PausedRequest & { readonly isMainDocument: boolean },
    devtools: CDPSession,
  ): Promise<void>;
}

export interface CreateCallerHeadersInput {
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
  const strayed = new Set<string>();
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
        strayed.add(networkId);
        const isNeighbour = isSameHost(request.url, hostname);
        if (event.isMainDocument) {
          if (isNeighbour || redirectedRequestId !== undefined) await dropCookies();
        } else if (hasCookies && isNeighbour) {
          // The request would carry the caller's cookies, which the page still needs: block it.
          await devtools.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
          return;
        }
      }
      const added = isHome && !strayed.has(networkId) ? [...values] : [];
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

function checkHeaders(values: Readonly<Record<string, string>>): void {
  const issues = findHeaderIssues(values);
  if (issues.length === 0) return;
  throw new GleanerError('invalid_request', 'Some of `headers` cannot be sent to a page.', {
    details: { issues },
  });
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
