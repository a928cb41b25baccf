import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { addTo, addAll } from '../../runtime/collections.ts';
import { decodePercent } from '../../runtime/unicode/decode-percent.ts';
import { findAtPath, parseJsonPointer } from '../../runtime/plain-json.ts';

export const jsonTypes = [
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
] as const;
export type JsonType = (typeof jsonTypes)[number];

/** A named place that a schema asks to be filled: a property, wherever it lies. */
export interface SchemaField {
  /** Property names from the root; array elements add nothing, so `items[].price` is `['items', 'price']`. */
  readonly path: readonly string[];
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** What the value may be; empty when the schema does not say. */
  readonly types: readonly JsonType[];
  /** What its elements may be, when it may be an array; empty when the schema does not say. */
  readonly itemTypes: readonly JsonType[];
  /** E.g. `date` or `uri`; of the elements when the field is an array of plain values. */
  readonly format: string | undefined;
  /** Members of `enum` or `const`, of the elements when the field is an array; empty when any value will do. */
  readonly enumMembers: readonly unknown[];
  /** Whether the object that holds it must have it. */
  readonly required: boolean;
  readonly arrayDepth: number;
  /** Whether properties of its own (or of its elements) follow in the list. */
  readonly hasFields: boolean;
  /** The schema as written at this property, `$ref` not followed. */
  readonly schema: JsonSchema;
}

/** Most fields that are listed; also the limit on subschemas. */
const maxFields = 1_000;
/** Most names in a path; only recursive schemas are deeper. */
const maxPathLength = 32;

interface Place {
  readonly schemas: readonly SchemaObject[];
  readonly path: readonly string[];
  readonly arrayDepth: number;
  /** The schemas above this one, so that recursion through `$ref` ends. */
  readonly above: ReadonlySet<SchemaObject>;
}

/** The properties that a schema names, parents first, at most a thousand; a recursive schema down to the first repetition. */
export function listSchemaFields(schema: JsonSchema): readonly SchemaField[] {
  const known = isSchemaObject(schema) ? listed.get(schema) : undefined;
  if (known !== undefined) return known;
  const fields: SchemaField[] = [];
  addFields(schema, enterArrays(schema, schema, [], 0, new Set()), fields);
  if (isSchemaObject(schema)) listed.set(schema, fields);
  return fields;
}

// Schemas are shared by their parser and never change; several readers of one page list the same one.
const listed = new WeakMap<SchemaObject, readonly SchemaField[]>();

/** Schemas for the elements of an array, from every keyword that may describe them. */
export function listItemSchemas(schemas: readonly SchemaObject[]): readonly unknown[] {
  return schemas
    .flatMap((schema) => [
      ...(Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : []),
      ...(Array.isArray(schema['items']) ? schema['items'] : [schema['items']]),
    ])
    .filter((item) => item !== undefined);
}

/** The types that a set of applicable schemas allows; empty when none of them says. */
export function listTypes(schemas: readonly SchemaObject[]): readonly JsonType[] {
  const types = new Set<JsonType>();
  for (const schema of schemas) {
    for (const type of [schema['type']].flat()) if (isJsonType(type)) types.add(type);
  }
  if (types.size === 0) {
    for (const member of listEnumMembers(schemas)) types.add(typeOf(member));
    if (schemas.some((schema) => schema['properties'] !== undefined)) types.add('object');
    if (listItemSchemas(schemas).length > 0) types.add('array');
  }
  return [...types];
}

/**
 * The types that a value of a schema may have as `type`, `enum` and `const` say, with those that `$ref` and `allOf` narrow and the
 * alternatives of `anyOf` and `oneOf`; `undefined` where it does not say.
 */
export function findAllowedTypes(
  root: JsonSchema,
  schema: unknown,
  known: Map<unknown, ReadonlySet<JsonType> | undefined> = new Map(),
): ReadonlySet<JsonType> | undefined {
  if (!isSchemaObject(schema) || known.has(schema)) return known.get(schema);
  // A schema that leads to itself says nothing by that.
  known.set(schema, undefined);
  const allowed = (next: unknown) => findAllowedTypes(root, next, known);
  const { type, enum: members, const: only } = schema;
  const said: (ReadonlySet<JsonType> | undefined)[] = [];
  if (type !== undefined) said.push(new Set([type].flat().filter(isJsonType)));
  if (Array.isArray(members)) said.push(new Set(members.map(typeOf)));
  if (only !== undefined) said.push(new Set([typeOf(only)]));
  addAll(said, [findReferenced(root, schema), ...listOf(schema['allOf'])].map(allowed));
  for (const branches of [listOf(schema['anyOf']), listOf(schema['oneOf'])]) {
    const each = branches.map(allowed).filter((types) => types !== undefined);
    if (branches.length > 0 && each.length === branches.length) {
      said.push(new Set(each.flatMap((types) => [...types])));
    }
  }
  let kept: ReadonlySet<JsonType> | undefined;
  for (const types of said) {
    if (types === undefined) continue;
    const before: ReadonlySet<JsonType> = kept ?? types;
    kept = new Set([...types].filter((one) => before.has(one)));
  }
  known.set(schema, kept);
  return kept;
}

function addFields(root: JsonSchema, place: Place, fields: SchemaField[]): void {
  if (place.path.length >= maxPathLength) return;
  const required = new Set(place.schemas.flatMap((schema) => schema['required'] ?? []));
  for (const [name, schemas] of propertiesOf(place.schemas)) {
    if (fields.length >= maxFields) return;
    const path = [...place.path, name];
    const own = unique(schemas.flatMap((schema) => listApplicableSchemas(root, schema)));
    const items = unique(
      listItemSchemas(own).flatMap((schema) => listApplicableSchemas(root, schema)),
    );
    const inner = enterArrays(root, schemas, path, place.arrayDepth, place.above);
    fields.push({
      path,
      name,
      title: firstString(own, 'title'),
      description: firstString(own, 'description'),
      types: listTypes(own),
      itemTypes: listTypes(items),
      format: firstString(own, 'format') ?? firstString(items, 'format'),
      enumMembers: listEnumMembers(listEnumMembers(own).length > 0 ? own : items),
      required: required.has(name),
      arrayDepth: place.arrayDepth,
      hasFields: path.length < maxPathLength && propertiesOf(inner.schemas).size > 0,
      schema: schemas[0] as JsonSchema,
    });
    addFields(root, inner, fields);
  }
}

/** Goes from a value to the objects in it: through `[]` and `[][]` to the records. */
function enterArrays(
  root: JsonSchema,
  schema: unknown,
  path: readonly string[],
  arrayDepth: number,
  above: ReadonlySet<SchemaObject>,
): Place {
  const seen = new Set(above);
  let depth = arrayDepth;
  let schemas = unseen(root, Array.isArray(schema) ? schema : [schema], seen);
  while (propertiesOf(schemas).size === 0) {
    const items = unseen(root, listItemSchemas(schemas), seen);
    if (items.length === 0) break;
    schemas = items;
    depth += 1;
  }
  return { schemas, path, arrayDepth: depth, above: seen };
}

function unseen(
  root: JsonSchema,
  schemas: readonly unknown[],
  seen: Set<SchemaObject>,
): readonly SchemaObject[] {
  const applicable = unique(schemas.flatMap((schema) => listApplicableSchemas(root, schema)));
  const fresh = applicable.filter((schema) => !seen.has(schema));
  for (const schema of fresh) seen.add(schema);
  return fresh;
}

function propertiesOf(schemas: readonly SchemaObject[]): ReadonlyMap<string, readonly unknown[]> {
  const properties = new Map<string, unknown[]>();
  for (const schema of schemas) {
    const own = schema['properties'];
    if (typeof own !== 'object' || own === null) continue;
    for (const [name, property] of Object.entries(own)) {
      // `false` says that the property must not be there.
      if (property === false) continue;
      addTo(properties, name, property);
    }
  }
  return properties;
}

function listEnumMembers(schemas: readonly SchemaObject[]): readonly unknown[] {
  return schemas.flatMap((schema) => {
    if (Object.hasOwn(schema, 'const')) return [schema['const']];
    return Array.isArray(schema['enum']) ? schema['enum'] : [];
  });
}

function firstString(schemas: readonly SchemaObject[], keyword: string): string | undefined {
  return schemas.map((schema) => schema[keyword]).find((value) => typeof value === 'string');
}

function isJsonType(value: unknown): value is JsonType {
  return jsonTypes.some((type) => type === value);
}

/** The JSON type of a value; whole numbers are `integer`. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'string' : 'object';
}

function unique<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)];
}

/** A schema that is not just `true` or `false`. */
export type SchemaObject = Exclude<JsonSchema, boolean>;

/** Most schemas for one place, above the need of any handwritten schema; keeps the time linear on hostile schemas. */
const maxApplicable = 100;

/** Whether a value is a JSON object, the form every schema but `true` and `false` has. */
export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What applies, or may apply, to one value through `$ref` (a pointer), `allOf`, `anyOf`, `oneOf`, `then`, `else`; at most 100.
 */
export function listApplicableSchemas(root: JsonSchema, schema: unknown): readonly SchemaObject[] {
  return listReached(schema, (next) => [
    findReferenced(root, next),
    ...listOf(next['allOf']),
    ...listOf(next['anyOf']),
    ...listOf(next['oneOf']),
    next['then'],
    next['else'],
  ]);
}

function listReached(
  schema: unknown,
  listBranches: (schema: SchemaObject) => unknown[],
): readonly SchemaObject[] {
  const found = new Set<SchemaObject>();
  const pending: unknown[] = [schema];
  while (pending.length > 0 && found.size < maxApplicable) {
    const next = pending.pop();
    if (!isSchemaObject(next) || found.has(next)) continue;
    found.add(next);
    addAll(pending, listBranches(next).reverse());
  }
  return [...found];
}

export function findReferenced(root: JsonSchema, schema: SchemaObject): unknown {
  const reference = schema['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  const segments = parseJsonPointer(decodePercent(reference.slice(1)));
  return segments === undefined ? undefined : findAtPath(root, segments);
}

/** The schemas that certainly apply to the same value: itself, and those that `$ref` and `allOf` add. */
export function listCertainSchemas(root: JsonSchema, schema: unknown): readonly SchemaObject[] {
  return listReached(schema, (next) => [findReferenced(root, next), ...listOf(next['allOf'])]);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, maxApplicable) : [];
}
