import { isDeepStrictEqual } from 'node:util';
import { createFrontEnd } from '../exchange/create-front-end.ts';
import { checkOrigin } from '../sign-in/create-gate.ts';
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import {
  type Exchange,
  beginExchange,
  countRefusal,
  defaultLimits,
  fail,
  toJsonResponse,
  toRecipeBodyLimits,
  toResponse,
} from '../exchange/exchange.ts';
import { type AnyRoute, createRouteTable, readInput, toLineResponse } from '../exchange/route.ts';
import type { OperationContext } from '../../core/operations/operation-context.ts';
import { defaultPlan } from '../../storage/stores/account-rules.ts';
import type {
  StudioApi,
  StudioOwner,
  StudioPlaceKind,
  StudioStart,
} from '../../studio/api/studio-api.ts';
import type { StudioRecipes } from '../../studio/api/studio-draft.ts';
import { draftRoutes, recipeRoutes } from './routes/draft-routes.ts';
import { sessionRoutes } from './routes/session-routes.ts';
import type { StudioCaller, StudioRoutes, StudioRule } from './routes/studio-route.ts';
import { tableRoutes, trialRoutes } from './routes/table-routes.ts';
import { createStudioSessions } from '../../studio/session/create-studio-sessions.ts';
import { loadBrowsing } from '../../studio/session/load-browsing.ts';
import type { OwnerDraft } from '../../studio/workbench/create-owner-draft.ts';
import { createStudioDrafts, createStudioWork } from '../../studio/workbench/create-studio-work.ts';
import type { TokenAccess } from './create-token-access.ts';

export interface CreateResponderInput {
  /** What `createGleaner` returned. */
  readonly gleaner: object;
  /** The browser, the clock and the end of the engine. */
  readonly context: Pick<OperationContext, 'browser' | 'clock' | 'closing'>;
  /** The access by a token; `undefined` where `authenticate` decides. */
  readonly access: TokenAccess | undefined;
  readonly authenticate: ((request: Request) => Promise<StudioOwner | undefined>) | undefined;
  readonly recipes: StudioRecipes;
  readonly start: StudioStart;
  /** The path below which the studio is mounted; empty for the root. */
  readonly mount: string;
  readonly origin: string | undefined;
  readonly maxSessions: number;
  /** Of the built front end; `undefined` for the one in the package. */
  readonly folder: string | undefined;
}

/** With a token there is one owner. */
const tokenOwner: StudioOwner = { owner: 'token' };

/** Creates what answers the studio's requests. Opens nothing. */
export function createResponder(
  input: CreateResponderInput,
): (request: Request) => Promise<Response> {
  const { context, access, authenticate, mount, recipes, start } = input;
  const sessions = createStudioSessions({
    loadBrowsing: () => loadBrowsing(context.browser),
    clock: context.clock,
    closing: context.closing,
    maxSessions: input.maxSessions,
    redact: (owner, event) => drafts.of(owner).redact(event),
    onOpen: (session) => work.begin(session),
  });
  const drafts = createStudioDrafts((owner, draft) => {
    sessions.find(owner)?.emit({ type: 'draft', draft });
  });
  const work = createStudioWork(input.gleaner, drafts);
  const frontEnd = createFrontEnd('studio.html', input.folder);
  const routes = createRouteTable<AnyRoute<StudioCaller, StudioRule>>(
    `${mount}/api`,
    studioRoutes,
    unknownCall,
  );

  async function findOwner(request: Request): Promise<StudioOwner | undefined> {
    if (access === undefined) return authenticate?.(request);
    return access.isKnown(request) ? tokenOwner : undefined;
  }

  /** The way of a request: check where it comes from, let its owner in, find its route, read the body, call. */
  async function respond(request: Request, exchange: Exchange): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (access !== undefined) checkLoopback(request);
    const token = pathname === `${mount}/` ? searchParams.get('token') : null;
    if (access !== undefined && token !== null && request.method === 'GET') {
      return enter(request, access, token);
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // The page's own addresses are relative to the folder that it is mounted at.
    if (isRead && mount !== '' && pathname === mount) return redirect(`${mount}/`);
    checkOrigin(request, input.origin);
    // The page holds nothing of an owner's: it tells strangers how to come in.
    if (isRead && !pathname.startsWith(`${mount}/api/`)) {
      return frontEnd(request, pathname.slice(mount.length));
    }
    const signedIn = await findOwner(request);
    if (signedIn === undefined) throw new GleanerError('unauthorized', strangers(access));
    const { target, parameters } = routes.require(request);
    const { route } = target;
    const { owner, takePlace, refusals, recipeBytes = defaultPlan.recipeBytes } = signedIn;
    const draft = drafts.of(owner);
    draft.bound(recipeBytes);
    const limits = route.takesRecipe === true ? toRecipeBodyLimits(recipeBytes) : defaultLimits;
    const placeOf = (kind: StudioPlaceKind) => takePlace && (() => takePlace(kind));
    const signedOut = signedIn.signal;
    const caller = { owner, signedOut, placeOf, sessions, recipes, drafts, work, start };

    async function call(onBytes: (length: number) => void): Promise<object> {
      const read = await readInput(request, route, { ...limits, onBytes });
      const leaveDraft =
        route.takesDraft === true ? await drafts.use(owner, placeOf('draft')) : undefined;
      try {
        return await route.call({ ...caller, ...read, parameters });
      } finally {
        leaveDraft?.();
      }
    }

    const counted = route.body === undefined ? undefined : refusals;
    const answer = await countRefusal(counted, call).catch((error: unknown) => {
      throw redactError(error, draft);
    });
    if (answer instanceof Response) return answer;
    if (answer instanceof ReadableStream) return toLineResponse(answer, exchange, request.method);
    return toResponse(toJsonResponse(200, draft.redact(answer), exchange), request.method);
  }

  function enter(request: Request, known: TokenAccess, token: string): Response {
    const cookie = known.redeem(token, request);
    if (cookie === undefined) throw new GleanerError('unauthorized', usedToken);
    // The token leaves the address bar and the history.
    return redirect(`${mount}/`, { 'set-cookie': cookie });
  }

  return async (request) => {
    const exchange = beginExchange();
    try {
      return await respond(request, exchange);
    } catch (error) {
      const response = fail(error, request, exchange);
      if (access === undefined || !isGleanerError(error, 'service_unavailable')) {
        return toResponse(response, request.method);
      }
      // With a token the owner of the machine asks: only the owner is told why the browser does not start.
      const { code, message } = error;
      const body = { status: 'error', request_id: exchange.requestId, error: { code, message } };
      return toResponse(toJsonResponse(response.status, body, exchange));
    }
  };
}

/** Every call of the studio's API. */
export const studioRoutes: StudioRoutes<keyof StudioApi> = {
  ...sessionRoutes,
  ...tableRoutes,
  ...draftRoutes,
  ...trialRoutes,
  ...recipeRoutes,
};

/** What is wrong may be said with words of a page. */
function redactError(error: unknown, { redact }: Pick<OwnerDraft, 'redact'>): unknown {
  if (!isGleanerError(error)) return error;
  const { code, message, details } = error;
  const shown = redact({ message, details });
  // The compiler cannot see that code and details belong to one error.
  return isDeepStrictEqual(shown, { message, details })
    ? error
    : new GleanerError(code, shown.message, { details: shown.details });
}

/** Names that mean this machine: another name that leads here is a rebound one. */
const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Throws `forbidden` for a host whose name does not mean this machine (DNS rebinding). */
function checkLoopback({ url }: Request): void {
  if (loopbackNames.has(new URL(url).hostname)) return;
  throw new GleanerError(
    'forbidden',
    'The studio answers on 127.0.0.1, localhost and [::1] alone: open it at one of them.',
  );
}

function redirect(location: string, more: Readonly<Record<string, string>> = {}): Response {
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return new Response(null, { status: 303, headers: { location, ...headers, ...more } });
}

const usedToken =
  'This address was used already, or is not the one that was printed. Start the studio again for a new one.';

function strangers(access: TokenAccess | undefined): string {
  return access === undefined
    ? 'Sign in first.'
    : 'Open the address that was printed when the studio was started.';
}

const unknownCall = 'The studio has no such call.';
