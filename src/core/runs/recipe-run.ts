import { addAll } from '../../runtime/collections.ts';
import type { RecipeFingerprints } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { PaginationEnd } from '../../runtime/contracts/recipe/replay.ts';
import type { SavedFile } from '../../runtime/contracts/recipe/run-files.ts';
import type { RecipeStep, Selector } from '../../runtime/contracts/recipe/recipe.ts';
import type { CallOptions, OperationContext } from '../operations/operation-context.ts';
import { z } from 'zod';
import type { PageAccess } from '../../runtime/contracts/fetcher.ts';
import { findHeaderIssues, toLowerNames } from '../../network/egress/create-egress.ts';
import { type Issue, invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import { type BoundRecipe, bindVariables } from '../../recipes/bind-variables.ts';
import { listSteps } from '../../recipes/steps/step-kinds.ts';
import { parseRecipe } from '../../recipes/format/parse-recipe.ts';
import { findFingerprints, readRecipeJson } from '../../recipes/format/read-recipe-json.ts';
import { type UsableSchema, parseSchema } from '../../extraction/schema/parse/parse-schema.ts';
import {
  collectIssues,
  maxAccountLength,
  parseInput,
  timeoutShape,
} from '../operations/parse-input.ts';

/** A completed run. Its first members are those of a run over HTTP, in camelCase. */
export interface RecipeRun<Item = RunItem> {
  readonly id: string;
  /** Always `completed`: `runRecipe` rejects for a run that fails or is aborted. */
  readonly runStatus: 'completed';
  readonly pagesExtracted: number;
  readonly itemsExtracted: number;
  readonly creditsUsed: number;
  /** Credits that the account can still spend; `Infinity` where nothing limits them, e.g. without a ledger. */
  readonly creditsRemaining: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When the browser began the first step; ISO 8601, UTC. */
  readonly startedAt: string;
  /** ISO 8601, UTC. */
  readonly completedAt: string;
  /** Most pages that this run could extract. */
  readonly effectiveCap: number;
  /** Whether credits lowered the cap or ended the pagination. */
  readonly clampedByCredits: boolean;
  /** Why the pagination ended. */
  readonly end: PaginationEnd;
  readonly result: RecipeRunResult<Item>;
  /** Downloads and screenshots that are kept in the engine's folder, in the order in which they came. */
  readonly files: readonly SavedFile[];
  /** Selectors to put first next time; `applyHealing` does so. */
  readonly healed: readonly HealedSelector[];
  /** What this run learnt about the elements that it used; `applyHealing` writes it into the recipe. */
  readonly fingerprints: RecipeFingerprints;
}

/** What a run collected. */
export interface RecipeRunResult<Item = RunItem> {
  readonly pages: readonly RunPage<Item>[];
  /** `replay` when every recorded first selector worked, `healed` when another one or likeness was used. */
  readonly mode: 'replay' | 'healed';
  /** 0 to 1: how far the page has moved away from the recipe. 0 when every first selector worked on every page, 1 when nothing was found. */
  readonly drift: number;
  /** Sentences for people: what was left out, healed or ended early. */
  readonly warnings: readonly string[];
}

/** An item: values by field name, with the types of the recipe's fields. */
export type RunItem = Readonly<Record<string, unknown>>;

/** The items of one page. */
export interface RunPage<Item = RunItem> {
  readonly url: string;
  readonly items: readonly Item[];
}

/** A selector that found an element when the first one of the recipe did not. */
export interface HealedSelector {
  /** JSON Pointer to the `selectors` in the recipe. */
  readonly path: string;
  readonly selector: Selector['source'];
  /** What found the element: another selector of the recipe, or likeness to the fingerprint. */
  readonly servedBy: 'alternative' | 'likeness';
}

/** Options of one run. */
export interface RunRecipeOptions extends Omit<CallOptions, 'idempotencyKey' | 'timeoutMs'> {
  /** Values of the recipe's variables, by name. A variable without a value has the recipe's default; without that the run is refused. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** Most pages to extract, the first included. @default 20 for calls with an account, 100 for those without */
  readonly maxPages?: number | undefined;
  /** Milliseconds until the run fails with reason `timed_out`; at most `limits.runMs` of the engine. @default `limits.runMs`, 900_000 where it is not set */
  readonly timeoutMs?: number | undefined;
  /** Called when a step begins and after each page; an error that it throws is ignored. */
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Request headers, at most 32 and 16 KB in all, sent to the origin of the recipe's first page only. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether the browser looks like an ordinary visitor's. @default false */
  readonly stealth?: boolean | undefined;
  /** Upstream proxy of this run: `http://`, `https://` or `socks5://`, credentials in the URL. Its address must be public or in `allowPrivate`. */
  readonly proxy?: string | undefined;
  /** Whether images, fonts and media are loaded. @default false */
  readonly loadMedia?: boolean | undefined;
  /** Whether `waitForExpression` steps may run the recipe's JavaScript in the page; otherwise such a recipe is refused. @default false */
  readonly allowExpressions?: boolean | undefined;
  /**
   * What an earlier run learnt: `fingerprints` of its result.
   * @default the recipe's own `fingerprints`, else those of this engine's last good run of the recipe for the same account
   */
  readonly fingerprints?: RecipeFingerprints | undefined;
}

/** How far a run has come. */
export interface RunProgress {
  /** Pages extracted so far. */
  readonly pages: number;
  /** Items extracted so far. */
  readonly items: number;
  /** Most pages that this run may extract. */
  readonly maxPages: number;
  /** The step that begins; absent after a page. */
  readonly step: { readonly path: string; readonly type: string } | undefined;
  /** While the links of a page's items are followed: links done, and links to follow from this page. Absent otherwise. */
  readonly follow: { readonly done: number; readonly of: number } | undefined;
}

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
  findKnown: (account: string | undefined) => RecipeFingerprints | undefined,
): RunFields {
  const { fields, readable, issues: faults } = parseInput(shape, options);
  const issues = [...faults];
  const { headers = {}, variables = {}, account } = readable;
  addAll(issues, findHeaderIssues(headers));
  const recipe = collectIssues(
    () => parseRecipe(withFingerprints(input, readable.fingerprints, () => findKnown(account))),
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
  findKnown: () => RecipeFingerprints | undefined,
): unknown {
  const { recipe, issues } = readRecipeJson(input);
  // Parsing reports what cannot be read.
  if (issues.length > 0 || typeof recipe !== 'object' || recipe === null) return input;
  const fingerprints = given ?? findFingerprints(recipe) ?? findKnown();
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
    addAll(
      issues,
      own.map((issue) => ({ ...issue, path: `${path}/parameters${issue.path}` })),
    );
    if (usable !== undefined) schemas.set(path, usable);
  }
  return schemas;
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
