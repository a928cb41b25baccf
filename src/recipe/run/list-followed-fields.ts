import type { ExtractStep, RecipeField } from '../../contracts/recipe/recipe.ts';

/** Returns the fields that the pages of a step's items add to them; empty for a step without `follow`. */
export function listFollowedFields({ follow }: ExtractStep): readonly RecipeField[] {
  return (follow?.steps ?? []).flatMap((step) => (step.type === 'extract' ? step.fields : []));
}
