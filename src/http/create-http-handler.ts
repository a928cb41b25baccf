import { randomUUID } from 'node:crypto';
import { Hono, type Handler } from 'hono';
import type { ErrorCode } from '../errors/error-codes.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import { invalidRequest } from '../errors/invalid-request.ts';
import type { Service } from '../service/create-service.ts';
import { answerRoute } from './answer-route.ts';
import { createOpenApiDocument } from './create-open-api-document.ts';
import { docsPage, docsPolicy } from './docs-page.ts';
import { toFailure, toJsonResponse } from './envelope.ts';
import { bodyTooLarge } from './read-json-body.ts';
import { routes } from './routes.ts';
import { traceRequest } from './trace-request.ts';

/** What is told of each request once it is answered; neither keys, nor queries, nor bodies. */
export interface RequestRecord {
  readonly requestId: string;
  readonly method: string;
  /** The route's path with its parameters' names; `unknown` for all others. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly account: string | undefined;
  /** Of answers in the `error` envelope. */
  readonly code: ErrorCode | undefined;
  /** What was thrown, where the answer is a 5xx. */
  readonly error: unknown;
}

export interface HttpHandlerOptions {
  /** Called after each request; what it throws is ignored. */
  readonly onRequest?: (record: RequestRecord) => void;
}

/** Answers web-standard requests: mounts in everything that speaks them. Never rejects. */
export type HttpHandler = (request: Request) => Promise<Response>;

/** What one request knows of itself, for the record. */
interface RequestState {
  readonly requestId: string;
  readonly startedMs: number;
  route: string;
  account: string | undefined;
  code: ErrorCode | undefined;
  error: unknown;
}

interface Env {
  readonly Variables: { readonly state: RequestState };
}

/**
 * The HTTP contract over a service.
 *
 * @example
 * const handler = createHttpHandler(createService({ store }));
 * const response = await handler(new Request('https://api.example/v1/smartbrowse/usage', { headers: { 'X-API-Key': key } }));
 */
export function createHttpHandler(service: Service, options: HttpHandlerOptions = {}): HttpHandler {
  const app = new Hono<Env>();
  const methodsByPath = new Map<string, string[]>();

  app.use(async (context, next) => {
    const state: RequestState = {
      requestId: randomUUID(),
      startedMs: performance.now(),
      route: 'unknown',
      account: undefined,
      code: undefined,
      error: undefined,
    };
    context.set('state', state);
    const { method, raw } = context.req;
    await traceRequest(raw, async () => {
      await next();
      const { route, requestId } = state;
      return { method, route, requestId, status: context.res.status };
    });
    const { startedMs, ...told } = state;
    const durationMs = Math.round(performance.now() - startedMs);
    tellQuietly(options, { ...told, method, status: context.res.status, durationMs });
  });

  function add(method: string, path: string, answer: Handler<Env>): void {
    methodsByPath.set(path, [
      ...(methodsByPath.get(path) ?? []),
      ...(method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]),
    ]);
    app.on(method.toUpperCase(), path, answer);
  }

  for (const route of routes) {
    // Hono's parameters begin with a colon, OpenAPI's stand in braces.
    add(route.method, `/v1${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`, async (context) => {
      const { state } = context.var;
      state.route = route.path;
      const request = context.req.raw;
      try {
        return await answerRoute(route, {
          service,
          request,
          parameters: context.req.param(),
          requestId: state.requestId,
          onAccount: (account) => (state.account = account),
        });
      } catch (error) {
        return isLeft(request, error)
          ? fail(clientLeft, state, { status: clientLeftStatus })
          : fail(error, state, error === bodyTooLarge ? { status: 413 } : {});
      }
    });
  }
  const document = createOpenApiDocument();
  add('get', '/v1/openapi.json', ({ var: { state } }) => toJsonResponse(200, document, state));
  add('get', '/docs', ({ var: { state } }) => {
    const headers = { 'content-type': 'text/html; charset=utf-8', 'x-request-id': state.requestId };
    return new Response(docsPage, { headers: { ...headers, ...docsPolicy } });
  });
  add('get', '/healthz', ({ var: { state } }) => toJsonResponse(200, { status: 'ok' }, state));
  add('get', '/readyz', async ({ var: { state } }) => {
    const isReady = await service.isReady();
    return toJsonResponse(isReady ? 200 : 503, { status: isReady ? 'ok' : 'unavailable' }, state);
  });

  for (const [path, methods] of methodsByPath) {
    app.all(path, ({ req, var: { state } }) => {
      const allow = methods.join(', ');
      const message = `${req.method} is not possible here: use ${allow}.`;
      const error = invalidRequest('answer the request', [{ path: '', message }]);
      return fail(error, state, { status: 405, headers: { allow } });
    });
  }
  app.notFound(({ var: { state } }) => fail(noSuchPath, state));
  app.onError((error, { var: { state } }) => fail(error, state));
  return async (request) => app.fetch(request);
}

/** The error envelope, noted in the request's record. */
function fail(
  error: unknown,
  state: RequestState,
  {
    status,
    headers = {},
  }: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Response {
  const { response, code } = toFailure(error, { requestId: state.requestId, headers }, status);
  state.code = code;
  if (response.status >= 500) state.error = error;
  return response;
}

const noSuchPath = new GleanerError(
  'not_found',
  'There is no such path: GET /v1/openapi.json lists them.',
);

/** What others log of a client that did not wait; nobody gets to see it. */
const clientLeftStatus = 499;
const clientLeft = invalidRequest('answer the request', [
  { path: '', message: 'The client left before the answer.' },
]);

/** Whoever is told of an abort rejects with its reason, which may be anything. */
function isLeft({ signal }: Request, error: unknown): boolean {
  return signal.aborted && error === signal.reason;
}

/** Whoever listens must not bring down what he listens to. */
function tellQuietly({ onRequest }: HttpHandlerOptions, record: RequestRecord): void {
  try {
    onRequest?.(record);
  } catch {
    // There is nobody left to tell.
  }
}
