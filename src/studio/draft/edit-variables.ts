import { invalidRequest } from '../../errors/invalid-request.ts';
import { suggestName } from '../../recipe/variables/suggest-name.ts';
import { splitAtPlaceholders } from '../../recipe/variables/fill-text.ts';
import { isSchemaObject } from '../../schema/list-applicable-schemas.ts';
import { findAtPath, parseJsonPointer } from '../../schema/json-pointer.ts';
import { setOwn } from '../../schema/copy-plain-json.ts';
import { parseRecipeDocument, type RecipeDocument } from './recipe-document.ts';

/** A text of the recipe that becomes a variable. */
export interface NewVariable {
  /** JSON Pointer to the text: `/steps/3/value`. */
  readonly path: string;
  readonly name: string;
  /** @default what the name says, as in every recipe */
  readonly secret?: boolean | undefined;
}

/**
 * Puts `{{name}}` in the place of a text, whose value becomes the default; a secret has none, since what is secret does
 * not stand in a recipe. Addresses that the recording saw afterwards are asked for the variable too, where a parameter
 * of theirs is the text.
 */
export function makeVariable(document: RecipeDocument, variable: NewVariable): RecipeDocument {
  const { path, name, secret } = variable;
  const segments = parseJsonPointer(path) ?? [];
  const holder = findAtPath(document, segments.slice(0, -1));
  const text = findAtPath(document, segments);
  const last = segments.at(-1) ?? '';
  if (!path.startsWith('/steps/') || typeof text !== 'string' || !isHolder(holder)) {
    throw refuse('path', `The recipe has no text at "${path}".`);
  }
  if (splitAtPlaceholders(text).length > 1) {
    throw refuse('path', `The text at "${path}" holds a variable already; rename that.`);
  }
  if (listNames(document).includes(name)) {
    throw refuse(
      'name',
      `The recipe has a variable "${name}" already; give this one another name.`,
    );
  }
  setOwn(holder, last, `{{${name}}}`);
  const named = mapTexts(document, (value) => askForVariable(value, text, name));
  return setVariable(named, { name, secret, default: text });
}

/** Gives a variable another name, wherever it stands. Throws `invalid_request` where there is none, or the name is taken. */
export function renameVariable(document: RecipeDocument, name: string, to: string): RecipeDocument {
  const names = listNames(document);
  requireName(names, name);
  if (name !== to && names.includes(to)) {
    throw refuse('to', `The recipe has a variable "${to}" already; give this one another name.`);
  }
  const rename = (text: string): string =>
    splitAtPlaceholders(text)
      .map((piece, index) => (index % 2 === 0 ? piece : `{{${piece === name ? to : piece}}}`))
      .join('');
  const renamed = mapTexts(document, rename);
  const { variables, fingerprints } = document;
  return {
    ...renamed,
    ...(fingerprints === undefined ? {} : { fingerprints: mapJson(fingerprints, rename) }),
    ...(variables === undefined
      ? {}
      : {
          variables: Object.fromEntries(
            Object.entries(variables).map(([key, value]) => [key === name ? to : key, value]),
          ),
        }),
  };
}

/** A variable's default and whether it is secret. */
export interface VariableSettings {
  readonly name: string;
  readonly default?: string | undefined;
  readonly secret?: boolean | undefined;
}

/** Declares a variable, in place of what is declared for it; a secret is kept without its default. */
export function setVariable(document: RecipeDocument, settings: VariableSettings): RecipeDocument {
  const { name, secret, default: value } = settings;
  const declare = (declared: object): RecipeDocument => {
    const variables = { ...document.variables };
    setOwn(variables, name, declared);
    return { ...document, variables };
  };
  const open = declare(secret === undefined ? {} : { secret });
  const { recipe } = parseRecipeDocument(open);
  const isSecret = recipe.variables.find((variable) => variable.name === name)?.isSecret === true;
  if (isSecret) return declare({ secret: true });
  return declare({
    ...(value === undefined ? {} : { default: value }),
    ...(secret === undefined ? {} : { secret }),
  });
}

/** Takes a declared variable out. Throws `invalid_request` where it still stands in a step. */
export function removeVariable(document: RecipeDocument, name: string): RecipeDocument {
  requireName(listNames(document), name);
  const variables = Object.entries(document.variables ?? {}).filter(([key]) => key !== name);
  const left = { ...document, variables: Object.fromEntries(variables) };
  if (!listNames(left).includes(name)) return left;
  throw refuse('name', `The variable "${name}" still stands in a step; put a text there first.`);
}

function listNames(document: RecipeDocument): readonly string[] {
  return parseRecipeDocument(document).recipe.variables.map(({ name }) => name);
}

function requireName(names: readonly string[], name: string): void {
  if (names.includes(name)) return;
  const meant = suggestName(name, names);
  const advice = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw refuse('name', `The recipe has no variable "${name}".${advice}`);
}

/** The texts of the steps; those of JSON Schemas are no templates. */
function mapTexts(document: RecipeDocument, change: (text: string) => string): RecipeDocument {
  return { ...document, steps: mapJson(document.steps, change) };
}

function mapJson<Value>(value: Value, change: (text: string) => string): Value {
  const map = (part: unknown, name: string): unknown => {
    if (typeof part === 'string') return change(part);
    if (Array.isArray(part)) return part.map((entry) => map(entry, ''));
    if (!isSchemaObject(part)) return part;
    const copy = {};
    for (const [key, member] of Object.entries(part)) {
      const isSchema = name === 'parameters' && key === 'schema';
      setOwn(copy, key, isSchema ? member : map(member, key));
    }
    return copy;
  };
  return map(value, '') as Value;
}

/** The address with the variable in place of each parameter that is the text; any other text as it is. */
function askForVariable(address: string, text: string, name: string): string {
  if (text === '' || !/^https?:\/\//i.test(address) || !address.includes('?')) return address;
  return address.replaceAll(/([?&][^=&#]*=)([^&#]*)/g, (whole, before: string, value: string) =>
    decodeParameter(value) === text ? `${before}{{${name}}}` : whole,
  );
}

function decodeParameter(value: string): string | undefined {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    // It is not percent-encoded as UTF-8, and so nothing that a variable would be written as.
    return undefined;
  }
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function refuse(field: string, message: string): Error {
  return invalidRequest('change the recipe', [{ path: `/${field}`, message }]);
}
