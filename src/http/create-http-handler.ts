import { GleanerError } from '../errors/gleaner-error.ts';
import { invalidRequest } from '../errors/invalid-request.ts';
import { maxIdempotencyKeyLength } from '../operations/find-call-issues.ts';
import type { Service } from '../service/create-service.ts';
import {
  beginExchange,
  fail,
  pathOf,
  record,
  refuseMethod,
  type Exchange,
  type RequestRecord,
} from './exchange.ts';
import { createPathTable, type PathTable } from './request/create-path-table.ts';
import { callInWireWords } from './request/call-in-wire-words.ts';
import { readJsonBody } from './request/read-json-body.ts';
import { toInput } from './request/to-input.ts';
import { traceRequest } from './request/trace-request.ts';
import { toFaultResponse, toSuccess, type HttpFault } from './response/envelope.ts';
import { toResponse, type HttpResponse } from './response/http-response.ts';
import type { Route } from './routes/route.ts';
import { routes } from './routes/routes.ts';
import { createServicePages, type ServicePage } from './service-pages.ts';

/** Options of the HTTP handler. */
export interface HttpHandlerOptions {
  /** Called after each request; an error that it throws is ignored. */
  readonly onRequest?: (record: RequestRecord) => void;
  /** Responds to every path that is neither below `/v1` nor a page of the API itself, e.g. a dashboard. @default 404 */
  readonly fallback?: (request: Request) => Promise<Response>;
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

  async function respond(request: Request): Promise<HttpResponse | Response> {
    const path = pathOf(request);
    if (options.fallback !== undefined && !/^\/v1(?:\/|$)/.test(path)) {
      if (targets.find(path) === undefined) return options.fallback(request);
    }
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

  const handler: HttpHandler = async (request) => {
    const response = await respond(request);
    return response instanceof Response ? response : toResponse(response, request.method);
  };
  directHandlers.set(handler, { respond, refuse });
  return handler;
}

/** What a server that writes responses itself asks of a handler. */
export interface DirectHandler {
  /** The response before it becomes a web-standard `Response`; one that the fallback made is one. */
  readonly respond: (request: Request) => Promise<HttpResponse | Response>;
  /** The response to what never became a request, recorded like all others; `method` where it is known. */
  readonly refuse: (fault: HttpFault, method?: string) => HttpResponse;
}

const directHandlers = new WeakMap<HttpHandler, DirectHandler>();

/** The direct side of a handler that `createHttpHandler` made; `undefined` for any other function. */
export function findDirectHandler(handler: HttpHandler): DirectHandler | undefined {
  return directHandlers.get(handler);
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
    const result = await callInWireWords(route.body?.fields ?? {}, () => route.call(call));
    return toSuccess({ ...route.success, ...result }, exchange);
  } catch (error) {
    return fail(error, request, exchange);
  }
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

const unknownPath = new GleanerError(
  'not_found',
  'There is no such path: GET /v1/openapi.json lists them.',
);
