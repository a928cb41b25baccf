import { GleanerError } from '../errors/gleaner-error.ts';
import { extract, type ExtractResult } from '../operations/extract/extract.ts';
import type { ExtractInput } from '../operations/extract/extract-input.ts';
import type { CallOptions, OperationContext } from '../operations/operation-context.ts';
import type { RecipeRun } from '../operations/recipe-run.ts';
import type { RunRecipeOptions } from '../operations/runs/run-recipe-options.ts';
import { runRecipe } from '../operations/runs/run-recipe.ts';
import type { ScrapeInput } from '../operations/scrape/scrape-input.ts';
import { scrape, type ScrapeResult } from '../operations/scrape/scrape.ts';
import type { AnySchema } from '../schema/parse/to-json-schema.ts';
import { resolveOptions, type GleanerOptions } from './resolve-options.ts';

/** What the operations of an engine work with, as far as others may. */
export type GleanerParts = Pick<
  OperationContext,
  'clock' | 'closing' | 'createId' | 'egress' | 'maxCallMs' | 'maxRunMs' | 'prices'
>;

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
  /** What a service that is built on this engine shares with it. */
  readonly parts: GleanerParts;
  /** What the account (or, without one, the process) can still spend. */
  creditsRemaining(account?: string): Promise<number>;
  /** Refuses new calls, ends those under way (they reject and cost nothing), and closes the parts it made itself. */
  close(): Promise<void>;
}

/** Makes an engine. Everything that can be plugged in is an option; without any, it works on its own. */
export function createGleaner(options: GleanerOptions = {}): Gleaner {
  const closing = new AbortController();
  const { context, owned } = resolveOptions(options, closing.signal);
  const underWay = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  async function track<Result>(start: () => Promise<Result>): Promise<Result> {
    const call = start();
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
      ),
    );
    await Promise.allSettled(underWay);
    await Promise.all(owned.map(async (part) => part.close?.()));
  }

  return {
    extract: (input, call = {}) => track(() => extract(input, call, context)),
    scrape: (input, call = {}) => track(() => scrape(input, call, context)),
    runRecipe: (recipe, run = {}) => track(() => runRecipe(recipe, run, context)),
    parts: context,
    async creditsRemaining(account) {
      const { balance, held } = await context.ledger.balance(account ?? 'default');
      return balance - held;
    },
    close: () => (closed ??= close()),
  };
}
