import { createGleaner, type Gleaner } from './create-gleaner.ts';
import { readEnvironment } from './read-environment.ts';

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
