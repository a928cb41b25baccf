import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { JsonSchema } from '../../contracts/extractor.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';

/** A plain JSON Schema, or a Standard Schema of a library such as zod that can give its JSON Schema. */
export type AnySchema = JsonSchema | StandardSchemaV1;

/** The output type of a Standard Schema; `unknown` for a plain JSON Schema. */
export type InferResult<Schema> = Schema extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Schema>
  : unknown;

/** Whether a value follows the Standard Schema interface, as zod, Valibot and ArkType do. */
export function isStandardSchema(schema: unknown): schema is StandardSchemaV1 {
  return findStandard(schema) !== undefined;
}

/**
 * The JSON Schema behind any schema: of a library's, what goes into its validation (before defaults and transforms).
 * Throws `invalid_request` when the library or the schema has no such form.
 */
export function toJsonSchema(schema: unknown): unknown {
  const standard = findStandard(schema);
  if (standard === undefined) return schema;
  const { jsonSchema, vendor } = standard;
  if (jsonSchema === undefined) {
    throw refusal(
      `comes from ${vendor}, which gives no JSON Schema (\`~standard.jsonSchema\`); update it, or pass the JSON Schema itself`,
    );
  }
  try {
    return jsonSchema.input({ target: 'draft-2020-12' });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw refusal(`has no JSON Schema form: ${reason}`, cause);
  }
}

type Standard = StandardSchemaV1['~standard'] & Partial<StandardJSONSchemaV1['~standard']>;

function findStandard(schema: unknown): Standard | undefined {
  // ArkType's schemas are functions.
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) {
    return undefined;
  }
  const standard: unknown = '~standard' in schema ? schema['~standard'] : undefined;
  if (typeof standard !== 'object' || standard === null) return undefined;
  if (!('validate' in standard) || typeof standard.validate !== 'function') return undefined;
  return standard as Standard;
}

function refusal(message: string, cause?: unknown): GleanerError<'invalid_request'> {
  return new GleanerError('invalid_request', `The schema ${message}.`, {
    details: { issues: [{ path: '/schema', message }] },
    cause,
  });
}
