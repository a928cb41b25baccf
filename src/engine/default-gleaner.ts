import type { ExtractInput } from '../operations/extract/extract-input.ts';
import type { ExtractResult } from '../operations/extract/extract.ts';
import type { CallOptions } from '../operations/operation-context.ts';
import type { RecipeRun } from '../operations/recipe-run.ts';
import type { RunRecipeOptions } from '../operations/runs/run-recipe-options.ts';
import type { ScrapeInput } from '../operations/scrape/scrape-input.ts';
import type { ScrapeResult } from '../operations/scrape/scrape.ts';
import type { AnySchema } from '../schema/parse/to-json-schema.ts';
import { createGleaner, type Gleaner } from './create-gleaner.ts';
import { readEnvironment } from './read-environment.ts';

let shared: Gleaner | undefined;

/** The engine behind the plain functions: made on first use, configured by the environment, never closed. */
async function defaultGleaner(): Promise<Gleaner> {
  // Not at the top: importing node:process costs 5 ms and 3 MB, as it reads every property, the streams too.
  const { env } = await import('node:process');
  return (shared ??= createGleaner(readEnvironment(env)));
}

/** `extract` of the default engine; see {@link Gleaner}. */
export async function extract<
  Schema extends AnySchema | undefined = undefined,
  PlainText extends boolean = false,
>(
  input: ExtractInput<Schema, PlainText>,
  call?: CallOptions,
): Promise<ExtractResult<Schema, PlainText>> {
  return (await defaultGleaner()).extract(input, call);
}

/** `scrape` of the default engine; see {@link Gleaner}. */
export async function scrape(input: ScrapeInput, call?: CallOptions): Promise<ScrapeResult> {
  return (await defaultGleaner()).scrape(input, call);
}

/** `runRecipe` of the default engine; see {@link Gleaner}. */
export async function runRecipe(recipe: unknown, options?: RunRecipeOptions): Promise<RecipeRun> {
  return (await defaultGleaner()).runRecipe(recipe, options);
}
