import { randomUUID } from 'node:crypto';
import { createFrontEnd } from '../../dashboard/front-end/create-front-end.ts';
import { GleanerError, isGleanerError } from '../../errors/gleaner-error.ts';
import { createPathTable } from '../../http/request/create-path-table.ts';
import { readJsonBody } from '../../http/request/read-json-body.ts';
import { toFailure, toJsonResponse } from '../../http/response/envelope.ts';
import { toResponse } from '../../http/response/http-response.ts';
import type { OperationContext } from '../../operations/operation-context.ts';
import type { StudioOwner, StudioStart } from '../api/studio-owner.ts';
import type { StudioRecipes } from '../api/studio-recipes.ts';
import { draftRoutes } from '../routes/draft-routes.ts';
import { recipeRoutes } from '../routes/recipe-routes.ts';
import { sessionRoutes } from '../routes/session-routes.ts';
import { tableRoutes } from '../routes/table-routes.ts';
import { trialRoutes } from '../routes/trial-routes.ts';
import type { StudioRoute } from '../routes/studio-route.ts';
import { createStudioSessions } from '../session/create-studio-sessions.ts';
import { loadBrowsing } from '../session/load-browsing.ts';
import { createStudioDrafts } from '../workbench/create-studio-drafts.ts';
import { createStudioWork } from '../workbench/create-studio-work.ts';
import { checkLoopback, checkOrigin } from './check-origin.ts';
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
    onOpen: (session) => work.begin(session),
  });
  const drafts = createStudioDrafts((owner, draft) => {
    sessions.find(owner)?.emit({ type: 'draft', draft });
  });
  const work = createStudioWork(input.gleaner, drafts);
  const frontEnd = createFrontEnd('studio.html', input.folder);
  const routes = createPathTable<StudioRoute>();
  for (const route of [
    ...sessionRoutes,
    ...tableRoutes,
    ...draftRoutes,
    ...trialRoutes,
    ...recipeRoutes,
  ]) {
    routes.add(route.method, `${mount}/api${route.path}`, route);
  }

  async function findOwner(request: Request): Promise<StudioOwner | undefined> {
    if (access === undefined) return authenticate?.(request);
    return access.isKnown(request) ? tokenOwner : undefined;
  }

  /** The way of a request: check where it comes from, let its owner in, find its route, read the body, call. */
  async function respond(request: Request, requestId: string): Promise<Response> {
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
    const found = routes.find(pathname);
    // The page holds nothing of an owner's: it tells strangers how to come in.
    if (found === undefined && isRead && !pathname.startsWith(`${mount}/api/`)) {
      return frontEnd(request, pathname.slice(mount.length));
    }
    const signedIn = await findOwner(request);
    if (signedIn === undefined) throw new GleanerError('unauthorized', strangers(access));
    const route = found?.targets.get(request.method);
    if (found === undefined || route === undefined) throw unknownCall();
    const answer = await route.call({
      owner: signedIn.owner,
      signedOut: signedIn.signal,
      parameters: found.parameters,
      query: searchParams,
      body: (await readJsonBody(request, request.signal)) ?? {},
      sessions,
      recipes,
      drafts,
      work,
      start,
    });
    if (answer instanceof Response) return answer;
    return toResponse(toJsonResponse(200, answer, { requestId }));
  }

  function enter(request: Request, known: TokenAccess, token: string): Response {
    const cookie = known.redeem(token, request);
    if (cookie === undefined) throw new GleanerError('unauthorized', usedToken);
    // The token leaves the address bar and the history.
    return redirect(`${mount}/`, { 'set-cookie': cookie });
  }

  return async (request) => {
    const requestId = randomUUID();
    try {
      return await respond(request, requestId);
    } catch (error) {
      const { response } = toFailure(error, { requestId });
      if (access === undefined || !isGleanerError(error, 'service_unavailable')) {
        return toResponse(response, request.method);
      }
      // With a token the owner of the machine asks: only the owner is told why the browser does not start.
      const { code, message } = error;
      const body = { status: 'error', request_id: requestId, error: { code, message } };
      return toResponse(toJsonResponse(response.status, body, { requestId }));
    }
  };
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

function unknownCall(): GleanerError<'not_found'> {
  return new GleanerError('not_found', 'The studio has no such call.');
}
