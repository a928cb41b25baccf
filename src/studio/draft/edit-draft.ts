import { type Issue, invalidRequest, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { isSchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import { findAtPath, parseJsonPointer, setOwn } from '../../runtime/plain-json.ts';
import { type RecipeDocument, type StepDocument, parseRecipeDocument } from './recipe-document.ts';
import { z } from 'zod';
import { suggestName } from '../../runtime/errors/option-checks.ts';
import { splitAtPlaceholders } from '../../recipes/placeholders.ts';

/**
 * Returns the recipe with one change; the recipe that was given stays as it is. What the last good run learnt stays
 * with its steps. Throws `invalid_request` where the recipe, the change or what would come of it cannot be used.
 */
export function editDraft(recipe: unknown, change: unknown): RecipeDocument {
  const { document } = parseRecipeDocument(recipe);
  const edit = parseDraftEdit(change);
  return parseRecipeDocument(applyEdit(document, edit)).document;
}

/** The document is the edit's own: it may be changed in place. */
function applyEdit(document: RecipeDocument, edit: DraftEdit): RecipeDocument {
  switch (edit.edit) {
    case 'set_title':
      return { ...document, title: edit.title };
    case 'add_step': {
      const at = edit.at ?? `/steps/${document.steps.length}`;
      const { list, index } = requireList(document, at, 'at');
      list.splice(index, 0, edit.step);
      return moveFingerprints(document, { list: listPathOf(at), from: undefined, to: index });
    }
    case 'replace_step': {
      const { list, index } = requireStep(document, edit.path);
      list.splice(index, 1, edit.step);
      return document;
    }
    case 'remove_step': {
      const { list, index } = requireStep(document, edit.path);
      list.splice(index, 1);
      return moveFingerprints(document, {
        list: listPathOf(edit.path),
        from: index,
        to: undefined,
      });
    }
    case 'move_step': {
      const { list, index } = requireStep(document, edit.path);
      const to = Math.min(edit.to, list.length - 1);
      list.splice(to, 0, ...list.splice(index, 1));
      const move: StepMove = { list: listPathOf(edit.path), from: index, to };
      return moveFingerprints(document, move);
    }
    case 'set_optional': {
      const place = requireObject(document, edit.path);
      if (edit.optional) place['optional'] = true;
      else delete place['optional'];
      return document;
    }
    case 'make_variable':
      return makeVariable(document, edit);
    case 'rename_variable':
      return renameVariable(document, edit.name, edit.to);
    case 'set_variable':
      return setVariable(document, edit);
    case 'remove_variable':
      break;
  }
  return removeVariable(document, edit.name);
}

interface ListPlace {
  readonly list: unknown[];
  readonly index: number;
}

function requireStep(document: RecipeDocument, path: string): ListPlace {
  const place = requireList(document, path, 'path');
  if (place.index < place.list.length) return place;
  throw refuse('path', `The recipe has no step at "${path}".`);
}

/** The list of steps that a step stands in, or comes to stand in. */
function requireList(document: RecipeDocument, path: string, field: string): ListPlace {
  const segments = parseJsonPointer(path) ?? [];
  const last = segments.at(-1) ?? '';
  const list = findAtPath(document, segments.slice(0, -1));
  const index = Number(last);
  const isList = segments.at(-2) === 'steps' && Array.isArray(list);
  if (isList && /^\d{1,4}$/.test(last) && index <= list.length) {
    return { list: list as unknown[], index };
  }
  throw refuse(field, `The recipe has no step at "${path}"; name one as "/steps/0".`);
}

function requireObject(document: RecipeDocument, path: string): Record<string, unknown> {
  const found = findAtPath(document, parseJsonPointer(path) ?? []);
  if (path.startsWith('/steps/') && isSchemaObject(found)) return found;
  throw refuse('path', `The recipe has no step or field at "${path}".`);
}

function listPathOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function refuse(field: string, message: string): Error {
  return invalidRequest('change the recipe', [{ path: `/${field}`, message }]);
}

/** A step that changed its place in its list. */
interface StepMove {
  /** JSON Pointer to the list: `/steps`, `/steps/5/parameters/steps`. */
  readonly list: string;
  /** Its index before; `undefined` for a new step. */
  readonly from: number | undefined;
  /** Its index afterwards; `undefined` for a step that was removed. */
  readonly to: number | undefined;
}

/**
 * Returns the recipe with what its last good run learnt under the paths that its targets have after the move: paths name
 * steps by their index, and an element of another step must not be taken for this one's.
 */
function moveFingerprints(document: RecipeDocument, move: StepMove): RecipeDocument {
  const { fingerprints } = document;
  if (!isSchemaObject(fingerprints) || !isSchemaObject(fingerprints['targets'])) return document;
  const targets = Object.entries(fingerprints['targets']).flatMap(([path, known]) => {
    const moved = movePath(path, move);
    return moved === undefined ? [] : [[moved, known] as const];
  });
  return {
    ...document,
    fingerprints: { ...fingerprints, targets: Object.fromEntries(targets) },
  };
}

/** The path of a target after the move; `undefined` where its step is gone. */
function movePath(path: string, { list, from, to }: StepMove): string | undefined {
  const rest = path.startsWith(`${list}/`) ? path.slice(list.length + 1) : '';
  const [, digits, below = ''] = /^(\d+)(\/.*)?$/s.exec(rest) ?? [];
  if (digits === undefined) return path;
  const index = Number(digits);
  if (index === from) return to === undefined ? undefined : `${list}/${to}${below}`;
  const closed = from !== undefined && from < index ? index - 1 : index;
  const opened = to !== undefined && to <= closed ? closed + 1 : closed;
  return `${list}/${opened}${below}`;
}

/**
 * One change of a recipe. `path` is the JSON Pointer of a step (`/steps/3`, `/steps/5/parameters/steps/0`), for
 * `make_variable` of a text in one (`/steps/3/value`) and for `set_optional` of a step or a field of an extract step;
 * `at` is where a step is put, the end without it; `to` of `move_step` is the step's index afterwards in its own list.
 */
export type DraftEdit =
  | { readonly edit: 'set_title'; readonly title: string }
  | { readonly edit: 'add_step'; readonly at?: string | undefined; readonly step: StepDocument }
  | { readonly edit: 'replace_step'; readonly path: string; readonly step: StepDocument }
  | { readonly edit: 'remove_step'; readonly path: string }
  | { readonly edit: 'move_step'; readonly path: string; readonly to: number }
  | { readonly edit: 'set_optional'; readonly path: string; readonly optional: boolean }
  | {
      readonly edit: 'make_variable';
      readonly path: string;
      readonly name: string;
      readonly secret?: boolean | undefined;
    }
  | { readonly edit: 'rename_variable'; readonly name: string; readonly to: string }
  | {
      readonly edit: 'set_variable';
      readonly name: string;
      readonly default?: string | undefined;
      readonly secret?: boolean | undefined;
    }
  | { readonly edit: 'remove_variable'; readonly name: string };

const pointer = z.string().max(500);
const name = z.string().max(64);
const step = z.looseObject({ type: z.string().max(40) });

/** By their `edit`. */
const shapes = [
  z.strictObject({ edit: z.literal('set_title'), title: z.string().max(1_000) }),
  z.strictObject({ edit: z.literal('add_step'), at: pointer.optional(), step }),
  z.strictObject({ edit: z.literal('replace_step'), path: pointer, step }),
  z.strictObject({ edit: z.literal('remove_step'), path: pointer }),
  z.strictObject({ edit: z.literal('move_step'), path: pointer, to: z.int().min(0).max(1_000) }),
  z.strictObject({ edit: z.literal('set_optional'), path: pointer, optional: z.boolean() }),
  z.strictObject({
    edit: z.literal('make_variable'),
    path: pointer,
    name,
    secret: z.boolean().optional(),
  }),
  z.strictObject({ edit: z.literal('rename_variable'), name, to: name }),
  z.strictObject({
    edit: z.literal('set_variable'),
    name,
    default: z.string().max(100_000).optional(),
    secret: z.boolean().optional(),
  }),
  z.strictObject({ edit: z.literal('remove_variable'), name }),
] as const;

const shape: z.ZodType<DraftEdit> = z.discriminatedUnion('edit', shapes);

/** Reads an edit from outside. Throws `invalid_request`. */
export function parseDraftEdit(input: unknown): DraftEdit {
  const parsed = shape.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues: readonly Issue[] = parsed.error.issues.map((issue) => ({
    path: issue.path.map((part) => `/${String(part)}`).join(''),
    message: issue.message,
  }));
  throw invalidRequest('change the recipe', issues);
}

/**
 * Returns the recipe with all changes, in order; `undefined` stands for one without steps, which a step can be added to and
 * which the last step's removal leaves. Throws `invalid_request`, which names the change by its place, and none is made then.
 */
export function applyDraftEdits(
  recipe: RecipeDocument | undefined,
  edits: readonly unknown[],
): RecipeDocument | undefined {
  let current = recipe;
  for (const [index, edit] of edits.entries()) {
    try {
      current = applyOne(current, edit);
    } catch (error) {
      if (!isGleanerError(error, 'invalid_request')) throw error;
      const place = `/edits/${index}`;
      const issues = error.details.issues.map(({ path, message }) => ({
        path: place + path,
        message,
      }));
      throw invalidRequest('change the recipe', issues);
    }
  }
  return current;
}

function applyOne(recipe: RecipeDocument | undefined, input: unknown): RecipeDocument | undefined {
  if (recipe !== undefined && recipe.steps.length > 1) return editDraft(recipe, input);
  const edit = parseDraftEdit(input);
  if (recipe !== undefined) {
    const isLast = edit.edit === 'remove_step' && edit.path === '/steps/0';
    return isLast ? undefined : editDraft(recipe, edit);
  }
  if (edit.edit === 'add_step') {
    return parseRecipeDocument({ title: 'Recipe', steps: [edit.step] }).document;
  }
  const message = 'The recipe has no step yet: record one, or add one.';
  throw invalidRequest('change the recipe', [{ path: '', message }]);
}

/** A text of the recipe that becomes a variable. */
interface NewVariable {
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
function makeVariable(document: RecipeDocument, variable: NewVariable): RecipeDocument {
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
function renameVariable(document: RecipeDocument, name: string, to: string): RecipeDocument {
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
interface VariableSettings {
  readonly name: string;
  readonly default?: string | undefined;
  readonly secret?: boolean | undefined;
}

/** Declares a variable, in place of what is declared for it; a secret is kept without its default. */
function setVariable(document: RecipeDocument, settings: VariableSettings): RecipeDocument {
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
function removeVariable(document: RecipeDocument, name: string): RecipeDocument {
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
