import type { Page } from '../contracts/fetcher.ts';
import type { ClientLease, ClientPool } from '../egress/create-client-pool.ts';
import { maxResponseHeaderBytes } from '../egress/create-client-pool.ts';
import { GleanerError, isGleanerError } from '../errors/gleaner-error.ts';
import { toDuration } from '../errors/to-duration.ts';
import { startTimer } from '../signals/start-timer.ts';
import { readDecoded } from './read-decoded.ts';

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

/** Either a page, or the `location` that a redirect names. */
export type ExchangeResult =
  | { readonly page: Page; readonly redirect?: undefined }
  | { readonly redirect: string };

type Response = Awaited<ReturnType<ClientLease['send']>>;

/** Bytes of a response beside its body, at most: interim responses, headers, and the framing of chunks of 300 bytes or more. */
const maxFramingBytes = 262_144;

// Fetch standard, "redirect status".
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** One request and its response. What ends it early also closes its connection. */
export async function exchange(input: ExchangeInput): Promise<ExchangeResult> {
  const { url, limits, signal } = input;
  const { lease, response } = await open(input);
  let isDone = false;
  try {
    const headers = joinHeaders(response.headers);
    const location = headers['location'];
    if (redirectStatuses.has(response.statusCode) && location !== undefined) {
      isDone = await skipBody(response, headers, signal);
      return { redirect: toText(location) };
    }
    const body = await readDecoded({
      body: response.body,
      contentEncoding: headers['content-encoding'],
      contentLength: headers['content-length'],
      ...limits,
    });
    isDone = true;
    return { page: { url: url.href, status: response.statusCode, headers, body } };
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

/** undici reads header bytes as Latin-1; a `location` with other letters is meant as UTF-8. */
function toText(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
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
