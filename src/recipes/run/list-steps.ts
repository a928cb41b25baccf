import type {
  ExtractStep,
  RecipeField,
  RecipeStep,
} from '../../runtime/contracts/recipe/recipe.ts';
import { findKind } from '../steps/step-kinds.ts';

/** Returns all steps of a recipe in their order, those inside of another step (`repeat`, `follow`) behind it. */
export function listSteps(steps: readonly RecipeStep[]): readonly RecipeStep[] {
  return steps.flatMap((step) => [step, ...listSteps(findKind(step).inner?.(step) ?? [])]);
}

/** Returns the fields that the pages of a step's items add to them; empty for a step without `follow`. */
export function listFollowedFields({ follow }: ExtractStep): readonly RecipeField[] {
  return (follow?.steps ?? []).flatMap((step) => (step.type === 'extract' ? step.fields : []));
}
