import type { RecipeFingerprints } from '../../contracts/recipe/fingerprint.ts';
import type { Recipe, RecipeVariable, RecipeStep } from '../../contracts/recipe/recipe.ts';
import type { Issue } from '../../errors/error-codes.ts';
import type { GleanerError } from '../../errors/gleaner-error.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { isSchemaObject, type SchemaObject } from '../../schema/list-applicable-schemas.ts';
import { findFormatIssues } from './find-format-issues.ts';
import { findFingerprints, readRecipeJson } from './read-recipe-json.ts';
import { listPlaceholders, roundName } from '../variables/fill-text.ts';
import { nameStep } from './name-place.ts';
import { createTargetReader, type StepReading } from './create-target-reader.ts';
import { takeTimeout, toStep } from './to-step.ts';

/** As in the Recorder's own player. */
const defaultTimeoutMs = 5_000;

/**
 * Reads a recipe: an export of Chrome's Recorder, old or new, with or without our own steps; parsed JSON, or its text.
 * Throws `invalid_request` with every problem at once, each with its step, its field and how to mend it.
 */
export function parseRecipe(input: unknown): Recipe {
  const { recipe, origins, issues: unreadable } = readRecipeJson(input);
  if (unreadable.length > 0) throw refusal(unreadable);
  const issues = [...findFormatIssues(recipe)];
  const document: SchemaObject = isSchemaObject(recipe) ? recipe : {};
  const { steps, issues: faults, warnings } = toSteps(document, issues);
  const { variables, issues: misnamed } = readVariables(document, issues);
  issues.push(...faults, ...misnamed);
  if (issues.length > 0) throw refusal(issues.map((issue) => withOrigin(issue, origins)));
  const { title, timeout } = document;
  const timeoutMs = takeTimeout(timeout, (what) => warnings.unshift(`The recipe: ${what}`));
  return {
    title: String(title),
    timeoutMs: timeoutMs ?? defaultTimeoutMs,
    variables,
    steps,
    fingerprints: findFingerprints(document) as RecipeFingerprints | undefined,
    warnings,
  };
}

function refusal(issues: readonly Issue[]): GleanerError<'invalid_request'> {
  return invalidRequest('read the recipe', issues);
}

/** Steps of an old recording are named by where they stand in the file. */
function withOrigin(issue: Issue, origins: readonly string[] | undefined): Issue {
  const [, index, rest = ''] = /^\/steps\/(\d+)(.*)$/s.exec(issue.path) ?? [];
  const origin = index === undefined ? undefined : origins?.[Number(index)];
  return origin === undefined ? issue : { path: origin + rest, message: issue.message };
}

/** Most variables of a recipe; more names are text of a page. */
const maxVariables = 200;

/**
 * The variables of a recipe: those under `variables`, then those that only stand in strings as `{{name}}`, which have
 * no default. A variable is secret when declared so, else when its name says so.
 */
function readVariables(
  recipe: SchemaObject,
  known: readonly Issue[],
): { readonly variables: readonly RecipeVariable[]; readonly issues: readonly Issue[] } {
  const variables = new Map<string, RecipeVariable>();
  const declared = recipe['variables'];
  const isFaulty = known.some(({ path }) => /^\/variables(?:\/|$)/.test(path));
  if (isSchemaObject(declared) && !isFaulty) {
    for (const [name, raw] of Object.entries(declared)) variables.set(name, toVariable(name, raw));
  }
  const { used, usesRounds } = listUsed(recipe['steps']);
  for (const name of used) {
    if (!variables.has(name)) variables.set(name, toVariable(name, {}));
  }
  if (usesRounds && variables.has(roundName)) {
    const message = `{{${roundName}}} is the number of the round in the loops of this recipe; give the variable another name.`;
    return { variables: [], issues: [{ path: `/variables/${roundName}`, message }] };
  }
  if (variables.size <= maxVariables) return { variables: [...variables.values()], issues: [] };
  const message = `The recipe names more than ${maxVariables} variables.`;
  return { variables: [], issues: [{ path: '/variables', message }] };
}

function toVariable(name: string, raw: unknown): RecipeVariable {
  const { default: value, secret } = isSchemaObject(raw) ? raw : { default: raw };
  return {
    name,
    defaultValue: isScalar(value) ? String(value) : undefined,
    isSecret: typeof secret === 'boolean' ? secret : soundsSecret(name),
  };
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Whole words of a name, so that `keyword`, `pinned` and `author` stay open. */
const secretWords: ReadonlySet<string> = new Set(
  `password passwd pwd pass passphrase passcode secret secrets token key apikey pin otp totp tan cvv cvc
  credential credentials auth authorization bearer cookie session mfa`.split(/\s+/),
);

/** Whether a variable's name says that its value is secret: `password`, `apiKey`, `LOGIN_PIN`, `userPassword2`. */
function soundsSecret(name: string): boolean {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => secretWords.has(word) || /(?:password|secret|token|apikey)$/.test(word));
}

/**
 * Variables in every string of the steps but those of JSON Schemas, in order. In loops `{{index}}` is none of them:
 * `usesRounds` says whether it stands there.
 */
function listUsed(steps: unknown): {
  readonly used: ReadonlySet<string>;
  readonly usesRounds: boolean;
} {
  const used = new Set<string>();
  let usesRounds = false;
  function look(value: unknown, isInLoop: boolean): void {
    if (typeof value === 'string') {
      for (const name of listPlaceholders(value)) {
        if (isInLoop && name === roundName) usesRounds = true;
        else used.add(name);
      }
    } else if (Array.isArray(value)) {
      for (const entry of value) look(entry, isInLoop);
    } else if (isSchemaObject(value)) {
      const { name, parameters } = value;
      if (name === 'extract' && isSchemaObject(parameters)) {
        const { schema: _, ...others } = parameters;
        look(others, isInLoop);
      } else {
        for (const member of Object.values(value)) look(member, isInLoop || name === 'repeat');
      }
    }
  }
  look(steps, false);
  return { used, usesRounds };
}

/** Steps in all, those of loops included; and loops inside each other. */
const maxSteps = 1_000;
const maxNesting = 8;
/** Most warnings about one recipe. */
const maxWarnings = 100;

/**
 * The steps of a recipe that its JSON Schema was held against, with what a schema cannot say. Steps with `known`
 * issues are left out.
 */
function toSteps(
  recipe: SchemaObject,
  known: readonly Issue[],
): {
  readonly steps: readonly RecipeStep[];
  readonly issues: readonly Issue[];
  readonly warnings: string[];
} {
  const issues: Issue[] = [];
  const warnings: string[] = [];
  const faulty = known.map(({ path }) => path);
  let count = 0;
  let nesting = 0;

  const refuse = (path: string, problem: string): void => {
    const name = nameStep(recipe, path);
    issues.push({ path, message: name === undefined ? problem : `${name}: ${problem}` });
  };
  const warn = (path: string, what: string): void => {
    const name = nameStep(recipe, path) ?? 'The recipe';
    if (warnings.length < maxWarnings) warnings.push(`${name}: ${what}`);
  };
  const reading: StepReading = { target: createTargetReader(refuse), refuse, warn, list };

  function list(raw: unknown, path: string): readonly RecipeStep[] {
    if (!Array.isArray(raw)) return [];
    if (nesting > maxNesting) {
      refuse(path, `has more than ${maxNesting} loops inside each other; take some apart.`);
      return [];
    }
    nesting += 1;
    const steps = (raw as readonly unknown[]).flatMap((step, index) =>
      toKnownStep(step, `${path}/${index}`),
    );
    nesting -= 1;
    return steps;
  }

  function toKnownStep(raw: unknown, path: string): readonly RecipeStep[] {
    count += 1;
    if (count > maxSteps) {
      if (count === maxSteps + 1) refuse(path, `is one more than the ${maxSteps} steps allowed.`);
      return [];
    }
    if (!isSchemaObject(raw)) return [];
    const inner = findInnerSteps(raw);
    const isFaulty = faulty.some(
      (fault) =>
        (fault === path || fault.startsWith(`${path}/`)) &&
        (inner === undefined || !fault.startsWith(`${path}${inner.path}/`)),
    );
    if (isFaulty) {
      // Read all the same, so that all problems are reported at once.
      if (inner !== undefined) list(inner.steps, `${path}${inner.path}`);
      return [];
    }
    const step = toStep(raw, path, reading);
    return step === undefined ? [] : [step];
  }

  const steps = list(recipe['steps'], '/steps');
  if (issues.length === 0 && known.length === 0) checkPagination(steps, refuse);
  return { steps, issues, warnings };
}

/** The steps inside a step, whatever they are: those of a loop, or of `follow`; `path` is below the step. */
function findInnerSteps({
  type,
  name,
  parameters,
}: SchemaObject): { readonly steps: unknown; readonly path: string } | undefined {
  if (type !== 'customStep' || !isSchemaObject(parameters)) return undefined;
  if (name === 'repeat') return { steps: parameters['steps'], path: '/parameters/steps' };
  const { follow } = parameters;
  if (name !== 'extract' || !isSchemaObject(follow)) return undefined;
  return { steps: follow['steps'], path: '/parameters/follow/steps' };
}

function checkPagination(steps: readonly RecipeStep[], refuse: StepReading['refuse']): void {
  const [first, second] = steps.filter(({ type }) => type === 'paginate');
  if (second !== undefined) refuse(second.path, 'is a second pagination; a recipe has one.');
  const before = first === undefined ? steps : steps.slice(0, steps.indexOf(first));
  if (first !== undefined && !before.some(extracts)) {
    refuse(first.path, 'has no extract step before it to repeat on each page; put one there.');
  }
}

function extracts(step: RecipeStep): boolean {
  return step.type === 'extract' || (step.type === 'repeat' && step.steps.some(extracts));
}
