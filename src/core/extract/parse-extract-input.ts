import { foldText } from '../../runtime/unicode/fold-text.ts';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { toLowerNames } from '../../network/egress/create-egress.ts';
import { type Issue, invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import { type UsableSchema, parseSchema } from '../../extraction/schema/parse/parse-schema.ts';
import {
  type AnySchema,
  isStandardSchema,
  toJsonSchema,
} from '../../extraction/schema/parse/to-json-schema.ts';
import {
  type Field,
  type InputOf,
  type PageFields,
  type PageFieldsContext,
  type PageSource,
  type ReadOf,
  collectIssues,
  findCallIssues,
  listOf,
  nameOf,
  pageFields,
  parseInput,
  parseOrigin,
  sourceFields,
  toInputShape,
} from '../operations/parse-input.ts';
import type { CallOptions } from '../operations/operation-context.ts';
import { z } from 'zod';
import type { DetailLevel, ModelUse, PageComplexity } from '../../runtime/contracts/extractor.ts';
import { isRecord } from '../../runtime/plain-json.ts';

/** Parts of a result that are there only when asked for: where each value stands on the page, the model calls' tokens. */
export type ExtractPart = 'evidence' | 'usage' | 'warnings';

/** What becomes of values that the page does not contain. */
export type Grounding = 'report' | 'drop' | 'require';

/** What becomes of values that are not sure. */
export type Unsure = 'tell' | 'drop' | 'fail';

/** Entries of `include`: a part named twice is there once. */
const maxParts = 10;

const ownFields = {
  /** What to extract, in plain language, 1 to 10,000 characters. */
  prompt: {
    schema: z
      .string()
      .min(1)
      .max(10_000)
      .refine(
        (text) => text === '' || foldText(text) !== '',
        'Expected words, and not only white space',
      ),
    wire: 'user_prompt',
    about: 'What to extract, in plain language.',
  } as Field<string>,
  /** JSON Schema (draft 04 to 2020-12), or a Standard Schema such as zod's, which also types the result. @default any JSON object */
  schema: {
    schema: z
      .custom<AnySchema>(isSchemaLike, {
        error: ({ input }) => `Expected a JSON Schema as an object, got ${nameOf(input)}`,
      })
      .meta({ type: 'object' })
      .optional(),
    wire: 'output_schema',
    about:
      'JSON Schema, draft 04 to 2020-12 by `$schema`, that the result must match: an object, an array or a string.',
  } as Field<AnySchema | undefined>,
  /** Which of two models is asked: `high` for visually busy pages or schemas with many nested fields. @default 'low' */
  pageComplexity: {
    schema: z.enum(['low', 'high']).default('low'),
    about: '`high` for visually busy pages or schemas with many nested fields.',
  } as Field<PageComplexity | undefined, PageComplexity>,
  /** How exhaustively the result is populated. @default 'medium' */
  detailLevel: {
    schema: z.enum(['low', 'medium', 'high']).default('medium'),
    about: 'How exhaustively the result is populated.',
  } as Field<DetailLevel | undefined, DetailLevel>,
  /** Whether the result is text instead of JSON; no schema is applied to it. @default false */
  plainText: {
    schema: z.boolean().default(false),
    about: 'The result is text; no schema is applied.',
  } as Field<boolean | undefined, boolean>,
  /** Uses another extractor, which may change without notice. @default false */
  experimental: {
    schema: z.boolean().default(false),
    about: 'An alternate extraction path, which may change without notice.',
  } as Field<boolean | undefined, boolean>,
  /**
   * What becomes of values that the page does not contain: `report` marks them in the evidence, `drop` leaves them out where they
   * are optional and fails where they are required, `require` fails. Not with `plainText`. @default 'report'
   */
  grounding: {
    schema: z.enum(['report', 'drop', 'require']).default('report'),
    about:
      'What becomes of values that the page does not contain: marked in the evidence, left out where optional, or a failure.',
  } as Field<Grounding | undefined, Grounding>,
  /**
   * What becomes of values that are not sure, as the evidence says: `tell` keeps them and names in the warnings what else the page states for them,
   * `drop` leaves them out where they are optional and fails where they are required, `fail` fails. No value in a list is sure, and none of a model. Not
   * with `plainText`. @default 'tell'
   */
  unsure: {
    schema: z.enum(['tell', 'drop', 'fail']).default('tell'),
    about:
      'What becomes of values that are not sure: kept, with what else the page states in the warnings, left out where optional, or a failure.',
  } as Field<Unsure | undefined, Unsure>,
  /**
   * When the model is asked: `always` for all of the schema, or `unsure` for the fields alone that are not sure without it. A list is one
   * question: it is asked for as a whole. Nothing changes without a model, without a schema, and with `experimental`. @default the
   * engine's, `always`
   */
  models: {
    schema: z.enum(['always', 'unsure']).optional(),
    about:
      'When a model is asked: always for all of the schema, or for the fields alone that are not sure without it.',
  } as Field<ModelUse | undefined>,
  /** Parts to add to the result. In process `warnings` are always there; over HTTP they have to be asked for. @default [] */
  include: {
    schema: listOf(z.enum(['evidence', 'warnings', 'usage']), maxParts)
      .default([])
      .meta({ default: [] }),
    about: 'Parts that the data carries beside the result.',
  } as Field<readonly ExtractPart[] | undefined, readonly ExtractPart[]>,
};

/** Every field of `extract`. */
export const extractInputFields: typeof sourceFields & typeof pageFields & typeof ownFields = {
  ...sourceFields,
  ...pageFields,
  ...ownFields,
};

/** The input of `extract`: a page (`url` or `html`), what to extract, and how the page is read. */
export type ExtractInput<
  Schema extends AnySchema | undefined = AnySchema | undefined,
  PlainText extends boolean = boolean,
> = PageSource &
  InputOf<typeof pageFields> &
  InputOf<Omit<typeof ownFields, 'schema' | 'plainText'>> & {
    /** JSON Schema (draft 04 to 2020-12), or a Standard Schema such as zod's, which also types the result. @default any JSON object */
    readonly schema?: Schema;
    /** Whether the result is text instead of JSON; no schema is applied to it. @default false */
    readonly plainText?: PlainText;
  };

/** Libraries' schemas may be functions. What a schema holds is checked with the schema itself. */
function isSchemaLike(value: unknown): boolean {
  return isRecord(value) || typeof value === 'function';
}

const shape = toInputShape(extractInputFields);

/** The schema to validate against, and the library's own that completes the value. */
export interface WantedSchema {
  readonly usable: UsableSchema;
  /** Present when the schema was a library's: its refinements and transforms apply after ours. */
  readonly standard: StandardSchemaV1 | undefined;
}

/** An input that can be used, with every default filled in. */
export interface ExtractFields
  extends
    PageFields,
    Omit<ReadOf<typeof extractInputFields>, keyof PageFields | 'url' | 'html' | 'schema'> {
  readonly schema: WantedSchema | undefined;
}

/** Reads an input of `extract`; throws `invalid_request` with everything that is wrong with it. */
export function parseExtractInput(
  input: unknown,
  call: CallOptions,
  context: PageFieldsContext,
): ExtractFields {
  const { fields, readable, issues: faults } = parseInput(shape, input);
  const issues = [...faults, ...findCallIssues(call)];
  const schema = readSchema(readable.schema, issues);
  const usual = { grounding: 'report', unsure: 'tell' } as const;
  for (const field of ['grounding', 'unsure'] as const) {
    if (readable.plainText !== true || (readable[field] ?? usual[field]) === usual[field]) continue;
    issues.push({
      path: `/${field}`,
      message: 'cannot be used with `plainText`: a text has no values that could be left out',
    });
  }
  const origin = parseOrigin(readable, context, issues);
  if (fields === undefined || origin === undefined || issues.length > 0) {
    throw invalidRequest('extract', issues);
  }
  const { url: _url, html: _html, ...rest } = fields;
  return { ...rest, origin, headers: toLowerNames(fields.headers ?? {}), schema };
}

function readSchema(given: unknown, issues: Issue[]): WantedSchema | undefined {
  if (given === undefined) return undefined;
  const usable = collectIssues(() => parseSchema(toJsonSchema(given)), issues);
  if (usable === undefined) return undefined;
  return { usable, standard: isStandardSchema(given) ? given : undefined };
}
