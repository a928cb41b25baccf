import { checkChromiumOptions } from '../../src/browser/chromium-browser.ts';
import {
  aFlag,
  aFunction,
  aText,
  anObject,
  checkMembers,
  checkValues,
} from '../../src/runtime/errors/option-checks.ts';
import { type VolatileParts, checkVolatile } from '../../src/testing/cassette/match-exchange.ts';
import type { StressOptions, StressResult } from './stress-result.ts';

/** A stress test of a recipe on the pages of a cassette. */
export interface StressRecipeOptions extends StressOptions {
  /**
   * File of a cassette with a run of the recipe; or a HAR that another program wrote, e.g. the network panel of a browser, of the
   * recipe done by hand.
   */
  readonly cassette: string;
  /** What may differ between a recorded request and one of a replay, e.g. a time in its query. @default nothing */
  readonly volatile?: Partial<VolatileParts> | undefined;
}

const optionNames: Readonly<Record<keyof StressRecipeOptions, true>> = {
  cassette: true,
  volatile: true,
  recipe: true,
  redesigns: true,
  seed: true,
  kinds: true,
  variables: true,
  maxPages: true,
  allowExpressions: true,
  stepTimeoutMs: true,
  concurrency: true,
  chromium: true,
  signal: true,
  onProgress: true,
};

const valueRules = {
  cassette: { ...aText, isRequired: true },
  kinds: { wanted: 'a list', isAllowed: Array.isArray },
  variables: anObject,
  allowExpressions: aFlag,
  onProgress: aFunction,
} as const;

/**
 * Replays a recipe on redesigned versions of the pages of a cassette, in a real Chromium that connects to nothing, and counts what
 * came right, wrong and refused. What is right are the items of a replay on the pages as they were recorded.
 *
 * @example
 * const { healed, wrong } = await stressRecipe({ recipe, cassette: 'test/shop.har', redesigns: 50, seed: 7 });
 * expect(healed).toBeGreaterThan(0.9);
 * expect(wrong).toBe(0);
 *
 * @throws TypeError for an option that cannot be used.
 * @throws Error for a cassette that cannot be read, or that has no run of this recipe.
 * @throws GleanerError
 * - `invalid_request`: the recipe or its variables cannot be used.
 * - `validation_failed`: the recipe fails on the pages as they were recorded.
 * - `service_unavailable`: there is no Chromium.
 */
export async function stressRecipe(options: StressRecipeOptions): Promise<StressResult> {
  checkMembers('stressRecipe', options, Object.keys(optionNames));
  checkValues('', options, valueRules);
  if (options.chromium !== undefined) checkChromiumOptions(options.chromium);
  checkVolatile(options.volatile);
  const { cassette, ...others } = options;
  const [{ openCassettePages }, { stressPages }] = await Promise.all([
    import('./open-cassette-pages.ts'),
    import('./stress-pages.ts'),
  ]);
  return stressPages({ ...others, ...openCassettePages(cassette, options) });
}
