import type { Issue } from '../../errors/error-codes.ts';
import { listInPlaceSchemas } from './find-in-place-cycle.ts';
import { toJsonPointer } from '../json/json-pointer.ts';
import { isSchemaObject, type SchemaObject } from '../fields/list-applicable-schemas.ts';
import type { NormalisedSchema } from './normalise-schema.ts';
import type { Dialect } from './schema-dialects.ts';

/**
 * Finds every `unevaluatedItems` that the engine would judge wrongly. Measured on the official test suite: of an
 * alternative it understands neither "all items evaluated" nor "none", and it never counts what `contains` found, as
 * 2020-12 demands. Refused rather than answered wrongly.
 */
export function findUnsureKeywords(
  normalised: NormalisedSchema,
  dialect: Dialect,
): readonly Issue[] {
  const issues: Issue[] = [];
  for (const [schema, origin] of normalised.origins) {
    if (schema['unevaluatedItems'] === undefined) continue;
    const culprit = findCulprit(normalised, schema, dialect);
    if (culprit === undefined) continue;
    issues.push({
      path: toJsonPointer([...origin, 'unevaluatedItems']),
      message: `is not supported together with ${culprit}; use "prefixItems" and "items" instead`,
    });
  }
  return issues;
}

function findCulprit(
  normalised: NormalisedSchema,
  start: SchemaObject,
  dialect: Dialect,
): string | undefined {
  const always = new Set<unknown>(listAlways(start));
  const seen = new Set<SchemaObject>([start]);
  const pending = [start];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (dialect === '2020-12' && schema['contains'] !== undefined) return '"contains"';
    if (schema !== start) {
      if (schema['items'] !== undefined) return '"items" in an alternative or a reference';
      if (schema['unevaluatedItems'] !== undefined) return 'another one below it';
      if (
        schema['prefixItems'] !== undefined &&
        start['prefixItems'] === undefined &&
        !always.has(schema)
      ) {
        return '"prefixItems" in an alternative or a reference only';
      }
    }
    for (const next of listInPlaceSchemas(normalised.schema, schema)) {
      if (!isSchemaObject(next) || seen.has(next)) continue;
      seen.add(next);
      pending.push(next);
    }
  }
  return undefined;
}

/** The schema with those that hold whenever it does. */
function listAlways(start: SchemaObject): readonly unknown[] {
  const found: unknown[] = [start];
  for (let at = 0; at < found.length; at += 1) {
    const schema = found[at];
    if (isSchemaObject(schema) && Array.isArray(schema['allOf'])) found.push(...schema['allOf']);
  }
  return found;
}
