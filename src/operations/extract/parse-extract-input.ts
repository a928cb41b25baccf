import type { StandardSchemaV1 } from '@standard-schema/spec';
import { toLowerNames } from '../../egress/find-header-issues.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { parseSchema, type UsableSchema } from '../../schema/parse/parse-schema.ts';
import { isStandardSchema, toJsonSchema } from '../../schema/parse/to-json-schema.ts';
import { findCallIssues } from '../find-call-issues.ts';
import type { ReadOf } from '../field.ts';
import type { CallOptions } from '../operation-context.ts';
import { collectIssues, parseInput, toInputShape } from '../parse-input.ts';
import { parseOrigin, type PageFields, type PageFieldsContext } from '../pages/parse-origin.ts';
import { extractInputFields } from './extract-input.ts';

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
  if (readable.plainText === true && (readable.grounding ?? 'report') !== 'report') {
    issues.push({
      path: '/grounding',
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
