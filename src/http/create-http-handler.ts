import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '../errors/error-codes.ts';
import { GleanerError, isGleanerError } from '../errors/gleaner-error.ts';
import { invalidRequest } from '../errors/invalid-request.ts';
import { toDoorError } from '../errors/to-door-error.ts';
import { maxIdempotencyKeyLength } from '../operations/find-call-issues.ts';
import type { Service } from '../service/create-service.ts';
import { createPathTable, type PathTable } from './request/create-path-table.ts';
import { httpWords } from './request/http-words.ts';
import { bodyTooLarge, readJsonBody } from './request/read-json-body.ts';
import { toInput } from './request/to-input.ts';
import { traceRequest } from './request/trace-request.ts';
import { toFailure, toFaultResponse, toSuccess, type HttpFault } from './response/envelope.ts';
import { toResponse, type HttpResponse } from './response/http-response.ts';
import { statusByCode } from './response/to-wire-error.ts';
import type { Route } from './routes/route.ts';
import { routes } from './routes/routes.ts';
import { createServicePages, type ServicePage } from './service-pages.ts';

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

/** Options of the HTTP handler. */
export interface HttpHandlerOptions {
  /** Called after each request; an error that it throws is ignored. */
  readonly onRequest?: (record: RequestRecord) => void;
}

/** Takes a web-standard request and resolves to its response; never rejects. */
export type HttpHandler = (request: Request) => Promise<Response>;

/**
 * Creates the handler that serves a service by the HTTP contract, in any server with web-standard requests.
 *
 * @example
 * const handler = createHttpHandler(createService({ store }));
 * const response = await handler(new Request('https://api.example/v1/smartbrowse/usage', { headers: { 'X-API-Key': key } }));
 */
export function createHttpHandler(service: Service, options: HttpHandlerOptions = {}): HttpHandler {
  const targets = createTargets(service);

  async function respond(request: Request): Promise<HttpResponse> {
    const startedMs = performance.now();
    const { method } = request;
    const exchange = beginExchange();
    const response = await traceRequest(
      request,
      () => respondTo(request, exchange, { service, targets }),
      ({ status }) => ({ method, route: exchange.route, status, requestId: exchange.requestId }),
    );
    const durationMs = Math.round(performance.now() - startedMs);
    record(options, { ...exchange, method, status: response.status, durationMs });
    return response;
  }

  function refuse(fault: HttpFault, method = 'unknown'): HttpResponse {
    const exchange: Exchange = { ...beginExchange(), code: 'invalid_request' };
    record(options, { ...exchange, method, status: fault.status, durationMs: 0 });
    return toFaultResponse(fault, exchange.requestId);
  }

  const handler: HttpHandler = async (request) =>
    toResponse(await respond(request), request.method);
  directHandlers.set(handler, { respond, refuse });
  return handler;
}

/** What a server that writes responses itself asks of a handler. */
export interface DirectHandler {
  /** The response before it becomes a web-standard `Response`. */
  readonly respond: (request: Request) => Promise<HttpResponse>;
  /** The response to what never became a request, recorded like all others; `method` where it is known. */
  readonly refuse: (fault: HttpFault, method?: string) => HttpResponse;
}

const directHandlers = new WeakMap<HttpHandler, DirectHandler>();

/** The direct side of a handler that `createHttpHandler` made; `undefined` for any other function. */
export function findDirectHandler(handler: HttpHandler): DirectHandler | undefined {
  return directHandlers.get(handler);
}

/** What becomes known of a request on its way, for its record. */
interface Exchange {
  readonly requestId: string;
  route: string;
  account: string | undefined;
  code: ErrorCode | undefined;
  error: unknown;
}

function beginExchange(): Exchange {
  const requestId = randomUUID();
  return { requestId, route: 'unknown', account: undefined, code: undefined, error: undefined };
}

/** A route of the API, or a page of the service itself, which asks for no key. */
type Target = { readonly route: Route } | { readonly page: ServicePage };

function createTargets(service: Service): PathTable<Target> {
  const targets = createPathTable<Target>();
  for (const route of routes) {
    targets.add(route.method.toUpperCase(), `/v1${route.path}`, { route });
  }
  for (const page of createServicePages(service)) targets.add('GET', page.path, { page });
  return targets;
}

interface HandlerContext {
  readonly service: Service;
  readonly targets: PathTable<Target>;
}

/** The way of a request: find its target, authenticate, read the body, call, wrap the result. Never rejects. */
async function respondTo(
  request: Request,
  exchange: Exchange,
  { service, targets }: HandlerContext,
): Promise<HttpResponse> {
  try {
    const found = targets.find(pathOf(request));
    if (found === undefined) throw unknownPath;
    const { method } = request;
    // The server leaves the body out of the response to HEAD.
    const target = found.targets.get(method === 'HEAD' ? 'GET' : method);
    if (target === undefined) return refuseMethod(method, [...found.targets.keys()], exchange);
    if ('page' in target) {
      exchange.route = target.page.path;
      return await target.page.respond(exchange.requestId);
    }
    const { route } = target;
    exchange.route = route.path;
    exchange.account = await authenticate(request, service);
    const { account } = exchange;
    const body = await readBody(request, route);
    const idempotencyKey = route.isPaid ? readIdempotencyKey(request) : undefined;
    const input = toInput(body, route.body?.fields ?? {});
    const { parameters } = found;
    const call = { service, account, parameters, input, idempotencyKey, request };
    const result = await inWireWords(route, () => route.call(call));
    return toSuccess({ ...route.success, ...result }, exchange);
  } catch (error) {
    return fail(error, request, exchange);
  }
}

/** The path as it was sent: to parse the whole URL takes as long as to find its target. */
function pathOf({ url }: Request): string {
  return /^[^:]+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? '';
}

async function authenticate({ headers }: Request, { keys }: Service): Promise<string> {
  const { account } = await keys.authenticate(headers.get('x-api-key') ?? undefined);
  return account;
}

async function readBody(
  request: Request,
  { body: wanted }: Route,
): Promise<Readonly<Record<string, unknown>>> {
  if (wanted === undefined) return {};
  const body = await readJsonBody(request, request.signal);
  if (body === undefined && wanted.isRequired) {
    throw invalidRequest('read the body', [
      { path: '', message: 'It is missing: send a JSON object.' },
    ]);
  }
  return body ?? {};
}

function readIdempotencyKey({ headers }: Request): string | undefined {
  const key = headers.get('idempotency-key') ?? undefined;
  if (key === undefined || (key.length > 0 && key.length <= maxIdempotencyKeyLength)) return key;
  const message = `The Idempotency-Key header has 1 to ${maxIdempotencyKeyLength} characters, got ${key.length}.`;
  throw invalidRequest('handle the request', [{ path: '', message }]);
}

/** Errors of a call in the names and with the advice of HTTP; those of the service itself stay as they are, for its log. */
async function inWireWords<Result>(route: Route, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isGleanerError(error) || statusByCode[error.code] >= 500) throw error;
    throw toDoorError(error, httpWords(route.body?.fields ?? {}));
  }
}

const unknownPath = new GleanerError(
  'not_found',
  'There is no such path: GET /v1/openapi.json lists them.',
);

function refuseMethod(method: string, known: readonly string[], exchange: Exchange): HttpResponse {
  const allow = known.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ');
  const message = `${method} is not possible here: use ${allow}.`;
  const error = invalidRequest('handle the request', [{ path: '', message }]);
  return toErrorResponse(error, exchange, { status: 405, headers: { allow } });
}

/** Statuses that HTTP has for itself, or its logs for a client that did not wait. */
const bodyTooLargeStatus = 413;
const clientLeftStatus = 499;
const clientLeft = invalidRequest('handle the request', [
  { path: '', message: 'The client left before the response.' },
]);

function fail(error: unknown, { signal }: Request, exchange: Exchange): HttpResponse {
  // Work that was ended by a signal rejects with the signal's reason, which may be anything.
  if (signal.aborted && error === signal.reason) {
    return toErrorResponse(clientLeft, exchange, { status: clientLeftStatus });
  }
  if (error === bodyTooLarge) {
    return toErrorResponse(error, exchange, { status: bodyTooLargeStatus });
  }
  return toErrorResponse(error, exchange);
}

/** The error envelope; what the record needs of it is noted in `exchange`. */
function toErrorResponse(
  error: unknown,
  exchange: Exchange,
  http: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): HttpResponse {
  const { requestId } = exchange;
  const frame = { requestId, headers: http.headers ?? {} };
  const { response, code } = toFailure(error, frame, http.status);
  exchange.code = code;
  if (response.status >= 500) exchange.error = error;
  return response;
}

function record({ onRequest }: HttpHandlerOptions, entry: RequestRecord): void {
  try {
    onRequest?.(entry);
  } catch {
    // A fault of the listener must not change the response.
  }
}
