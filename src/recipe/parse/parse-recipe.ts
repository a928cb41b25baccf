import type { RecipeMemory } from '../../contracts/fingerprint.ts';
import type { Recipe } from '../../contracts/recipe.ts';
import type { Issue } from '../../errors/error-codes.ts';
import type { GleanerError } from '../../errors/gleaner-error.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { isSchemaObject, type SchemaObject } from '../../schema/fields/list-applicable-schemas.ts';
import { checkFormat } from './check-format.ts';
import { readRecipeJson } from './read-recipe-json.ts';
import { readVariables } from './read-variables.ts';
import { toSteps } from './to-steps.ts';

/** As in the Recorder's own player. */
const defaultTimeoutMs = 5_000;

/**
 * Reads a recipe: an export of Chrome's Recorder, old or new, with or without our own steps; parsed JSON, or its text.
 * Throws `invalid_request` with every problem at once, each with its step, its field and how to mend it.
 */
export function parseRecipe(input: unknown): Recipe {
  const { recipe, origins, issues: unreadable } = readRecipeJson(input);
  if (unreadable.length > 0) throw refusal(unreadable);
  const issues = [...checkFormat(recipe)];
  const document: SchemaObject = isSchemaObject(recipe) ? recipe : {};
  const { steps, issues: faults } = toSteps(document, issues);
  const { variables, issues: misnamed } = readVariables(document, issues);
  issues.push(...faults, ...misnamed);
  if (issues.length > 0) throw refusal(issues.map((issue) => withOrigin(issue, origins)));
  const { title, timeout, memory } = document;
  return {
    title: String(title),
    timeoutMs: typeof timeout === 'number' ? timeout : defaultTimeoutMs,
    variables,
    steps,
    memory: memory as RecipeMemory | undefined,
  };
}

function refusal(issues: readonly Issue[]): GleanerError<'invalid_request'> {
  return invalidRequest('read the recipe', issues);
}

/** Steps of an old recording are told by where they stand in the file. */
function withOrigin(issue: Issue, origins: readonly string[] | undefined): Issue {
  const [, index, rest = ''] = /^\/steps\/(\d+)(.*)$/s.exec(issue.path) ?? [];
  const origin = index === undefined ? undefined : origins?.[Number(index)];
  return origin === undefined ? issue : { path: origin + rest, message: issue.message };
}
