import type { JsonSchema } from '../contracts/extractor.ts';
import { parseJsonPointer } from '../schema/json-pointer.ts';
import { isSchemaObject, listApplicableSchemas } from '../schema/list-applicable-schemas.ts';

/** The `maxItems` of the list at a JSON Pointer into a value of the schema; `undefined` where there is none. */
export function findListLimit(schema: JsonSchema, path: string): number | undefined {
  let places = listApplicableSchemas(schema, schema);
  for (const segment of parseJsonPointer(path) ?? []) {
    places = places.flatMap(({ properties, items }) => {
      const inner = isSchemaObject(properties) ? properties[segment] : undefined;
      const next = inner ?? (/^\d+$/.test(segment) ? items : undefined);
      return next === undefined ? [] : listApplicableSchemas(schema, next);
    });
  }
  const limits = places
    .map(({ maxItems }) => maxItems)
    .filter((limit) => typeof limit === 'number');
  return limits.length === 0 ? undefined : Math.min(...limits);
}
