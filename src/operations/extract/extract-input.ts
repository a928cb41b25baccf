import { z } from 'zod';
import type { DetailLevel, PageComplexity } from '../../contracts/extractor.ts';
import type { AnySchema } from '../../schema/parse/to-json-schema.ts';
import type { Field, InputOf } from '../field.ts';
import { pageFields, sourceFields, type PageSource } from '../pages/page-fields.ts';

/** Parts of an extraction that are left out unless asked for: where each value stands in the page, the model's tokens. */
export type ExtractPart = 'evidence' | 'usage' | 'warnings';

const ownFields = {
  /** Plain language, 1 to 10,000 characters. */
  prompt: {
    schema: z.string().min(1).max(10_000),
    wire: 'user_prompt',
    about: 'What to extract, in plain language.',
  } as Field<string>,
  /** JSON Schema, or any Standard Schema that gives one; the result then has its type. */
  schema: {
    schema: z
      .custom<AnySchema>(isSchemaLike, 'Expected a JSON Schema as an object')
      .meta({ type: 'object' })
      .optional(),
    wire: 'output_schema',
    about: 'JSON Schema, draft 04 to 2020-12 by `$schema`, that the result must match.',
  } as Field<AnySchema | undefined>,
  /** `high` for visually busy pages or schemas with many nested fields. @default 'low' */
  pageComplexity: {
    schema: z.enum(['low', 'high']).default('low'),
    about: '`high` for visually busy pages or schemas with many nested fields.',
  } as Field<PageComplexity | undefined, PageComplexity>,
  /** How exhaustively the result is populated. @default 'medium' */
  detailLevel: {
    schema: z.enum(['low', 'medium', 'high']).default('medium'),
    about: 'How exhaustively the result is populated.',
  } as Field<DetailLevel | undefined, DetailLevel>,
  /** The result is text, not JSON, and no schema is applied to it. @default false */
  plainText: {
    schema: z.boolean().default(false),
    about: 'The result is text; no schema is applied.',
  } as Field<boolean | undefined, boolean>,
  /** Opts into an alternate extraction path, which may change without notice. @default false */
  experimental: {
    schema: z.boolean().default(false),
    about: 'An alternate extraction path, which may change without notice.',
  } as Field<boolean | undefined, boolean>,
  /** Parts beside the result. Warnings are always there in process; over HTTP they are a part, too. @default [] */
  include: {
    schema: z.array(z.enum(['evidence', 'warnings', 'usage'])).default([]),
    about: 'Parts that the data carries beside the result.',
  } as Field<readonly ExtractPart[] | undefined, readonly ExtractPart[]>,
};

/** Every field of `extract`. */
export const extractInputFields: typeof sourceFields & typeof pageFields & typeof ownFields = {
  ...sourceFields,
  ...pageFields,
  ...ownFields,
};

/** What to extract, and from where; over HTTP the same fields in snake_case. */
export type ExtractInput<
  Schema extends AnySchema | undefined = AnySchema | undefined,
  PlainText extends boolean = boolean,
> = PageSource &
  InputOf<typeof pageFields> &
  InputOf<Omit<typeof ownFields, 'schema' | 'plainText'>> & {
    /** JSON Schema, or any Standard Schema that gives one; the result then has its type. */
    readonly schema?: Schema;
    /** The result is text, not JSON, and no schema is applied to it. @default false */
    readonly plainText?: PlainText;
  };

/** Libraries' schemas may be functions. What a schema holds is checked with the schema itself. */
function isSchemaLike(value: unknown): boolean {
  return (
    (typeof value === 'object' && value !== null && !Array.isArray(value)) ||
    typeof value === 'function'
  );
}
