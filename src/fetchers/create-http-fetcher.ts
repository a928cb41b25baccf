import type { Fetcher, Page, PageRequest } from '../contracts/fetcher.ts';
import { createClientPool } from '../egress/create-client-pool.ts';
import type { Egress } from '../egress/create-egress.ts';
import { findHeaderIssues } from '../egress/find-header-issues.ts';
import { parseUrl, refuseUrl } from '../egress/addresses/parse-url.ts';
import { toDuration } from '../errors/to-duration.ts';
import { GleanerError, isGleanerError } from '../errors/gleaner-error.ts';
import { exchange } from './exchange.ts';
import { startTimer } from '../signals/start-timer.ts';
import { toChromeHeaders } from './to-chrome-headers.ts';

/** Limits of each fetch, and where it may connect to. */
export interface HttpFetcherOptions {
  /** The guarded way to the network. @default createEgress() */
  readonly egress?: Egress;
  /** Longest time of a fetch, redirects included, in milliseconds. @default 30000 */
  readonly timeoutMs?: number;
  /** Longest time from the request to the end of the response's headers, in milliseconds. @default 15000 */
  readonly firstByteTimeoutMs?: number;
  /** Most bytes of a body as sent, still encoded. @default 10485760 */
  readonly maxWireBytes?: number;
  /** Most bytes of a body after removing its content encodings. @default 10485760 */
  readonly maxBytes?: number;
  /** Most redirects of a fetch. @default 10 */
  readonly maxRedirects?: number;
}

/** What `httpFetcher` loads on its first fetch: clients by origin, redirects followed through the egress one by one. */
export function createHttpFetcher(options: HttpFetcherOptions, egress: Egress): Fetcher {
  const timeoutMs = options.timeoutMs ?? 30_000;
  const maxRedirects = options.maxRedirects ?? 10;
  const pool = createClientPool(egress);
  const limits = {
    firstByteTimeoutMs: options.firstByteTimeoutMs ?? 15_000,
    maxWireBytes: options.maxWireBytes ?? 10 * 1_024 * 1_024,
    maxBytes: options.maxBytes ?? 10 * 1_024 * 1_024,
  };

  async function follow(request: PageRequest, signal: AbortSignal): Promise<Page> {
    let url = egress.parseUrl(request.url);
    let callerHeaders = request.headers;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const headers = toRequestHeaders(callerHeaders, request.stealth);
      const { proxy } = request;
      const response = await exchange({ pool, url, headers, proxy, limits, signal });
      if (response.redirect === undefined) return response.page;
      const next = resolveRedirect(egress, url, response.redirect);
      // Whatever the caller sends may be secret, and belongs to the origin it was meant for; not given back on return.
      if (next.origin !== url.origin) callerHeaders = {};
      url = next;
    }
    throw new GleanerError(
      'validation_failed',
      `The page redirects more than ${maxRedirects} times.`,
      { details: { reason: 'fetch_failed' } },
    );
  }

  return {
    name: 'http',
    async fetch(request) {
      request.signal.throwIfAborted();
      checkHeaders(request.headers);
      const deadline = new AbortController();
      const cancelTimer = startTimer(timeoutMs, () => {
        const message = `Fetching the page took longer than ${toDuration(timeoutMs)}.`;
        deadline.abort(
          new GleanerError('validation_failed', message, { details: { reason: 'timed_out' } }),
        );
      });
      const signal = AbortSignal.any([request.signal, deadline.signal]);
      try {
        return await follow(request, signal);
      } catch (error) {
        // However an abort surfaced on its way through streams and sockets, its reason is what the caller gets.
        signal.throwIfAborted();
        throw error;
      } finally {
        cancelTimer();
      }
    },
    close: () => pool.close(),
  };
}

function checkHeaders(headers: Readonly<Record<string, string>>): void {
  const issues = findHeaderIssues(headers);
  if (issues.length === 0) return;
  throw new GleanerError('invalid_request', 'Some of `headers` cannot be sent to a page.', {
    details: { issues },
  });
}

/**
 * The URL that a redirect leads to. What is wrong with its text is a fault of the page (`validation_failed`); a host that the
 * guard refuses is one of `url`, as it is without a redirect (`invalid_request`). Messages do not repeat the target: it is
 * text of the page.
 */
function resolveRedirect(egress: Egress, from: URL, location: string): URL {
  const target = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  if (target === undefined) throw unfollowable();
  // Fetch standard, "HTTP-redirect fetch": the fragment is inherited.
  if (target.hash === '') target.hash = from.hash;
  const hasCredentials = target.username !== '' || target.password !== '';
  target.username = '';
  target.password = '';
  orElse(unfollowable, () => parseUrl(target.href));
  const url = orElse(refusedTarget, () => egress.parseUrl(target.href));
  if (hasCredentials) throw unfollowable();
  return url;
}

/** What `work` returns; where it throws `invalid_request`, throws another error instead. */
function orElse<Result>(toError: () => GleanerError, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw isGleanerError(error, 'invalid_request') ? toError() : error;
  }
}

function unfollowable(): GleanerError<'validation_failed'> {
  const message =
    'The page redirects to something that is no URL of a page, or to a URL that is too long.';
  return new GleanerError('validation_failed', message, { details: { reason: 'fetch_failed' } });
}

function refusedTarget(): GleanerError<'invalid_request'> {
  return refuseUrl('`url` redirects to a place that may not be reached.');
}

/** Says who asks and where to read about it: site owners can recognise, allow or block it. */
const honestHeaders: Readonly<Record<string, string>> = {
  'user-agent': 'Mozilla/5.0 (compatible; Gleaner/0.1; +https://www.npmjs.com/package/gleaner)',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,*/*;q=0.5',
  'accept-language': 'en-US,en;q=0.9,*;q=0.5',
  'accept-encoding': 'gzip, deflate, br, zstd',
};

/** The headers of one request: the caller's over those of an honest client, or over Chrome's with `stealth`. */
function toRequestHeaders(
  callerHeaders: Readonly<Record<string, string>>,
  stealth: boolean,
): Record<string, string> {
  const headers = new Map(Object.entries(stealth ? toChromeHeaders(Date.now()) : honestHeaders));
  for (const [name, value] of Object.entries(callerHeaders)) headers.set(name.toLowerCase(), value);
  return Object.fromEntries(headers);
}
