import type { Recipe } from '../../contracts/recipe/recipe.ts';
import { parseRecipe } from '../../recipe/parse/parse-recipe.ts';
import { readRecipeJson } from '../../recipe/parse/read-recipe-json.ts';

/** A recipe as plain JSON, as its file holds it: what `parseRecipe` takes. */
export interface RecipeDocument {
  readonly title: string;
  readonly steps: readonly StepDocument[];
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

/** A step as a recipe's file holds it. */
export interface StepDocument {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** A document and what it means. */
export interface ParsedDocument {
  readonly document: RecipeDocument;
  readonly recipe: Recipe;
}

/**
 * Reads a recipe from outside, such as a recording of Chrome as it was exported (old form or new, parsed JSON or its
 * text), as a document of its own that may be edited. Throws `invalid_request` with every problem, by its place.
 */
export function parseRecipeDocument(input: unknown): ParsedDocument {
  const recipe = parseRecipe(input);
  const { recipe: document } = readRecipeJson(input);
  // Parsing proved its members.
  return { document: document as RecipeDocument, recipe };
}

/** Returns a new recipe that opens a page. Throws `invalid_request` for what is no http or https URL. */
export function createRecipeDocument(title: string, url: string): RecipeDocument {
  return parseRecipeDocument({ title, steps: [{ type: 'navigate', url }] }).document;
}
