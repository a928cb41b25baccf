import type { JsonSchema } from '../../contracts/extractor.ts';
import {
  isSchemaObject,
  listApplicableSchemas,
  type SchemaObject,
} from '../../schema/list-applicable-schemas.ts';

/** What a schema says about the value at a path; `undefined` when nothing may be there, `true` when it says nothing. */
export function findPartSchema(
  root: JsonSchema,
  segments: readonly string[],
): JsonSchema | undefined {
  let part: JsonSchema = root;
  for (const segment of segments) {
    const parents = listApplicableSchemas(root, part);
    const children = new Set(parents.flatMap((parent) => listChildren(parent, segment)));
    const allowed = [...children].filter((child) => child !== false) as readonly JsonSchema[];
    if (allowed.length === 0) return children.size > 0 ? undefined : true;
    part = allowed.length === 1 ? (allowed[0] ?? true) : { anyOf: allowed };
  }
  return part;
}

function listChildren(parent: SchemaObject, segment: string): readonly unknown[] {
  const { properties, additionalProperties, prefixItems, items } = parent;
  if (isSchemaObject(properties) && Object.hasOwn(properties, segment)) {
    return [properties[segment]];
  }
  const children: unknown[] = [];
  if (/^\d+$/.test(segment)) {
    const prefix: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : [];
    children.push(prefix[Number(segment)] ?? items);
  }
  children.push(additionalProperties);
  return children.filter((child) => child !== undefined);
}
