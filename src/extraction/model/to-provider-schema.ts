import type { JsonSchema, ModelTexts } from '../../runtime/contracts/extractor.ts';
import {
  type SchemaObject,
  findReferenced,
  isSchemaObject,
  listTypes,
} from '../schema/list-schema-fields.ts';

type WireSchema = Readonly<Record<string, unknown>>;

/** The copy of a schema that goes to the provider. The full one stays in the prompt, and validation is ours. */
export interface ProviderSchema {
  readonly schema: WireSchema | undefined;
  /** Whether it keeps to what strict modes accept. */
  readonly strict: boolean;
  /** Whether the value stands under `answer`: providers want an object at the root. */
  readonly wrapped: boolean;
  /** What to ask for where this is refused; nothing but words where there is none. */
  readonly less?: ProviderSchema | undefined;
}

export const anyJson: ProviderSchema = { schema: undefined, strict: true, wrapped: false };

/** Name of the property that holds an answer which is no object. */
export const wrapperName = 'answer';

/** Limits of the strictest known mode. Source: OpenAI's guide to structured outputs, "Supported schemas". */
const maxNesting = 10;
const maxEnumMembers = 1_000;

/** Keywords that can bring in properties or shapes which a strict copy could not name. */
const inexpressible = (
  '$dynamicRef dependentSchemas else if patternProperties prefixItems then unevaluatedItems ' +
  'unevaluatedProperties'
).split(' ');

class Inexpressible extends Error {}

/** A copy with optional properties required and nullable, objects closed, refused keywords gone; else as it is, not strict. */
export function toProviderSchema(schema: JsonSchema): ProviderSchema {
  const wrapped = !describesObject(schema);
  try {
    return { schema: toStrictRoot(schema, wrapped), strict: true, wrapped };
  } catch (error) {
    if (!(error instanceof Inexpressible)) throw error;
    return { schema: toLooseRoot(schema, wrapped), strict: false, wrapped };
  }
}

/** Whether the root is one object, not a choice of several or a sum of them: the first would be all that a provider is told. */
function describesObject(schema: JsonSchema): boolean {
  const root = followReferences(schema);
  if (root === undefined || choices.some((keyword) => keyword in root)) return false;
  const types = listTypes([root]);
  return types.length === 1 && types[0] === 'object';
}

const choices = ['anyOf', 'oneOf', 'allOf'] as const;

/** The schema that a root leads to by references alone; `undefined` where it says something beside one. */
function followReferences(schema: JsonSchema): SchemaObject | undefined {
  const seen = new Set<unknown>();
  let root: unknown = schema;
  while (isSchemaObject(root) && root['$ref'] !== undefined && !seen.has(root)) {
    if (listStructure(root).length > 1) return undefined;
    seen.add(root);
    root = findReferenced(schema, root);
  }
  return isSchemaObject(root) ? root : undefined;
}

/** Keywords of which a strict copy can follow one at a place. */
const structural = ['$ref', 'allOf', 'anyOf', 'oneOf', 'properties', 'items', 'enum', 'const'];

function listStructure(schema: SchemaObject): readonly string[] {
  return structural.filter((keyword) => keyword in schema);
}

function toStrictRoot(given: JsonSchema, wrapped: boolean): WireSchema {
  const schema = wrapped ? moveRoot(given) : given;
  if (!isSchemaObject(schema)) throw new Inexpressible();
  const definitions = isSchemaObject(schema['$defs']) ? schema['$defs'] : {};
  const $defs = Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, toStrict(definition, 0)]),
  );
  const parts = Object.keys($defs).length === 0 ? {} : { $defs };
  if (wrapped) return { ...wrap(toStrict(schema, 1)), ...parts };
  // The root itself must be an object, not a reference to one.
  const strict = toStrict(followReferences(schema), 0);
  if (strict['type'] !== 'object') throw new Inexpressible();
  return { ...strict, ...parts };
}

/** A schema that will stand below another root: its references to its own root lead to a definition. */
function moveRoot(schema: JsonSchema): JsonSchema {
  if (!isSchemaObject(schema)) return schema;
  let isMoved = false;
  const name = `${wrapperName}_value`;
  const copy = (current: unknown): unknown => {
    if (Array.isArray(current)) return current.map(copy);
    if (!isSchemaObject(current)) return current;
    return Object.fromEntries(
      Object.entries(current).map(([keyword, value]) => {
        const isOwn =
          keyword === '$ref' && typeof value === 'string' && /^#(?!\/\$defs\/)/.test(value);
        isMoved ||= isOwn;
        return [keyword, isOwn ? `#/$defs/${name}${value.slice(1)}` : copy(value)];
      }),
    );
  };
  const copied = copy(schema);
  if (!isMoved || !isSchemaObject(copied)) return schema;
  const { $defs, ...root } = copied;
  return {
    $ref: `#/$defs/${name}`,
    $defs: { ...(isSchemaObject($defs) ? $defs : {}), [name]: root },
  };
}

function toLooseRoot(given: JsonSchema, wrapped: boolean): WireSchema {
  const schema = wrapped ? moveRoot(given) : given;
  if (!isSchemaObject(schema)) return wrap(schema);
  const { $schema: _dialect, $id: _id, $defs, ...rest } = schema;
  const definitions = $defs === undefined ? {} : { $defs };
  return { ...(wrapped ? wrap(rest) : rest), ...definitions };
}

function wrap(schema: WireSchema | boolean): WireSchema {
  return {
    type: 'object',
    properties: { [wrapperName]: schema },
    required: [wrapperName],
    additionalProperties: false,
  };
}

/** Recursive over a schema, whose depth is limited where it is parsed. */
function toStrict(schema: unknown, nesting: number): WireSchema {
  if (!isSchemaObject(schema) || nesting > maxNesting) throw new Inexpressible();
  if (inexpressible.some((keyword) => keyword in schema)) throw new Inexpressible();
  const description =
    typeof schema['description'] === 'string' ? { description: schema['description'] } : {};
  const reference = schema['$ref'];
  if (reference !== undefined) {
    const fits = typeof reference === 'string' && /^#(?:\/\$defs\/[^/]+)?$/.test(reference);
    if (!fits || listStructure(schema).length > 1) throw new Inexpressible();
    return { $ref: reference };
  }
  const { allOf } = schema;
  if (allOf !== undefined) {
    if (!Array.isArray(allOf) || allOf.length !== 1 || listStructure(schema).length > 1)
      throw new Inexpressible();
    return { ...toStrict(allOf[0], nesting), ...description };
  }
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (alternatives !== undefined) {
    const isAlone = listStructure(schema).length === 1 && schema['required'] === undefined;
    if (!Array.isArray(alternatives) || !isAlone) throw new Inexpressible();
    return {
      anyOf: alternatives.map((alternative) => toStrict(alternative, nesting)),
      ...description,
    };
  }
  return { ...toStrictTyped(schema, nesting), ...description };
}

function toStrictTyped(schema: SchemaObject, nesting: number): WireSchema {
  const types = listTypes([schema]);
  if (types.length === 0) throw new Inexpressible();
  const members = Object.hasOwn(schema, 'const') ? [schema['const']] : schema['enum'];
  if (Array.isArray(members) && members.length > maxEnumMembers) throw new Inexpressible();
  return {
    type: types.length === 1 ? types[0] : types,
    ...(Array.isArray(members) ? { enum: members } : {}),
    ...(types.includes('object') ? toStrictObject(schema, nesting) : {}),
    ...(types.includes('array') ? { items: toStrict(schema['items'], nesting + 1) } : {}),
  };
}

function toStrictObject(schema: SchemaObject, nesting: number): WireSchema {
  const { properties, additionalProperties } = schema;
  const isClosed = additionalProperties === undefined || additionalProperties === false;
  if (!isSchemaObject(properties) || !isClosed) throw new Inexpressible();
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const named = Object.entries(properties).filter(([, property]) => property !== false);
  return {
    properties: Object.fromEntries(
      named.map(([name, property]) => {
        const strict = toStrict(property, nesting + 1);
        return [name, required.has(name) ? strict : toNullable(strict)];
      }),
    ),
    required: named.map(([name]) => name),
    additionalProperties: false,
  };
}

function toNullable(schema: WireSchema): WireSchema {
  const { type, enum: members, anyOf } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  if (type === undefined) return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [...new Set([type, 'null'].flat())],
    ...(Array.isArray(members) ? { enum: [...new Set([...members, null])] } : {}),
  };
}

interface AnswerForm extends Pick<ModelTexts, 'as' | 'wrapper'> {
  readonly format: ProviderSchema;
}

// One form for each schema, so that a provider's refusal of it is remembered; schemas are shared by their parser.
const forms = new WeakMap<object, AnswerForm>();
const freeShape: AnswerForm = { format: anyJson, as: 'object' };

/** The form of an answer to this schema; without one, a JSON object of any shape. */
export function toAnswerForm(schema: JsonSchema | undefined): AnswerForm {
  if (schema === undefined) return freeShape;
  const known = isSchemaObject(schema) ? forms.get(schema) : undefined;
  if (known !== undefined) return known;
  const first = toProviderSchema(schema);
  const { wrapped } = first;
  const anyObject: ProviderSchema = { schema: undefined, strict: true, wrapped };
  const loose: ProviderSchema = {
    schema: toLooseRoot(schema, wrapped),
    strict: false,
    wrapped,
    less: anyObject,
  };
  const format = first.strict ? { ...first, less: loose } : { ...first, less: anyObject };
  const form: AnswerForm = {
    format,
    as: 'value',
    ...(format.wrapped ? { wrapper: wrapperName } : {}),
  };
  if (isSchemaObject(schema)) forms.set(schema, form);
  return form;
}
