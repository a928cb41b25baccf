import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Issue } from '../../errors/error-codes.ts';
import { isSchemaObject } from '../../schema/list-applicable-schemas.ts';
import { toIssues } from '../../schema/parse/to-issues.ts';
import { namePlace } from './name-place.ts';
import recipeSchema from './recipe.schema.json' with { type: 'json' };
import { suggestName } from '../variables/suggest-name.ts';

/** Most issues that are reported. */
const maxIssues = 100;

let compiled: ValidateFunction | undefined;

/** What the shipped JSON Schema says against a recipe, each with its step, its field and what belongs there. */
export function findFormatIssues(recipe: unknown): readonly Issue[] {
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
  if (compiled(recipe)) return [];
  const issues = new Map<string, Issue>();
  for (const error of compiled.errors ?? []) {
    // `if` only says that the branch for the step's type failed; the errors of that branch are listed too.
    if (error.keyword === 'if') continue;
    // What is wrong with a name is said once, by `propertyNames` itself.
    if (error.propertyName !== undefined && error.keyword !== 'propertyNames') continue;
    const [issue] = toIssues([error]);
    if (issue === undefined) continue;
    const message = `${namePlace(recipe, issue.path)} ${issue.message}${adviseOn(error)}`;
    issues.set(`${issue.path}\n${message}`, { path: issue.path, message });
    if (issues.size >= maxIssues) break;
  }
  return [...issues.values()];
}

/** How to mend it: what the schema says about the field, and the name that was probably meant. */
function adviseOn(error: ErrorObject): string {
  const params = error.params as Readonly<Record<string, unknown>>;
  const parent = isSchemaObject(error.parentSchema) ? error.parentSchema : {};
  const properties = isSchemaObject(parent['properties']) ? parent['properties'] : {};
  switch (error.keyword) {
    case 'required':
      return sentence(describe(properties[String(params['missingProperty'])]));
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
      return sentence(describe(error.schema));
    default:
      return sentence(describe(parent));
  }
}

function sentence(advice: string | undefined): string {
  return advice === undefined ? '.' : `. ${advice}`;
}

function describe(schema: unknown): string | undefined {
  if (!isSchemaObject(schema)) return undefined;
  const { description, $ref: reference } = schema;
  if (typeof description === 'string') return description;
  const name = typeof reference === 'string' ? reference.replace('#/$defs/', '') : '';
  const definitions: Readonly<Record<string, unknown>> = recipeSchema.$defs;
  return Object.hasOwn(definitions, name) ? describe(definitions[name]) : undefined;
}
