import type { RecipeFingerprints } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { Selector } from '../../runtime/contracts/recipe/recipe.ts';
import { type Issue, invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import { parseJsonPointer, setOwn } from '../../runtime/plain-json.ts';
import { isSchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import { parseRecipe } from '../format/parse-recipe.ts';
import { readRecipeJson } from '../format/read-recipe-json.ts';

/** What `applyHealing` takes of a run; the run itself can be passed. */
export interface HealingFindings {
  readonly healed: readonly {
    /** JSON Pointer to the `selectors` in the recipe. */
    readonly path: string;
    /** The selector to put first. */
    readonly selector: Selector['source'];
  }[];
  /** Written into the recipe as `fingerprints`; `undefined` leaves the recipe's own. */
  readonly fingerprints?: RecipeFingerprints | undefined;
}

/** Most alternatives that the JSON Schema allows; the last ones are dropped, since they matter least. */
const maxAlternatives = 20;

/**
 * Returns the recipe with the working selectors first and the run's `fingerprints`; every other member is
 * unchanged, so that DevTools still reads it. The input is not changed. Throws `invalid_request` when the findings do not
 * belong to this recipe.
 */
export function applyHealing(
  recipe: unknown,
  { healed, fingerprints }: HealingFindings,
): Readonly<Record<string, unknown>> {
  parseRecipe(recipe);
  // A copy of its own, as parsing and upgrading make one.
  const { recipe: document } = readRecipeJson(recipe);
  const root = isSchemaObject(document) ? { ...document } : {};
  const issues: Issue[] = [];
  for (const { path, selector } of healed) {
    const place = findPlace(root, path);
    if (place === undefined) {
      issues.push({
        path,
        message: 'The recipe has no selectors there: it is not the one that was run.',
      });
    } else place.replace(putFirst(selector, place.value));
  }
  if (issues.length > 0) throw invalidRequest('apply the healing', issues);
  if (fingerprints !== undefined) {
    root['fingerprints'] = fingerprints;
    // Their former name.
    delete root['memory'];
  }
  // What is written must be readable, whatever the findings held.
  parseRecipe(root);
  return root;
}

interface Place {
  readonly value: unknown;
  readonly replace: (value: unknown) => void;
}

/** Where the selectors of a target stand. */
function findPlace(root: object, path: string): Place | undefined {
  const names = [...(parseJsonPointer(path) ?? [])];
  const last = names.pop();
  let holder: unknown = root;
  for (const name of names) holder = memberOf(holder, name);
  if (last === undefined || !isSchemaObject(holder)) return undefined;
  const value = memberOf(holder, last);
  if (typeof value !== 'string' && !Array.isArray(value)) return undefined;
  const target = holder;
  return { value, replace: (changed) => setOwn(target, last, changed) };
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return (value as readonly unknown[])[Number(name)];
  return isSchemaObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function putFirst(selector: Selector['source'], value: unknown): readonly unknown[] {
  const alternatives: readonly unknown[] = Array.isArray(value) ? value : [value];
  const others = alternatives.filter((other) => toChain(other) !== toChain(selector));
  return [selector, ...others].slice(0, maxAlternatives);
}

/** `"#a"` and `["#a"]` are the same selector. */
function toChain(selector: unknown): string {
  return JSON.stringify([selector].flat());
}
