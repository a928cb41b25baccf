import { GleanerError } from '../errors/gleaner-error.ts';
import type { Extract } from '../operations/extract/extract.ts';
import type { CallOptions } from '../operations/operation-context.ts';
import type { RecipeRun, RunItem } from '../operations/recipe-run.ts';
import type { RunRecipeOptions } from '../operations/runs/run-recipe-options.ts';
import type { Scrape } from '../operations/scrape/scrape.ts';
import type { Engine } from './create-engine.ts';
import { engineSlots, type EngineSlot } from './engine-slots.ts';
import type { GleanerOptions } from './gleaner-options.ts';
import { resolveOptions } from './resolve-options.ts';

/** An engine with its parts: make one, keep it, close it. `await using` closes it at the end of its block. */
export interface Gleaner extends AsyncDisposable {
  /**
   * Extracts what the prompt asks for from a page, validated against the schema. Costs credits only when it resolves.
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
   * - `validation_failed`: the page or the model's answer let us down; `details.reason` says how, `timed_out` among them.
   * - `insufficient_credits`, `rate_limited`: the account's credits or limits do not allow the call.
   * - `conflict`: the idempotency key belongs to another input, or to a call that has not ended.
   * - `service_unavailable`: the model or the browser cannot be reached, or the engine is closed.
   *
   * Once `call.signal` aborts, it rejects with the signal's own reason.
   */
  readonly extract: Extract<[call?: CallOptions]>;
  /**
   * The page as HTML, Markdown or PDF, with what it says about itself. Costs credits only when it resolves.
   *
   * @example
   * const { markdown } = await gleaner.scrape({ url: 'https://news.example/story', format: 'markdown' });
   *
   * @throws GleanerError
   * - `invalid_request`: the input cannot be used; `details.issues` by field.
   * - `validation_failed`: the page could not be had; `details.reason` says why, `timed_out` among them.
   * - `insufficient_credits`, `rate_limited`: the account's credits or limits do not allow the call.
   * - `conflict`: the idempotency key belongs to another input, or to a call that has not ended.
   * - `service_unavailable`: the browser cannot be started, or the engine is closed.
   *
   * Once `call.signal` aborts, it rejects with the signal's own reason.
   */
  readonly scrape: Scrape<[call?: CallOptions]>;
  /**
   * Runs a recipe (a user flow of Chrome's Recorder, as JSON) in a real browser, page by page, to its end. Costs credits
   * only when it resolves. Items have the type that is named, as in `runRecipe<Lamp>(recipe)`.
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
  /** What the account (or, without one, the process) can still spend; `Infinity` where nothing limits it, as without a ledger. */
  creditsRemaining(account?: string): Promise<number>;
  /** Refuses new calls, ends those under way (they reject and cost nothing), and closes the parts it made itself. */
  close(): Promise<void>;
}

/** `runRecipe` of an engine. */
export type RunRecipe = <Item = RunItem>(
  recipe: unknown,
  options?: RunRecipeOptions,
) => Promise<RecipeRun<Item>>;

/**
 * Makes an engine. Everything that can be plugged in is an option; without any, it works on its own. Loads and opens next to
 * nothing: what a call needs is loaded by the first call that needs it. Throws a `TypeError` that names the option that
 * is wrong.
 */
export function createGleaner(options: GleanerOptions = {}): Gleaner {
  const closing = new AbortController();
  const slot: EngineSlot = {
    options: resolveOptions(options),
    closing: closing.signal,
    engine: undefined,
  };
  let loading: Promise<Engine> | undefined;
  let closed: Promise<void> | undefined;

  async function run<Result>(work: (engine: Engine) => Promise<Result>): Promise<Result> {
    closing.signal.throwIfAborted();
    return work(slot.engine ?? (await (loading ??= loadEngine(gleaner))));
  }

  async function close(): Promise<void> {
    closing.abort(
      new GleanerError(
        'service_unavailable',
        'The engine is closed: make a new one for further calls.',
        { details: { reason: 'shutting_down' } },
      ),
    );
    // What kept the engine from loading is what its calls reject with.
    await loading?.catch(() => undefined);
    await slot.engine?.close();
    await Promise.all(slot.options.owned.map(async (part) => part.close?.()));
  }

  const dispose = (): Promise<void> => (closed ??= close());

  const gleaner: Gleaner = {
    extract: (input, call = {}) => run((engine) => engine.extract(input, call, engine.context)),
    scrape: (input, call = {}) => run((engine) => engine.scrape(input, call, engine.context)),
    runRecipe: (recipe, options = {}) =>
      // The item type is the caller's word for what the recipe's fields and schema let through.
      run((engine) => engine.runRecipe(recipe, options, engine.context) as Promise<never>),
    async creditsRemaining(account = 'default') {
      const { balance, held } = await slot.options.ledger.balance(account);
      return balance - held;
    },
    close: dispose,
    [Symbol.asyncDispose]: dispose,
  };
  engineSlots.set(gleaner, slot);
  return gleaner;
}

async function loadEngine(gleaner: Gleaner): Promise<Engine> {
  const { requireEngine } = await import('./require-engine.ts');
  return requireEngine(gleaner);
}
