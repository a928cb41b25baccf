import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { createFrontEnd } from '../exchange/create-front-end.ts';
import { checkOrigin } from '../sign-in/check-access.ts';
import {
  GleanerError,
  invalidRequest,
  isGleanerError,
} from '../../runtime/errors/gleaner-error.ts';
import {
  createPathTable,
  readJsonBody,
  toRecipeBodyLimits,
  toFailure,
  toJsonResponse,
  toResponse,
} from '../exchange/exchange.ts';
import type { OperationContext } from '../../core/operations/operation-context.ts';
import { defaultPlan } from '../../storage/stores/account-rules.ts';
import type {
  StudioDone,
  StudioOwner,
  StudioPlaceKind,
  StudioStart,
} from '../../studio/api/studio-api.ts';
import type {
  StudioComparison,
  StudioRecipeVersion,
  StudioRecipes,
} from '../../studio/api/studio-draft.ts';
import { draftRoutes, parseRestoring } from './routes/draft-routes.ts';
import { sessionRoutes } from './routes/session-routes.ts';
import {
  trialRoutes,
  parseKeeping,
  parsePick,
  parsePlace,
  parseSearching,
  parseTableEdit,
} from './routes/table-routes.ts';
import type { StudioCall, StudioRoute } from './routes/studio-route.ts';
import { createStudioSessions } from '../../studio/session/create-studio-sessions.ts';
import { loadBrowsing } from '../../studio/session/load-browsing.ts';
import type { OwnerDraft } from '../../studio/workbench/create-owner-draft.ts';
import { createStudioDrafts, createStudioWork } from '../../studio/workbench/create-studio-work.ts';
import type { TokenAccess } from './create-token-access.ts';
import type { SessionTable } from '../../studio/workbench/create-session-table.ts';
import { z } from 'zod';
import { parseInput } from '../../core/operations/parse-input.ts';
import { compareRecipes } from '../../studio/draft/compare-recipes.ts';

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
    const { owner, takePlace, recipeBytes = defaultPlan.recipeBytes } = signedIn;
    drafts.of(owner).bound(recipeBytes);
    const limits = route.takesRecipe === true ? toRecipeBodyLimits(recipeBytes) : undefined;
    const placeOf = (kind: StudioPlaceKind) => takePlace && (() => takePlace(kind));
    const called = {
      owner,
      signedOut: signedIn.signal,
      placeOf,
      parameters: found.parameters,
      query: searchParams,
      body: (await readJsonBody(request, request.signal, limits)) ?? {},
      sessions,
      recipes,
      drafts,
      work,
      start,
    };
    const leaveDraft =
      route.takesDraft === true ? await drafts.use(owner, placeOf('draft')) : undefined;
    const answer = await route
      .call(called)
      .catch((error: unknown) => {
        throw redactError(error, drafts.of(owner));
      })
      .finally(leaveDraft);
    if (answer instanceof Response) return answer;
    return toResponse(toJsonResponse(200, drafts.of(owner).redact(answer), { requestId }));
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

function unknownCall(): GleanerError<'not_found'> {
  return new GleanerError('not_found', 'The studio has no such call.');
}

const done: StudioDone = { done: true };

/** The calls around the list that a person points at. */
export const tableRoutes: readonly StudioRoute[] = [
  {
    method: 'POST',
    path: '/session/inspect',
    call: async (request) => tableOf(request).inspect(parsePlace(request.body)),
  },
  {
    method: 'POST',
    path: '/session/pick',
    call: async (request) => tableOf(request).pick(parsePick(request.body)),
  },
  { method: 'GET', path: '/session/table', call: async (request) => tableOf(request).read() },
  {
    method: 'POST',
    path: '/session/table/edit',
    call: async (request) => tableOf(request).edit(parseTableEdit(request.body)),
  },
  {
    method: 'POST',
    path: '/session/table/pagination',
    async call(request) {
      const { drafts, owner, body } = request;
      const { draft, variables = {} } = parseSearching(body);
      drafts.of(owner).checkValuesFor(draft);
      return tableOf(request).findPagination(variables);
    },
  },
  {
    method: 'DELETE',
    path: '/session/table',
    async call(request) {
      tableOf(request).forget();
      return done;
    },
  },
  {
    method: 'POST',
    path: '/session/table/keep',
    call: async (request) => tableOf(request).keep(parseKeeping(request.body)),
  },
];

/** Pointing is using the session, as moving the mouse is. */
function tableOf({ owner, sessions, work }: StudioCall): SessionTable {
  const session = sessions.require(owner);
  session.noteActivity();
  return work.require(session).table;
}

const saving = z.strictObject({ document: z.record(z.string(), z.unknown()) });

/** The calls around kept recipes. */
export const recipeRoutes: readonly StudioRoute[] = [
  {
    method: 'GET',
    path: '/recipes',
    call: async ({ owner, recipes }) => ({ recipes: await recipes.list(owner) }),
  },
  {
    method: 'POST',
    path: '/recipes',
    takesRecipe: true,
    call: async (request) =>
      request.recipes.save(request.owner, { document: parseDocument(request) }),
  },
  {
    method: 'GET',
    path: '/recipes/{id}',
    call: async (request) => requireRecipe(request, parseVersion(request.query, 'version')),
  },
  {
    method: 'GET',
    path: '/recipes/{id}/versions',
    async call({ owner, recipes, parameters: { id = '' } }) {
      const versions = await recipes.listVersions(owner, id);
      if (versions.length === 0) throw noRecipe();
      return { versions };
    },
  },
  {
    method: 'POST',
    path: '/recipes/{id}/versions',
    takesRecipe: true,
    async call(request) {
      const { owner, recipes, parameters } = request;
      return recipes.save(owner, { id: parameters['id'] ?? '', document: parseDocument(request) });
    },
  },
  {
    method: 'GET',
    path: '/recipes/{id}/compare',
    async call(request) {
      const { query } = request;
      const [before, after] = await Promise.all([
        requireRecipe(request, requireVersion(query, 'from')),
        requireRecipe(request, requireVersion(query, 'to')),
      ]);
      const changes: StudioComparison['changes'] = compareRecipes(before.document, after.document);
      return { changes };
    },
  },
  {
    method: 'POST',
    path: '/recipes/{id}/restore',
    async call(request) {
      const { owner, recipes, parameters, body } = request;
      const { id = '' } = parameters;
      const { document } = await requireRecipe(request, parseRestoring(body));
      return recipes.save(owner, { id, document });
    },
  },
];

async function requireRecipe(
  { owner, recipes, parameters: { id = '' } }: StudioCall,
  version: number | undefined,
): Promise<StudioRecipeVersion> {
  const found = await recipes.find(owner, { id, version });
  if (found === undefined) throw noRecipe();
  return found;
}

function parseDocument({ owner, drafts, body }: StudioCall): unknown {
  const { fields, issues } = parseInput(saving, body);
  if (fields === undefined) throw invalidRequest('save the recipe', issues);
  return drafts.of(owner).redact(fields.document);
}

function parseVersion(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw refuseVersion(name);
}

function requireVersion(query: URLSearchParams, name: string): number {
  const version = parseVersion(query, name);
  if (version === undefined) throw refuseVersion(name);
  return version;
}

function refuseVersion(name: string): GleanerError<'invalid_request'> {
  const message = 'Expected the number of a version, from 1.';
  return invalidRequest('read the recipe', [{ path: `/${name}`, message }]);
}

function noRecipe(): GleanerError<'not_found'> {
  return new GleanerError('not_found', 'There is no such recipe, or not in this version.');
}
