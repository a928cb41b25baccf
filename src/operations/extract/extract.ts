import type { Evidence } from '../../contracts/evidence.ts';
import type { ListCoverage } from '../../contracts/list-coverage.ts';
import type {
  ExtractionRequest,
  JsonSchema,
  Extraction,
  Extractor,
} from '../../contracts/extractor.ts';
import type { ModelCallUsage } from '../../errors/error-codes.ts';
import { toExtractionPage } from '../../page-session/to-extraction-page.ts';
import type { ParseMode } from '../../page/read-page.ts';
import { listSchemaFields } from '../../schema/list-schema-fields.ts';
import type { AnySchema, InferResult } from '../../schema/parse/to-json-schema.ts';
import type { ExtractInput } from './extract-input.ts';
import type { LoadPageContext } from '../pages/load-page.ts';
import type { PageFieldsContext } from '../pages/parse-origin.ts';
import { openPage, type OpenedPage } from '../pages/open-page.ts';
import type { CallOptions, OperationContext } from '../operation-context.ts';
import { parseExtractInput, type ExtractFields } from './parse-extract-input.ts';
import { runCall, type RunCallContext, type Receipt } from '../run-call.ts';
import { revalidateAnswer, validateAnswer } from './validate-answer.ts';
import { groundAnswer } from './ground-answer.ts';
import { withSpan } from '../../tracing/with-span.ts';

/** The result of `extract`, with its receipt. */
export interface ExtractResult<Value = unknown> extends Receipt {
  /** A value that is valid by the schema; a string with `plainText`; without a schema a JSON object of any shape. */
  readonly result: Value;
  /** Sentences for people: what was cut, guessed, coerced or not found. */
  readonly warnings: readonly string[];
  /** How each value stands on the page, and where; present with `include: ['evidence']`. */
  readonly evidence?: readonly Evidence[];
  /** What each list holds of what the page shows; present with `include: ['evidence']`. */
  readonly lists?: readonly ListCoverage[];
  /** How the page was read, for `verifyEvidence`; present with `include: ['evidence']`. */
  readonly page?: ReadPage;
  /** One entry for each model call; present with `include: ['usage']`. */
  readonly usage?: readonly ModelCallUsage[];
}

/** How a page was read. */
export interface ReadPage {
  /** Absolute: the base of its links. */
  readonly url: string;
  readonly parseMode: ParseMode;
  readonly includeTags?: readonly string[];
  readonly excludeTags?: readonly string[];
}

/** The type of `result`: the named type, else `string` with `plainText`, else the schema's type, else a JSON object. */
export type ExtractedValue<
  Named,
  Schema extends AnySchema | undefined,
  PlainText extends boolean,
> = [Named] extends [never]
  ? PlainText extends true
    ? string
    : Schema extends AnySchema
      ? InferResult<Schema>
      : Readonly<Record<string, unknown>>
  : Named;

/**
 * The type of `extract`; `Call` are its arguments after the input. A Standard Schema types the result. For a plain JSON
 * Schema, name the type: `extract<Product>({ url, prompt, schema })`.
 */
export type Extract<Call extends readonly unknown[]> = <
  Named = never,
  Schema extends AnySchema | undefined = [Named] extends [never] ? undefined : JsonSchema,
  PlainText extends boolean = false,
>(
  input: ExtractInput<Schema, PlainText>,
  ...call: Call
) => Promise<ExtractResult<ExtractedValue<Named, Schema, PlainText>>>;

/** The outcome of the work, before it is charged. */
interface Answer {
  readonly value: unknown;
  readonly warnings: readonly string[];
  readonly usage: readonly ModelCallUsage[];
  readonly evidence: readonly Evidence[] | undefined;
  readonly lists: readonly ListCoverage[] | undefined;
  readonly page: ReadPage | undefined;
}

/** The members of the context that finding an answer needs. */
type FindAnswerContext = LoadPageContext &
  Pick<OperationContext, 'experimentalExtractor' | 'extractor' | 'schemas'>;

/** The members of the context that an extraction needs. */
export type ExtractContext = RunCallContext &
  PageFieldsContext &
  FindAnswerContext &
  Pick<OperationContext, 'prices'>;

/** Loads the page, asks the extractor, validates the answer, and charges for it. */
export const extract: Extract<[call: CallOptions, context: ExtractContext]> = async (
  input,
  call,
  context,
) => {
  const fields = parseExtractInput(input, call, context);
  const { extract: price, extractStealth: surcharge } = context.prices;
  const priced = {
    credits: fields.stealth ? price + surcharge : price,
    // A library's schema may hold functions, which have no digest; its JSON Schema identifies it.
    request: { operation: 'extract' as const, ...fields, schema: fields.schema?.usable.schema },
    toResult: ({ value, warnings, usage, evidence, lists, page }: Answer) => ({
      // Validated against the schema that gives the type, or that the type was named for.
      result: value as never,
      warnings,
      ...(evidence === undefined ? {} : { evidence }),
      ...(lists === undefined ? {} : { lists }),
      ...(page === undefined ? {} : { page }),
      ...(fields.include.includes('usage') ? { usage } : {}),
    }),
  };
  return runCall(priced, call, context, (signal) => findAnswer(fields, context, signal));
};

function findAnswer(
  fields: ExtractFields,
  context: FindAnswerContext,
  signal: AbortSignal,
): Promise<Answer> {
  return openPage(
    // A model is shown only what people see without a click: hidden text may hold instructions for it.
    { ...fields, keepCollapsed: false, allowEmpty: false },
    context,
    signal,
    (opened) => readAnswer(fields, opened, context, signal),
  );
}

async function readAnswer(
  fields: ExtractFields,
  { facts, session, warnings }: OpenedPage,
  context: FindAnswerContext,
  signal: AbortSignal,
): Promise<Answer> {
  const request: ExtractionRequest = {
    page: toExtractionPage(facts, session),
    prompt: fields.prompt,
    schema: fields.plainText ? undefined : fields.schema?.usable.schema,
    detailLevel: fields.detailLevel,
    pageComplexity: fields.pageComplexity,
    plainText: fields.plainText,
    reduceContent: fields.reduceContent,
    signal,
  };
  const extractor = fields.experimental ? context.experimentalExtractor : context.extractor;
  const extraction = await askExtractor(extractor, request);
  const validated = { request, extraction, extractor, schema: fields.schema };
  const valid = await validateAnswer(validated, context);
  const wantsEvidence = fields.include.includes('evidence');
  const grounded = await groundAnswer({
    valid,
    session,
    grounding: fields.grounding,
    wantsEvidence,
    given: `${fields.prompt} ${JSON.stringify(request.schema ?? '')}`,
    validate: (json) => revalidateAnswer(json, validated, context),
  });
  const findings =
    hasList(grounded.json) || asksForList(request.schema)
      ? await session.ask('lists', {
          value: grounded.json,
          prompt: request.prompt,
          schema: request.schema,
        })
      : { lists: [], warnings: [] };
  return {
    value: grounded.value,
    usage: valid.usage,
    warnings: [
      ...warnings,
      ...session.warnings,
      ...valid.warnings,
      ...grounded.warnings,
      ...findings.warnings,
    ],
    evidence: grounded.evidence,
    lists: wantsEvidence ? findings.lists : undefined,
    page: wantsEvidence ? toReadPage(facts.url, fields) : undefined,
  };
}

function toReadPage(url: string, { parseMode, includeTags, excludeTags }: ExtractFields): ReadPage {
  return {
    url,
    parseMode,
    ...(includeTags === undefined ? {} : { includeTags }),
    ...(excludeTags === undefined ? {} : { excludeTags }),
  };
}

/** Whether a list is part of a value. */
function hasList(value: unknown): boolean {
  const pending = [value];
  for (const next of pending) {
    if (Array.isArray(next)) return true;
    if (typeof next === 'object' && next !== null) pending.push(...Object.values(next));
  }
  return false;
}

/** Whether a schema has a list that an answer may lack. */
function asksForList(schema: JsonSchema | undefined): boolean {
  return (
    schema !== undefined && listSchemaFields(schema).some(({ types }) => types.includes('array'))
  );
}

/** The first answer, of any quality. */
export function askExtractor(
  extractor: Extractor,
  request: ExtractionRequest,
): Promise<Extraction> {
  return withSpan('ask extractor', { 'gleaner.extractor': extractor.name }, () =>
    extractor.extract(request),
  );
}
