import type { Clock } from '../contracts/clock.ts';
import type { Mailer } from '../contracts/mailer.ts';
import { requireEngine } from '../engine/require-engine.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import { invalidRequest } from '../errors/invalid-request.ts';
import {
  beginExchange,
  fail,
  pathOf,
  record,
  refuseMethod,
  type Exchange,
  type RequestRecord,
} from '../http/exchange.ts';
import { createPathTable, type PathTable } from '../http/request/create-path-table.ts';
import { readJsonBody } from '../http/request/read-json-body.ts';
import { toJsonResponse } from '../http/response/envelope.ts';
import { toResponse, type HttpResponse } from '../http/response/http-response.ts';
import { parseInput } from '../operations/parse-input.ts';
import type { Service } from '../service/create-service.ts';
import type { ServiceEvent } from '../service/service-event.ts';
import { createFrontEnd } from './front-end/create-front-end.ts';
import { dashboardRoutes } from './routes/dashboard-routes.ts';
import type { AnyRoute } from './routes/route.ts';
import { checkAccess } from './sign-in/check-access.ts';
import { checkOrigin } from './sign-in/check-origin.ts';
import { createSignInDesk, type Authenticate, type Visit } from './sign-in/create-sign-in-desk.ts';
import { mountStudio, studioPath } from './studio/mount-studio.ts';
import { toLineStream } from './to-line-stream.ts';

/** Options of the dashboard. */
export interface DashboardOptions {
  /** Who is signed in, by the embedder's own way; nothing of it is cached. @default sign-in links and sessions */
  readonly authenticate?: Authenticate | undefined;
  /** Sends sign-in links; needs `origin`. @default none: links come from `gleaner dashboard link` alone */
  readonly mailer?: Mailer | undefined;
  /** What people's browsers show of the address, e.g. `https://scrape.example`: changes from elsewhere are refused, and links lead there. @default the host of each request */
  readonly origin?: string | undefined;
  /** The folder of the front end. @default the one that the package brings */
  readonly folder?: string | undefined;
  /** Most sessions of the studio open at once, of all accounts; each takes about 150 MB. @default 4 */
  readonly maxStudioSessions?: number | undefined;
  /** The source of time of sign-ins. @default that of the service's engine */
  readonly clock?: Clock | undefined;
  /** Called after each request to the API; an error that it throws is ignored. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** Called when a letter could not be sent; an error that it throws is ignored. */
  readonly onEvent?: ((event: ServiceEvent) => void) | undefined;
}

/** Takes a web-standard request and resolves to its response; never rejects. */
export type DashboardHandler = (request: Request) => Promise<Response>;

const apiPath = '/dashboard/api';

/**
 * Creates the handler of the dashboard of a service: its front end at `/`, its API below `/dashboard/api`, and the studio over the
 * stored recipes at `/studio/`, where the service's engine has its own browser.
 *
 * @throws TypeError for an `origin` that is none, a `mailer` without one, or a `maxStudioSessions` below 1.
 *
 * @example
 * const dashboard = createDashboard(service, { authenticate: (request) => findUser(request) });
 * const handler = createHttpHandler(service, { fallback: dashboard });
 */
export function createDashboard(
  service: Service,
  options: DashboardOptions = {},
): DashboardHandler {
  const { authenticate, mailer, onEvent } = options;
  const { clock = requireEngine(service.gleaner).context.clock } = options;
  const origin = parseOrigin(options.origin);
  if (mailer !== undefined && origin === undefined) {
    // From the request's Host header anyone could make a link that leads to him.
    throw new TypeError('Give `origin` beside `mailer`: the links in its letters lead there.');
  }
  const desk = createSignInDesk({
    service,
    clock,
    authenticate,
    post: mailer === undefined || origin === undefined ? undefined : { mailer, origin },
    report: (doing, error) => reportQuietly(onEvent, { kind: 'fault', doing, error }),
  });
  const frontEnd = createFrontEnd('index.html', options.folder);
  const targets = createTargets();
  const visitOf = (request: Request): Visit =>
    desk.visit(request, { isSecure: (origin ?? request.url).startsWith('https:') });
  const studio = mountStudio({
    service,
    origin,
    folder: options.folder,
    maxSessions: options.maxStudioSessions,
    visit: visitOf,
  });
  const hasStudio = studio.obstacle === undefined;

  return async (request) => {
    const path = pathOf(request);
    const { method } = request;
    if (path === studioPath || path.startsWith(`${studioPath}/`)) return studio.respond(request);
    const exchange = beginExchange();
    if (path !== apiPath && !path.startsWith(`${apiPath}/`)) {
      if (method === 'GET' || method === 'HEAD') return frontEnd(request, path);
      return toResponse(refuseMethod(method, ['GET'], exchange), method);
    }
    const startedMs = performance.now();
    const visit = visitOf(request);
    const context = { service, targets, origin, visit, hasStudio };
    const response = await respondTo(request, path, exchange, context);
    const durationMs = Math.round(performance.now() - startedMs);
    record(options, { ...exchange, method, status: response.status, durationMs });
    response.headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    if (visit.cookie !== undefined) response.headers.append('set-cookie', visit.cookie);
    return response;
  };
}

interface Target {
  /** With names in place of parameters. */
  readonly path: string;
  readonly route: AnyRoute;
}

function createTargets(): PathTable<Target> {
  const targets = createPathTable<Target>();
  for (const [name, route] of Object.entries(dashboardRoutes)) {
    const [method = '', path = ''] = name.split(' ');
    // What a route declares is checked before it is called; see `readInput`.
    targets.add(method, apiPath + path, {
      path: apiPath + path,
      route,
    });
  }
  return targets;
}

interface RespondContext {
  readonly service: Service;
  readonly targets: PathTable<Target>;
  readonly origin: string | undefined;
  readonly visit: Visit;
  readonly hasStudio: boolean;
}

/** The way of a request: find its target, check where it comes from and who sent it, read it, call, wrap the answer. Never rejects. */
async function respondTo(
  request: Request,
  path: string,
  exchange: Exchange,
  { service, targets, origin, visit, hasStudio }: RespondContext,
): Promise<Response> {
  const { method } = request;
  const send = (response: HttpResponse): Response => toResponse(response, method);
  try {
    const found = targets.find(path);
    if (found === undefined) throw new GleanerError('not_found', 'There is no such path.');
    const target = found.targets.get(method === 'HEAD' ? 'GET' : method);
    if (target === undefined)
      return send(refuseMethod(method, [...found.targets.keys()], exchange));
    const { route } = target;
    exchange.route = target.path;
    checkOrigin(request, origin);
    const signedIn = route.access === 'anyone' ? undefined : await visit.findSignedIn();
    exchange.account = signedIn?.account;
    checkAccess(route.access, signedIn);
    const answer = await route.call({
      service,
      account: signedIn?.account ?? '',
      signedIn,
      visit,
      hasStudio,
      parameters: found.parameters,
      ...(await readInput(request, route)),
      signal: request.signal,
    });
    if (Symbol.asyncIterator in answer) return toLineStream(answer, exchange.requestId);
    const { requestId } = exchange;
    const body = { status: 'completed', request_id: requestId, data: answer };
    return send(toJsonResponse(200, body, { requestId }));
  } catch (error) {
    return send(fail(error, request, exchange));
  }
}

async function readInput(
  request: Request,
  route: AnyRoute,
): Promise<{ readonly query: unknown; readonly body: unknown }> {
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const query = route.query === undefined ? {} : parse('read the query', route.query, given);
  if (route.body === undefined) return { query, body: {} };
  const body = (await readJsonBody(request, request.signal)) ?? {};
  return {
    query,
    body: route.body === 'as sent' ? body : parse('read the body', route.body, body),
  };
}

function parse(
  doing: string,
  shape: NonNullable<AnyRoute['query']>,
  input: Readonly<Record<string, unknown>>,
): unknown {
  const { fields, issues } = parseInput(shape, input);
  if (fields === undefined) throw invalidRequest(doing, issues);
  return fields;
}

function parseOrigin(origin: string | undefined): string | undefined {
  if (origin === undefined) return undefined;
  const parsed = URL.canParse(origin) ? new URL(origin) : undefined;
  if (
    parsed !== undefined &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.href === `${parsed.origin}/`
  ) {
    return parsed.origin;
  }
  throw new TypeError(
    `Expected \`origin\` to be an address without a path, such as "https://scrape.example", got ${JSON.stringify(origin)}.`,
  );
}

function reportQuietly(onEvent: DashboardOptions['onEvent'], event: ServiceEvent): void {
  try {
    onEvent?.(event);
  } catch {
    // A listener that throws must not change what the dashboard does.
  }
}
