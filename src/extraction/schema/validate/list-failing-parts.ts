import type { JsonSchema } from '../../../runtime/contracts/extractor.ts';
import { getOrMake } from '../../../runtime/collections.ts';
import type { Issue } from '../../../runtime/errors/gleaner-error.ts';
import { mapChildren } from '../parse/index-schema.ts';
import {
  findAtPath,
  parseJsonPointer,
  toJsonPointer,
  toReference,
} from '../../../runtime/plain-json.ts';
import { findSchemasAtPath, listApplicableAtPath } from '../find-schemas-at-path.ts';
import { type SchemaObject, findReferenced, isSchemaObject } from '../list-schema-fields.ts';

/** One place of a value that has to be replaced. */
export interface FailingPart {
  /** JSON Pointer into the answer; empty for the whole. */
  readonly path: string;
  /** The schema of the place, self-contained with its `$ref` targets. */
  readonly schema: JsonSchema;
  readonly value: unknown;
  /** Whether the schema asks for a value there: what need not be there must not be asked for as if it had to. */
  readonly isRequired: boolean;
  readonly messages: readonly string[];
}

/** The smallest parts that hold all issues, none inside another; of a place that the schema does not describe, its owner. */
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
    getOrMake(parts, pointer, () => ({ ...place, messages: [] as string[] })).messages.push(text);
  }
  for (const [pointer, part] of parts) {
    const owner = part.path
      .map((_, length) => toJsonPointer(part.path.slice(0, length)))
      .find((ancestor) => parts.has(ancestor));
    if (owner === undefined) continue;
    const below = pointer.slice(owner.length);
    const messages = parts.get(owner)?.messages;
    for (const message of part.messages) messages?.push(`${below} ${message}`);
    parts.delete(pointer);
  }
  return [...parts].map(([pointer, part]) => ({
    path: pointer,
    schema: part.schema,
    value: findAtPath(value, part.path),
    isRequired: isRequired(schema, part.path),
    messages: part.messages,
  }));
}

/** Returns one schema made of all that may apply to the value at a path; `undefined` when none does. */
function findSchemaAtPath(root: JsonSchema, path: readonly string[]): JsonSchema | undefined {
  const schemas = findSchemasAtPath(root, path).filter((schema) => schema !== false);
  if (schemas.length === 0) return undefined;
  // Alternatives and additions are treated alike here: validation comes again afterwards.
  return toStandalone(root, schemas.length === 1 ? schemas[0] : { anyOf: schemas });
}

/** Whether every schema that names a member requires it; of alternatives one may do without. */
export function isRequired(root: JsonSchema, path: readonly string[]): boolean {
  const name = path.at(-1);
  if (name === undefined) return true;
  const owners = listApplicableAtPath(root, path.slice(0, -1)).filter(
    ({ properties }) => isSchemaObject(properties) && Object.hasOwn(properties, name),
  );
  return owners.every(({ required }) => Array.isArray(required) && required.includes(name));
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

/** Copies a subschema out of its document, with everything its references need under `$defs`. */
function toStandalone(root: JsonSchema, schema: unknown): JsonSchema {
  const names = new Map<unknown, string>();
  const definitions: Record<string, unknown> = {};

  function copy(current: unknown): unknown {
    if (!isSchemaObject(current)) return current;
    const { $defs: _definitions, $ref: _reference, ...own } = current;
    const copied = mapChildren(own, copy);
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
