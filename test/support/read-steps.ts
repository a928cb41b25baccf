import { parseRecipe } from '../../src/recipes/format/parse-recipe.ts';
import type { RecipeStep } from '../../src/runtime/contracts/recipe/recipe.ts';
import { isGleanerError } from '../../src/runtime/errors/gleaner-error.ts';

/** The steps of a recipe that has these alone. */
export function readSteps(...steps: readonly unknown[]): readonly RecipeStep[] {
  return parseRecipe({ title: 't', steps }).steps;
}

/** A step of our own, as it stands in a file. */
export function custom(name: string, parameters: unknown): object {
  return { type: 'customStep', name, parameters };
}

/** What is said against a step, a line for each place; empty where it is read. */
export function faultOf(step: unknown): string {
  try {
    readSteps(step);
  } catch (error) {
    if (isGleanerError(error, 'invalid_request')) {
      return error.details.issues.map(({ path, message }) => `${path} ${message}`).join('\n');
    }
    throw error;
  }
  return '';
}
