import { setImmediate } from 'node:timers/promises';
import type { InferredValue } from '../../runtime/contracts/evidence.ts';
import type {
  Extraction,
  ExtractionRequest,
  Extractor,
} from '../../runtime/contracts/extractor.ts';
import {
  type FailureReason,
  GleanerError,
  type Issue,
  type ModelCallUsage,
  isGleanerError,
  toIssueDetails,
} from '../../runtime/errors/gleaner-error.ts';
import { applyStandardSchema } from '../../extraction/schema/validate/apply-standard-schema.ts';
import { addAll } from '../../runtime/collections.ts';
import { copyPlainJson } from '../../runtime/plain-json.ts';
import { coerceValue } from '../../extraction/schema/coerce/coerce-value.ts';
import { withSpan } from '../../runtime/signals/with-span.ts';
import { describeIssueGroup, groupIssues } from '../operations/parse-input.ts';
import { structureName } from '../../extraction/extractors/structure-extractor.ts';
import { dropStripped } from './drop-stripped.ts';
import { toPathAfter } from './leave-out.ts';
import { leaveOutRefused } from './leave-out-refused.ts';
import type { OperationContext } from '../operations/operation-context.ts';
import type { WantedSchema } from './parse-extract-input.ts';

interface ValidateAnswerInput {
  readonly request: ExtractionRequest;
  /** The first answer, of any quality. */
  readonly extraction: Extraction;
  readonly extractor: Extractor;
  /** `undefined` when any shape will do. */
  readonly schema: WantedSchema | undefined;
}

/** An answer that fulfils its schema. */
export interface ValidAnswer extends CheckedExtraction {
  /** The value as JSON, before a schema library transformed it, without what the library stripped. */
  readonly json: unknown;
}

/** A verdict on a value: what it became, and what is wrong with it. */
interface Judged {
  readonly value: unknown;
  /** The value before a schema library transformed it, without what the library stripped. */
  readonly json: unknown;
  readonly issues: readonly Issue[];
  /** Places where coercion took a value for another kind, e.g. a number for a text; not an error by itself. */
  readonly kindChanges: readonly Issue[];
  /** How many members named `__proto__` were left out. */
  readonly dropped: number;
  /** Whether it holds no value. */
  readonly isEmpty?: boolean;
}

/** What an answer of any extractor may hold: the same limits as for a model's text. */
const answerLimits = { maxDepth: 64, maxNodes: 50_000, dropsPrototypes: true } as const;

/** Issues that a repair is asked to mend; the question could not carry more. */
const maxRepaired = 100;

/**
 * The rule for every answer: free coercion first, then our own validation, then one repair of what is wrong, then
 * `validation_failed`. Nothing that breaks its schema is ever handed out. Where coercion had to take a value for another
 * kind than it is (5 for "5"), a repair asks for it too; a warning names what stays so.
 */
export async function validateAnswer(
  input: ValidateAnswerInput,
  context: Pick<OperationContext, 'schemas'>,
): Promise<ValidAnswer> {
  const { request, extractor } = input;
  const extraction = parseExtraction(input.extraction, extractor.name);
  const { savedInputTokens } = extraction;
  const first = await judge(extraction.value, input, context);
  if (first.issues.length === 0) {
    const { usage, inferred } = extraction;
    const warnings = [...extraction.warnings, ...describeChanges(first, input, usage)];
    const { value, json } = first;
    return { value, json, usage, warnings, inferred, savedInputTokens };
  }
  if (extractor.name === structureName)
    return judgeWithoutRefused(first, extraction, input, context);
  if (extractor.repair === undefined) throw mismatch(first, extraction);

  const repair = extractor.repair.bind(extractor, {
    ...request,
    value: first.value,
    issues: [...first.issues.slice(0, maxRepaired), ...first.kindChanges],
  });
  const attributes = { 'gleaner.extractor': extractor.name, 'gleaner.issues': first.issues.length };
  const given = await withSpan('repair answer', attributes, repair).catch((error: unknown) => {
    throw withUsage(error, extraction.usage);
  });
  const repaired = parseExtraction(given, extractor.name);
  const usage = [...extraction.usage, ...repaired.usage];
  const warnings = [...extraction.warnings, ...repaired.warnings];
  const second = await judge(repaired.value, input, context);
  if (second.issues.length > 0) throw mismatch(second, { ...repaired, usage, warnings });
  // A repair replaces parts of the value and says nothing of the others.
  const inferred = [...extraction.inferred, ...repaired.inferred];
  const all = [...warnings, ...describeChanges(second, input, usage)];
  const { value, json } = second;
  return { value, json, usage, warnings: all, inferred, savedInputTokens };
}

/** Each round may show what is wrong with what the one before left: a list that is too short. */
const maxRounds = 4;

/**
 * What was read from the page's structure, without the values that need not be there and that the schema refuses: who asks for five
 * fields gets the other four. A wrong answer of a model or of an extractor of one's own stays wrong.
 */
async function judgeWithoutRefused(
  first: Judged,
  extraction: CheckedExtraction,
  input: ValidateAnswerInput,
  context: Pick<OperationContext, 'schemas'>,
): Promise<ValidAnswer> {
  const schema = input.schema?.usable.schema;
  const refused: Issue[] = [];
  let judged = first;
  let { inferred } = extraction;
  for (let round = 0; judged.issues.length > 0; round += 1) {
    const { json } = judged;
    const accepted =
      schema === undefined || round === maxRounds
        ? undefined
        : leaveOutRefused(schema, json, judged.issues);
    if (accepted === undefined) throw mismatch(first, extraction);
    addAll(refused, accepted.refused);
    const gone = new Set(accepted.paths);
    inferred = inferred.flatMap((entry) => {
      const path = toPathAfter(json, gone, entry.path);
      return path === undefined ? [] : { ...entry, path };
    });
    judged = await judge(accepted.value, input, context);
  }
  const { value, json } = judged;
  const { usage, savedInputTokens } = extraction;
  const { kindChanges, dropped } = first;
  const changes = describeChanges({ ...judged, kindChanges, dropped }, input, usage);
  const warnings = [...extraction.warnings, ...changes, ...describeRefused(refused)];
  return { value, json, usage, warnings, inferred, savedInputTokens };
}

function describeRefused(refused: readonly Issue[]): readonly string[] {
  return groupIssues(refused).map((group) => {
    const { first, count } = group;
    const text =
      count === 1
        ? `The value at ${first.path} ${first.message}`
        : describeIssueGroup(group, first.path);
    return `${text}: what the schema does not take was left out.`;
  });
}

/** A verdict on a valid answer from which parts were left out: our own validation, then the schema library's. */
export function revalidateAnswer(
  json: unknown,
  input: ValidateAnswerInput,
  context: Pick<OperationContext, 'schemas'>,
): Promise<Pick<Judged, 'value' | 'json' | 'issues'>> {
  return judge(json, input, context);
}

async function judge(
  answer: unknown,
  { request: { page, plainText, signal }, schema }: ValidateAnswerInput,
  { schemas }: Pick<OperationContext, 'schemas'>,
): Promise<Judged> {
  const unchanged = { value: answer, json: answer, kindChanges: [], dropped: 0 };
  if (answer === undefined) return { ...unchanged, issues: [plainText ? noText : unreadable] };
  if (plainText) return { ...unchanged, issues: typeof answer === 'string' ? [] : [notText] };
  const { value, issues, dropped } = copyPlainJson(answer, answerLimits);
  // What is no JSON is not looked at again: its getters may throw.
  if (issues.length > 0) return { ...unchanged, json: undefined, issues };
  if (schema === undefined) {
    const judged = judgeFreeShape(value);
    return { ...unchanged, ...judged, json: judged.value, dropped, isEmpty: isEmpty(value) };
  }
  // Each of these takes up to 0.1 s for an answer of the most values: the event loop gets its turn between them.
  await setImmediate();
  const { value: json, ...changes } = coerceValue(schema.usable.schema, value, {
    language: page.language,
    host: URL.parse(page.url)?.hostname,
  });
  const coerced = { ...changes, value: json, json, dropped, isEmpty: isEmpty(json) };
  await setImmediate();
  const faults = await schemas.validate(schema.usable, coerced.value, signal);
  if (faults.length > 0 || schema.standard === undefined) return { ...coerced, issues: faults };
  const outcome = await applyStandardSchema(schema.standard, coerced.value, signal);
  // The repair works on the model's own output, so a refused value is not coerced here.
  if (outcome.issues !== undefined) return { ...coerced, issues: outcome.issues };
  const kept = dropStripped(json, outcome.value, schema.usable.schema);
  return { ...coerced, value: outcome.value, json: kept, issues: [] };
}

/** Whether there is nothing but null and empty texts, and lists and objects of these. */
function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === '' ||
    (typeof value === 'object' && Object.values(value).every(isEmpty))
  );
}

/** Without a schema the answer is a JSON object; a bare list gets the one name that every list can have. */
function judgeFreeShape(value: unknown): Pick<Judged, 'value' | 'issues'> {
  if (Array.isArray(value)) return { value: { items: value }, issues: [] };
  return { value, issues: typeof value === 'object' && value !== null ? [] : [notObject] };
}

const emptyAnswer =
  'The answer holds no value: nothing on the page was taken for what is asked for.';

const unreadable: Issue = { path: '', message: 'could not be read as JSON' };
const noText: Issue = { path: '', message: 'has no text' };
const notText: Issue = { path: '', message: 'must be text' };
const notObject: Issue = { path: '', message: 'must be a JSON object' };

function mismatch(
  { issues }: Judged,
  { usage, warnings }: Pick<Extraction, 'usage' | 'warnings'>,
): GleanerError<'validation_failed'> {
  const isUnreadable = issues.includes(unreadable) || issues.includes(noText);
  const reason: FailureReason = isUnreadable ? 'answer_unreadable' : 'schema_mismatch';
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  const fault = `The answer ${first?.path === '' ? '' : `at ${first?.path} `}${first?.message}${more}.`;
  return new GleanerError('validation_failed', [fault, ...new Set(warnings)].join(' '), {
    details: { reason, ...toIssueDetails(issues), usage },
  });
}

function describeChanges(
  judged: Judged,
  { schema }: ValidateAnswerInput,
  usage: readonly ModelCallUsage[],
): readonly string[] {
  const { kindChanges, dropped } = judged;
  const warnings = describeKindChanges(kindChanges);
  // Without a model the fields of a schema that were not found are named.
  const isTold = schema !== undefined && usage.length === 0;
  if (judged.isEmpty === true && !isTold) return [...warnings, emptyAnswer];
  if (dropped === 0) return warnings;
  const members = dropped === 1 ? 'One member' : `${dropped} members`;
  return [...warnings, `${members} named "__proto__" ${dropped === 1 ? 'was' : 'were'} left out.`];
}

/** One warning for all places of one kind: `/items/0/rating` stands for the rating of every item. */
function describeKindChanges(kindChanges: readonly Issue[]): readonly string[] {
  return groupIssues(kindChanges).map((group) => {
    const { first, count } = group;
    const place = first.path === '' ? 'The answer' : `The value at ${first.path}`;
    const text = count === 1 ? `${place} ${first.message}` : describeIssueGroup(group, first.path);
    return `${text}; it was taken for one.`;
  });
}

/** The calls before a failed repair were made all the same, and belong to the failure's account. */
function withUsage(error: unknown, usage: readonly ModelCallUsage[]): unknown {
  if (!isGleanerError(error, 'validation_failed')) return error;
  return new GleanerError('validation_failed', error.message, {
    details: { ...error.details, usage: [...usage, ...(error.details.usage ?? [])] },
    cause: error.cause ?? error,
  });
}

/** Chunks of a page are at most a dozen, and each of them has a few sentences to say. */
const maxWarnings = 100;
const maxWarningLetters = 1_000;
/** Model calls; ours makes one for each chunk, and one more for a repair. */
const maxUsage = 1_000;
const maxModelLetters = 200;
/** As many values as evidence is looked up for. */
const maxInferred = 5_000;
const maxPathLetters = 1_000;
const maxRuleLetters = 60;

/** What an extractor gave, complete. */
interface CheckedExtraction extends Extraction {
  readonly inferred: readonly InferredValue[];
}

/**
 * Returns what an extractor gave with warnings, usage and inferred values of their types and of bounded size; the value stays as it is.
 *
 * @throws TypeError for what is no object, or has no list of warnings or usage.
 */
function parseExtraction(given: unknown, extractor: string): CheckedExtraction {
  const isObject = typeof given === 'object' && given !== null;
  const warnings: unknown = isObject && 'warnings' in given ? given.warnings : undefined;
  const usage: unknown = isObject && 'usage' in given ? given.usage : undefined;
  if (!isObject || !Array.isArray(warnings) || !Array.isArray(usage)) {
    throw new TypeError(
      `Expected the extractor "${extractor}" to resolve to { value, usage: [], warnings: [] }.`,
    );
  }
  return {
    value: 'value' in given ? given.value : undefined,
    usage: usage.slice(0, maxUsage).map(toUsage),
    warnings: boundWarnings(warnings),
    inferred: 'inferred' in given ? toInferred(given.inferred) : [],
    savedInputTokens: 'savedInputTokens' in given ? toTokens(given.savedInputTokens) : undefined,
  };
}

function toInferred(given: unknown): readonly InferredValue[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, maxInferred).flatMap((entry: unknown) => {
    const { path, rule } = (entry ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof path !== 'string' || typeof rule !== 'string') return [];
    return [{ path: path.slice(0, maxPathLetters), rule: rule.slice(0, maxRuleLetters) }];
  });
}

function boundWarnings(given: readonly unknown[]): readonly string[] {
  const more = given.length - maxWarnings;
  const shown = given
    .slice(0, maxWarnings)
    .filter((warning) => typeof warning === 'string')
    .map((warning) => cut(warning, maxWarningLetters));
  return more > 0 ? [...shown, `The extractor had ${more} more warnings.`] : shown;
}

function toUsage(given: unknown): ModelCallUsage {
  const { model, inputTokens, outputTokens } = (given ?? {}) as Readonly<Record<string, unknown>>;
  return {
    model: typeof model === 'string' ? cut(model, maxModelLetters) : '',
    inputTokens: toTokens(inputTokens),
    outputTokens: toTokens(outputTokens),
  };
}

function toTokens(given: unknown): number | undefined {
  return typeof given === 'number' && Number.isSafeInteger(given) && given >= 0 ? given : undefined;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
