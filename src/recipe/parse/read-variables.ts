import type { RecipeVariable } from '../../contracts/recipe.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { isSchemaObject, type SchemaObject } from '../../schema/fields/list-applicable-schemas.ts';
import { listPlaceholders } from '../variables/list-placeholders.ts';

/** More names in a recipe are no variables, but text of a page. */
const maxVariables = 200;

/**
 * The variables of a recipe: those under `variables`, then those that only stand in strings as `{{name}}`, which have
 * no default. A variable is secret when declared so, else when its name says so.
 */
export function readVariables(
  recipe: SchemaObject,
  known: readonly Issue[],
): { readonly variables: readonly RecipeVariable[]; readonly issues: readonly Issue[] } {
  const variables = new Map<string, RecipeVariable>();
  const declared = recipe['variables'];
  const isFaulty = known.some(({ path }) => /^\/variables(?:\/|$)/.test(path));
  if (isSchemaObject(declared) && !isFaulty) {
    for (const [name, raw] of Object.entries(declared)) variables.set(name, toVariable(name, raw));
  }
  for (const name of listUsed(recipe['steps'])) {
    if (!variables.has(name)) variables.set(name, toVariable(name, {}));
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

/** Whether a variable's name says that its value is nobody's business: `password`, `apiKey`, `LOGIN_PIN`, `userPassword2`. */
function soundsSecret(name: string): boolean {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => secretWords.has(word) || /(?:password|secret|token|apikey)$/.test(word));
}

/** Variables in every string of the steps but those of JSON Schemas, in order. */
function listUsed(steps: unknown): ReadonlySet<string> {
  const used = new Set<string>();
  function look(value: unknown): void {
    if (typeof value === 'string') {
      for (const name of listPlaceholders(value)) used.add(name);
    } else if (Array.isArray(value)) value.forEach(look);
    else if (isSchemaObject(value)) {
      const isExtract = value['name'] === 'extract' && isSchemaObject(value['parameters']);
      if (isExtract) {
        const { schema: _, ...parameters } = value['parameters'] as SchemaObject;
        look(parameters);
      } else Object.values(value).forEach(look);
    }
  }
  look(steps);
  return used;
}
