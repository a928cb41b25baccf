import type { RecipeStep } from '../../contracts/recipe.ts';

/** Returns all steps of a recipe in their order, those inside of loops behind their loop. */
export function listSteps(steps: readonly RecipeStep[]): readonly RecipeStep[] {
  return steps.flatMap((step) =>
    step.type === 'repeat' ? [step, ...listSteps(step.steps)] : [step],
  );
}
