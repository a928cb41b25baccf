import { requireEngine } from '../../engine/require-engine.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { beginExchange, fail } from '../../http/exchange.ts';
import { toResponse } from '../../http/response/http-response.ts';
import type { Service } from '../../service/create-service.ts';
import { checkSpender } from '../../service/require-account.ts';
import type { StudioOwner } from '../../studio/api/studio-owner.ts';
import { createStudio } from '../../studio/create-studio.ts';
import { findBrowserObstacle } from '../../studio/session/load-browsing.ts';
import { checkAccess } from '../sign-in/check-access.ts';
import type { Visit } from '../sign-in/create-sign-in-desk.ts';
import { createOwnerWatch } from './create-owner-watch.ts';
import { serviceRecipes } from './service-recipes.ts';

/** Where the dashboard has its studio. */
export const studioPath = '/studio';

export interface MountStudioInput {
  readonly service: Service;
  /** As `StudioOptions` has it. */
  readonly maxSessions: number | undefined;
  /** As `StudioOptions` has it. */
  readonly origin: string | undefined;
  /** As `StudioOptions` has it. */
  readonly folder: string | undefined;
  /** The sign-in of a request. */
  readonly visit: (request: Request) => Visit;
}

/** The studio below `studioPath`, for the accounts of a service. */
export interface MountedStudio {
  /** Why there is none, as a sentence; `undefined` where there is one. */
  readonly obstacle: string | undefined;
  /** Never rejects. */
  respond(request: Request): Promise<Response>;
}

/**
 * Mounts the studio over the stored recipes of a service: its owners are the accounts that may spend credits, signed in as in the
 * dashboard. Where the engine has no browser of its own each call is refused with the reason.
 */
export function mountStudio(input: MountStudioInput): MountedStudio {
  const { service, maxSessions, origin, folder, visit } = input;
  const { clock, closing, browser } = requireEngine(service.gleaner).context;
  const obstacle = findBrowserObstacle(browser);
  if (obstacle !== undefined) {
    const error = new GleanerError('not_found', `There is no studio here. ${obstacle}`);
    const refuse = async (request: Request): Promise<Response> =>
      toResponse(fail(error, request, beginExchange()), request.method);
    return { obstacle, respond: refuse };
  }
  const watch = createOwnerWatch(clock, closing);

  /** Rejects for an account that may not spend credits: what a studio does takes as much as a run. */
  async function findOwner(request: Request): Promise<StudioOwner | undefined> {
    const visiting = visit(request);
    const signedIn = await visiting.findSignedIn();
    if (signedIn === undefined) return undefined;
    checkAccess('account', signedIn);
    const { account: owner = '' } = signedIn;
    checkSpender(await service.accounts.get(owner));
    const isSignedIn = async (): Promise<boolean> => {
      if ((await visiting.findSignedIn())?.account !== owner) return false;
      const { suspendedAtMs, deletionScheduledForMs } = await service.accounts.get(owner);
      return suspendedAtMs === undefined && deletionScheduledForMs === undefined;
    };
    return { owner, signal: watch.signalOf(visiting.key ?? owner, isSignedIn) };
  }

  async function isStranger(request: Request): Promise<boolean> {
    try {
      return (await visit(request).findSignedIn())?.account === undefined;
    } catch {
      // The store cannot be read: the studio's own answer says so.
      return false;
    }
  }

  const handler = createStudio({
    gleaner: service.gleaner,
    authenticate: findOwner,
    recipes: serviceRecipes(service),
    start: { dashboard: '/' },
    basePath: studioPath,
    origin,
    folder,
    maxSessions,
  });
  return {
    obstacle,
    async respond(request) {
      return isPage(request) && (await isStranger(request)) ? toSignIn() : handler(request);
    },
  };
}

/** Whether a person has opened the studio, and no page of it has made a call. */
function isPage({ method, url }: Request): boolean {
  return method === 'GET' && new URL(url).pathname.replace(/\/$/, '') === studioPath;
}

function toSignIn(): Response {
  const headers = { location: '/', 'cache-control': 'no-store' };
  return new Response(null, { status: 303, headers });
}
