import { invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import {
  type OptionRules,
  aFunction,
  checkOptions,
  checkValues,
  toPartRule,
} from '../../runtime/errors/option-checks.ts';
import { maxIdempotencyKeyLength } from '../../core/operations/parse-input.ts';
import type { Service } from '../../service/create-service.ts';
import {
  type Exchange,
  type RequestRecord,
  type PathTable,
  type HttpFault,
  type HttpResponse,
  beginExchange,
  countRefusal,
  fail,
  pathOf,
  readJsonBody,
  record,
  defaultLimits,
  toFaultResponse,
  toJsonResponse,
  toResponse,
  toSuccess,
} from '../exchange/exchange.ts';
import { callInWireWords, toInput } from '../exchange/wire-words.ts';
import { type RouteTarget, createRouteTable } from '../exchange/route.ts';
import { type WireRoute, routes } from '../v1/routes.ts';
import { findTelemetry } from '../../runtime/signals/with-span.ts';
import { createOpenApiDocument } from './create-open-api-document.ts';
import { createHash } from 'node:crypto';

/** Options of the HTTP handler. */
export interface HttpHandlerOptions {
  /** Called after each request; an error that it throws is ignored. */
  readonly onRequest?: (record: RequestRecord) => void;
  /** Responds to every path that is neither below `/v1` nor a page of the API itself, e.g. a dashboard. @default 404 */
  readonly fallback?: (request: Request) => Promise<Response>;
}

/** Takes a web-standard request and resolves to its response; never rejects. */
export type HttpHandler = (request: Request) => Promise<Response>;

const serviceRule = {
  ...toPartRule('extract', 'scrape', 'dispatchRun', 'pollRun', 'usage'),
  isRequired: true,
};

const optionRules: OptionRules<HttpHandlerOptions> = {
  onRequest: aFunction,
  fallback: aFunction,
};

/**
 * Creates the handler that serves a service by the HTTP contract, in any server with web-standard requests.
 *
 * @throws TypeError for what is no service, and that names the first option that cannot be used.
 *
 * @example
 * const handler = createHttpHandler(createService({ store }));
 * const response = await handler(new Request('https://api.example/v1/smartbrowse/usage', { headers: { 'X-API-Key': key } }));
 */
export function createHttpHandler(service: Service, options: HttpHandlerOptions = {}): HttpHandler {
  checkValues('', { service }, { service: serviceRule });
  checkOptions('createHttpHandler', options, optionRules);
  const targets = createTargets(service);

  async function respond(request: Request): Promise<HttpResponse | Response> {
    const path = pathOf(request);
    if (options.fallback !== undefined && !belowApi.test(path)) {
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
interface DirectHandler {
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

/** Routes of the API, and pages of the service itself, which ask for no key. */
type Targets = PathTable<RouteTarget<WireRoute<string> | ServicePage>>;

function createTargets(service: Service): Targets {
  const targets: Targets = createRouteTable<WireRoute<string> | ServicePage>(
    '/v1',
    routes,
    unknownPath,
  );
  for (const [path, route] of Object.entries(createServicePages(service))) {
    targets.add('GET', path, { name: `GET ${path}`, below: path, path, route });
  }
  return targets;
}

interface HandlerContext {
  readonly service: Service;
  readonly targets: Targets;
}

/** The way of a request: find its target, authenticate, read the body, call, wrap the result. Never rejects. */
async function respondTo(
  request: Request,
  exchange: Exchange,
  { service, targets }: HandlerContext,
): Promise<HttpResponse> {
  try {
    const { target, parameters } = targets.require(request);
    const { route } = target;
    exchange.route = target.below;
    if ('respond' in route) return await route.respond(exchange.requestId);
    exchange.account = await authenticate(request, service);
    const { account } = exchange;
    const refusals = route.body === undefined ? undefined : service.refusedBodies.of(account);
    const result = await countRefusal(refusals, async (onBytes) => {
      const sent = await readBody(request, route, onBytes);
      const idempotencyKey = route.isPaid ? readIdempotencyKey(request) : undefined;
      const call = {
        service,
        account,
        parameters,
        body: toInput(sent, route.body?.fields ?? {}),
        idempotencyKey,
        get signal() {
          return request.signal;
        },
      };
      return callInWireWords(route.body?.fields ?? {}, () => route.call(call));
    });
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
  { body: wanted }: WireRoute,
  onBytes: (length: number) => void,
): Promise<Readonly<Record<string, unknown>>> {
  if (wanted === undefined) return {};
  const body = await readJsonBody(request, request.signal, { ...defaultLimits, onBytes });
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

/** Whatever the case of its letters: who asks for `/V1/scrape` wants the API, which says that there is no such path. */
const belowApi = /^\/v1(?:\/|$)/i;

const unknownPath = 'There is no such path: GET /v1/openapi.json lists them.';

/** What a span says of a request. */
interface TracedRequest {
  readonly method: string;
  /** The route's path with its parameters' names. */
  readonly route: string;
  readonly status: number;
  readonly requestId: string;
}

/**
 * Runs `respond` within a span, under the trace that the request's headers name, where OpenTelemetry's API is installed;
 * elsewhere it only runs it. Keys, queries and bodies stay out of spans.
 */
async function traceRequest<Response>(
  { method, headers }: Request,
  respond: () => Promise<Response>,
  describe: (response: Response) => TracedRequest,
): Promise<Response> {
  const api = await findTelemetry();
  if (api === undefined) return respond();
  const { context, propagation, trace, SpanKind, SpanStatusCode } = api;
  const parent = propagation.extract(context.active(), headers, {
    get: (carrier, name) => carrier.get(name) ?? undefined,
    keys: (carrier) => [...carrier.keys()],
  });
  const tracer = trace.getTracer('gleaner');
  return tracer.startActiveSpan(method, { kind: SpanKind.SERVER }, parent, async (span) => {
    try {
      const response = await respond();
      const described = describe(response);
      span.updateName(`${described.method} ${described.route}`);
      span.setAttributes({
        'http.request.method': described.method,
        'http.route': described.route,
        'http.response.status_code': described.status,
        'gleaner.request_id': described.requestId,
      });
      if (described.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      return response;
    } finally {
      span.end();
    }
  });
}

/** A page beside the routes of the API: GET, without a key and without an envelope. */
interface ServicePage {
  respond(requestId: string): HttpResponse | Promise<HttpResponse>;
}

/** The description of the API, for programs and for people, and the health of the service, by path. */
function createServicePages(service: Service): Readonly<Record<string, ServicePage>> {
  const document = createOpenApiDocument(service.prices);
  return {
    '/v1/openapi.json': {
      respond: (requestId) => toJsonResponse(200, document, { requestId }),
    },
    '/docs': {
      respond: (requestId) => ({
        status: 200,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'x-request-id': requestId,
          ...docsPolicy,
        },
        body: docsPage,
      }),
    },
    '/healthz': {
      respond: (requestId) => toJsonResponse(200, { status: 'ok' }, { requestId }),
    },
    '/readyz': {
      async respond(requestId) {
        const isReady = await service.isReady();
        const status = isReady ? 'ok' : 'unavailable';
        return toJsonResponse(isReady ? 200 : 503, { status }, { requestId });
      },
    },
  };
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: color-mix(in srgb, currentColor 20%, transparent); }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.8rem; margin-bottom: .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
code { font: .9em ui-monospace, monospace; background: color-mix(in srgb, currentColor 8%, transparent); border-radius: .25rem; padding: .1em .3em; overflow-wrap: anywhere; }
details { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem 1rem; margin: .75rem 0; }
summary { cursor: pointer; font-weight: 600; }
summary code { font-weight: 400; margin: 0 .5rem; }
.method { display: inline-block; min-width: 2.5rem; text-transform: uppercase; font: 600 .8rem ui-monospace, monospace; }
.rows { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); }
td:last-child { min-width: 14rem; }
@media (max-width: 40rem) { tr, td { display: block; } td { border: 0; padding: .15rem 0; } tr { border-bottom: 1px solid var(--line); padding: .3rem 0; } th { border: 0; padding: 0; } td:last-child { min-width: 0; } }
.type { opacity: .75; font-size: .85rem; }
`;

// Everything from the document is set as text, never as HTML.
const script = `
const element = (tag, children, className) => {
  const node = document.createElement(tag);
  node.append(...[children].flat());
  if (className) node.className = className;
  return node;
};
const code = (text) => element('code', text);
const prose = (text = '') => text.split('\`').map((part, index) => index % 2 ? code(part) : part);
const typeOf = (schema) => schema.enum ? schema.enum.join(' | ') : schema.const ?? (schema.items ?
  'array of ' + typeOf(schema.items) : [schema.type ?? 'any'].flat().join(' | '));
const note = ({ default: value }) => value === undefined ? [] :
  [' Default: ', Array.isArray(value) && value.length === 0 ? 'none' : code(String(value)), '.'];
const rows = (schema, path = '') => {
  const required = schema.required ?? [];
  const members = Object.entries(schema.properties ?? {});
  return members.toSorted(([a], [b]) => required.includes(b) - required.includes(a)).flatMap(([name, member]) => [
    element('tr', [
      element('td', [code(path + name), element('div', typeOf(member) + (required.includes(name) ? ', required' : ''), 'type')]),
      element('td', [...prose(member.description), ...note(member)]),
    ]),
    ...rows(member.items?.properties ? member.items : member, path + name + (member.items ? '[].' : '.')),
  ]);
};
const table = (head, body) => element('div', element('table', [
  element('thead', element('tr', head.map((title) => element('th', title)))), element('tbody', body)]), 'rows');
const schemaOf = (holder) => holder?.content?.['application/json'].schema;
const section = (title, method, operation) => {
  const box = element('details', [
    element('summary', [element('span', method, 'method'), code(title), operation.summary]),
    element('p', prose(operation.description))]);
  const add = (heading, ...nodes) => box.append(element('h3', heading), ...nodes);
  const parameters = operation.parameters ?? [];
  if (parameters.length) add('Parameters', table(['Name', ''], parameters.map((parameter) => element('tr', [
    element('td', [code(parameter.name), element('div', parameter.in + (parameter.required ? ', required' : ''), 'type')]),
    element('td', prose(parameter.description))]))));
  const body = schemaOf(operation.requestBody);
  if (body) add('Request body', table(['Field', ''], rows(body)));
  const errors = [];
  for (const [status, response] of Object.entries(operation.responses)) {
    const schema = schemaOf(response);
    if (schema?.properties) add('Response ' + status, element('p', prose(response.description)), table(['Field', ''], rows(schema)));
    else errors.push(element('tr', [element('td', status), element('td', prose(response.description))]));
  }
  if (errors.length) add('Other responses', table(['Status', ''], errors));
  return box;
};
const main = document.querySelector('main');
fetch('/v1/openapi.json').then((response) => response.json()).then((api) => {
  document.title = api.info.title;
  document.querySelector('h1').textContent = api.info.title + ' ' + api.info.version;
  document.querySelector('#about').append(...prose(api.info.description));
  for (const [path, methods] of Object.entries(api.paths))
    for (const [method, operation] of Object.entries(methods)) main.append(section('/v1' + path, method, operation));
  main.append(element('h2', 'Webhook'));
  for (const { post } of Object.values(api.webhooks)) main.append(section('your URL', 'post', post));
}).catch(() => main.append('The description could not be loaded.'));
`;

/** A page that shows the OpenAPI document to people: everything it needs is in it. */
const docsPage: string = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API</title><style>${style}</style></head>
<body><h1>API</h1><p id="about"></p><p>Send your key in the <code>X-API-Key</code> header. The description as <a href="/v1/openapi.json">OpenAPI 3.1</a>.</p><main></main><noscript>This page needs its script; the description does not.</noscript><script>${script}</script></body>
</html>
`;

/** Headers that let the page run its own script and ask for the document, and nothing else. */
const docsPolicy: Readonly<Record<string, string>> = {
  'content-security-policy': `default-src 'none'; connect-src 'self'; style-src '${hash(style)}'; script-src '${hash(script)}'; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
