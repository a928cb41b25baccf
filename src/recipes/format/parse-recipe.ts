import { addAll } from '../../runtime/collections.ts';
import type { RecipeFingerprints } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { Recipe, RecipeStep, RecipeVariable } from '../../runtime/contracts/recipe/recipe.ts';
import {
  type GleanerError,
  type Issue,
  invalidRequest,
} from '../../runtime/errors/gleaner-error.ts';
import { type SchemaObject, isSchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import { findFingerprints, readRecipeJson } from './read-recipe-json.ts';
import { listPlaceholders, roundName } from '../placeholders.ts';
import { createTargetReader } from './parse-selector.ts';
import type { StepReading } from '../steps/step-kind.ts';
import { takeTimeout, toStep } from './to-step.ts';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { toIssues } from '../../extraction/schema/parse/to-issues.ts';
import { describeSchema, recipeSchema } from './recipe-schema.ts';
import { isSecretRecipeVariable } from '../../runtime/secrets/secret-shapes.ts';
import { suggestName } from '../../runtime/errors/option-checks.ts';
import { parseJsonPointer } from '../../runtime/plain-json.ts';

/** As in the Recorder's own player. */
const defaultTimeoutMs = 5_000;

/**
 * Reads a recipe: an export of Chrome's Recorder, old or new, with or without our own steps; parsed JSON, or its text.
 * Throws `invalid_request` with every problem at once, each with its step, its field and how to mend it.
 */
export function parseRecipe(input: unknown): Recipe {
  const { recipe, issues: unreadable } = readRecipeJson(input);
  if (unreadable.length > 0) throw refusal(unreadable);
  const { issues: known, faulty } = findFormatIssues(recipe);
  const issues = [...known];
  const document: SchemaObject = isSchemaObject(recipe) ? recipe : {};
  const { steps, issues: faults, warnings } = toSteps(document, faulty);
  const { variables, issues: misnamed } = readVariables(document, issues);
  addAll(issues, faults, misnamed);
  if (issues.length > 0) throw refusal(issues);
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
    isSecret: typeof secret === 'boolean' ? secret : isSecretRecipeVariable(name),
  };
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
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
 * The steps of a recipe that its JSON Schema was held against, with what a schema cannot say. Steps with `faulty`
 * places are left out.
 */
function toSteps(
  recipe: SchemaObject,
  faulty: readonly string[],
): {
  readonly steps: readonly RecipeStep[];
  readonly issues: readonly Issue[];
  readonly warnings: string[];
} {
  const issues: Issue[] = [];
  const warnings: string[] = [];
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
  if (issues.length === 0 && faulty.length === 0) checkPagination(steps, refuse);
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

/** Most issues that are looked for: an error lists fewer, and counts them. */
const maxIssues = 1_000;

let compiled: ValidateFunction | undefined;

/** What the shipped JSON Schema says against a recipe. */
interface FormatIssues {
  /** Each with its step, its field and what belongs there. */
  readonly issues: readonly Issue[];
  /** Every place that is faulty, also those beyond the issues that are looked for, as JSON Pointer. */
  readonly faulty: readonly string[];
}

function findFormatIssues(recipe: unknown): FormatIssues {
  // Compiled on first use: it takes some 40 ms.
  compiled ??= new Ajv2020({
    allErrors: true,
    verbose: true,
    ownProperties: true,
    allowUnionTypes: true,
    strictTypes: false,
    strictRequired: false,
    logger: false,
  }).compile(recipeSchema);
  if (compiled(recipe)) return { issues: [], faulty: [] };
  // `if` only says that the branch for the step's type failed; the errors of that branch are listed too.
  const errors = (compiled.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  const issues = new Map<string, Issue>();
  for (const error of errors) {
    // What is wrong with a name is said once, by `propertyNames` itself.
    if (error.propertyName !== undefined && error.keyword !== 'propertyNames') continue;
    const [issue] = toIssues([error]);
    if (issue === undefined) continue;
    const message = `${namePlace(recipe, issue.path)} ${issue.message}${adviseOn(error)}`;
    issues.set(`${issue.path}\n${message}`, { path: issue.path, message });
    if (issues.size >= maxIssues) break;
  }
  const faulty = [...new Set(errors.map(({ instancePath }) => instancePath))];
  return { issues: [...issues.values()], faulty };
}

/** How to mend it: what the schema says about the field, and the name that was probably meant. */
function adviseOn(error: ErrorObject): string {
  const params = error.params as Readonly<Record<string, unknown>>;
  const parent = isSchemaObject(error.parentSchema) ? error.parentSchema : {};
  const properties = isSchemaObject(parent['properties']) ? parent['properties'] : {};
  switch (error.keyword) {
    case 'required':
      return sentence(describeSchema(properties[String(params['missingProperty'])]));
    case 'additionalProperties': {
      const known = Object.keys(properties);
      const meant = suggestName(String(params['additionalProperty']), known);
      return meant === undefined
        ? `; known are ${known.join(', ')}.`
        : `; did you mean "${meant}"?`;
    }
    case 'enum': {
      const members = params['allowedValues'];
      const names = Array.isArray(members) ? members.map(String) : [];
      const meant = typeof error.data === 'string' ? suggestName(error.data, names) : undefined;
      return meant === undefined ? '.' : `; did you mean "${meant}"?`;
    }
    case 'propertyNames':
      return sentence(describeSchema(error.schema));
    default:
      return sentence(describeSchema(parent));
  }
}

function sentence(advice: string | undefined): string {
  return advice === undefined ? '.' : `. ${advice}`;
}

/** Names of members come from outside: longer ones are cut in messages. */
const maxNameLength = 60;

/**
 * A place of a recipe for people, from its JSON Pointer: `/steps/3/parameters/fields/price/selectors` is
 * `Step 4 (extract): parameters.fields.price.selectors`. What is no step is named by its path alone.
 */
function namePlace(recipe: unknown, path: string): string {
  const { steps, rest } = splitPlace(recipe, path);
  const names = rest.map((name) => name.slice(0, maxNameLength)).join('.');
  if (steps.length === 0) return names === '' ? 'The recipe' : names;
  const place = steps.join(', s');
  return names === '' ? place : `${place}: ${names}`;
}

/** The step that a place of a recipe lies in, for people: `Step 4 (extract)`; `undefined` outside of steps. */
function nameStep(recipe: unknown, path: string): string | undefined {
  const { steps } = splitPlace(recipe, path);
  return steps.length === 0 ? undefined : steps.join(', s');
}

function splitPlace(
  recipe: unknown,
  path: string,
): { readonly steps: readonly string[]; readonly rest: readonly string[] } {
  const steps: string[] = [];
  let rest = [...(parseJsonPointer(path) ?? [])];
  let value: unknown = recipe;
  for (;;) {
    const at = findSteps(rest);
    if (at === undefined) return { steps, rest };
    const index = Number(rest[at + 1]);
    for (const name of rest.slice(0, at + 2)) value = memberOf(value, name);
    // "Step 6 (repeat), step 2 (click)": the capital is only at the beginning.
    steps.push(`${steps.length === 0 ? 'S' : ''}tep ${index + 1}${nameKind(value)}`);
    rest = rest.slice(at + 2);
  }
}

/** Where `steps/<index>` begins: in front, or below the parameters of a loop, or of `follow` among them. */
function findSteps(names: readonly string[]): number | undefined {
  const at = names[0] === 'parameters' ? (names[1] === 'follow' ? 2 : 1) : 0;
  return names[at] === 'steps' && /^\d{1,6}$/.test(names[at + 1] ?? '') ? at : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)] as unknown;
  return isSchemaObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function nameKind(step: unknown): string {
  if (!isSchemaObject(step)) return '';
  const { type, name } = step;
  const kind = type === 'customStep' && typeof name === 'string' ? name : type;
  return typeof kind === 'string' && /^[a-zA-Z]{1,30}$/.test(kind) ? ` (${kind})` : '';
}
