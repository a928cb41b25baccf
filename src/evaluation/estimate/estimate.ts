import type { Gleaner } from '../../engine/create-gleaner.ts';
import type { ExtractInput } from '../../operations/extract/extract-input.ts';
import type { Prices } from '../../operations/operation-context.ts';
import type { ScrapeInput } from '../../operations/scrape/scrape-input.ts';
import type { ModelPrice } from '../pipelines/model-prices.ts';
import type { Amount } from './amount.ts';

/** What is to be done: one of the engine's operations with its input. */
export type EstimateRequest =
  | { readonly extract: ExtractInput }
  | { readonly scrape: ScrapeInput }
  | {
      readonly run: {
        /** As `runRecipe` takes it: its own `maxPages` counts. */
        readonly recipe?: unknown;
        readonly maxPages?: number | undefined;
        /** A run with an account is limited to the pages of its plan. */
        readonly account?: string | undefined;
      };
    };

/** What an estimate is based on. */
export interface EstimateOptions {
  /** Whose prices, limits and extractor count. @default the default prices, and a model */
  readonly gleaner?: Gleaner | undefined;
  /** Prices in credits that differ from those of `gleaner`. */
  readonly prices?: Partial<Prices> | undefined;
  /** What the model costs; without it no money is estimated. */
  readonly modelPrices?: ModelPrice | undefined;
  /** The page behind `url` as HTML, where it is at hand: tokens are then counted, not guessed. */
  readonly content?: string | undefined;
}

/** What a request will take. A request that fails costs no credits, but its model may have been asked. */
export interface Estimate {
  readonly credits: Amount;
  /** Absent where an extractor of one's own decides. */
  readonly modelCalls?: Amount | undefined;
  /** Tokens of four characters; absent where an extractor of one's own decides. Providers count some languages up to twice as high. */
  readonly inputTokens?: Amount | undefined;
  readonly outputTokens?: Amount | undefined;
  /** In the currency of `modelPrices`. */
  readonly money?: Amount | undefined;
  /** Sentences for people: what each figure is based on, and what is not known. */
  readonly basis: readonly string[];
}

/**
 * Says what a request will take before anything is spent: credits, tokens and, with prices, money. Nothing is fetched and no
 * model is asked. With the page at hand (`html`, or `content`) the input is counted by writing the very prompts; else the
 * page is unknown, and the range is stated.
 *
 * @throws GleanerError `invalid_request` for an input of `extract` or a recipe that cannot be used; `validation_failed` for a page that
 * cannot be read.
 * @throws TypeError for a price that is no number from 0 on.
 * @example
 * const { credits, money } = await estimate({ extract: { url, prompt, schema } }, { gleaner, modelPrices });
 */
export async function estimate(
  request: EstimateRequest,
  options: EstimateOptions = {},
): Promise<Estimate> {
  const { estimateRequest } = await import('./estimate-request.ts');
  return estimateRequest(request, options);
}
