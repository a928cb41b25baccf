import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { minOf } from '../../runtime/collections.ts';
import { type SchemaObject, isSchemaObject, listApplicableSchemas } from './list-schema-fields.ts';

/** The subschemas that may apply to the value at a path, as they are written: `$ref` and alternatives not followed. */
export function findSchemasAtPath(root: JsonSchema, path: readonly string[]): readonly unknown[] {
  let found: readonly unknown[] = [root];
  for (const segment of path) {
    const applicable = listApplicable(root, found);
    found = [...new Set(applicable.flatMap((schema) => listSchemasBelow(schema, segment)))];
  }
  return found;
}

/** The same with all that they refer to, and with their alternatives. */
export function listApplicableAtPath(
  root: JsonSchema,
  path: readonly string[],
): readonly SchemaObject[] {
  return listApplicable(root, findSchemasAtPath(root, path));
}

/** Whether the items of the list at a path mean something by their positions. */
export function isTupleAt(root: JsonSchema, path: readonly string[]): boolean {
  return listApplicableAtPath(root, path).some(({ prefixItems }) => prefixItems !== undefined);
}

/** The most items that a list at a path may have; `undefined` where the schema sets no bound. */
export function findMostItems(root: JsonSchema, path: readonly string[]): number | undefined {
  const limits = listApplicableAtPath(root, path)
    .map(({ maxItems }) => maxItems)
    .filter((limit) => typeof limit === 'number');
  return limits.length === 0 ? undefined : minOf(limits);
}

/** As alternatives of one schema, so that the bound on applicable schemas holds for all together. */
function listApplicable(root: JsonSchema, schemas: readonly unknown[]): readonly SchemaObject[] {
  return listApplicableSchemas(root, { anyOf: schemas });
}

function listSchemasBelow(schema: SchemaObject, segment: string): readonly unknown[] {
  const below: unknown[] = [];
  const properties = schema['properties'];
  const hasProperty = isSchemaObject(properties) && Object.hasOwn(properties, segment);
  if (hasProperty) below.push(properties[segment]);
  else if (schema['additionalProperties'] !== undefined) below.push(schema['additionalProperties']);
  if (/^\d+$/.test(segment)) {
    const prefix: unknown = Array.isArray(schema['prefixItems'])
      ? schema['prefixItems'][Number(segment)]
      : undefined;
    if (prefix !== undefined || schema['items'] !== undefined)
      below.push(prefix ?? schema['items']);
  }
  return below;
}
