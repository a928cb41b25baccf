import type { Issue } from '../../errors/error-codes.ts';
import { toJsonPointer } from '../json-pointer.ts';
import { findReferenced, isSchemaObject, type SchemaObject } from '../list-applicable-schemas.ts';
import type { NormalisedSchema } from './normalise-schema.ts';

/**
 * Finds a schema that would be checked against the same value without end: a cycle of `$ref`, `allOf`,
 * `not` and the like that never goes on to a property or an item. No value could ever be checked against it.
 */
export function findInPlaceCycle(normalised: NormalisedSchema): Issue | undefined {
  const open = new Set<SchemaObject>();
  const done = new Set<SchemaObject>();

  function visit(schema: SchemaObject): SchemaObject | undefined {
    if (done.has(schema)) return undefined;
    if (open.has(schema)) return schema;
    open.add(schema);
    for (const next of listInPlaceSchemas(normalised.schema, schema)) {
      const cycle = isSchemaObject(next) ? visit(next) : undefined;
      if (cycle !== undefined) return cycle;
    }
    open.delete(schema);
    done.add(schema);
    return undefined;
  }

  for (const schema of normalised.origins.keys()) {
    const cycle = visit(schema);
    if (cycle === undefined) continue;
    return {
      path: toJsonPointer(normalised.origins.get(cycle) ?? []),
      message:
        'refers back to itself without a property or item between; no value could be checked',
    };
  }
  return undefined;
}

/** Returns the subschemas that apply to the same value as their parent. */
export function listInPlaceSchemas(
  root: NormalisedSchema['schema'],
  schema: SchemaObject,
): readonly unknown[] {
  const dependent = schema['dependentSchemas'];
  return [
    findReferenced(root, schema),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => schema[keyword] ?? []),
    ...['not', 'if', 'then', 'else'].map((keyword) => schema[keyword]),
    ...(isSchemaObject(dependent) ? Object.values(dependent) : []),
  ];
}
