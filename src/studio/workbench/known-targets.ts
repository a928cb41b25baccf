import type { RecipeFingerprints } from '../../contracts/recipe/fingerprint.ts';
import { parseRecipeDocument, type RecipeDocument } from '../draft/recipe-document.ts';

/** Returns what healing knows of a recipe's targets, by their paths. */
export function knownTargets(document: RecipeDocument): RecipeFingerprints['targets'] {
  return parseRecipeDocument(document).recipe.fingerprints?.targets ?? {};
}
