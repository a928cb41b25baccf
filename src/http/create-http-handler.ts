import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '../errors/error-codes.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import { invalidRequest } from '../errors/invalid-request.ts';
import type { Service } from '../service/create-service.ts';
import { toFaultAnswer, type HttpFault } from './answer-malformed.ts';
import { answerRoute } from './answer-route.ts';
import { createOpenApiDocument } from './create-open-api-document.ts';
import { docsPage, docsPolicy } from './docs-page.ts';
import { createPathTable, type PathTable } from './create-path-table.ts';
import { toFailure, toJsonAnswer } from './envelope.ts';
import { toResponse, type HttpAnswer } from './http-answer.ts';
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
export interface HttpHandler {
  (request: Request): Promise<Response>;
  /** The same, for a server that writes answers itself. Only what `createHttpHandler` made has it, and what follows. */
  readonly answer?: (request: Request) => Promise<HttpAnswer>;
  /** The answer to what never became a request, told to `onRequest` like all others; `method` where it is known. */
  readonly refuse?: (fault: HttpFault, method?: string) => HttpAnswer;
}

/** What one request knows of itself, for the record. */
interface RequestState {
  readonly requestId: string;
  route: string;
  account: string | undefined;
  code: ErrorCode | undefined;
  error: unknown;
}

/** What answers one method of one path. */
type Endpoint = (asked: {
  readonly request: Request;
  readonly parameters: Readonly<Record<string, string>>;
  readonly state: RequestState;
}) => HttpAnswer | Promise<HttpAnswer>;

/**
 * The HTTP contract over a service.
 *
 * @example
 * const handler = createHttpHandler(createService({ store }));
 * const response = await handler(new Request('https://api.example/v1/smartbrowse/usage', { headers: { 'X-API-Key': key } }));
 */
export function createHttpHandler(service: Service, options: HttpHandlerOptions = {}): HttpHandler {
  const endpoints = createEndpoints(service);

  async function answer(request: Request): Promise<HttpAnswer> {
    const startedMs = performance.now();
    const { method } = request;
    const state = createState();
    const answered = await traceRequest(
      request,
      () => answerQuietly(endpoints, request, state),
      ({ status }) => ({ method, route: state.route, status, requestId: state.requestId }),
    );
    const durationMs = Math.round(performance.now() - startedMs);
    tellQuietly(options, { ...state, method, status: answered.status, durationMs });
    return answered;
  }

  function refuse(fault: HttpFault, method = 'unknown'): HttpAnswer {
    const state: RequestState = { ...createState(), code: 'invalid_request' };
    tellQuietly(options, { ...state, method, status: fault.status, durationMs: 0 });
    return toFaultAnswer(fault, state.requestId);
  }

  return Object.assign(
    async (request: Request) => toResponse(await answer(request), request.method),
    { answer, refuse },
  );
}

function createState(): RequestState {
  return {
    requestId: randomUUID(),
    route: 'unknown',
    account: undefined,
    code: undefined,
    error: undefined,
  };
}

function createEndpoints(service: Service): PathTable<Endpoint> {
  const endpoints = createPathTable<Endpoint>();
  for (const route of routes) {
    endpoints.add(route.method.toUpperCase(), `/v1${route.path}`, (asked) => {
      const { request, parameters, state } = asked;
      state.route = route.path;
      return answerRoute(route, {
        service,
        request,
        parameters,
        requestId: state.requestId,
        onAccount: (account) => (state.account = account),
      });
    });
  }
  const document = createOpenApiDocument();
  endpoints.add('GET', '/v1/openapi.json', ({ state }) => toJsonAnswer(200, document, state));
  endpoints.add('GET', '/docs', ({ state: { requestId } }) => ({
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'x-request-id': requestId,
      ...docsPolicy,
    },
    body: docsPage,
  }));
  endpoints.add('GET', '/healthz', ({ state }) => toJsonAnswer(200, { status: 'ok' }, state));
  endpoints.add('GET', '/readyz', async ({ state }) => {
    const isReady = await service.isReady();
    return toJsonAnswer(isReady ? 200 : 503, { status: isReady ? 'ok' : 'unavailable' }, state);
  });
  return endpoints;
}

async function answerQuietly(
  endpoints: PathTable<Endpoint>,
  request: Request,
  state: RequestState,
): Promise<HttpAnswer> {
  const found = endpoints.find(pathOf(request));
  if (found === undefined) return fail(noSuchPath, state);
  const { targets, parameters } = found;
  const { method } = request;
  // HEAD is GET whose body nobody sends.
  const endpoint = targets.get(method === 'HEAD' ? 'GET' : method);
  if (endpoint === undefined) return refuseMethod(method, [...targets.keys()], state);
  try {
    return await endpoint({ request, parameters, state });
  } catch (error) {
    if (isLeft(request, error)) return fail(clientLeft, state, { status: clientLeftStatus });
    return fail(error, state, error === bodyTooLarge ? { status: 413 } : {});
  }
}

/** As it came: to parse the whole URL takes as long as to find its endpoint. */
function pathOf({ url }: Request): string {
  return /^[^:]+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? '';
}

function refuseMethod(method: string, known: readonly string[], state: RequestState): HttpAnswer {
  const allow = known.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ');
  const message = `${method} is not possible here: use ${allow}.`;
  const error = invalidRequest('answer the request', [{ path: '', message }]);
  return fail(error, state, { status: 405, headers: { allow } });
}

/** The error envelope, noted in the request's record. */
function fail(
  error: unknown,
  state: RequestState,
  {
    status,
    headers = {},
  }: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): HttpAnswer {
  const { answer, code } = toFailure(error, { requestId: state.requestId, headers }, status);
  state.code = code;
  if (answer.status >= 500) state.error = error;
  return answer;
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
