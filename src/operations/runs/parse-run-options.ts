import { z } from 'zod';
import type { PageAccess } from '../../contracts/fetcher.ts';
import type { RecipeFingerprints } from '../../contracts/recipe/fingerprint.ts';
import type { RecipeStep } from '../../contracts/recipe/recipe.ts';
import { findHeaderIssues } from '../../egress/find-header-issues.ts';
import { toLowerNames } from '../../egress/find-header-issues.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { bindVariables, type BoundRecipe } from '../../recipe/variables/bind-variables.ts';
import { listSteps } from '../../recipe/run/list-steps.ts';
import { parseRecipe } from '../../recipe/parse/parse-recipe.ts';
import { findFingerprints, readRecipeJson } from '../../recipe/parse/read-recipe-json.ts';
import { parseSchema, type UsableSchema } from '../../schema/parse/parse-schema.ts';
import { maxAccountLength, timeoutShape } from '../find-call-issues.ts';
import type { OperationContext } from '../operation-context.ts';
import { collectIssues, parseInput } from '../parse-input.ts';
import type { RunRecipeOptions } from './run-recipe-options.ts';

const shape = z.strictObject({
  account: z.string().min(1).max(maxAccountLength).optional(),
  signal: z.instanceof(AbortSignal).optional(),
  timeoutMs: timeoutShape.optional(),
  variables: z.record(z.string(), z.string()).optional(),
  maxPages: z.int().min(1).optional(),
  onProgress: z.custom<RunRecipeOptions['onProgress']>(isFunction).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  stealth: z.boolean().optional(),
  proxy: z.string().optional(),
  loadMedia: z.boolean().optional(),
  allowExpressions: z.boolean().optional(),
  fingerprints: z.custom<RecipeFingerprints>().optional(),
});

/** A run that can be made: its recipe bound, its options complete. */
export interface RunFields {
  readonly bound: BoundRecipe;
  /** The schema of each extract step's items, by the step's path. */
  readonly itemSchemas: ReadonlyMap<string, UsableSchema>;
  readonly maxPages: number;
  readonly timeoutMs: number;
  readonly access: PageAccess;
  readonly loadMedia: boolean;
  readonly allowExpressions: boolean;
}

/** What reading the options takes. */
export type RunOptionsContext = Pick<OperationContext, 'maxOwnPages' | 'maxPlanPages' | 'maxRunMs'>;

/** Reads a recipe and how it is to be run; throws `invalid_request` with everything that is wrong. */
export function parseRunOptions(
  input: unknown,
  options: RunRecipeOptions,
  context: RunOptionsContext,
  /** What the last run of this recipe learnt; used where neither the caller nor the recipe gives fingerprints. */
  known: RecipeFingerprints | undefined,
): RunFields {
  const { fields, readable, issues: faults } = parseInput(shape, options);
  const issues = [...faults];
  const { headers = {}, variables = {}, account } = readable;
  issues.push(...findHeaderIssues(headers));
  const recipe = collectIssues(
    () => parseRecipe(withFingerprints(input, readable.fingerprints, known)),
    issues,
  );
  const bound = recipe && collectIssues(() => bindVariables(recipe, variables), issues);
  const itemSchemas = readItemSchemas(recipe?.steps ?? [], issues);
  if (fields === undefined || bound === undefined || issues.length > 0) {
    throw invalidRequest('run the recipe', issues);
  }
  const cap = account === undefined ? context.maxOwnPages : context.maxPlanPages;
  return {
    bound,
    itemSchemas,
    maxPages: Math.min(fields.maxPages ?? cap, cap),
    timeoutMs: Math.min(fields.timeoutMs ?? context.maxRunMs, context.maxRunMs),
    access: {
      headers: toLowerNames(headers),
      stealth: fields.stealth ?? false,
      proxy: fields.proxy,
    },
    loadMedia: fields.loadMedia ?? false,
    allowExpressions: fields.allowExpressions ?? false,
  };
}

/** What an earlier run learnt is as untrusted as the recipe: it is read as a part of it. */
function withFingerprints(
  input: unknown,
  given: unknown,
  known: RecipeFingerprints | undefined,
): unknown {
  const recipe = typeof input === 'string' ? readRecipeJson(input).recipe : input;
  // Parsing reports what cannot be read.
  if (typeof recipe !== 'object' || recipe === null) return input;
  const fingerprints = given ?? findFingerprints(recipe) ?? known;
  return fingerprints === undefined ? input : { ...recipe, fingerprints };
}

function readItemSchemas(
  steps: readonly RecipeStep[],
  issues: Issue[],
): ReadonlyMap<string, UsableSchema> {
  const schemas = new Map<string, UsableSchema>();
  for (const step of listSteps(steps)) {
    if (step.type !== 'extract' || step.schema === undefined) continue;
    const { schema, path } = step;
    const own: Issue[] = [];
    const usable = collectIssues(() => parseSchema(schema), own);
    issues.push(...own.map((issue) => ({ ...issue, path: `${path}/parameters${issue.path}` })));
    if (usable !== undefined) schemas.set(path, usable);
  }
  return schemas;
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
