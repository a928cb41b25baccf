import type { JsonSchema } from '../../contracts/extractor.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { isSchemaObject, type SchemaObject } from '../list-applicable-schemas.ts';
import { setOwn } from '../copy-plain-json.ts';
import { toJsonPointer } from '../json-pointer.ts';
import { coerceScalar, isNothing } from './coerce-scalar.ts';
import { createPlaceBudget, describePlace, type PlaceDescription } from './describe-place.ts';

/** Deeper values, and values beyond the step budget, are returned unchanged. */
const maxDepth = 64;
/** Most schemas examined; a result of 1,000 records with 20 fields takes about 50,000. */
const maxSteps = 100_000;
/** Changes of kind that are reported. */
const maxKindChanges = 1_000;

/** A value closer to its schema. */
export interface CoercedValue {
  readonly value: unknown;
  /**
   * Where a value of another kind than wanted was taken for one of the wanted kind: a number for a text, a single value
   * for a list, a list of one for its value. Such a value may be another one than was meant. Paths lead into `value`.
   */
  readonly kindChanges: readonly Issue[];
}

/** A place of the value that comes out; the path to it is made only where it is reported. */
interface Place {
  /** `undefined` at the root. */
  readonly owner: Place | undefined;
  readonly segment: string | number;
}

/** Marks an empty property or item that is dropped. */
const nothing = Symbol('nothing');

/**
 * Brings a value closer to a schema that `parseSchema` made, without a model and without guessing: the rules are in the
 * docs of `coerceScalar`, `parseNumberText` and `parseDateText`; beyond them, single values become lists of one where a
 * list is wanted (and the reverse), properties that a closed object does not have are dropped, and so are empty ones
 * that need not be there. A value that the schema already allows is never changed, and nothing is added.
 */
export function coerceValue(schema: JsonSchema, value: unknown): CoercedValue {
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
      const only: unknown = current.length === 1 ? current[0] : undefined;
      const isWanted = place.allows(only) || coerceScalar(place, only) !== only;
      if (!isWanted || place.types.has('array')) return current;
      report(at, 'was a list where a single value is wanted');
      return only;
    }
    const plain = coercePlain(place, current, at);
    if (plain !== current) return plain;
    if (isNothing(current)) return place.types.has('null') ? null : nothing;
    return place.types.has('array') ? toList(place, current, at, depth) : current;
  }

  function coercePlain(place: PlaceDescription, current: unknown, at: Place): unknown {
    const coerced = coerceScalar(place, current);
    if (typeof current === 'number' && typeof coerced === 'string') {
      report(at, 'was a number where a text is wanted');
    }
    return coerced;
  }

  function toList(place: PlaceDescription, current: unknown, at: Place, depth: number): unknown {
    const schemas = place.listItemSchemas(0);
    const items = describePlace(schema, schemas, current, budget);
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
    return result;
  }

  function report(at: Place, message: string): void {
    // Only the first change of a place is reported, since it names the original type: for `[5]` where a text is
    // wanted, the list.
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
