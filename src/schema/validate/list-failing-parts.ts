import type { JsonSchema } from '../../contracts/extractor.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { setOwn } from '../copy-plain-json.ts';
import { listChildren } from '../parse/index-schema.ts';
import { findAtPath, parseJsonPointer, toJsonPointer, toReference } from '../json-pointer.ts';
import {
  findReferenced,
  isSchemaObject,
  listApplicableSchemas,
  type SchemaObject,
} from '../list-applicable-schemas.ts';
import { keywordsByDialect } from '../parse/schema-dialects.ts';

/** One place of a value that has to be replaced. */
export interface FailingPart {
  /** JSON Pointer into the answer; empty for the whole. */
  readonly path: string;
  /** The schema of the place, self-contained with its `$ref` targets. */
  readonly schema: JsonSchema;
  /** The current value; `undefined` when there is none. */
  readonly value: unknown;
  /** What is wrong there and below. */
  readonly messages: readonly string[];
}

/**
 * Returns the smallest parts of a result that hold all issues, none inside another; a repair call replaces them. An
 * issue at a place that the schema does not describe, say a property too many, makes its owner the failing part.
 */
export function listFailingParts(
  schema: JsonSchema,
  value: unknown,
  issues: readonly Issue[],
): readonly FailingPart[] {
  const parts = new Map<
    string,
    { path: readonly string[]; schema: JsonSchema; messages: string[] }
  >();
  for (const { path, message } of issues) {
    const place = findDescribed(schema, parseJsonPointer(path) ?? []);
    const pointer = toJsonPointer(place.path);
    const below = path.slice(pointer.length);
    const text = below === '' ? message : `${below} ${message}`;
    const known = parts.get(pointer);
    if (known === undefined) parts.set(pointer, { ...place, messages: [text] });
    else known.messages.push(text);
  }
  for (const [pointer, part] of parts) {
    const owner = part.path
      .map((_, length) => toJsonPointer(part.path.slice(0, length)))
      .find((ancestor) => parts.has(ancestor));
    if (owner === undefined) continue;
    const below = pointer.slice(owner.length);
    parts.get(owner)?.messages.push(...part.messages.map((message) => `${below} ${message}`));
    parts.delete(pointer);
  }
  return [...parts].map(([pointer, part]) => ({
    path: pointer,
    schema: part.schema,
    value: findAtPath(value, part.path),
    messages: part.messages,
  }));
}

/** Returns one schema made of all that may apply to the value at a path; `undefined` when none does. */
export function findSchemaAtPath(
  root: JsonSchema,
  path: readonly string[],
): JsonSchema | undefined {
  let found: readonly unknown[] = [root];
  for (const segment of path) {
    // As alternatives of one schema, so that the bound on applicable schemas holds for all together.
    const applicable = listApplicableSchemas(root, { anyOf: found });
    found = [...new Set(applicable.flatMap((schema) => listSchemasBelow(schema, segment)))];
  }
  const schemas = [...new Set(found)].filter((schema) => schema !== false);
  if (schemas.length === 0) return undefined;
  // Alternatives and additions are treated alike here: validation comes again afterwards.
  return toStandalone(root, schemas.length === 1 ? schemas[0] : { anyOf: schemas });
}

function findDescribed(
  root: JsonSchema,
  path: readonly string[],
): { readonly path: readonly string[]; readonly schema: JsonSchema } {
  for (let length = path.length; length > 0; length -= 1) {
    const ancestor = path.slice(0, length);
    const schema = findSchemaAtPath(root, ancestor);
    if (schema !== undefined) return { path: ancestor, schema };
  }
  return { path: [], schema: root };
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

/** Copies a subschema out of its document, with everything its references need under `$defs`. */
function toStandalone(root: JsonSchema, schema: unknown): JsonSchema {
  const names = new Map<unknown, string>();
  const definitions: Record<string, unknown> = {};

  function copy(current: unknown): unknown {
    if (!isSchemaObject(current)) return current;
    const copied: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(current)) {
      if (keyword !== '$defs' && keyword !== '$ref') setOwn(copied, keyword, value);
    }
    for (const [[keyword = '', name], child] of listChildren(
      current,
      keywordsByDialect['2020-12'],
    )) {
      if (keyword === '$defs') continue;
      if (name === undefined) copied[keyword] = copy(child);
      else {
        if (copied[keyword] === current[keyword]) {
          const original = current[keyword];
          copied[keyword] = Array.isArray(original) ? [...original] : { ...(original as object) };
        }
        setOwn(copied[keyword] as object, name, copy(child));
      }
    }
    const target = findReferenced(root, current);
    if (target !== undefined) copied['$ref'] = toReference(['$defs', nameOf(target, current)]);
    return copied;
  }

  function nameOf(target: unknown, from: SchemaObject): string {
    const known = names.get(target);
    if (known !== undefined) return known;
    const wanted = String(from['$ref']).split('/').at(-1) ?? '';
    const bare = /^[\w.-]{1,64}$/.test(wanted) && wanted !== '__proto__' ? wanted : 'root';
    const taken = new Set(names.values());
    let name = bare;
    for (let suffix = 2; taken.has(name); suffix += 1) name = `${bare}_${suffix}`;
    names.set(target, name);
    definitions[name] = copy(target);
    return name;
  }

  const copied = copy(schema);
  if (typeof copied === 'boolean') return copied;
  if (!isSchemaObject(copied)) return true;
  return Object.keys(definitions).length === 0 ? copied : { ...copied, $defs: definitions };
}
