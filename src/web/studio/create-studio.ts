import { loadOnce } from '../../runtime/signals/waiting.ts';
import type { Gleaner } from '../../core/engine/create-gleaner.ts';
import { requireEngine } from '../../core/engine/create-engine.ts';
import {
  type OptionRules,
  aFunction,
  aText,
  anything,
  checkOptions,
  toPartRule,
} from '../../runtime/errors/option-checks.ts';
import type { StudioOwner, StudioStart } from '../../studio/api/studio-api.ts';
import type { StudioRecipes } from '../../studio/api/studio-draft.ts';
import { memoryRecipes } from '../../studio/saved-recipes.ts';
import { createTokenAccess } from './create-token-access.ts';

/** What a studio works with, and whom it lets in: `token` or `authenticate`. */
export interface StudioOptions {
  /** The engine whose guarded browser is shown, with its egress and its limits. It has to be `createGleaner`'s, with the built-in browser. */
  readonly gleaner: Gleaner;
  /** What `createStudioToken()` returned: for one person on this machine, who opens `/?token=…` once. */
  readonly token?: string | undefined;
  /** Resolves to who sends a request, by an embedder's own sign-in; `undefined` for a stranger. */
  readonly authenticate?: ((request: Request) => Promise<StudioOwner | undefined>) | undefined;
  /** Where recipes are kept. @default in memory, as long as the process lives */
  readonly recipes?: StudioRecipes | undefined;
  /** What the front end opens first. @default nothing */
  readonly start?: StudioStart | undefined;
  /** The path below which the studio is mounted, such as `/studio`. @default '/' */
  readonly basePath?: string | undefined;
  /** The origin that browsers show it at, where a proxy changes the Host header. @default that of each request */
  readonly origin?: string | undefined;
  /** The folder of the built front end. @default the one that the package holds */
  readonly folder?: string | undefined;
  /** Most sessions open at once, of all owners; each takes about 150 MB. @default 4 */
  readonly maxSessions?: number | undefined;
}

/** Takes a web-standard request and resolves to its response; never rejects. */
export type StudioHandler = (request: Request) => Promise<Response>;

const startRules: OptionRules<StudioStart> = { url: aText, recipe: aText, dashboard: aText };

const optionRules: OptionRules<StudioOptions> = {
  gleaner: { ...toPartRule('extract', 'scrape', 'runRecipe', 'close'), isRequired: true },
  token: anything,
  authenticate: aFunction,
  recipes: toPartRule('list', 'find', 'listVersions', 'save'),
  start: { members: startRules },
  basePath: anything,
  origin: aText,
  folder: aText,
  maxSessions: { unit: 'sessions', least: 1, mayBeInfinite: true },
};

const loadResponder = loadOnce(() => import('./create-responder.ts'));

/**
 * Creates the handler of a studio: a live, guarded browser in which recipes are made. It mounts like the handler of `gleaner/http`;
 * its sessions end when the engine is closed. Opens and loads nothing before its first request.
 *
 * @example
 * const token = createStudioToken();
 * const server = await serve({ handler: createStudio({ gleaner, token }) });
 * console.log(`${server.url}/?token=${token}`);
 *
 * @throws TypeError for an option that cannot be used, and unless exactly one of `token` and `authenticate` is given.
 */
export function createStudio(options: StudioOptions): StudioHandler {
  checkOptions('createStudio', options, optionRules);
  const { gleaner, token, authenticate, maxSessions = 4, basePath = '/', start = {} } = options;
  if ((token === undefined) === (authenticate === undefined)) {
    throw new TypeError(
      'Expected exactly one of `token` and `authenticate`: who may use the studio.',
    );
  }
  if (!/^\/(?:[\w.~-]+\/)*[\w.~-]*$/.test(basePath)) {
    throw new TypeError(`Expected \`basePath\` to be a path such as "/studio", got "${basePath}".`);
  }
  const mount = basePath.replace(/\/$/, '');
  const { context } = requireEngine(gleaner);
  const access = token === undefined ? undefined : createTokenAccess(token, `${mount}/`);
  let responding: Promise<StudioHandler> | undefined;

  async function load(): Promise<StudioHandler> {
    const { createResponder } = await loadResponder();
    const { recipes, origin, folder } = options;
    return createResponder({
      gleaner,
      context,
      access,
      authenticate,
      recipes: recipes ?? memoryRecipes(context.clock),
      start,
      mount,
      origin,
      maxSessions,
      folder,
    });
  }
  return async (request) => (await (responding ??= load()))(request);
}
