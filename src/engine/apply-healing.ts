import type { HealingFindings } from '../recipe/healing/apply-healing.ts';

/**
 * Resolves to a copy of the recipe with the healed selectors first and the run's `fingerprints` as a member. All other members
 * stay unchanged, so that DevTools still reads it.
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
