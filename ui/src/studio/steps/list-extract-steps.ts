import type { RecipeDocument } from '../client/shapes.ts';

/** The steps that read items, with their paths and numbers; those of loops are not among them. */
export function listExtractSteps({
  steps,
}: RecipeDocument): readonly { readonly path: string; readonly number: number }[] {
  return steps.flatMap((step, index) =>
    step['name'] === 'extract' ? [{ path: `/steps/${index}`, number: index + 1 }] : [],
  );
}
