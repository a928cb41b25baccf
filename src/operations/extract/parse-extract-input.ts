import type { StandardSchemaV1 } from '@standard-schema/spec';
import { z } from 'zod';
import type { DetailLevel, PageComplexity } from '../../contracts/extractor.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { parseSchema, type UsableSchema } from '../../schema/parse/parse-schema.ts';
import { isStandardSchema, toJsonSchema } from '../../schema/parse/to-json-schema.ts';
import type { ExtractPart } from './extract-input.ts';
import { findCallIssues } from '../find-call-issues.ts';
import type { CallOptions } from '../operation-context.ts';
import { parseInput } from '../parse-input.ts';
import {
  collectIssues,
  pageShape,
  parsePageFields,
  type PageFields,
  type PageFieldsContext,
} from '../pages/parse-page-fields.ts';

/** Longest prompt, in characters. */
const maxPromptLength = 10_000;

const shape = z.strictObject({
  ...pageShape,
  prompt: z.string().min(1).max(maxPromptLength),
  schema: z.unknown().optional(),
  pageComplexity: z.enum(['low', 'high']).optional(),
  detailLevel: z.enum(['low', 'medium', 'high']).optional(),
  plainText: z.boolean().optional(),
  experimental: z.boolean().optional(),
  include: z.array(z.enum(['evidence', 'usage', 'warnings'])).optional(),
});

/** The schema to validate against, and the library's own that completes the value. */
export interface WantedSchema {
  readonly usable: UsableSchema;
  /** Present when the schema was a library's: its refinements and transforms apply after ours. */
  readonly standard: StandardSchemaV1 | undefined;
}

/** An input that can be used, with every default filled in. */
export interface ExtractFields extends PageFields {
  readonly prompt: string;
  readonly schema: WantedSchema | undefined;
  readonly pageComplexity: PageComplexity;
  readonly detailLevel: DetailLevel;
  readonly plainText: boolean;
  readonly experimental: boolean;
  readonly include: readonly ExtractPart[];
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
  const page = parsePageFields(readable, context, issues);
  if (page === undefined || fields === undefined) throw invalidRequest('extract', issues);
  return {
    ...page,
    prompt: fields.prompt,
    schema,
    pageComplexity: fields.pageComplexity ?? 'low',
    detailLevel: fields.detailLevel ?? 'medium',
    plainText: fields.plainText ?? false,
    experimental: fields.experimental ?? false,
    include: fields.include ?? [],
  };
}

function readSchema(given: unknown, issues: Issue[]): WantedSchema | undefined {
  if (given === undefined) return undefined;
  const usable = collectIssues(() => parseSchema(toJsonSchema(given)), issues);
  if (usable === undefined) return undefined;
  return { usable, standard: isStandardSchema(given) ? given : undefined };
}
