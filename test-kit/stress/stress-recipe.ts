import { checkChromiumOptions } from '../../src/browser/chromium-browser.ts';
import {
  type OptionRules,
  aFlag,
  aFunction,
  aText,
  anObject,
  anything,
  checkOptions,
} from '../../src/runtime/errors/option-checks.ts';
import { type VolatileParts, volatileRules } from '../../src/testing/cassette/match-exchange.ts';
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

const optionRules: OptionRules<StressRecipeOptions> = {
  cassette: { ...aText, isRequired: true },
  volatile: { members: volatileRules },
  recipe: anything,
  redesigns: anything,
  seed: anything,
  kinds: { wanted: 'a list', isAllowed: Array.isArray },
  variables: anObject,
  maxPages: anything,
  allowExpressions: aFlag,
  stepTimeoutMs: anything,
  concurrency: anything,
  chromium: anything,
  signal: anything,
  onProgress: aFunction,
};

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
  checkOptions('stressRecipe', options, optionRules);
  if (options.chromium !== undefined) checkChromiumOptions(options.chromium);
  const { cassette, ...others } = options;
  const [{ openCassettePages }, { stressPages }] = await Promise.all([
    import('./open-cassette-pages.ts'),
    import('./stress-pages.ts'),
  ]);
  return stressPages({ ...others, ...openCassettePages(cassette, options) });
}
