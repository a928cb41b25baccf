import { omitUndefined } from '../../runtime/collections.ts';
import type { Evidence } from '../../runtime/contracts/evidence.ts';
import type { ListCoverage } from '../../runtime/contracts/list-coverage.ts';
import type {
  Extraction,
  ExtractionRequest,
  Extractor,
  JsonSchema,
} from '../../runtime/contracts/extractor.ts';
import { GleanerError, type ModelCallUsage } from '../../runtime/errors/gleaner-error.ts';
import { toExtractionPage, toStructureQuery } from '../page-session/create-page-sessions.ts';
import { hasAddress, mayLackItems } from '../page-session/foreseen-questions.ts';
import type { ForeseenQuestion, PageSession } from '../page-session/page-question.ts';
import { unsureExtractor } from '../../extraction/extractors/unsure-extractor.ts';
import type { ParseMode } from '../../page/read-page.ts';
import type { AnySchema, InferResult } from '../../extraction/schema/parse/to-json-schema.ts';
import {
  type ExtractFields,
  type ExtractInput,
  type Grounding,
  type Unsure,
  parseExtractInput,
} from './parse-extract-input.ts';
import { type LoadPageContext, type OpenedPage, openPage } from '../pages/open-page.ts';
import {
  type PageFieldsContext,
  describeIssueGroup,
  groupIssues,
} from '../operations/parse-input.ts';
import type { CallOptions, OperationContext } from '../operations/operation-context.ts';
import { type Receipt, type RunCallContext, runCall } from '../operations/run-call.ts';
import { type ValidAnswer, revalidateAnswer, validateAnswer } from './validate-answer.ts';
import { withSpan } from '../../runtime/signals/with-span.ts';
import { parseJsonPointer } from '../../runtime/plain-json.ts';

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

/** A JSON value without some of its parts. */
export interface Reduced {
  readonly value: unknown;
  /** JSON Pointers of what was left out, in the value as it was: the parts, or the items that had nothing else. */
  readonly paths: readonly string[];
}

interface Place {
  readonly children: Map<string, Place>;
  isLeftOut: boolean;
}

const leftOut: unique symbol = Symbol('left out');

/**
 * Returns a JSON value without the parts at the given pointers: properties and items go, and an item of a list that holds
 * nothing else goes with them. At `nulled` pointers a null takes the place of the part, for properties that have to be there.
 */
export function leaveOut(
  value: unknown,
  paths: readonly string[],
  nulled: ReadonlySet<string> = new Set(),
): Reduced {
  const root: Place = { children: new Map(), isLeftOut: false };
  for (const path of paths) {
    let place = root;
    for (const name of parseJsonPointer(path) ?? []) {
      const next = place.children.get(name) ?? { children: new Map(), isLeftOut: false };
      place.children.set(name, next);
      place = next;
    }
    place.isLeftOut = true;
  }
  const gone: string[] = [];

  // Recursive over an answer, whose depth is limited.
  function reduce(at: unknown, place: Place | undefined, path: string, isItem: boolean): unknown {
    if (place === undefined) return at;
    if (place.isLeftOut) {
      gone.push(path);
      return nulled.has(path) ? null : leftOut;
    }
    if (typeof at !== 'object' || at === null) return at;
    const before = gone.length;
    const entries = Object.entries(at).map(([name, member]) => {
      const below = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return [name, reduce(member, place.children.get(name), below, Array.isArray(at))] as const;
    });
    const kept = entries.filter(([, member]) => member !== leftOut);
    if (isItem && kept.every(([, member]) => isEmpty(member))) {
      gone.splice(before, gone.length, path);
      return leftOut;
    }
    return Array.isArray(at) ? kept.map(([, member]) => member) : Object.fromEntries(kept);
  }

  const reduced = reduce(value, root, '', false);
  return { value: reduced === leftOut ? null : reduced, paths: gone };
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

export interface GroundAnswerInput {
  readonly valid: ValidAnswer;
  readonly session: PageSession;
  readonly grounding: Grounding;
  readonly unsure: Unsure;
  /** Share of wrong values among those that are called sure, 0 to 1. */
  readonly maxWrong: number;
  /** Whether the caller wants to see the evidence. */
  readonly wantsEvidence: boolean;
  /** Whether anything depends on it. */
  readonly needsEvidence: boolean;
  /** The caller's prompt and schema: addresses in them are not the page's. */
  readonly given: string;
  /** Validates a value that was valid before parts of it were left out. */
  readonly validate: (json: unknown) => ReturnType<typeof revalidateAnswer>;
}

/** An answer whose values are on the page as far as the caller wants that. */
export interface GroundedAnswer extends Pick<ValidAnswer, 'value' | 'json' | 'warnings'> {
  readonly evidence: readonly Evidence[] | undefined;
}

/** Issues in an error, and paths in a warning. */
const maxIssues = 100;
const maxNamed = 10;

const notThere = 'is not on the page';

/**
 * Holds an answer against its page. Addresses that the page does not contain are left out whatever is asked for; other values that
 * it does not contain are counted (`report`), left out (`drop`) or a reason to fail (`require`), and so are values that are not sure.
 *
 * @throws GleanerError `validation_failed` with reason `not_grounded` or `unsure` where the answer is not valid without them.
 */
export async function groundAnswer(input: GroundAnswerInput): Promise<GroundedAnswer> {
  const { valid, session, grounding, unsure, maxWrong, given, validate } = input;
  const { wantsEvidence, needsEvidence } = input;
  const { inferred, usage } = valid;
  const missing = hasAddress(valid.json)
    ? await session.ask('missingAddresses', { value: valid.json, given })
    : { paths: [], inTexts: [] };
  const found = needsEvidence ? await ask(valid.json) : undefined;
  const unsupported = listUnsupported(found);
  const isStrict = grounding === 'require';
  if (isStrict && (unsupported.length > 0 || missing.paths.length > 0)) {
    throw notGrounded([...new Set([...unsupported, ...missing.paths])], usage);
  }
  const doubtful = unsure === 'tell' ? [] : listUnsure(found);
  if (unsure === 'fail' && doubtful.length > 0) throw notSure(doubtful, usage);
  const unread = [...missing.paths, ...(grounding === 'drop' ? unsupported : [])];
  const paths = [...new Set([...unread, ...doubtful])];
  const warnings = describeInTexts(missing.inTexts);
  if (paths.length === 0) {
    return {
      value: valid.value,
      json: valid.json,
      evidence: wantsEvidence ? found : undefined,
      warnings: [...warnings, ...describeUnsupported(unsupported, found)],
    };
  }
  const { value, json, gone } = await reduce(valid.json, paths);
  const evidence = wantsEvidence ? await ask(json) : undefined;
  return {
    value,
    json,
    evidence,
    warnings: [
      ...warnings,
      ...describeGone(gone, new Set(unread)),
      ...describeUnsupported(listUnsupported(evidence), evidence),
    ],
  };

  function ask(value: unknown): Promise<readonly Evidence[]> {
    return session.ask('evidence', { value, inferred, maxWrong });
  }

  /** Leaves properties out; those that have to be there become null, where the schema allows that. */
  async function reduce(from: unknown, without: readonly string[]) {
    const first = leaveOut(from, without);
    const outcome = await validate(first.value);
    if (outcome.issues.length === 0) return { ...outcome, gone: first.paths };
    const second = leaveOut(from, without, new Set(without));
    const nulled = await validate(second.value);
    if (nulled.issues.length === 0) return { ...nulled, gone: second.paths };
    const kept = new Set(nulled.issues.map(({ path }) => path));
    const mixed = leaveOut(from, without, new Set(without.filter((path) => !kept.has(path))));
    const last = await validate(mixed.value);
    if (last.issues.length > 0)
      throw unread.length > 0 ? notGrounded(without, usage) : notSure(without, usage);
    return { ...last, gone: mixed.paths };
  }
}

function listUnsupported(evidence: readonly Evidence[] | undefined): readonly string[] {
  return (evidence ?? []).flatMap(({ path, status }) => (status === 'unsupported' ? [path] : []));
}

function listUnsure(evidence: readonly Evidence[] | undefined): readonly string[] {
  return (evidence ?? []).flatMap(({ path, confidence }) =>
    confidence === 'unsure' ? [path] : [],
  );
}

function notSure(
  paths: readonly string[],
  usage: ValidAnswer['usage'],
): GleanerError<'validation_failed'> {
  const message = `The page does not settle ${nameFirst(paths)}. Make these fields optional and set \`unsure\` to drop, or take them with \`unsure: tell\` and look at their rivals in the evidence.`;
  const issues = paths.slice(0, maxIssues).map((path) => ({ path, message: 'is not sure' }));
  return new GleanerError('validation_failed', message, {
    details: { reason: 'unsure', issues, usage },
  });
}

function nameFirst(paths: readonly string[]): string {
  const named = paths.slice(0, 3).map((path) => (path === '' ? 'the whole value' : path));
  const more = paths.length > named.length ? ` and ${paths.length - named.length} more` : '';
  return `${named.join(', ')}${more}`;
}

function notGrounded(
  paths: readonly string[],
  usage: ValidAnswer['usage'],
): GleanerError<'validation_failed'> {
  const message = `The page does not contain ${nameFirst(paths)}. Ask for what the page states, or make these fields optional and set \`grounding\` to drop.`;
  const issues = paths.slice(0, maxIssues).map((path) => ({ path, message: notThere }));
  return new GleanerError('validation_failed', message, {
    details: { reason: 'not_grounded', issues, usage },
  });
}

function describeGone(paths: readonly string[], unread: ReadonlySet<string>): readonly string[] {
  // An item of a list is left out with the values in it.
  const left = new Set(Array.from(unread).flatMap((path) => listAround(path)));
  const issues = paths.map((path) => ({
    path,
    message: left.has(path)
      ? 'was left out: it is not on the page'
      : 'was left out: the page does not settle it',
  }));
  return groupIssues(issues).map((group) =>
    group.count === 1
      ? `The value at ${group.first.path} ${group.first.message}.`
      : `${describeIssueGroup(group, group.first.path)}.`,
  );
}

/** A JSON Pointer, and those of all that the value is in. */
function listAround(pointer: string): readonly string[] {
  const ends = Array.from(pointer.matchAll(/\//g), ({ index }) => index);
  return [...ends.map((end) => pointer.slice(0, end)), pointer];
}

function describeUnsupported(
  paths: readonly string[],
  evidence: readonly Evidence[] | undefined,
): readonly string[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, maxNamed).map((path) => (path === '' ? 'the whole value' : path));
  const more = paths.length > named.length ? ` and ${paths.length - named.length} more` : '';
  return [
    `${paths.length} of ${evidence?.length ?? 0} values are not on the page: ${named.join(', ')}${more}.`,
  ];
}

function describeInTexts(addresses: readonly string[]): readonly string[] {
  if (addresses.length === 0) return [];
  const named = addresses.slice(0, 3).join(', ');
  const more = addresses.length > 3 ? ` and ${addresses.length - 3} more` : '';
  return [`The page does not contain these addresses in the answer's texts: ${named}${more}.`];
}
