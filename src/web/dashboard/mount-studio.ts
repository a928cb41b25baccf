import { requireEngine } from '../../core/engine/create-engine.ts';
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { beginExchange, fail, pathOf, toResponse } from '../exchange/exchange.ts';
import type { Service } from '../../service/create-service.ts';
import { checkSpender } from '../../service/service-context.ts';
import type { StudioOwner } from '../../studio/api/studio-api.ts';
import { createStudio } from '../studio/create-studio.ts';
import { findBrowserObstacle } from '../../studio/session/load-browsing.ts';
import type { Gate } from '../sign-in/create-gate.ts';
import type { Visit } from '../sign-in/create-sign-in-controller.ts';
import type { Clock } from '../../runtime/contracts/clock.ts';
import type { RecipeVersionSummary } from '../../runtime/contracts/store/recipe-store.ts';
import type { StudioRecipeEntry, StudioRecipes } from '../../studio/api/studio-draft.ts';
import { untitled } from '../../studio/saved-recipes.ts';

/** Where the dashboard has its studio. */
export const studioPath = '/studio';

/** What the page asks as the pointer moves and keys go down. */
const inputPaths: ReadonlySet<string> = new Set([
  `${studioPath}/api/session/input`,
  `${studioPath}/api/session/inspect`,
]);

interface MountStudioInput {
  readonly service: Service;
  readonly gate: Gate;
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
interface MountedStudio {
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
  const { service, gate, maxSessions, origin, folder, visit } = input;
  const { clock, closing, browser } = requireEngine(service.gleaner).context;
  const obstacle = findBrowserObstacle(browser);
  if (obstacle !== undefined) {
    const error = new GleanerError('not_found', `There is no studio here. ${obstacle}`);
    const refuse = async (request: Request): Promise<Response> =>
      toResponse(fail(error, request, beginExchange()), request.method);
    return { obstacle, respond: refuse };
  }
  const watch = createOwnerWatch(clock, closing);

  /** Rejects for strangers, and for an account that may not spend credits: what a studio does takes as much as a run. */
  async function findOwner(request: Request): Promise<StudioOwner> {
    const visiting = visit(request);
    const kind = inputPaths.has(pathOf(request)) ? 'input' : 'dashboard';
    const signedIn = await visiting.findSignedIn();
    await gate.admit({ signedIn, client: visiting.client, access: 'account', kind });
    const owner = signedIn?.account ?? '';
    const { plan, ...standing } = await service.accounts.get(owner);
    checkSpender(standing);
    if (plan.drafts === 0 || plan.studioSessions === 0) {
      throw new GleanerError('forbidden', noStudio);
    }
    const isSignedIn = async (): Promise<boolean> => {
      if ((await visiting.findSignedIn())?.account !== owner) return false;
      const { suspendedAtMs, deletionScheduledForMs } = await service.accounts.get(owner);
      return suspendedAtMs === undefined && deletionScheduledForMs === undefined;
    };
    const signal = watch.signalOf(visiting.key ?? owner, isSignedIn);
    return {
      owner,
      signal,
      recipeBytes: plan.recipeBytes,
      takePlace: (kind) => service.takePlace({ account: owner, kind }),
      refusals: service.refusedBodies.of(owner),
    };
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

const noStudio = 'The account’s plan has no studio: ask the operator of the service.';

/** Whether a person has opened the studio, and no page of it has made a call. */
function isPage(request: Request): boolean {
  return request.method === 'GET' && pathOf(request).replace(/\/$/, '') === studioPath;
}

function toSignIn(): Response {
  const headers = { location: '/', 'cache-control': 'no-store' };
  return new Response(null, { status: 303, headers });
}

/** Tells when owners of studio sessions sign out, in whatever process they do. */
interface OwnerWatch {
  /**
   * The signal of a sign-in, by its key; it aborts once `isSignedIn` resolves to `false`, which is asked each second, until
   * nothing was asked for with this key for six minutes.
   */
  signalOf(key: string, isSignedIn: () => Promise<boolean>): AbortSignal;
}

/** As often as a sign-in is looked up, and so the longest that frames are sent after its end. */
const lookEveryMs = 1_000;
/** Longer than a studio session lives without input: what is not asked for any more has none. */
const keepMs = 6 * 60_000;

interface Watched {
  readonly ending: AbortController;
  isSignedIn: () => Promise<boolean>;
  seenMs: number;
}

/** Creates a watch that looks while sign-ins are watched, until `closing` aborts. */
function createOwnerWatch(clock: Clock, closing: AbortSignal): OwnerWatch {
  const watched = new Map<string, Watched>();
  let isLooking = false;
  let cancelNext: (() => void) | undefined;
  closing.addEventListener('abort', () => cancelNext?.());

  function lookLater(): void {
    if (isLooking || watched.size === 0 || closing.aborted) return;
    isLooking = true;
    cancelNext = clock.after(lookEveryMs, () => void lookAtAll());
  }

  async function lookAtAll(): Promise<void> {
    const nowMs = clock.monotonicMs();
    for (const [key, { seenMs }] of watched) if (nowMs - seenMs > keepMs) watched.delete(key);
    await Promise.all(Array.from(watched, ([key, one]) => look(key, one)));
    isLooking = false;
    lookLater();
  }

  async function look(key: string, { ending, isSignedIn }: Watched): Promise<void> {
    // A store that cannot be read now is read again: meanwhile no request is let in either.
    if (await isSignedIn().catch(() => true)) return;
    watched.delete(key);
    ending.abort();
  }

  return {
    signalOf(key, isSignedIn) {
      const known = watched.get(key);
      const seenMs = clock.monotonicMs();
      const one = known ?? { ending: new AbortController(), isSignedIn, seenMs };
      Object.assign(one, { isSignedIn, seenMs });
      watched.set(key, one);
      lookLater();
      return one.ending.signal;
    },
  };
}

/** Recipes that a list of the studio shows: as many as a page of the dashboard's API may have. */
const mostListed = 200;

/**
 * The stored recipes of a service's accounts, as the studio keeps them: an owner is an account. A save makes a new version,
 * and leaves webhook, schedules and whether it is enabled as they are.
 */
export function serviceRecipes({ recipes }: Pick<Service, 'recipes'>): StudioRecipes {
  return {
    async list(account) {
      const found = await recipes.list({ account, limit: mostListed });
      return found.map((recipe) =>
        toEntry({ ...recipe, createdAtMs: recipe.updatedAtMs, recipeId: recipe.id }),
      );
    },
    async find(account, { id, version }) {
      const found = await orUndefined(() =>
        version === undefined
          ? recipes.getNewest({ account, id })
          : recipes.getVersion({ account, id, revision: version }),
      );
      return found && { ...toEntry(found), document: found.document };
    },
    async listVersions(account, id) {
      const found = await orUndefined(() => recipes.listVersions({ account, id }));
      return (found ?? []).map(toEntry);
    },
    async save(account, { id, from, document }) {
      const saved = await recipes.put({ account, id, revision: from, document });
      return toEntry({ ...saved, createdAtMs: saved.updatedAtMs, recipeId: saved.id });
    },
  };
}

function toEntry({
  recipeId,
  title,
  revision,
  createdAtMs,
}: Omit<RecipeVersionSummary, 'bytes'>): StudioRecipeEntry {
  return {
    id: recipeId,
    title: title === '' ? untitled : title,
    version: revision,
    savedAtMs: createdAtMs,
  };
}

async function orUndefined<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isGleanerError(error, 'not_found')) return undefined;
    throw error;
  }
}
