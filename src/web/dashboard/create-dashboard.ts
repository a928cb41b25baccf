import { extname } from 'node:path/posix';
import type { Clock } from '../../runtime/contracts/clock.ts';
import type { Mailer } from '../../runtime/contracts/mailer.ts';
import { requireEngine } from '../../core/engine/create-engine.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import {
  type Exchange,
  type RequestRecord,
  type HttpResponse,
  type PathTable,
  type BodyLimits,
  beginExchange,
  countRefusal,
  defaultLimits,
  fail,
  pathOf,
  record,
  refuseMethod,
  strangerLimits,
  toRecipeBodyLimits,
  toJsonResponse,
  toResponse,
} from '../exchange/exchange.ts';
import {
  type ClientAddressOptions,
  clientAddressRules,
  toClientAddress,
} from '../exchange/client-address.ts';
import type { Service } from '../../service/create-service.ts';
import type { ServiceEvent } from '../../service/service-options.ts';
import { createFrontEnd } from '../exchange/create-front-end.ts';
import {
  type AnyRoute,
  type RouteInput,
  type RouteTarget,
  createRouteTable,
  readInput,
  toLineResponse,
} from '../exchange/route.ts';
import {
  type DashboardCaller,
  type DashboardRule,
  type Routes,
  defaultLimit,
  done,
  limit,
  shortText,
} from './routes/route.ts';
import { type Gate, checkOrigin, createGate } from '../sign-in/create-gate.ts';
import {
  type Authenticate,
  type Visit,
  createSignInController,
} from '../sign-in/create-sign-in-controller.ts';
import { mountStudio, studioPath } from './mount-studio.ts';
import type { DashboardRoute, PlaygroundResult, ScheduleView, WireBody } from './dashboard-api.ts';
import { accountRoutes, operatorRoutes, sessionRoutes } from './routes/account-routes.ts';
import { recipeRoutes, runRoutes } from './routes/recipe-routes.ts';
import { type WireRoute, extractRoute, scrapeRoute } from '../v1/routes.ts';
import { callInWireWords, toInput } from '../exchange/wire-words.ts';
import { z } from 'zod';
import type { Schedule } from '../../runtime/contracts/store/schedule-store.ts';
import {
  type OptionRules,
  aClock,
  aFunction,
  aText,
  anything,
  checkOptions,
  toPartRule,
} from '../../runtime/errors/option-checks.ts';

/** Options of the dashboard. */
export interface DashboardOptions {
  /** Who is signed in, by the embedder's own way; nothing of it is cached. @default sign-in links and sessions */
  readonly authenticate?: Authenticate | undefined;
  /** Sends sign-in links; needs `origin`. @default none: links come from `gleaner dashboard link` alone */
  readonly mailer?: Mailer | undefined;
  /** What people's browsers show of the address, e.g. `https://scrape.example`: changes from elsewhere are refused, and links lead there. @default the host of each request */
  readonly origin?: string | undefined;
  /** Where a proxy in front names the client, whom requests before the sign-in are counted by. @default the other end of the connection */
  readonly clientAddress?: ClientAddressOptions | undefined;
  /** The folder of the front end. @default the one that the package brings */
  readonly folder?: string | undefined;
  /** Most sessions of the studio open at once, of all accounts; each takes about 150 MB. @default 4 */
  readonly maxStudioSessions?: number | undefined;
  /** The source of time of sign-ins. @default that of the service's engine */
  readonly clock?: Clock | undefined;
  /** Called after each request to the API; an error that it throws is ignored. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** Called when an e-mail could not be sent; an error that it throws is ignored. */
  readonly onEvent?: ((event: ServiceEvent) => void) | undefined;
}

/** Takes a web-standard request and resolves to its response; never rejects. */
export type DashboardHandler = (request: Request) => Promise<Response>;

const optionRules: OptionRules<DashboardOptions> = {
  authenticate: aFunction,
  mailer: toPartRule('send'),
  origin: anything,
  clientAddress: { members: clientAddressRules },
  folder: aText,
  maxStudioSessions: { unit: 'sessions', least: 1, mayBeInfinite: true },
  clock: aClock,
  onRequest: aFunction,
  onEvent: aFunction,
};

const apiPath = '/dashboard/api';

/**
 * Creates the handler of the dashboard of a service: its front end at `/`, its API below `/dashboard/api`, and the studio over the
 * stored recipes at `/studio/`, where the service's engine has its own browser.
 *
 * @throws TypeError that names the first option that cannot be used, and for a `mailer` without an `origin`.
 *
 * @example
 * const dashboard = createDashboard(service, { authenticate: (request) => findUser(request) });
 * const handler = createHttpHandler(service, { fallback: dashboard });
 */
export function createDashboard(
  service: Service,
  options: DashboardOptions = {},
): DashboardHandler {
  checkOptions('createDashboard', options, optionRules);
  const { authenticate, mailer, clientAddress, onEvent } = options;
  const { clock = requireEngine(service.gleaner).context.clock } = options;
  const origin = parseOrigin(options.origin);
  if (mailer !== undefined && origin === undefined) {
    // From the request's Host header anyone could make a link that leads to him.
    throw new TypeError('Give `origin` beside `mailer`: the links in its e-mails lead there.');
  }
  const signInController = createSignInController({
    service,
    clock,
    authenticate,
    post: mailer === undefined || origin === undefined ? undefined : { mailer, origin },
    report: (doing, error) => reportQuietly(onEvent, { kind: 'fault', doing, error }),
  });
  const frontEnd = createFrontEnd('index.html', options.folder);
  const targets = createRouteTable<AnyDashboardRoute>(apiPath, dashboardRoutes, unknownPath);
  const visitOf = (request: Request): Visit =>
    signInController.visit(request, {
      isSecure: (origin ?? request.url).startsWith('https:'),
      client: toClientAddress(request, clientAddress),
    });
  const gate = createGate(service, clock);
  const studio = mountStudio({
    service,
    gate,
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
      const isFile = path === '/' || extname(path) !== '';
      const isProgram = !takesHtml(request);
      const unknown = (): Response =>
        toResponse(fail(new GleanerError('not_found', unknownPath), request, exchange), method);
      if (isProgram && !isFile) return unknown();
      if (method !== 'GET' && method !== 'HEAD') {
        return toResponse(fail(refuseMethod(method, ['GET']), request, exchange), method);
      }
      const found = await frontEnd(request, path);
      // A front end that is not built says so at `/`, to programs as well.
      return isProgram && found.status === 404 && path !== '/' ? unknown() : found;
    }
    const startedMs = performance.now();
    const visit = visitOf(request);
    const context = { service, targets, origin, visit, hasStudio, gate };
    const response = await respondTo(request, exchange, context);
    const durationMs = Math.round(performance.now() - startedMs);
    record(options, { ...exchange, method, status: response.status, durationMs });
    response.headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    if (visit.cookie !== undefined) response.headers.append('set-cookie', visit.cookie);
    return response;
  };
}

const unknownPath = 'There is no such path: those of the API begin with /v1.';

/** Whether a browser asks for a view, which it says; to a program no page is of help. */
function takesHtml({ headers }: Request): boolean {
  return /\btext\/html\b|\bapplication\/xhtml\+xml\b/i.test(headers.get('accept') ?? '');
}

type AnyDashboardRoute = AnyRoute<DashboardCaller, DashboardRule>;

interface RespondContext {
  readonly service: Service;
  readonly targets: PathTable<RouteTarget<AnyDashboardRoute>>;
  readonly origin: string | undefined;
  readonly visit: Visit;
  readonly hasStudio: boolean;
  readonly gate: Gate;
}

/** What a person signs in by, or asks first: shared addresses would lock people out, and neither tells a stranger anything. */
const freeForStrangers: ReadonlySet<string> = new Set(['GET /session', 'POST /session']);

/** The way of a request: find its target, check where it comes from and who sent it, count it, read it, call, wrap the answer. Never rejects. */
async function respondTo(
  request: Request,
  exchange: Exchange,
  { service, targets, origin, visit, hasStudio, gate }: RespondContext,
): Promise<Response> {
  const { method } = request;
  const send = (response: HttpResponse): Response => toResponse(response, method);
  try {
    const { target, parameters } = targets.require(request);
    const { route } = target;
    exchange.route = target.path;
    checkOrigin(request, origin);
    const signedIn = route.access === 'anyone' ? undefined : await visit.findSignedIn();
    exchange.account = signedIn?.account;
    await gate.admit({
      signedIn,
      client: visit.client,
      access: route.access,
      kind: 'dashboard',
      isFreeForStrangers: freeForStrangers.has(target.name),
    });
    const account = signedIn?.account ?? '';
    const limits = await findBodyLimits(route, account, service);
    const isCounted = route.body !== undefined && signedIn?.account !== undefined;
    const refusals = isCounted ? service.refusedBodies.of(account) : undefined;
    const answer = await countRefusal(refusals, async (onBytes) =>
      route.call({
        service,
        account,
        signedIn,
        visit,
        hasStudio,
        parameters,
        ...(await readInput(request, route, { ...limits, onBytes })),
      }),
    );
    if (isLines(answer)) return await toLineResponse(answer, exchange, request.method);
    const { requestId } = exchange;
    const body = { status: 'completed', request_id: requestId, data: answer };
    return send(toJsonResponse(200, body, { requestId }));
  } catch (error) {
    return send(fail(error, request, exchange));
  }
}

async function findBodyLimits(
  { access, takesRecipe }: DashboardRule,
  account: string,
  { accounts }: Service,
): Promise<BodyLimits> {
  if (access === 'anyone') return strangerLimits;
  if (takesRecipe !== true) return defaultLimits;
  return toRecipeBodyLimits((await accounts.get(account)).plan.recipeBytes);
}

function isLines(answer: object): answer is AsyncIterable<object> {
  return Symbol.asyncIterator in answer;
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

/** The calls of `/v1`, made by who is signed in: the same checks, limits, prices and words. */
const playgroundRoutes: Routes<'POST /extract' | 'POST /scrape'> = {
  'POST /extract': {
    access: 'account',
    body: 'as sent',
    call: (request) => callWire(extractRoute, request),
  },
  'POST /scrape': {
    access: 'account',
    body: 'as sent',
    call: (request) => callWire(scrapeRoute, request),
  },
};

async function callWire(
  route: WireRoute,
  {
    service,
    account,
    body,
    signal,
  }: Pick<DashboardCaller, 'service' | 'account'> &
    Pick<RouteInput<unknown, WireBody>, 'body' | 'signal'>,
): Promise<PlaygroundResult> {
  const fields = route.body?.fields ?? {};
  const input = { parameters: {}, body: toInput(body, fields), signal };
  const {
    data,
    creditsUsed = 0,
    creditsRemaining = 0,
  } = await callInWireWords(fields, () =>
    route.call({ service, account, idempotencyKey: undefined, ...input }),
  );
  return {
    // The routes write their data before they are charged: what was written is an object.
    data: (typeof data === 'string' ? JSON.parse(data) : data) as PlaygroundResult['data'],
    creditsUsed,
    creditsRemaining,
  };
}

const timing = {
  /** The service refuses what is longer than 500 in its own words. */
  cron: z.string().max(1_000),
  timeZone: shortText.optional(),
};

/** Schedules of an account. */
const scheduleRoutes: Routes<
  | 'GET /schedules'
  | 'POST /schedules'
  | 'PUT /schedules/{id}'
  | 'DELETE /schedules/{id}'
  | 'POST /schedules/{id}/resume'
  | 'GET /schedules/{id}/ticks'
  | 'POST /ticks'
> = {
  'GET /schedules': {
    access: 'account',
    async call({ service, account }) {
      const schedules = await service.schedules.list(account);
      return { schedules: await Promise.all(schedules.map((one) => toView(one, service))) };
    },
  },
  'POST /schedules': {
    access: 'account',
    body: z.strictObject({ recipeId: shortText, ...timing }),
    call: async ({ service, account, body }) =>
      toView(await service.schedules.put({ account, ...body }), service),
  },
  'PUT /schedules/{id}': {
    access: 'account',
    body: z.strictObject({ recipeId: shortText, ...timing }),
    call: async ({ service, account, parameters, body }) =>
      toView(await service.schedules.put({ account, id: parameters.id, ...body }), service),
  },
  'DELETE /schedules/{id}': {
    access: 'account',
    async call({ service, account, parameters }) {
      await service.schedules.delete({ account, id: parameters.id });
      return done;
    },
  },
  'POST /schedules/{id}/resume': {
    access: 'account',
    call: async ({ service, account, parameters }) =>
      toView(await service.schedules.resume({ account, id: parameters.id }), service),
  },
  'GET /schedules/{id}/ticks': {
    access: 'account',
    query: z.strictObject({ limit }),
    call: async ({ service, account, parameters, query }) => ({
      ticks: await service.schedules.listTicks({
        account,
        id: parameters.id,
        limit: query.limit ?? defaultLimit,
      }),
    }),
  },
  'POST /ticks': {
    access: 'account',
    body: z.strictObject(timing),
    call: async ({ service, body }) => ({ nextMs: await service.schedules.preview(body) }),
  },
};

async function toView(schedule: Schedule, service: Service): Promise<ScheduleView> {
  return { ...schedule, nextMs: await service.schedules.preview(schedule) };
}

/** Every call of the dashboard's API: one that is declared and not here does not compile. */
export const dashboardRoutes: Routes<DashboardRoute> = {
  ...sessionRoutes,
  ...accountRoutes,
  ...recipeRoutes,
  ...runRoutes,
  ...scheduleRoutes,
  ...playgroundRoutes,
  ...operatorRoutes,
};
