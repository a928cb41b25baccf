import type { JsonSchema } from '../../../runtime/contracts/extractor.ts';
import type { Issue } from '../../../runtime/errors/gleaner-error.ts';
import { type SchemaObject, isSchemaObject } from '../list-schema-fields.ts';
import { setOwn, toJsonPointer } from '../../../runtime/plain-json.ts';
import type { NumberPlace } from '../../values/numbers/number-locale.ts';
import { coerceScalar } from './coerce-scalar.ts';
import {
  type PlaceDescription,
  createPlaceBudget,
  describePlace,
  isScalar,
} from './describe-place.ts';
import { isNothing } from './no-value.ts';

/** Deeper values, and values beyond the step budget, are returned unchanged. */
const maxDepth = 64;
/** Most schemas examined; a result of 1,000 records with 20 fields takes about 50,000. */
const maxSteps = 100_000;
const maxKindChanges = 1_000;

interface CoercedValue {
  readonly value: unknown;
  /** Where a value of another kind was taken for a wanted one, which may not be what was meant; paths lead into `value`. */
  readonly kindChanges: readonly Issue[];
}

interface Place {
  readonly owner: Place | undefined;
  readonly segment: string | number;
}

const nothing = Symbol('nothing');

/**
 * Brings a value closer to a schema that `parseSchema` made, without a model and without guessing: the rules are in the
 * docs of `coerceScalar`, `findOnlyNumber` and `findOnlyDate`; beyond them, single values become lists of one where a
 * list is wanted (and the reverse), properties that a closed object does not have are dropped, and so are empty ones
 * that need not be there. A value that the schema already allows is never changed, and nothing is added. `source` is the page that
 * the value comes from, whose language and country tell what `1.299 €` and `05/06/2024` mean.
 */
export function coerceValue(
  schema: JsonSchema,
  value: unknown,
  source: NumberPlace = {},
): CoercedValue {
  const budget = createPlaceBudget(maxSteps);
  const kindChanges: { at: Place; message: string }[] = [];

  function coerce(
    schemas: readonly unknown[],
    current: unknown,
    at: Place,
    depth: number,
  ): unknown {
    if (depth > maxDepth || budget.steps <= 0) return current;
    const place = describePlace(schema, schemas, current, budget);
    if (place === undefined) return current;
    const fitting = place.allows(current) ? current : convert(place, current, at, depth);
    if (fitting === nothing) return nothing;
    // The type of the value decides which alternatives apply to it.
    const active = fitting === current ? place : describePlace(schema, schemas, fitting, budget);
    if (active === undefined) return fitting;
    if (Array.isArray(fitting)) return coerceItems(active, fitting, at, depth);
    if (isSchemaObject(fitting)) return coerceProperties(active, fitting, at, depth);
    return coercePlain(active, fitting, at);
  }

  function convert(place: PlaceDescription, current: unknown, at: Place, depth: number): unknown {
    if (Array.isArray(current)) {
      if (current.length !== 1) return current;
      const only: unknown = current[0];
      const isWanted =
        place.allows(only) || coerceScalar(place, only, source, findName(at)) !== only;
      if (!isWanted || place.types.has('array')) return current;
      report(at, 'was a list where a single value is wanted');
      return only;
    }
    if (isSchemaObject(current) && !place.types.has('object')) {
      return convertObject(place, current, at, depth);
    }
    const plain = coercePlain(place, current, at);
    if (plain !== current) return plain;
    if (isNothing(current) && !isState(place, current))
      return place.types.has('null') ? null : nothing;
    return place.types.has('array') ? toList(place, current, at, depth) : current;
  }

  /** An object where none is wanted: a list whose items are numbered, or one value under a name that says nothing of it. */
  function convertObject(
    place: PlaceDescription,
    current: SchemaObject,
    at: Place,
    depth: number,
  ): unknown {
    const names = Object.keys(current);
    if (place.types.has('array')) {
      const isNumbered = names.length > 0 && names.every((name, index) => name === String(index));
      if (!isNumbered) return toList(place, current, at, depth);
      report(at, 'was an object of numbered members where a list is wanted');
      return Object.values(current);
    }
    const [name, ...others] = names;
    if (name === undefined || others.length > 0) return current;
    const isLabel = at.owner === undefined || name === at.segment || labels.has(name.toLowerCase());
    const only = current[name];
    if (!isLabel || !isScalar(only) || only === null) return current;
    const plain = coerceScalar(place, only, source, findName(at));
    if (!place.allows(plain)) return current;
    report(at, 'was an object where a single value is wanted');
    return plain;
  }

  function coercePlain(place: PlaceDescription, current: unknown, at: Place): unknown {
    const coerced = coerceScalar(place, current, source, findName(at));
    if (typeof current === 'number' && typeof coerced === 'string') {
      report(at, 'was a number where a text is wanted');
    }
    return coerced;
  }

  function toList(place: PlaceDescription, current: unknown, at: Place, depth: number): unknown {
    const schemas = place.listItemSchemas(0);
    const items = describePlace(schema, schemas, current, budget);
    // Records under names of their own, or something else: no record of the list.
    if (isSchemaObject(current) && items?.isForeign(current) === true) return current;
    const known = kindChanges.length;
    report(at, 'was a single value where a list is wanted');
    if (items === undefined || items.allows(current)) return [current];
    const item = coerce(schemas, current, { owner: at, segment: 0 }, depth + 1);
    if (item !== nothing && items.allows(item)) return [item];
    kindChanges.length = known;
    return current;
  }

  function coerceItems(
    place: PlaceDescription,
    items: readonly unknown[],
    at: Place,
    depth: number,
  ): readonly unknown[] {
    const kept: unknown[] = [];
    for (const [index, item] of items.entries()) {
      const known = kindChanges.length;
      const own = { owner: at, segment: kept.length };
      const coerced = coerce(place.listItemSchemas(index), item, own, depth + 1);
      if (coerced !== nothing) kept.push(coerced);
      else {
        kindChanges.length = known;
        // Positions have a meaning in a tuple: no item is dropped.
        if (place.isTuple) kept.push(item);
      }
    }
    return kept;
  }

  function coerceProperties(
    place: PlaceDescription,
    source: SchemaObject,
    at: Place,
    depth: number,
  ): SchemaObject {
    const result: SchemaObject = {};
    for (const [name, property] of Object.entries(source)) {
      if (!place.mayHave(name)) continue;
      const known = kindChanges.length;
      const schemas = place.listPropertySchemas(name);
      const coerced = coerce(schemas, property, { owner: at, segment: name }, depth + 1);
      if (coerced !== nothing) setOwn(result, name, coerced);
      else {
        kindChanges.length = known;
        if (place.mustHave(name)) setOwn(result, name, property);
      }
    }
    // An object of other names alone is another object: it is no empty one of the wanted kind.
    const isOther = !Object.keys(source).some((name) => place.mayHave(name));
    return isOther ? source : result;
  }

  function report(at: Place, message: string): void {
    // Only the first change of a place, since it names the original type: for `[5]` where a text is wanted, the list.
    if (kindChanges.length < maxKindChanges && kindChanges.at(-1)?.at !== at) {
      kindChanges.push({ at, message });
    }
  }

  const coerced = coerce([schema], value, { owner: undefined, segment: '' }, 0);
  if (coerced === nothing) return { value, kindChanges: [] };
  return {
    value: coerced,
    kindChanges: kindChanges.map(({ at, message }) => ({ path: toPointer(at), message })),
  };
}

function toPointer(place: Place): string {
  const segments: (string | number)[] = [];
  for (let at = place; at.owner !== undefined; at = at.owner) segments.unshift(at.segment);
  return toJsonPointer(segments);
}

/** Whether a text that mostly means "no value" may be the answer itself: of a yes or no, "not available" is as good as no. */
function isState({ types }: PlaceDescription, value: unknown): boolean {
  return (
    types.has('boolean') && !types.has('string') && /^\s*not available\s*$/i.test(String(value))
  );
}

/** Names of a member that only say that it is the value. */
const labels: ReadonlySet<string> = new Set([
  'value',
  '@value',
  'result',
  'answer',
  'output',
  'data',
  'content',
]);

/** The name of the property that a value belongs to; items of a list are those of the list's. */
function findName(at: Place): string {
  let place: Place | undefined = at;
  while (typeof place?.segment === 'number') place = place.owner;
  return place?.segment ?? '';
}
