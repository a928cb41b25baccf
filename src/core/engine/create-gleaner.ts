import { findNodeProblem } from '../../runtime/errors/find-node-problem.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import type { Extract } from '../extract/extract.ts';
import type { CallOptions } from '../operations/operation-context.ts';
import type { RecipeRun, RunItem, RunRecipeOptions } from '../runs/recipe-run.ts';
import type { Scrape } from '../scrape/scrape.ts';
import { type Engine, type EngineSlot, engineSlots } from './engine-slots.ts';
import { type GleanerOptions, resolveOptions, readEnvironment } from './gleaner-options.ts';
import type { HealingFindings } from '../../recipes/healing/apply-healing.ts';
import type {
  VerifiableResult,
  VerifiedEvidence,
  VerifyEvidenceOptions,
} from '../extract/verify-evidence.ts';

/** An engine. Create one and keep it; close it by `close()` or `await using`. */
export interface Gleaner extends AsyncDisposable {
  /**
   * Extracts what the prompt asks for from a page and validates it against the schema. Costs credits only when it resolves.
   *
   * @example
   * const { result } = await gleaner.extract({
   *   url: 'https://shop.example/mug',
   *   prompt: 'The product’s name and price',
   *   schema: z.object({ name: z.string(), price: z.number() }),
   * });
   *
   * @example
   * // A plain JSON Schema: the type is named.
   * const { result } = await gleaner.extract<Product>({ url, prompt, schema: productSchema });
   *
   * @throws GleanerError
   * - `invalid_request`: the input cannot be used; `details.issues` by field.
   * - `validation_failed`: the page could not be loaded or gave no valid result; `details.reason` says why, e.g. `timed_out`.
   * - `insufficient_credits`, `rate_limited`: the account's credits or limits do not allow the call.
   * - `conflict`: the idempotency key belongs to another input, or to a call that has not ended.
   * - `service_unavailable`: the model or the browser cannot be reached, or the engine is closed.
   *
   * Once `call.signal` aborts, it rejects with the signal's own reason.
   */
  readonly extract: Extract<[call?: CallOptions]>;
  /**
   * Resolves to the page as HTML, Markdown or PDF, with its links, metadata and structured data. Costs credits only when it
   * resolves.
   *
   * @example
   * const { markdown } = await gleaner.scrape({ url: 'https://news.example/story', format: 'markdown' });
   *
   * @throws GleanerError
   * - `invalid_request`: the input cannot be used; `details.issues` by field.
   * - `validation_failed`: the page could not be loaded; `details.reason` says why, e.g. `timed_out`.
   * - `insufficient_credits`, `rate_limited`: the account's credits or limits do not allow the call.
   * - `conflict`: the idempotency key belongs to another input, or to a call that has not ended.
   * - `service_unavailable`: the browser cannot be started, or the engine is closed.
   *
   * Once `call.signal` aborts, it rejects with the signal's own reason.
   */
  readonly scrape: Scrape<[call?: CallOptions]>;
  /**
   * Runs a recipe (a user flow of Chrome's Recorder, as parsed JSON or as text) in a real browser, page by page. Costs
   * credits only when it resolves. `runRecipe<Lamp>(recipe)` names the type of the items.
   *
   * @example
   * const { result } = await gleaner.runRecipe(recipe, { variables: { query: 'lamps' }, maxPages: 5 });
   * const items = result.pages.flatMap((page) => page.items);
   *
   * @throws GleanerError
   * - `invalid_request`: the recipe, its variables or the options cannot be used; `details.issues` by path.
   * - `validation_failed`: the run failed; `details.reason` is `target_not_found`, `no_items`, `timed_out`, ….
   * - `insufficient_credits`, `rate_limited`: the account's credits or limits do not allow the run.
   * - `service_unavailable`: the browser cannot be started, or the engine is closed or was made without one.
   *
   * Once `options.signal` aborts, it rejects with the signal's own reason.
   */
  readonly runRecipe: RunRecipe;
  /** Resolves to the credits that the account can still spend; without `account`, those of the process. `Infinity` where nothing limits them, e.g. without a ledger. */
  creditsRemaining(account?: string): Promise<number>;
  /** Refuses new calls, aborts those under way (they reject with `service_unavailable` and cost nothing), and closes the parts that the engine created itself. */
  close(): Promise<void>;
}

/** The type of `runRecipe`. `Item` is the type of an item, which the recipe's fields and schema decide. */
export type RunRecipe = <Item = RunItem>(
  recipe: unknown,
  options?: RunRecipeOptions,
) => Promise<RecipeRun<Item>>;

/**
 * Creates an engine. Each part can be replaced by an option; without options it works on its own. What a call needs is loaded
 * by the first call that needs it.
 *
 * @throws TypeError that names the first option that cannot be used.
 * @throws GleanerError `internal_error` on a Node that is older than the package needs.
 */
export function createGleaner(options: GleanerOptions = {}): Gleaner {
  // The global: importing node:process costs 5 ms and 3 MB.
  const problem = findNodeProblem(process.versions.node);
  if (problem !== undefined) throw new GleanerError('internal_error', problem);
  const closing = new AbortController();
  const slot: EngineSlot = {
    options: resolveOptions(options),
    closing: closing.signal,
    engine: undefined,
  };
  let loading: Promise<Engine> | undefined;
  let closed: Promise<void> | undefined;

  async function run<Result>(work: (engine: Engine) => Promise<Result>): Promise<Result> {
    if (closing.signal.aborted)
      throw toClosed('The engine is closed: make a new one for further calls.');
    return work(slot.engine ?? (await (loading ??= loadEngine(gleaner))));
  }

  async function close(what: string): Promise<void> {
    closing.abort(toClosed(what));
    // The calls reject with the error that kept the engine from loading.
    await loading?.catch(() => undefined);
    await slot.engine?.close();
    await Promise.all(slot.options.owned.map(async (part) => part.close?.()));
  }

  const gleaner: Gleaner = {
    extract: (input, call = {}) => run((engine) => engine.extract(input, call, engine.context)),
    scrape: (input, call = {}) => run((engine) => engine.scrape(input, call, engine.context)),
    runRecipe: (recipe, options = {}) =>
      // The caller states the item type, which the compiler cannot check against the recipe's fields and schema.
      run((engine) => engine.runRecipe(recipe, options, engine.context) as Promise<never>),
    async creditsRemaining(account = 'default') {
      const { balance, held } = await slot.options.ledger.balance(account);
      return balance - held;
    },
    close: () => (closed ??= close('The engine was closed while this call was under way.')),
    [Symbol.asyncDispose]: () => (closed ??= close(leftBlock)),
  };
  engineSlots.set(gleaner, slot);
  return gleaner;
}

/** The block returns what the call will give, and `await using` closes the engine before there is anything. */
const leftBlock =
  'The block with `await using` ended while this call was under way, which closed its engine. Wait for the call in the block: `return await gleaner.extract(…)` in place of `return gleaner.extract(…)`.';

function toClosed(message: string): GleanerError<'service_unavailable'> {
  return new GleanerError('service_unavailable', message, { details: { reason: 'shutting_down' } });
}

async function loadEngine(gleaner: Gleaner): Promise<Engine> {
  const { requireEngine } = await import('./create-engine.ts');
  return requireEngine(gleaner);
}

let shared: Gleaner | undefined;

/** The engine of the plain functions: created by the first call, configured by environment variables, never closed. */
async function defaultGleaner(): Promise<Gleaner> {
  // Not at the top: importing node:process costs 5 ms and 3 MB, as it reads every property, the streams too.
  const { env } = await import('node:process');
  return (shared ??= createGleaner(readEnvironment(env)));
}

/** `extract` of an engine that is configured by environment variables; see {@link Gleaner.extract}. */
export const extract: Gleaner['extract'] = async (input, call) =>
  (await defaultGleaner()).extract(input, call);

/** `scrape` of an engine that is configured by environment variables; see {@link Gleaner.scrape}. */
export const scrape: Gleaner['scrape'] = async (input, call) =>
  (await defaultGleaner()).scrape(input, call);

/** `runRecipe` of an engine that is configured by environment variables; see {@link Gleaner.runRecipe}. */
export const runRecipe: Gleaner['runRecipe'] = async (recipe, options) =>
  (await defaultGleaner()).runRecipe(recipe, options);

/**
 * Resolves to a copy of the recipe with the healed selectors first and the run's `fingerprints` as a member. All other members
 * stay unchanged, so that DevTools still reads it.
 *
 * @example
 * const run = await gleaner.runRecipe(recipe);
 * await writeFile(file, JSON.stringify(await applyHealing(recipe, run)));
 *
 * @throws GleanerError `invalid_request` where the findings do not belong to this recipe.
 */
export async function applyHealing(
  recipe: unknown,
  findings: HealingFindings,
): Promise<Readonly<Record<string, unknown>>> {
  const recipes = await import('../../recipes/healing/apply-healing.ts');
  return recipes.applyHealing(recipe, findings);
}

/**
 * Looks up again how each value of a result stands on its page, from the bytes or the HTML that was kept. `result` carries the
 * evidence of `include: ['evidence']`. Nothing is fetched, and no model is asked; the page is read in a thread.
 *
 * @throws GleanerError `invalid_request` for a result without evidence or URL.
 * @example
 * const { ok, values } = await verifyEvidence(html, result);
 */
export async function verifyEvidence(
  html: string | Uint8Array,
  result: VerifiableResult,
  options: VerifyEvidenceOptions = {},
): Promise<VerifiedEvidence> {
  // Loaded by the first call: importing the package opens nothing.
  const [operation, { createPageSessions }] = await Promise.all([
    import('../extract/verify-evidence.ts'),
    import('../page-session/create-page-sessions.ts'),
  ]);
  const pages = createPageSessions({ threads: undefined });
  return operation.verifyEvidence(html, result, options, pages);
}
