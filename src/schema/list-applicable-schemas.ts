import type { JsonSchema } from '../contracts/extractor.ts';
import { findAtPath, parseJsonPointer } from './json-pointer.ts';

/** A schema that is not just `true` or `false`. */
export type SchemaObject = Exclude<JsonSchema, boolean>;

/** Most schemas for one place, above the need of any handwritten schema; keeps the time linear on hostile schemas. */
const maxApplicable = 100;

/** Whether a value is a JSON object, the form every schema but `true` and `false` has. */
export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns every schema object that applies, or may apply, to the same value as `schema`: itself, and those it reaches
 * through `$ref`, `allOf`, `anyOf`, `oneOf`, `then` and `else`; each once, in order, at most a hundred. `$ref` must be
 * a pointer (`#`, `#/…`), as it is in every schema that `parseSchema` made.
 */
export function listApplicableSchemas(root: JsonSchema, schema: unknown): readonly SchemaObject[] {
  const found = new Set<SchemaObject>();
  const pending: unknown[] = [schema];
  while (pending.length > 0 && found.size < maxApplicable) {
    const next = pending.pop();
    if (!isSchemaObject(next) || found.has(next)) continue;
    found.add(next);
    const branches = [
      findReferenced(root, next),
      ...listOf(next['allOf']),
      ...listOf(next['anyOf']),
      ...listOf(next['oneOf']),
      next['then'],
      next['else'],
    ];
    for (const branch of branches.reverse()) if (branch !== undefined) pending.push(branch);
  }
  return [...found];
}

/** The schema that a `$ref` in `schema` leads to; `undefined` without one. */
export function findReferenced(root: JsonSchema, schema: SchemaObject): unknown {
  const reference = schema['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  const segments = parseJsonPointer(decodeFragment(reference.slice(1)));
  return segments === undefined ? undefined : findAtPath(root, segments);
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // The fragment is not valid percent-encoding: use it as written.
    return fragment;
  }
}

/**
 * Returns every schema object that certainly applies to the same value: itself, and those that `$ref` and `allOf`
 * add.
 */
export function listCertainSchemas(root: JsonSchema, schema: unknown): readonly SchemaObject[] {
  const found = new Set<SchemaObject>();
  const pending: unknown[] = [schema];
  while (pending.length > 0 && found.size < maxApplicable) {
    const next = pending.pop();
    if (!isSchemaObject(next) || found.has(next)) continue;
    found.add(next);
    for (const branch of [findReferenced(root, next), ...listOf(next['allOf'])].reverse()) {
      if (branch !== undefined) pending.push(branch);
    }
  }
  return [...found];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, maxApplicable) : [];
}
