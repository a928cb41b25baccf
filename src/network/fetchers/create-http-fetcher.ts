import type { CookieJar } from 'tough-cookie';
import type { Fetcher, Page, PageRequest } from '../../runtime/contracts/fetcher.ts';
import {
  type ClientLease,
  type ClientPool,
  createClientPool,
  maxResponseHeaderBytes,
} from '../egress/create-client-pool.ts';
import { type Egress, checkHeaders } from '../egress/create-egress.ts';
import { toDuration } from '../../runtime/errors/shown-text.ts';
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { startTimer } from '../../runtime/signals/waiting.ts';
import { toChromeHeaders } from './to-chrome-headers.ts';
import { readDecoded } from './read-decoded.ts';
import { redirectStatuses, resolveRedirect } from './resolve-redirect.ts';

/** Limits of each fetch, and where it may connect to. */
export interface HttpFetcherOptions {
  /** The guarded way to the network. @default createEgress() */
  readonly egress?: Egress | undefined;
  /** Longest time of a fetch, redirects included, in milliseconds. @default 30000 */
  readonly timeoutMs?: number | undefined;
  /** Longest time from the request to the end of the response's headers, in milliseconds. @default 15000 */
  readonly firstByteTimeoutMs?: number | undefined;
  /** Most bytes of a body as sent, still encoded. @default 10485760 */
  readonly maxWireBytes?: number | undefined;
  /** Most bytes of a body after removing its content encodings. @default 10485760 */
  readonly maxBytes?: number | undefined;
  /** Most redirects of a fetch. @default 10 */
  readonly maxRedirects?: number | undefined;
}

/** What is kept on the way to one page. */
interface Chain {
  redirects: number;
  readonly cookies: Cookies;
  /** Of the last response. */
  lastUrl: URL | undefined;
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

  const chains = new WeakMap<object, Chain>();

  function toChain({ chain: key = {} }: PageRequest): Chain {
    const known = chains.get(key);
    if (known !== undefined) return known;
    const chain = { redirects: 0, cookies: createCookies(), lastUrl: undefined };
    chains.set(key, chain);
    return chain;
  }

  async function follow(request: PageRequest, signal: AbortSignal): Promise<Page> {
    const chain = toChain(request);
    let url = start(chain, request.url);
    let callerHeaders = request.headers;
    while (chain.redirects <= maxRedirects) {
      const headers = toRequestHeaders(callerHeaders, request.stealth);
      const cookie = await chain.cookies.toHeader(url, headers['cookie']);
      if (cookie !== '') headers['cookie'] = cookie;
      const { proxy } = request;
      const response = await exchange({ pool, url, headers, proxy, limits, signal });
      await chain.cookies.keep(url, response.setCookies);
      chain.lastUrl = url;
      if (response.redirect === undefined) return response.page;
      chain.redirects += 1;
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

  /** The first URL is the caller's; a later one is one that a page led on to, and counts as a redirect. */
  function start(chain: Chain, url: string): URL {
    if (chain.lastUrl === undefined) return egress.parseUrl(url);
    chain.redirects += 1;
    return resolveRedirect(egress, chain.lastUrl, url);
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

/** Says who asks and where to read about it: site owners can recognise, allow or block it. */
const honestHeaders: Readonly<Record<string, string>> = {
  'user-agent': 'Mozilla/5.0 (compatible; Gleaner/0.1; +https://www.npmjs.com/package/gleaner)',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,*/*;q=0.5',
  'accept-language': 'en-US,en;q=0.9,*;q=0.5',
  // Without zstd: Node 22 takes a stream of it that is cut for a whole one.
  'accept-encoding': 'gzip, deflate, br',
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

export interface ExchangeInput {
  readonly pool: ClientPool;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly proxy: string | undefined;
  readonly limits: ExchangeLimits;
  readonly signal: AbortSignal;
}

export interface ExchangeLimits {
  readonly firstByteTimeoutMs: number;
  readonly maxWireBytes: number;
  readonly maxBytes: number;
}

/** Either a page, or the `location` that a redirect names; with the values of `set-cookie`. */
export type ExchangeResult = { readonly setCookies: readonly string[] } & (
  | { readonly page: Page; readonly redirect?: undefined }
  | { readonly redirect: string }
);

type Response = Awaited<ReturnType<ClientLease['send']>>;

/** Bytes of a response beside its body, at most: interim responses, headers, and the framing of chunks of 300 bytes or more. */
const maxFramingBytes = 262_144;

/** One request and its response. What ends it early also closes its connection. */
export async function exchange(input: ExchangeInput): Promise<ExchangeResult> {
  const { url, limits, signal } = input;
  const { lease, response } = await open(input);
  let isDone = false;
  try {
    const headers = joinHeaders(response.headers);
    const redirect = redirectStatuses.has(response.statusCode)
      ? toRedirect(response.headers['location'])
      : undefined;
    const setCookies = [response.headers['set-cookie'] ?? []].flat();
    if (redirect !== undefined) {
      isDone = await skipBody(response, headers, signal);
      return { redirect, setCookies };
    }
    const body = await readDecoded({
      body: response.body,
      contentEncoding: headers['content-encoding'],
      contentLength: headers['content-length'],
      ...limits,
    });
    isDone = true;
    const { statusCode: status } = response;
    return { page: { url: url.href, status, headers, body }, setCookies };
  } catch (error) {
    signal.throwIfAborted();
    throw isGleanerError(error) ? error : toFetchError(url, error);
  } finally {
    if (isDone) lease.release();
    else discard(lease, response);
  }
}

interface OpenExchange {
  readonly lease: ClientLease;
  readonly response: Response;
}

async function open(input: ExchangeInput): Promise<OpenExchange> {
  const lease = await input.pool.lease(input.url, input.signal, { proxy: input.proxy });
  try {
    return await send(lease, input);
  } catch (error) {
    lease.discard();
    input.signal.throwIfAborted();
    // The server may have closed an idle connection meanwhile, which is no fault of the page: retry once on a new one.
    if (!lease.isReused || isResponseFault(error)) throw toFetchError(input.url, error);
  }
  const fresh = await input.pool.lease(input.url, input.signal, {
    isFresh: true,
    proxy: input.proxy,
  });
  try {
    return await send(fresh, input);
  } catch (error) {
    fresh.discard();
    input.signal.throwIfAborted();
    throw toFetchError(input.url, error);
  }
}

/** Whether the server had its chance: it was silent too long, or said too much. */
function isResponseFault(error: unknown): boolean {
  return isGleanerError(error) || hasCode(error, headersOverflow);
}

async function send(
  lease: ClientLease,
  { url, headers, limits, signal }: ExchangeInput,
): Promise<OpenExchange> {
  const silence = new AbortController();
  const cancelTimer = startTimer(limits.firstByteTimeoutMs, () => {
    const message = `The server of the page sent no response within ${toDuration(limits.firstByteTimeoutMs)}.`;
    silence.abort(
      new GleanerError('validation_failed', message, { details: { reason: 'timed_out' } }),
    );
  });
  try {
    const response = await lease.send({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers,
      maxResponseBytes: limits.maxWireBytes + maxFramingBytes,
      signal: AbortSignal.any([signal, silence.signal]),
    });
    return { lease, response };
  } finally {
    cancelTimer();
  }
}

function discard(lease: ClientLease, { body }: Response): void {
  // Destroying the connection makes the unread body fail, which is of no interest any more.
  body.on('error', () => {});
  body.destroy();
  lease.discard();
}

// A body this small has mostly arrived with its headers; for a longer one a new connection costs less.
const maxSkippedBytes = 16_384;

/** Reads a redirect's body away, so that the connection can be kept; `false` when it is not worth it. */
async function skipBody(
  { body }: Response,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(Number(headers['content-length']) <= maxSkippedBytes)) return false;
  await body.dump({ limit: maxSkippedBytes, signal });
  return true;
}

function joinHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> {
  let bytes = 0;
  const entries = Object.entries(headers).map(([name, value = '']): [string, string] => {
    const values = Array.isArray(value) ? value : [value];
    // undici counts names and values only; a line also has a colon, a space and its end.
    for (const each of values) bytes += name.length + each.length + 4;
    return [name, values.join(', ')];
  });
  if (bytes > maxResponseHeaderBytes) throw headersTooLarge();
  return Object.fromEntries(entries);
}

/** Proxies repeat the header. Different ones are a mistake or an attack, and browsers follow none (Fetch standard, "location URL"). */
function toRedirect(header: string | string[] = []): string | undefined {
  const [location, ...others] = new Set([header].flat());
  if (others.length > 0) {
    const message = 'The page redirects to several places at once.';
    throw new GleanerError('validation_failed', message, { details: { reason: 'fetch_failed' } });
  }
  return location?.replaceAll(notAscii, toEscape);
}

/** Bytes, which undici reads as Latin-1: browsers escape each, whatever encoding the server meant. */
const notAscii = /[\x80-\xff]/g;

function toEscape(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase()}`;
}

function toFetchError(url: URL, error: unknown): GleanerError {
  if (isGleanerError(error)) return error;
  if (hasCode(error, headersOverflow)) return headersTooLarge();
  const message = `The server "${url.host}" broke off or answered something that is not HTTP.`;
  return new GleanerError('validation_failed', message, {
    details: { reason: 'fetch_failed' },
    cause: withoutAddress(error),
  });
}

const headersOverflow = 'UND_ERR_HEADERS_OVERFLOW';

function headersTooLarge(): GleanerError<'validation_failed'> {
  const message = `The page's response headers exceed ${maxResponseHeaderBytes} bytes.`;
  return new GleanerError('validation_failed', message, { details: { reason: 'page_too_large' } });
}

/** undici's socket errors carry both ends' addresses and raw bytes of the page; only the code goes on. */
function withoutAddress(error: unknown): Error {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? error.code
      : 'unknown';
  return Object.assign(new Error(code), { code });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The cookies of one fetch: given on the way to a page, sent on the rest of it, and forgotten with it. */
interface Cookies {
  /** Value of the `cookie` header for a URL: the caller's own, and what the site gave, which wins. Empty where there is none. */
  toHeader(url: URL, own: string | undefined): Promise<string>;
  /** Keeps what a response at a URL gives, by the rules of domain, path and `Secure`. */
  keep(url: URL, setCookies: readonly string[]): Promise<void>;
}

/** Browsers keep 180 of a site. */
const maxCookies = 180;
/** Characters of the header; servers refuse longer ones. */
const maxHeaderLength = 8_192;

function createCookies(): Cookies {
  // Loaded by the first cookie: the list of public suffixes takes 3 MB of files.
  let jar: CookieJar | undefined;
  let kept = 0;
  return {
    async toHeader(url, own = '') {
      const given = (await jar?.getCookies(url.href)) ?? [];
      const names = new Set(given.map(({ key }) => key));
      const ownPairs = own.split(';').map((pair) => pair.trim());
      const pairs = [
        ...ownPairs.filter((pair) => pair !== '' && !names.has(pair.split('=', 1)[0] ?? '')),
        ...given.map((cookie) => cookie.cookieString()),
      ];
      let header = '';
      for (const pair of pairs) {
        const next = header === '' ? pair : `${header}; ${pair}`;
        if (next.length <= maxHeaderLength) header = next;
      }
      return header;
    },
    async keep(url, setCookies) {
      for (const setCookie of setCookies) {
        if (kept >= maxCookies) return;
        kept += 1;
        if (jar === undefined) {
          const { CookieJar } = await import('tough-cookie');
          jar = new CookieJar(undefined, { allowSecureOnLocal: false });
        }
        // What is no cookie, or one for another site, is left out, as by browsers.
        await jar.setCookie(setCookie, url.href, { ignoreError: true }).catch(() => {});
      }
    },
  };
}
