import { omitUndefined } from '../../runtime/collections.ts';
import { toShort } from '../../runtime/plain-json.ts';
import type { Evidence } from '../../runtime/contracts/evidence.ts';
import type { ListCoverage } from '../../runtime/contracts/list-coverage.ts';
import type {
  Extraction,
  ExtractionRequest,
  Extractor,
  JsonSchema,
} from '../../runtime/contracts/extractor.ts';
import type { ModelCallUsage } from '../../runtime/errors/gleaner-error.ts';
import { toExtractionPage, toStructureQuery } from '../page-session/create-page-sessions.ts';
import { mayLackItems } from '../page-session/foreseen-questions.ts';
import type { ForeseenQuestion } from '../page-session/page-question.ts';
import { unsureExtractor } from '../../extraction/extractors/unsure-extractor.ts';
import type { ParseMode } from '../../page/read-page.ts';
import type { AnySchema, InferResult } from '../../extraction/schema/parse/to-json-schema.ts';
import { type ExtractFields, type ExtractInput, parseExtractInput } from './parse-extract-input.ts';
import { type LoadPageContext, type OpenedPage, openPage } from '../pages/open-page.ts';
import type { PageFieldsContext } from '../operations/parse-input.ts';
import type { CallOptions, OperationContext } from '../operations/operation-context.ts';
import { type Receipt, type RunCallContext, runCall } from '../operations/run-call.ts';
import { revalidateAnswer, validateAnswer } from './validate-answer.ts';
import { withSpan } from '../../runtime/signals/with-span.ts';
import { groundAnswer } from './ground-answer.ts';

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
  /**
   * About how many tokens the model was not sent, because `models: 'unsure'` asked it for less than everything: an estimate of four characters
   * a token, of the first question alone. Present with `include: ['usage']` where the page settled a field.
   */
  readonly savedInputTokens?: number;
}

/** How a page was read. */
export interface ReadPage {
  /** Absolute: the base of its links. */
  readonly url: string;
  readonly parseMode: ParseMode;
  readonly includeTags?: readonly string[] | undefined;
  readonly excludeTags?: readonly string[] | undefined;
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
interface Answer extends Omit<Extraction, 'inferred'> {
  readonly evidence: readonly Evidence[] | undefined;
  readonly lists: readonly ListCoverage[] | undefined;
  readonly page: ReadPage | undefined;
}

/** The members of the context that finding an answer needs. */
type FindAnswerContext = LoadPageContext &
  Pick<
    OperationContext,
    | 'asksBeyondStructure'
    | 'clock'
    | 'experimentalExtractor'
    | 'extractor'
    | 'maxWrong'
    | 'models'
    | 'schemas'
  >;

/** The members of the context that an extraction needs. */
export type ExtractContext = RunCallContext &
  PageFieldsContext &
  FindAnswerContext &
  Pick<OperationContext, 'prices'>;

/** Loads the page, asks the extractor, validates the answer, and charges for it. The type is the schema’s, by which the answer was validated. */
export const extract = findResult as Extract<[call: CallOptions, context: ExtractContext]>;

async function findResult(
  input: ExtractInput,
  call: CallOptions,
  context: ExtractContext,
): Promise<ExtractResult> {
  const fields = parseExtractInput(input, call, context);
  const { extract: price, extractStealth: surcharge } = context.prices;
  const priced = {
    credits: fields.stealth ? price + surcharge : price,
    pageUrl: fields.origin.kind === 'url' ? fields.origin.url : undefined,
    // A library's schema may hold functions, which have no digest; its JSON Schema identifies it.
    request: { operation: 'extract' as const, ...fields, schema: fields.schema?.usable.schema },
    toResult: ({ value, warnings, usage, savedInputTokens, evidence, lists, page }: Answer) => ({
      result: value,
      warnings,
      ...omitUndefined<
        Pick<ExtractResult, 'evidence' | 'lists' | 'page' | 'savedInputTokens' | 'usage'>
      >({
        evidence,
        lists,
        page,
        savedInputTokens,
        usage: fields.include.includes('usage') ? usage : undefined,
      }),
    }),
  };
  return runCall(priced, call, context, (signal) => findAnswer(fields, context, signal));
}

async function findAnswer(
  fields: ExtractFields,
  context: FindAnswerContext,
  signal: AbortSignal,
): Promise<Answer> {
  const extractor = chooseExtractor(fields, context);
  const { prompt, detailLevel, pageComplexity, plainText, reduceContent } = fields;
  const { clock, maxWrong } = context;
  const wanted: WantedAnswer = {
    prompt,
    schema: plainText ? undefined : fields.schema?.usable.schema,
    detailLevel,
    maxWrong,
    pageComplexity,
    plainText,
    reduceContent,
    clock,
    signal,
  };
  const foreseen = await foresee(fields, wanted, extractor);
  return openPage(
    // A model is shown only what people see without a click: hidden text may hold instructions for it.
    { ...fields, keepCollapsed: false, allowEmpty: false, foreseen },
    context,
    signal,
    (opened) => readAnswer(fields, opened, { wanted, extractor, context }),
  );
}

/** A request before its page is there. */
type WantedAnswer = Omit<ExtractionRequest, 'page'> & { readonly maxWrong: number };

/** What will be asked of a page, in this order, where the extractor does not decide that by what the page is. */
async function foresee(
  fields: ExtractFields,
  wanted: WantedAnswer,
  extractor: Extractor,
): Promise<readonly ForeseenQuestion[]> {
  const first = await extractor.firstQuestion?.(wanted);
  if (first === undefined) return [];
  if (first.kind === 'content') return [first];
  const { kind, question } = first;
  const asked = { kind, question: toStructureQuery(question) };
  if (kind === 'settled') return [asked];
  const { prompt, schema, maxWrong } = wanted;
  const needsEvidence = asksForEvidence(fields);
  const given = toGiven(wanted);
  return [asked, { kind: 'checks', given, prompt, schema, maxWrong, needsEvidence }];
}

/** What the caller wrote: addresses in it are not the page's. */
function toGiven({ prompt, schema }: Pick<WantedAnswer, 'prompt' | 'schema'>): string {
  return `${prompt} ${JSON.stringify(schema ?? '')}`;
}

async function readAnswer(
  fields: ExtractFields,
  { facts, session, warnings }: OpenedPage,
  {
    wanted,
    extractor,
    context,
  }: {
    readonly wanted: WantedAnswer;
    readonly extractor: Extractor;
    readonly context: FindAnswerContext;
  },
): Promise<Answer> {
  const request: ExtractionRequest = { ...wanted, page: toExtractionPage(facts, session) };
  const extraction = await askExtractor(extractor, request);
  const validated = { request, extraction, extractor, schema: fields.schema };
  const valid = await validateAnswer(validated, context);
  const wantsEvidence = fields.include.includes('evidence');
  const { parseMode, includeTags, excludeTags } = fields;
  const { prompt, schema, maxWrong } = wanted;
  const grounded = await groundAnswer({
    valid,
    session,
    grounding: fields.grounding,
    unsure: fields.unsure,
    maxWrong,
    wantsEvidence,
    needsEvidence: asksForEvidence(fields),
    given: toGiven(wanted),
    schema,
    validate: (json) => revalidateAnswer(json, validated, context),
  });
  const findings = mayLackItems(grounded.json, schema)
    ? await session.ask('lists', { value: grounded.json, prompt, schema })
    : { lists: [], warnings: [] };
  return {
    value: grounded.value,
    usage: valid.usage,
    savedInputTokens: valid.savedInputTokens,
    warnings: [
      ...describeSchema(fields),
      ...warnings,
      ...session.warnings,
      ...valid.warnings,
      ...grounded.warnings,
      ...findings.warnings,
    ],
    evidence: grounded.evidence,
    lists: wantsEvidence ? findings.lists : undefined,
    page: wantsEvidence ? { url: facts.url, parseMode, includeTags, excludeTags } : undefined,
  };
}

/** Whether the caller sees the evidence, or it decides what the caller gets. */
function asksForEvidence({ grounding, include, unsure }: ExtractFields): boolean {
  return include.includes('evidence') || grounding !== 'report' || unsure !== 'tell';
}

/** `experimental` has a rule of its own for when a model is asked. */
function chooseExtractor(
  { experimental, include, models }: ExtractFields,
  context: FindAnswerContext,
): Extractor {
  if (experimental) return context.experimentalExtractor;
  const isAsked = context.asksBeyondStructure && (models ?? context.models) === 'unsure';
  return isAsked
    ? unsureExtractor(context.extractor, include.includes('usage'))
    : context.extractor;
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

/** What the caller should know of the schema, whatever the page is. */
function describeSchema({ plainText, schema }: ExtractFields): readonly string[] {
  if (schema !== undefined && plainText)
    return ['`schema` was not used: with `plainText` the answer is a text as it was written.'];
  const [name] = schema?.usable.strayNames ?? [];
  if (name === undefined) return [];
  return [
    `\`schema\` has no keyword of JSON Schema, so nothing was checked against it. Name a field as {"type": "object", "properties": {${toShort(name)}: {"type": "string"}}}.`,
  ];
}
