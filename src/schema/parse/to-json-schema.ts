import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { JsonSchema } from '../../contracts/extractor.ts';
import { unusableSchema } from './unusable-schema.ts';

/** A plain JSON Schema, or a Standard Schema of a library such as zod that can give its JSON Schema. */
export type AnySchema = JsonSchema | StandardSchemaV1;

/** The output type of a Standard Schema; `unknown` for a plain JSON Schema. */
export type InferResult<Schema> = Schema extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Schema>
  : unknown;

/** Whether a value follows the Standard Schema interface, as zod, Valibot and ArkType do. */
export function isStandardSchema(schema: unknown): schema is StandardSchemaV1 {
  try {
    return readStandard(schema) !== undefined;
  } catch {
    // `toJsonSchema` says what is wrong with it.
    return false;
  }
}

/**
 * The JSON Schema behind any schema: of a library's, what goes into its validation (before defaults and transforms).
 * Throws `invalid_request` when the library or the schema has no such form, or throws when it is asked.
 */
export function toJsonSchema(schema: unknown): unknown {
  const standard = requireReadable(schema);
  if (standard === undefined) return schema;
  try {
    const { jsonSchema } = standard;
    if (jsonSchema !== undefined) return jsonSchema.input({ target: 'draft-2020-12' });
  } catch (cause) {
    throw unusableSchema('has no JSON Schema form', cause);
  }
  throw unusableSchema(
    `comes from ${toName(standard.vendor)}, which gives no JSON Schema (\`~standard.jsonSchema\`); update it, or pass the JSON Schema itself`,
  );
}

type Standard = Pick<StandardSchemaV1['~standard'], 'validate' | 'vendor'> &
  Partial<StandardJSONSchemaV1['~standard']>;

function requireReadable(schema: unknown): Standard | undefined {
  try {
    return readStandard(schema);
  } catch (cause) {
    throw unusableSchema('cannot be read', cause);
  }
}

/** `undefined` for what is no Standard Schema; throws what its getters or traps throw. */
function readStandard(schema: unknown): Standard | undefined {
  // ArkType's schemas are functions.
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) {
    return undefined;
  }
  const standard: unknown = '~standard' in schema ? schema['~standard'] : undefined;
  if (typeof standard !== 'object' || standard === null) return undefined;
  if (!('validate' in standard) || typeof standard.validate !== 'function') return undefined;
  return standard as Standard;
}

function toName(vendor: unknown): string {
  return typeof vendor === 'string' ? vendor.slice(0, 100) : 'a library without a name';
}
