import type { JsonSchema } from '../../contracts/extractor.ts';
import {
  isSchemaObject,
  listCertainSchemas,
  type SchemaObject,
} from '../list-applicable-schemas.ts';
import { typeOf, type JsonType } from '../list-schema-fields.ts';
import { isFormatted } from '../parse/schema-formats.ts';

/** What is certain about the values allowed at one place. */
export interface PlaceDescription {
  /** Types that may stand here; all seven when the schema does not say. */
  readonly types: ReadonlySet<JsonType>;
  /** Members of the narrowest `enum` or `const`, or `undefined` when any value will do. */
  readonly members: readonly unknown[] | undefined;
  readonly format: string | undefined;
  readonly isTuple: boolean;
  /** Whether type, members, format and "not empty" permit the value; other keywords may still forbid it. */
  allows(value: unknown): boolean;
  listItemSchemas(index: number): readonly unknown[];
  listPropertySchemas(name: string): readonly unknown[];
  /** `false` when a closed object has no such property. */
  mayHave(name: string): boolean;
  mustHave(name: string): boolean;
}

const allTypes: readonly JsonType[] = [
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
];
const everyType: ReadonlySet<JsonType> = new Set(allTypes);
/** Alternatives inside alternatives; deeper ones are left alone. */
const maxAlternativeDepth = 4;

/** The remaining steps and the known descriptions during one walk through a value. */
export interface PlaceBudget {
  steps: number;
  readonly certain: Map<unknown, readonly SchemaObject[]>;
  readonly types: Map<unknown, ReadonlySet<JsonType>>;
}

/** A fresh budget. */
export function createPlaceBudget(steps: number): PlaceBudget {
  return { steps, certain: new Map(), types: new Map() };
}

/**
 * Describes a place by all schemas that certainly apply to `value` there. Of alternatives (`anyOf`, `oneOf`) that
 * is the only one whose types permit it; where several do, none is certain. `undefined` when nothing is known.
 */
export function describePlace(
  root: JsonSchema,
  schemas: readonly unknown[],
  value: unknown,
  budget: PlaceBudget,
): PlaceDescription | undefined {
  const active: SchemaObject[] = [];
  let types = everyType;

  function certainOf(schema: unknown): readonly SchemaObject[] {
    const known = budget.certain.get(schema);
    if (known !== undefined) return known;
    const found = listCertainSchemas(root, schema);
    budget.certain.set(schema, found);
    return found;
  }

  // The recursion ends because parseSchema refuses in-place cycles.
  function typesOf(schema: unknown): ReadonlySet<JsonType> {
    if (schema === false) return new Set();
    const known = budget.types.get(schema);
    if (known !== undefined) return known;
    let allowed = everyType;
    for (const certain of certainOf(schema)) {
      allowed = intersect(allowed, ownTypes(certain));
      for (const group of listGroups(certain)) {
        allowed = intersect(allowed, unite(group.map((branch) => typesOf(branch))));
      }
    }
    budget.types.set(schema, allowed);
    return allowed;
  }

  function add(schema: unknown, depth: number): void {
    for (const certain of certainOf(schema)) {
      budget.steps -= 1;
      if (budget.steps <= 0) return;
      active.push(certain);
      if (depth >= maxAlternativeDepth) continue;
      for (const group of listGroups(certain)) {
        budget.steps -= group.length;
        const open = group.filter((branch) => permits(typesOf(branch), value));
        if (open.length === 1) add(open[0], depth + 1);
      }
    }
  }

  for (const schema of schemas) {
    types = intersect(types, typesOf(schema));
    add(schema, 0);
  }
  if (active.length === 0 || budget.steps <= 0) return undefined;
  const members = listMembers(active);
  const format = active.map((schema) => schema['format']).find((name) => typeof name === 'string');
  const mustSaySomething = active.some((schema) => Number(schema['minLength'] ?? 0) > 0);
  return {
    types,
    members,
    format,
    isTuple: active.some((schema) => schema['prefixItems'] !== undefined),
    allows(candidate) {
      if (!permits(types, candidate)) return false;
      if (members !== undefined && isScalar(candidate)) return members.includes(candidate);
      if (typeof candidate !== 'string') return true;
      return (candidate !== '' || !mustSaySomething) && isFormatted(format, candidate);
    },
    listItemSchemas: (index) => active.flatMap((schema) => itemSchemasOf(schema, index)),
    listPropertySchemas: (name) => active.flatMap((schema) => propertySchemasOf(schema, name)),
    mayHave: (name) => !active.some((schema) => excludes(schema, name)),
    mustHave: (name) =>
      active.some(
        (schema) => Array.isArray(schema['required']) && schema['required'].includes(name),
      ),
  };
}

/** Whether a value's type is among those allowed; whole numbers are numbers too. */
function permits(types: ReadonlySet<JsonType>, value: unknown): boolean {
  const type = typeOf(value);
  return types.has(type) || (type === 'integer' && types.has('number'));
}

function ownTypes(schema: SchemaObject): ReadonlySet<JsonType> {
  const names = new Set([schema['type']].flat());
  const declared = allTypes.filter((type) => names.has(type));
  const types = declared.length > 0 ? declared : allTypes;
  const members = listMembers([schema]);
  if (members === undefined && types === allTypes) return everyType;
  if (members === undefined) return withIntegers(types);
  const ofMembers = new Set(members.map(typeOf));
  return new Set(withIntegersList(types).filter((type) => ofMembers.has(type)));
}

function withIntegersList(types: readonly JsonType[]): readonly JsonType[] {
  return types.includes('number') ? [...types, 'integer'] : types;
}

function withIntegers(types: readonly JsonType[]): ReadonlySet<JsonType> {
  return new Set(withIntegersList(types));
}

function listMembers(schemas: readonly SchemaObject[]): readonly unknown[] | undefined {
  let narrowest: readonly unknown[] | undefined;
  for (const schema of schemas) {
    const members = Object.hasOwn(schema, 'const') ? [schema['const']] : schema['enum'];
    if (!Array.isArray(members)) continue;
    if (narrowest === undefined || members.length < narrowest.length) narrowest = members;
  }
  return narrowest;
}

function listGroups(schema: SchemaObject): readonly (readonly unknown[])[] {
  return [schema['anyOf'], schema['oneOf']].filter((group) => Array.isArray(group));
}

function itemSchemasOf(schema: SchemaObject, index: number): readonly unknown[] {
  const prefix = Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : [];
  const found: unknown = index < prefix.length ? prefix[index] : schema['items'];
  return found === undefined ? [] : [found];
}

function propertySchemasOf(schema: SchemaObject, name: string): readonly unknown[] {
  const properties = schema['properties'];
  if (isSchemaObject(properties) && Object.hasOwn(properties, name)) return [properties[name]];
  // Names are not matched with patterns here, so with patterns nothing is certain about other properties.
  if (schema['patternProperties'] !== undefined) return [];
  const rest = schema['additionalProperties'];
  return isSchemaObject(rest) ? [rest] : [];
}

function excludes(schema: SchemaObject, name: string): boolean {
  if (schema['additionalProperties'] !== false || schema['patternProperties'] !== undefined) {
    return false;
  }
  const properties = schema['properties'];
  return !isSchemaObject(properties) || !Object.hasOwn(properties, name);
}

function intersect(
  left: ReadonlySet<JsonType>,
  right: ReadonlySet<JsonType>,
): ReadonlySet<JsonType> {
  // Most schemas say nothing about types, and this runs for each of them at each value.
  if (left === right || right === everyType) return left;
  return left === everyType ? right : new Set([...left].filter((type) => right.has(type)));
}

function unite(sets: readonly ReadonlySet<JsonType>[]): ReadonlySet<JsonType> {
  return new Set(sets.flatMap((set) => [...set]));
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
