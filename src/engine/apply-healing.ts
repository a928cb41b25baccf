import type { HealingFindings } from '../recipe/healing/apply-healing.ts';

/**
 * The recipe with the selectors that served put first, and what the run learnt as its `fingerprints`; every other member as
 * it was, so that DevTools still reads it. The input is left alone. Loads the recipe format on first use.
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
  const recipes = await import('../recipe/healing/apply-healing.ts');
  return recipes.applyHealing(recipe, findings);
}
