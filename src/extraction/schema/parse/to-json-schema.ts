import { createRequire } from 'node:module';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { z } from 'zod';
import type { JsonSchema } from '../../../runtime/contracts/extractor.ts';
import { toLinearPattern } from './to-linear-pattern.ts';
import { unusableSchema } from './to-issues.ts';

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

/** The JSON Schema of what goes into any schema's validation; throws `invalid_request` where a library or a schema has none. */
export function toJsonSchema(schema: unknown): unknown {
  const standard = requireReadable(schema);
  if (standard === undefined) return schema;
  try {
    if (standard.jsonSchema !== undefined) {
      return standard.jsonSchema.input({
        target: 'draft-2020-12',
        ...(standard.vendor === 'zod' ? { libraryOptions: zodOptions } : {}),
      });
    }
    const converted = findConverter(schema, standard.vendor)?.(schema);
    if (converted !== undefined) return converted;
  } catch (cause) {
    throw unusableSchema('has no JSON Schema form', cause);
  }
  throw unusableSchema(
    `comes from ${toName(standard.vendor)}, which gives no JSON Schema (\`~standard.jsonSchema\`); ${findMend(standard.vendor)}`,
  );
}

/** Of libraries whose schemas do not give their JSON Schema themselves: what does; `undefined` where that is not installed. */
function findConverter(
  schema: unknown,
  vendor: unknown,
): ((schema: unknown) => unknown) | undefined {
  if (vendor === 'zod') return isZod4(schema) ? convertZod4 : convertZod3;
  return vendor === 'valibot' ? convertValibot : undefined;
}

/** `zod/mini` and what is made with `zod/v4/core`. */
function isZod4(schema: unknown): schema is z.core.$ZodType {
  return typeof schema === 'object' && schema !== null && '_zod' in schema;
}

function convertZod4(schema: unknown): unknown {
  return isZod4(schema) ? z.toJSONSchema(schema, { io: 'input', ...zodOptions }) : undefined;
}

/** Leaves out the pattern that zod writes of a format of its own where only a backtracking engine runs it: zod checks it itself. */
const zodOptions = {
  override({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
    const { format, pattern } = jsonSchema;
    if (format !== undefined && pattern !== undefined && 'problem' in toLinearPattern(pattern))
      delete jsonSchema.pattern;
  },
};

function convertZod3(schema: unknown): unknown {
  const { zodToJsonSchema } = findPackage(zod3Converter) as Partial<Converters>;
  return zodToJsonSchema?.(schema, { target: 'jsonSchema7', effectStrategy: 'input' });
}

function convertValibot(schema: unknown): unknown {
  const converters = findPackage(valibotConverter) as Partial<Converters>;
  return converters.toJsonSchema?.(schema, { typeMode: 'input', target: 'draft-2020-12' });
}

const zod3Converter = 'zod-to-json-schema';
const valibotConverter = '@valibot/to-json-schema';

type Converters = Readonly<
  Record<'zodToJsonSchema' | 'toJsonSchema', (schema: unknown, options: object) => unknown>
>;

/** An optional package, empty where it is not installed. Required, since schemas are read before anything is waited for. */
function findPackage(name: string): object {
  try {
    return createRequire(import.meta.url)(name) as object;
  } catch {
    // `toJsonSchema` names it.
    return {};
  }
}

function findMend(vendor: unknown): string {
  switch (vendor) {
    case 'zod':
      return `of zod 3 it is made with ${zod3Converter}: npm install ${zod3Converter}, or update to zod 4`;
    case 'valibot':
      return `it is made with ${valibotConverter}: npm install ${valibotConverter}, or pass \`toStandardJsonSchema(schema)\` of it`;
    default:
      return 'update it, or pass the JSON Schema itself';
  }
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
