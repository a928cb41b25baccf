import { randomUUID } from 'node:crypto';
import {
  type ErrorCode,
  GleanerError,
  invalidRequest,
  isGleanerError,
} from '../../runtime/errors/gleaner-error.ts';
import { copyPlainJson, parseJsonText } from '../../runtime/plain-json.ts';
import { toWireError } from './wire-words.ts';
import { METHOD_NAME_ALL } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { decodePercent } from '../../runtime/unicode/decode-percent.ts';

/** One request and its response, for logs: without keys, query strings and bodies. */
export interface RequestRecord {
  readonly requestId: string;
  readonly method: string;
  /** The path of the route, with names in place of parameters; `unknown` for a path without a route. */
  readonly route: string;
  readonly status: number;
  /** Milliseconds, a whole number. */
  readonly durationMs: number;
  /** The account of the API key; `undefined` before authentication. */
  readonly account: string | undefined;
  /** The error code; `undefined` for a response without an error. */
  readonly code: ErrorCode | undefined;
  /** The thrown value where the status is 500 or above; else `undefined`. */
  readonly error: unknown;
}

/** What becomes known of a request on its way, for its record. */
export interface Exchange {
  readonly requestId: string;
  route: string;
  account: string | undefined;
  code: ErrorCode | undefined;
  error: unknown;
}

/** An exchange of which nothing is known yet but its id. */
export function beginExchange(): Exchange {
  const requestId = randomUUID();
  return { requestId, route: 'unknown', account: undefined, code: undefined, error: undefined };
}

/** The path as it was sent: to parse the whole URL takes as long as to find its target. */
export function pathOf({ url }: Request): string {
  return /^[^:]+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? '';
}

/** What HTTP has a status of its own for, by the error that says it. */
const faults = new WeakMap<object, Omit<HttpFault, 'message'>>();

function createFault(
  message: string,
  action: string,
  fault: Omit<HttpFault, 'message'>,
): GleanerError<'invalid_request'> {
  const error = invalidRequest(action, [{ path: '', message }]);
  faults.set(error, fault);
  return error;
}

/** The refusal of a method that a known path does not have: 405, with those that it has. */
export function refuseMethod(
  method: string,
  known: readonly string[],
): GleanerError<'invalid_request'> {
  const allow = known.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ');
  const message = `${method} is not possible here: use ${allow}.`;
  return createFault(message, 'handle the request', { status: 405, headers: { allow } });
}

function bodyTooLarge(maxBytes: number): GleanerError<'invalid_request'> {
  const message = `It is larger than ${maxBytes} bytes.`;
  return createFault(message, 'read the body', { status: 413 });
}

/** As logs of HTTP have it for a client that did not wait. */
const clientLeft = createFault('The client left before the response.', 'handle the request', {
  status: 499,
});

/** The error envelope for what was thrown on the way of a request; what its record needs of it is noted in `exchange`. */
export function fail(thrown: unknown, { signal }: Request, exchange: Exchange): HttpResponse {
  // Work that was ended by a signal rejects with the signal's reason, which may be anything.
  const error = signal.aborted && thrown === signal.reason ? clientLeft : thrown;
  const { requestId } = exchange;
  const { status, headers = {} } = findFault(error) ?? {};
  const { response, code } = toFailure(error, { requestId, headers }, status);
  exchange.code = code;
  if (response.status >= 500) exchange.error = error;
  return response;
}

function findFault(error: unknown): Omit<HttpFault, 'message'> | undefined {
  return typeof error === 'object' && error !== null ? faults.get(error) : undefined;
}

/** Tells a listener of a request; an error that it throws is ignored. */
export function record(
  { onRequest }: { readonly onRequest?: ((record: RequestRecord) => void) | undefined },
  entry: RequestRecord,
): void {
  try {
    onRequest?.(entry);
  } catch {
    // A fault of the listener must not change the response.
  }
}

/** 1 MB, as wherever JSON from outside is read. */
export const maxBodyBytes: number = 1_048_576;

/** What a body may have. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** Values in it. */
  readonly maxNodes: number;
  /** Called with the length of a body before anything is made of it. */
  readonly onBytes?: (length: number) => void;
}

export const defaultLimits: BodyLimits = { maxBytes: maxBodyBytes, maxNodes: 200_000 };
/** Calls without sign-in send a token or an address, and no limiter counts all of them: their bodies are small. */
export const strangerLimits: BodyLimits = { maxBytes: 4_096, maxNodes: 16 };
/** JSON.parse reads a depth of a million; what works on the value recurses, and cannot. */
const maxDepth = 64;

/** As many values as the parser of recipes takes. */
const maxRecipeNodes = 400_000;
/** A recipe may come as its text, indented and with every quote escaped once more. */
const recipeBytesFactor = 4;

/** What a body may have that holds a recipe of so many bytes. */
export function toRecipeBodyLimits(recipeBytes: number): BodyLimits {
  const maxBytes = Math.max(maxBodyBytes, recipeBytesFactor * recipeBytes);
  return { maxBytes, maxNodes: maxRecipeNodes };
}

/** Where the bodies of one account are counted that were refused. */
export interface BodyRefusals {
  /** Throws `rate_limited` while there have been too many. */
  check(): void;
  count(bytes: number): void;
}

/**
 * Does what a request with a body asks for; where the body is refused, that is counted, and the next one waits once there are too many:
 * to find what is wrong with a large one takes longer than most calls.
 */
export async function countRefusal<Result>(
  refusals: BodyRefusals | undefined,
  work: (onBytes: (length: number) => void) => Promise<Result>,
): Promise<Result> {
  refusals?.check();
  let bytes = 0;
  try {
    return await work((length) => {
      bytes = length;
    });
  } catch (error) {
    if (isGleanerError(error, 'invalid_request')) refusals?.count(bytes);
    throw error;
  }
}

/**
 * The body of a request as JSON object; `undefined` where there is none. Throws `invalid_request` for what is no JSON
 * object, says so wrongly, or is too large or too deep.
 */
export async function readJsonBody(
  request: Request,
  signal: AbortSignal,
  { maxBytes, maxNodes, onBytes }: BodyLimits = defaultLimits,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  const bytes = await readBytes(request, signal, maxBytes);
  onBytes?.(bytes.length);
  if (bytes.length === 0) return undefined;
  const { headers } = request;
  if (!isJson(headers.get('content-type'))) {
    throw refuse('Send it with `Content-Type: application/json`.');
  }
  if (!isUtf8(headers.get('content-type'))) {
    throw refuse('JSON is sent in UTF-8: leave `charset` out of the Content-Type, or name that.');
  }
  if (!isPlain(headers.get('content-encoding'))) {
    throw refuse('Send it as it is, without compression and without the Content-Encoding header.');
  }
  const { value, issues } = copyPlainJson(parse(bytes), { maxDepth, maxNodes });
  if (issues.length > 0) throw invalidRequest('read the body', issues);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('Expected a JSON object.');
  }
  return value as Readonly<Record<string, unknown>>;
}

async function readBytes(
  request: Request,
  signal: AbortSignal,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    // The parser of a message holds its sender to the length it names, and to make a stream of the body takes longer than to read it.
    if (request.headers.has('content-length')) return await readWhole(request, maxBytes);
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      if (length > maxBytes) throw bodyTooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch (cause) {
    signal.throwIfAborted();
    if (findFault(cause) !== undefined) throw cause;
    throw invalidRequest('read the body', [{ path: '', message: 'It broke off.' }], cause);
  }
  return Buffer.concat(chunks);
}

async function readWhole(request: Request, maxBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > maxBytes) throw bodyTooLarge(maxBytes);
  return bytes;
}

function parse(bytes: Uint8Array): unknown {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw invalidRequest('read the body', [{ path: '', message: 'It is not in UTF-8.' }], cause);
  }
  try {
    return parseJsonText(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw invalidRequest(
      'read the body',
      [{ path: '', message: `It is no JSON: ${reason}.` }],
      cause,
    );
  }
}

function isJson(contentType: string | null): boolean {
  return /^\s*application\/json\s*(?:;|$)/i.test(contentType ?? '');
}

/** RFC 9110, section 8.3.2: names of character sets are read without regard to case, and may be quoted. */
function isUtf8(contentType: string | null): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType ?? '') ?? [];
  return /^(?:utf-?8|us-ascii)$/i.test(charset);
}

function isPlain(contentEncoding: string | null): boolean {
  return /^(?:\s*|\s*identity\s*)$/i.test(contentEncoding ?? '');
}

function refuse(message: string): GleanerError<'invalid_request'> {
  return invalidRequest('read the body', [{ path: '', message }]);
}

/**
 * A response as plain data. A server on Node writes it as it is: to make a `Response` of it and to read that again takes
 * longer than everything else about a poll.
 */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; without `content-length`, which is the body's. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The web-standard response with the same content; the body is left out of the response to a HEAD request. */
export function toResponse({ status, headers, body }: HttpResponse, method = 'GET'): Response {
  return new Response(method === 'HEAD' ? null : body, { status, headers });
}

/** What every response is made with. */
interface ResponseFrame {
  /** Also the `X-Request-ID` header. */
  readonly requestId: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an operation gives to its response; the envelope is made around it. */
export interface Success {
  readonly status: 200 | 202;
  readonly envelope: 'completed' | 'queued';
  /** A JSON object, or the JSON of one. */
  readonly data: Readonly<Record<string, unknown>> | string;
  /** Only in the `completed` envelope. */
  readonly creditsUsed?: number;
  readonly creditsRemaining?: number;
}

/** The `completed` or `queued` envelope around what an operation gave. */
export function toSuccess(success: Success, frame: ResponseFrame): HttpResponse {
  const { status, envelope, data, creditsUsed = 0, creditsRemaining = 0 } = success;
  const before = JSON.stringify({ status: envelope, request_id: frame.requestId }).slice(0, -1);
  const json = typeof data === 'string' ? data : JSON.stringify(data);
  const after =
    envelope === 'completed'
      ? `,${JSON.stringify({ credits_used: creditsUsed, credits_remaining: creditsRemaining }).slice(1)}`
      : '}';
  return toTextResponse(status, `${before},"data":${json}${after}`, frame);
}

/** A response in the `error` envelope, and the code in it. */
interface Failure {
  readonly response: HttpResponse;
  readonly code: ErrorCode;
}

/** The `error` envelope for a thrown value; `status` where HTTP has one of its own for it, such as 405. */
export function toFailure(error: unknown, frame: ResponseFrame, status?: number): Failure {
  const wire = toWireError(error);
  const body = { status: 'error', request_id: frame.requestId, error: wire.error };
  const headers = { ...wire.headers, ...frame.headers };
  const response = toJsonResponse(status ?? wire.status, body, { ...frame, headers });
  return { response, code: wire.error.code };
}

/** A violation of HTTP itself, and the status that HTTP has for it. */
export interface HttpFault {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly message: string;
}

/** The response to what is no valid HTTP request, in the envelope of all others; the connection is closed after it. */
export function toFaultResponse({ status, message }: HttpFault, requestId: string): HttpResponse {
  const error = invalidRequest('read the request', [{ path: '', message }]);
  return toFailure(error, { requestId, headers: { connection: 'close' } }, status).response;
}

/** JSON with the request's id in its header. */
export function toJsonResponse(status: number, body: unknown, frame: ResponseFrame): HttpResponse {
  return toTextResponse(status, JSON.stringify(body), frame);
}

function toTextResponse(status: number, body: string, frame: ResponseFrame): HttpResponse {
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...frame.headers,
      'x-request-id': frame.requestId,
    },
    body,
  };
}

/** Targets by path and method. */
export interface PathTable<Target> {
  /** Parameters stand in braces, and are a whole segment: `/runs/{id}`. All are added before the first is looked for. */
  add(method: string, path: string, target: Target): void;
  /** `undefined` for a path that was never added. */
  find(path: string): PathMatch<Target> | undefined;
  /** The target of a request, and its path's parameters. Throws for an unknown path, and for a method that the path does not have. */
  require(request: Request): {
    readonly target: Target;
    readonly parameters: PathMatch<Target>['parameters'];
  };
}

interface PathMatch<Target> {
  readonly targets: ReadonlyMap<string, Target>;
  /** Percent-decoded where that is possible. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Hono's router by path alone: a known path with an unknown method (405) differs from an unknown path (404), of which `unknown` is said. */
export function createPathTable<Target>(unknown: string): PathTable<Target> {
  const router = new RegExpRouter<Map<string, Target>>();
  const targetsByPath = new Map<string, Map<string, Target>>();

  function find(path: string): PathMatch<Target> | undefined {
    const [[match], values = []] = router.match(METHOD_NAME_ALL, path);
    if (match === undefined) return undefined;
    const [targets, places] = match;
    const parameters: Record<string, string> = {};
    // Ids are opaque: a text that is not percent-encoded is looked up unchanged.
    for (const name in places)
      parameters[name] = decodePercent(String(values[Number(places[name])]));
    return { targets, parameters };
  }

  return {
    add(method, path, target) {
      const known = targetsByPath.get(path);
      const targets = known ?? new Map<string, Target>();
      targets.set(method, target);
      if (known !== undefined) return;
      targetsByPath.set(path, targets);
      // Hono's parameters begin with a colon, OpenAPI's stand in braces.
      router.add(METHOD_NAME_ALL, path.replaceAll(/\{(\w+)\}/g, ':$1'), targets);
    },
    find,
    require(request) {
      const { method } = request;
      const found = find(pathOf(request));
      if (found === undefined) throw new GleanerError('not_found', unknown);
      // The body is left out of the response to HEAD.
      const target = found.targets.get(method === 'HEAD' ? 'GET' : method);
      if (target === undefined) throw refuseMethod(method, [...found.targets.keys()]);
      return { target, parameters: found.parameters };
    },
  };
}
