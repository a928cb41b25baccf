import type { RecipeStep } from '../../contracts/recipe/recipe.ts';

/** Returns all steps of a recipe in their order, those inside of another step (`repeat`, `follow`) behind it. */
export function listSteps(steps: readonly RecipeStep[]): readonly RecipeStep[] {
  return steps.flatMap((step) => [step, ...listSteps(innerSteps(step))]);
}

function innerSteps(step: RecipeStep): readonly RecipeStep[] {
  if (step.type === 'repeat') return step.steps;
  return step.type === 'extract' ? (step.follow?.steps ?? []) : [];
}
