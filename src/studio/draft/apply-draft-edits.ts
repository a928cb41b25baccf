import { isGleanerError } from '../../errors/gleaner-error.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { editDraft } from './edit-draft.ts';
import { parseDraftEdit } from './draft-edit.ts';
import { parseRecipeDocument, type RecipeDocument } from './recipe-document.ts';

/**
 * Returns the recipe with all changes, in order; `undefined` stands for one without steps, which a step can be added to and
 * which the last step's removal leaves. Throws `invalid_request`, which names the change by its place, and none is made then.
 */
export function applyDraftEdits(
  recipe: RecipeDocument | undefined,
  edits: readonly unknown[],
): RecipeDocument | undefined {
  let current = recipe;
  for (const [index, edit] of edits.entries()) {
    try {
      current = applyOne(current, edit);
    } catch (error) {
      if (!isGleanerError(error, 'invalid_request')) throw error;
      const place = `/edits/${index}`;
      const issues = error.details.issues.map(({ path, message }) => ({
        path: place + path,
        message,
      }));
      throw invalidRequest('change the recipe', issues);
    }
  }
  return current;
}

function applyOne(recipe: RecipeDocument | undefined, input: unknown): RecipeDocument | undefined {
  if (recipe !== undefined && recipe.steps.length > 1) return editDraft(recipe, input);
  const edit = parseDraftEdit(input);
  if (recipe !== undefined) {
    const isLast = edit.edit === 'remove_step' && edit.path === '/steps/0';
    return isLast ? undefined : editDraft(recipe, edit);
  }
  if (edit.edit === 'add_step') {
    return parseRecipeDocument({ title: 'Recipe', steps: [edit.step] }).document;
  }
  const message = 'The recipe has no step yet: record one, or add one.';
  throw invalidRequest('change the recipe', [{ path: '', message }]);
}
