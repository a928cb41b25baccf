import { GleanerError } from '../errors/gleaner-error.ts';
import type { ExtractInput } from '../operations/extract/extract-input.ts';
import type { ExtractResult } from '../operations/extract/extract.ts';
import type { CallOptions } from '../operations/operation-context.ts';
import type { RecipeRun } from '../operations/recipe-run.ts';
import type { RunRecipeOptions } from '../operations/runs/run-recipe-options.ts';
import type { ScrapeInput } from '../operations/scrape/scrape-input.ts';
import type { ScrapeResult } from '../operations/scrape/scrape.ts';
import type { AnySchema } from '../schema/parse/to-json-schema.ts';
import type { Engine } from './create-engine.ts';
import { engineSlots, type EngineSlot } from './engine-slots.ts';
import type { GleanerOptions } from './gleaner-options.ts';
import { resolveOptions } from './resolve-options.ts';

/** An engine with its parts: make one, keep it, close it. */
export interface Gleaner {
  /**
   * Extracts what the prompt asks for from a page, validated against the schema. Costs credits only when it resolves.
   *
   * @example
   * const { result } = await gleaner.extract({
   *   url: 'https://shop.example/mug',
   *   prompt: 'The product’s name and price',
   *   schema: z.object({ name: z.string(), price: z.number() }),
   * });
   */
  extract<Schema extends AnySchema | undefined = undefined, PlainText extends boolean = false>(
    input: ExtractInput<Schema, PlainText>,
    call?: CallOptions,
  ): Promise<ExtractResult<Schema, PlainText>>;
  /**
   * The page as HTML, Markdown or PDF, with what it says about itself. Costs credits only when it resolves.
   *
   * @example
   * const { markdown } = await gleaner.scrape({ url: 'https://news.example/story', format: 'markdown' });
   */
  scrape(input: ScrapeInput, call?: CallOptions): Promise<ScrapeResult>;
  /**
   * Runs a recipe (a user flow of Chrome's Recorder, as JSON) in a real browser, page by page, to its end. Costs credits
   * only when it resolves.
   *
   * @example
   * const { result } = await gleaner.runRecipe(recipe, { variables: { query: 'lamps' }, maxPages: 5 });
   * const items = result.pages.flatMap((page) => page.items);
   */
  runRecipe(recipe: unknown, options?: RunRecipeOptions): Promise<RecipeRun>;
  /** What the account (or, without one, the process) can still spend. */
  creditsRemaining(account?: string): Promise<number>;
  /** Refuses new calls, ends those under way (they reject and cost nothing), and closes the parts it made itself. */
  close(): Promise<void>;
}

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
  const underWay = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  async function run<Result>(work: (engine: Engine) => Promise<Result>): Promise<Result> {
    closing.signal.throwIfAborted();
    return work(slot.engine ?? (await loadEngine(gleaner)));
  }

  async function track<Result>(work: (engine: Engine) => Promise<Result>): Promise<Result> {
    const call = run(work);
    underWay.add(call);
    try {
      return await call;
    } finally {
      underWay.delete(call);
    }
  }

  async function close(): Promise<void> {
    closing.abort(
      new GleanerError(
        'service_unavailable',
        'The engine is closed: make a new one for further calls.',
        { details: { reason: 'shutting_down' } },
      ),
    );
    await Promise.allSettled(underWay);
    await slot.engine?.close();
    await Promise.all(slot.options.owned.map(async (part) => part.close?.()));
  }

  const gleaner: Gleaner = {
    extract: (input, call = {}) => track((engine) => engine.extract(input, call, engine.context)),
    scrape: (input, call = {}) => track((engine) => engine.scrape(input, call, engine.context)),
    runRecipe: (recipe, options = {}) =>
      track((engine) => engine.runRecipe(recipe, options, engine.context)),
    async creditsRemaining(account = 'default') {
      const { balance, held } = await slot.options.settings.ledger.balance(account);
      return balance - held;
    },
    close: () => (closed ??= close()),
  };
  engineSlots.set(gleaner, slot);
  return gleaner;
}

async function loadEngine(gleaner: Gleaner): Promise<Engine> {
  const { requireEngine } = await import('./require-engine.ts');
  return requireEngine(gleaner);
}
