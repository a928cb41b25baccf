import { type ClientLease, createClientPool } from '../../network/egress/create-client-pool.ts';
import { createEgress } from '../../network/egress/create-egress.ts';
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { isCutBody, readDecoded } from '../../network/fetchers/read-decoded.ts';
import { isSchemaObject } from '../schema/list-schema-fields.ts';
import { createSecretReplacer } from '../../runtime/secrets/create-secret-replacer.ts';

/** Bytes of a completion, as sent and decoded: the longest answer that is read has 1,048,576 characters. */
const maxBytes = 4 * 1_048_576;
const maxFramingBytes = 262_144;
/** Bytes of a body that is no completion; it is kept in `cause` only. */
const maxErrorBytes = 65_536;

/** Members and items; real completions have some 200. The AI SDK held the event loop for 18 s on 8 MiB of `{},`, measured. */
const maxStructure = 5_000;

/**
 * Returns a `fetch` for one provider's API that limits what the provider can send, whatever it is: it reads the whole
 * response, decodes it, and rejects with `validation_failed`, reason `model_failed`, for one that no completion needs. As
 * `fetch` does, it rejects with a `TypeError` when there is no response. Redirects are not followed. Each call has a
 * connection of its own: one that was kept may have been closed by the provider meanwhile. Providers repeat a key that they
 * refuse: what is no completion is handed on without it.
 */
export function createCompletionFetch(): typeof fetch {
  // The embedder chooses the provider, which may stand on the same machine.
  const pool = createClientPool(createEgress({ allowPrivate: ['0.0.0.0/0', '::/0'] }));

  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const signal = init.signal ?? new AbortController().signal;
    const lease = await orFetchFailed(pool.lease(url, signal, { isFresh: true }), signal);
    try {
      return await send(lease, url, init, signal);
    } finally {
      lease.discard();
    }
  };
}

/** Fetch standard, "null body status". */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

async function send(
  lease: ClientLease,
  url: URL,
  { method, headers, body }: RequestInit,
  signal: AbortSignal,
): Promise<Response> {
  const sending = lease.send({
    method: method === 'POST' ? 'POST' : 'GET',
    path: `${url.pathname}${url.search}`,
    headers: Object.fromEntries(new Headers(headers)),
    ...(typeof body === 'string' ? { body } : {}),
    maxResponseBytes: maxBytes + maxFramingBytes,
    signal,
  });
  const response = await orFetchFailed(sending.catch(refuseFlood), signal);
  response.body.on('error', ignoreCutBody);
  const redact = createKeyRedactor(new Headers(headers).get('authorization') ?? '');
  const entries = Object.entries(response.headers).flatMap(([name, value = '']) =>
    [value].flat().map((each): [string, string] => [name, redact(each)]),
  );
  const received = new Headers(entries);
  const content = await readDecoded({
    body: response.body,
    contentEncoding: received.get('content-encoding') ?? undefined,
    contentLength: received.get('content-length') ?? undefined,
    maxWireBytes: maxBytes,
    maxBytes,
  }).catch(refuseFlood);
  const { statusCode: status } = response;
  const isError = status < 200 || status > 299;
  const text = isError ? '' : new TextDecoder().decode(content);
  checkStructure(text);
  const isKept = !bodiless.has(status) && (!isError || content.length <= maxErrorBytes);
  const completion = isError ? {} : parseObject(text);
  const kept =
    toReadMembers(completion) ?? redact(Buffer.from(content).subarray(0, maxErrorBytes).toString());
  return new Response(isKept ? kept : null, {
    status: findStatedStatus(text) ?? status,
    headers: received,
  });
}

/**
 * A completion with nothing but what is read of it, so that none is lost over the rest: servers write ids, dates, roles and
 * counts in other types than OpenAI does. `undefined` without a choice that has a message.
 */
function toReadMembers({ choices, usage, error }: ProviderBody): string | undefined {
  const read = (Array.isArray(choices) ? choices : []).map((choice) => toReadChoice(choice, error));
  if (read.length === 0 || read.includes(undefined)) return undefined;
  const counts = isSchemaObject(usage) ? usage : {};
  const prompt = toCount(counts['prompt_tokens']);
  const completion = toCount(counts['completion_tokens']);
  // What is missing would be told as none.
  const isCounted = prompt !== undefined && completion !== undefined;
  return JSON.stringify({
    choices: read,
    ...(isCounted && { usage: { prompt_tokens: prompt, completion_tokens: completion } }),
  });
}

/** Gateways that lose the answer in its middle hand on its beginning, with the error beside it or around it. */
function toReadChoice(choice: unknown, error: unknown): object | undefined {
  if (!isSchemaObject(choice) || !isSchemaObject(choice['message'])) return undefined;
  // No tools are offered, so that their calls are never read.
  const { role: _role, tool_calls: _calls, ...message } = choice['message'];
  const { finish_reason: reason, error: ownError } = choice;
  const isBroken = isStated(error) || isStated(ownError);
  const told = typeof reason === 'string' ? reason : undefined;
  return { message, finish_reason: isBroken ? 'error' : told };
}

function toCount(written: unknown): number | undefined {
  const count = typeof written === 'string' && written !== '' ? Number(written) : written;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** A shorter key, such as those that servers on one's own machine take, is a word of their messages. */
const minKeyLength = 8;

/** Returns what takes the key of a request's `authorization` out of a text. */
function createKeyRedactor(authorization: string): (text: string) => string {
  const key = authorization.replace(/^Bearer /i, '');
  const replacer = createSecretReplacer(/(?!)/);
  if (key.length >= minKeyLength) replacer.add(key, '[redacted]');
  return replacer.text;
}

/** Gateways (OpenRouter, LiteLLM) say 200 before they hear of the failure behind them, and state its status in the body. */
function findStatedStatus(text: string): number | undefined {
  if (text.length > maxErrorBytes || !text.includes('"error"')) return undefined;
  const body = parseObject(text);
  const { error, choices } = body;
  const isAnswered = Array.isArray(choices) && choices.length > 0;
  if (!isStated(error) || isAnswered) return undefined;
  const {
    code,
    status,
    status_code: longer,
  } = typeof error === 'object' ? { ...body, ...error } : body;
  const stated = [code, status, longer].map(Number).find((each) => each >= 400 && each <= 599);
  return Math.trunc(stated ?? unstatedStatus);
}

function isStated(error: unknown): error is object | string | number | boolean {
  return error !== undefined && error !== null && error !== false && error !== '';
}

/** Of a failure of which nothing is known but its words. */
const unstatedStatus = 502;

interface ProviderBody {
  readonly choices?: unknown;
  readonly usage?: unknown;
  readonly error?: unknown;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly status_code?: unknown;
}

function parseObject(text: string): ProviderBody {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    // What is no JSON is refused by its reader.
    return {};
  }
}

/** Waits for `work`; without a response it rejects as `fetch` does, which the AI SDK takes for a lost connection. */
async function orFetchFailed<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    signal.throwIfAborted();
    const isOurs = isGleanerError(cause, 'validation_failed');
    throw isOurs && cause.details.reason === 'model_failed'
      ? cause
      : new TypeError('fetch failed', { cause });
  }
}

/** Rethrows an error; one of a limit as the provider's fault, and a body that broke off as a lost connection. */
function refuseFlood(error: unknown): never {
  if (isCutBody(error)) throw new TypeError('fetch failed', { cause: error });
  throw isGleanerError(error) ? noCompletion(error) : error;
}

function noCompletion(cause?: GleanerError): GleanerError<'validation_failed'> {
  return new GleanerError(
    'validation_failed',
    'Could not ask the model: the response of its provider is too large, or in an unknown encoding.',
    { details: { reason: 'model_failed' }, cause },
  );
}

/** Throws for JSON of more parts than a completion has. Strings are skipped: an answer may hold any JSON. */
function checkStructure(text: string): void {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = findStringEnd(text, index);
    else if (character === ',' || character === '{' || character === '[') count += 1;
    if (count > maxStructure) throw noCompletion();
  }
}

/** The index of the quotation mark that ends the string which begins at `start`, or that of the end of the text. */
function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** A body that is cut fails its reader, too. */
function ignoreCutBody(): void {}
