import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { getOrMake, toWordSet } from '../../runtime/collections.ts';
import { setOwn, toJsonPointer } from '../../runtime/plain-json.ts';
import { isNothing } from './coerce/no-value.ts';
import { type SchemaObject, findReferenced, isSchemaObject } from './list-schema-fields.ts';

/** A schema without some of its properties. */
export interface Remainder {
  /** `undefined` where nothing is left to ask for. */
  readonly schema: JsonSchema | undefined;
  /** JSON Pointers of the values whose properties were left out. */
  readonly without: ReadonlySet<string>;
}

/** Keywords that say nothing of a value. */
const remarks: ReadonlySet<string> = toWordSet(
  '$schema $id $defs $comment default deprecated description examples title',
);
/** Keywords of an object that mean the same without one of its properties. */
const plainKeywords: ReadonlySet<string> = new Set([
  ...remarks,
  ...'additionalProperties properties required type'.split(' '),
]);

/** References to anything but a definition: they would lead into the schema that lost its properties. */
const otherReference = /"\$ref":"(?!#\/\$defs\/)/;
const anyReference = /"\$ref":/;

const gone: unique symbol = Symbol('gone');

/** Remainders of one schema that are kept, so that a provider's refusal of a response format is remembered by schema. */
const maxKept = 50;
const remainders = new WeakMap<SchemaObject, Map<string, Remainder>>();

/**
 * Leaves the properties of known values out of a schema, and objects that have no other. Lists stay whole, and so do objects of which
 * the schema says more than what properties they have: choices, conditions, counts.
 */
export function leaveOutFields(schema: JsonSchema, pointers: ReadonlySet<string>): Remainder {
  if (!isSchemaObject(schema) || pointers.size === 0) return { schema, without: new Set() };
  const kept = getOrMake(remainders, schema, () => new Map<string, Remainder>());
  if (kept.size > maxKept) kept.clear();
  return getOrMake(kept, JSON.stringify([...pointers].toSorted()), () => reduce(schema, pointers));
}

function reduce(root: SchemaObject, pointers: ReadonlySet<string>): Remainder {
  const without = new Set<string>();
  const text = JSON.stringify(root);
  if (otherReference.test(text)) return { schema: root, without };

  // Recursive over the depth of the pointers.
  function reduceAt(schema: unknown, path: string): unknown {
    if (pointers.has(path)) {
      without.add(path);
      return gone;
    }
    const isAround = [...pointers].some((pointer) => pointer.startsWith(`${path}/`));
    const object = isAround ? findPlainObject(root, schema) : undefined;
    if (object === undefined) return schema;
    const left: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(object.properties)) {
      const reduced = reduceAt(property, path + toJsonPointer([name]));
      if (reduced !== gone) setOwn(left, name, reduced);
    }
    if (Object.keys(left).length === 0) return gone;
    const { required } = object.schema;
    return {
      ...object.schema,
      properties: left,
      ...(Array.isArray(required)
        ? { required: required.filter((name) => Object.hasOwn(left, String(name))) }
        : {}),
    };
  }

  const reduced = reduceAt(root, '');
  if (reduced === gone || !isSchemaObject(reduced)) return { schema: undefined, without };
  if (without.size === 0) return { schema: root, without };
  const { $defs: _definitions, ...rest } = reduced;
  const needsDefinitions = anyReference.test(JSON.stringify(rest));
  const { $defs } = root;
  return { schema: needsDefinitions && $defs !== undefined ? { ...rest, $defs } : rest, without };
}

/** Puts known values to an answer that lacks them, in the order of the schema; an answer that is no object stays as it is. */
export function putBackFields(
  root: JsonSchema,
  answer: unknown,
  values: ReadonlyMap<string, unknown>,
): unknown {
  const pointers = [...values.keys()];

  function putAt(schema: unknown, given: unknown, path: string): unknown {
    if (values.has(path)) return values.get(path);
    const isAround = pointers.some((pointer) => pointer.startsWith(`${path}/`));
    const object = isAround ? findPlainObject(root, schema) : undefined;
    if (object === undefined) return given;
    // One in a list, of which the item is taken later.
    if (Array.isArray(given) && given.length === 1) return [putAt(schema, given[0], path)];
    // An object of which nothing but known values was found.
    const own = given === undefined || isNothing(given) ? {} : given;
    if (!isSchemaObject(own)) return given;
    const filled: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(object.properties)) {
      const member = Object.hasOwn(own, name) ? own[name] : undefined;
      const value = putAt(property, member, path + toJsonPointer([name]));
      if (value !== undefined) setOwn(filled, name, value);
    }
    for (const [name, member] of Object.entries(own))
      if (!Object.hasOwn(filled, name)) setOwn(filled, name, member);
    return filled;
  }

  return putAt(root, answer, '');
}

interface PlainObject {
  readonly schema: SchemaObject;
  readonly properties: SchemaObject;
}

/** The object that a schema describes by its properties alone, itself, by a reference, or as the one choice beside `null`. */
function findPlainObject(root: JsonSchema, given: unknown): PlainObject | undefined {
  let schema = given;
  const seen = new Set<unknown>();
  while (isSchemaObject(schema) && !seen.has(schema)) {
    seen.add(schema);
    const { $ref, anyOf, ...others } = schema;
    const isAlone = Object.keys(others).every((keyword) => remarks.has(keyword));
    if (isAlone && $ref !== undefined && anyOf === undefined) {
      schema = findReferenced(root, schema);
    } else if (isAlone && Array.isArray(anyOf) && $ref === undefined) {
      const choices = anyOf.filter((choice) => !isNull(choice));
      if (choices.length !== 1) return undefined;
      [schema] = choices;
    } else {
      break;
    }
  }
  if (!isSchemaObject(schema)) return undefined;
  const { properties, additionalProperties = false, type } = schema;
  const isPlain = Object.keys(schema).every((keyword) => plainKeywords.has(keyword));
  const isObject = type === undefined || [type].flat().includes('object');
  return isPlain && isObject && additionalProperties === false && isSchemaObject(properties)
    ? { schema, properties }
    : undefined;
}

function isNull(schema: unknown): boolean {
  return isSchemaObject(schema) && schema['type'] === 'null';
}
