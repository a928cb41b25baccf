import type { JsonSchema } from '../../contracts/extractor.ts';
import { coerceScalar, isNothing } from './coerce-scalar.ts';
import { setOwn } from '../json/copy-plain-json.ts';
import { isSchemaObject, type SchemaObject } from '../fields/list-applicable-schemas.ts';
import { createPlaceBudget, describePlace, type PlaceDescription } from './describe-place.ts';

/** Deeper values, and what lies beyond the budget, come out as they went in: coercion is a courtesy. */
const maxDepth = 64;
/** Schemas looked at in all; an answer of 1,000 records with 20 fields takes about 50,000. */
const maxSteps = 100_000;

/** Stands for a property or an item that says nothing and had better not be there. */
const nothing = Symbol('nothing');

/**
 * Brings a value closer to a schema that `parseSchema` made, without a model and without guessing: the rules are in
 * docs of `coerceScalar`, `parseNumberText` and `parseDateText`; beyond them, single values become lists of one where
 * a list is wanted (and the reverse), properties that a closed object does not have are dropped, and so are empty ones
 * that need not be there. A value that the schema already allows is never changed, and nothing is added.
 */
export function coerceValue(schema: JsonSchema, value: unknown): unknown {
  const budget = createPlaceBudget(maxSteps);

  function coerce(schemas: readonly unknown[], current: unknown, depth: number): unknown {
    if (depth > maxDepth || budget.steps <= 0) return current;
    const place = describePlace(schema, schemas, current, budget);
    if (place === undefined) return current;
    const fitting = place.allows(current) ? current : convert(place, current, depth);
    if (fitting === nothing) return nothing;
    // What kind of value it is decides which alternatives speak about it.
    const active = fitting === current ? place : describePlace(schema, schemas, fitting, budget);
    if (active === undefined) return fitting;
    if (Array.isArray(fitting)) return coerceItems(active, fitting, depth);
    if (isSchemaObject(fitting)) return coerceProperties(active, fitting, depth);
    return coerceScalar(active, fitting);
  }

  function convert(place: PlaceDescription, current: unknown, depth: number): unknown {
    if (Array.isArray(current)) {
      const only: unknown = current.length === 1 ? current[0] : undefined;
      const isWanted = place.allows(only) || coerceScalar(place, only) !== only;
      return isWanted && !place.types.has('array') ? only : current;
    }
    const scalar = coerceScalar(place, current);
    if (scalar !== current) return scalar;
    if (isNothing(current)) return place.types.has('null') ? null : nothing;
    return place.types.has('array') ? toList(place, current, depth) : current;
  }

  function toList(place: PlaceDescription, current: unknown, depth: number): unknown {
    const schemas = place.listItemSchemas(0);
    const items = describePlace(schema, schemas, current, budget);
    if (items === undefined || items.allows(current)) return [current];
    const item = coerce(schemas, current, depth + 1);
    return item !== nothing && items.allows(item) ? [item] : current;
  }

  function coerceItems(
    place: PlaceDescription,
    items: readonly unknown[],
    depth: number,
  ): readonly unknown[] {
    const coerced = items.map((item, index) =>
      coerce(place.listItemSchemas(index), item, depth + 1),
    );
    // Positions have a meaning in a tuple: there nothing is dropped.
    if (place.isTuple)
      return coerced.map((item, index) => (item === nothing ? items[index] : item));
    return coerced.filter((item) => item !== nothing);
  }

  function coerceProperties(
    place: PlaceDescription,
    source: SchemaObject,
    depth: number,
  ): SchemaObject {
    const result: SchemaObject = {};
    for (const [name, property] of Object.entries(source)) {
      if (!place.mayHave(name)) continue;
      const coerced = coerce(place.listPropertySchemas(name), property, depth + 1);
      if (coerced !== nothing) setOwn(result, name, coerced);
      else if (place.mustHave(name)) setOwn(result, name, property);
    }
    return result;
  }

  const coerced = coerce([schema], value, 0);
  return coerced === nothing ? value : coerced;
}
