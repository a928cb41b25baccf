import type { Recipe } from '../../runtime/contracts/recipe/recipe.ts';
import { parseRecipe } from '../../recipes/format/parse-recipe.ts';
import { readRecipeJson } from '../../recipes/format/read-recipe-json.ts';

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
interface ParsedDocument {
  readonly document: RecipeDocument;
  readonly recipe: Recipe;
}

/**
 * Reads a recipe from outside, such as a recording of Chrome as it was exported (parsed JSON or its
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

/** The page that a recipe begins with. */
export interface OpeningPage {
  readonly url: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether it takes the browser for a phone with a touch screen. */
  readonly isMobile: boolean;
}

/** Returns the first steps of a recipe: the size of the page and its address, which a blank page has not. */
export function toOpeningSteps(page: OpeningPage): readonly StepDocument[] {
  const { url } = page;
  if (!/^https?:/i.test(url)) return [toViewportStep(page)];
  const assertedEvents = [{ type: 'navigation', url }];
  return [toViewportStep(page), { type: 'navigate', url, assertedEvents }];
}

/** Returns the step that sets the size of the page. */
export function toViewportStep({
  width,
  height,
  isMobile,
}: Omit<OpeningPage, 'url'>): StepDocument {
  const device = { deviceScaleFactor: 1, isMobile, hasTouch: isMobile, isLandscape: false };
  return { type: 'setViewport', width, height, ...device };
}
