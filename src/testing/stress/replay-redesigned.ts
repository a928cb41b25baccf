import type { TappableBrowser } from '../../browsers/create-chromium-browser.ts';
import { createGleaner } from '../../index.ts';
import { isGleanerError } from '../../errors/gleaner-error.ts';
import type { RecipeRun, RunItem } from '../../operations/recipe-run.ts';
import { createAnsweringTap, type AnsweringTapOptions } from '../cassette/browser/answering-tap.ts';

export interface ReplayRedesignedInput {
  readonly browser: TappableBrowser;
  readonly recipe: unknown;
  readonly variables: Readonly<Record<string, string>> | undefined;
  readonly maxPages: number | undefined;
  readonly allowExpressions: boolean;
  /** Answers what the pages of this run request. */
  readonly answer: AnsweringTapOptions['answer'];
  /** When the pages were recorded, in milliseconds since 1970-01-01 UTC. */
  readonly nowMs: number;
  /** Redesigns each document; `undefined` leaves them as recorded. */
  readonly script: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** How a replay ended: with a run, or refused by an error that the recipe's user would see. */
export type RedesignedReplay =
  | { readonly run: RecipeRun; readonly items: readonly RunItem[] }
  | { readonly error: string };

/**
 * Replays the recipe as a user's engine does, with the fingerprints of the recipe alone: an engine of its own forgets what others
 * have learnt. Rejects with what is no refusal: an abort, a recipe that cannot be used, a browser that broke.
 */
export async function replayRedesigned(input: ReplayRedesignedInput): Promise<RedesignedReplay> {
  const { browser, recipe, variables, maxPages, allowExpressions, script, signal } = input;
  const tap = createAnsweringTap({
    answer: input.answer,
    // What a redesign made the page ask for: the run tells what that did to it.
    onUnrecorded: () => {},
    nowMs: input.nowMs,
    scripts: script === undefined ? [] : [script],
  });
  await using gleaner = createGleaner({
    browser: browser.withTap(tap),
    egress: { allowPrivate: ['0.0.0.0/0', '::/0'] },
  });
  try {
    const run = await gleaner.runRecipe(recipe, {
      variables,
      maxPages,
      allowExpressions,
      signal,
    });
    return { run, items: run.result.pages.flatMap(({ items }) => items) };
  } catch (error) {
    if (isGleanerError(error, 'validation_failed')) return { error: error.message };
    throw error;
  }
}
