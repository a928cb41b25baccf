import { parseJsonPointer } from '../../schema/json-pointer.ts';
import { isSchemaObject } from '../../schema/list-applicable-schemas.ts';

/** Names of members come from outside: longer ones are cut in messages. */
const maxNameLength = 60;

/**
 * A place of a recipe for people, from its JSON Pointer: `/steps/3/parameters/fields/price/selectors` is
 * `Step 4 (extract): parameters.fields.price.selectors`. What is no step is named by its path alone.
 */
export function namePlace(recipe: unknown, path: string): string {
  const { steps, rest } = splitPlace(recipe, path);
  const names = rest.map((name) => name.slice(0, maxNameLength)).join('.');
  if (steps.length === 0) return names === '' ? 'The recipe' : names;
  const place = steps.join(', s');
  return names === '' ? place : `${place}: ${names}`;
}

/** The step that a place of a recipe lies in, for people: `Step 4 (extract)`; `undefined` outside of steps. */
export function nameStep(recipe: unknown, path: string): string | undefined {
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
