import type { Evidence } from '../../runtime/contracts/evidence.ts';
import { GleanerError, type Issue, toIssueDetails } from '../../runtime/errors/gleaner-error.ts';
import { hasAddress } from '../page-session/foreseen-questions.ts';
import type { PageSession } from '../page-session/page-question.ts';
import type { Grounding, Unsure } from './parse-extract-input.ts';
import { describeIssueGroup, groupIssues } from '../operations/parse-input.ts';
import type { ValidAnswer, revalidateAnswer } from './validate-answer.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { isTupleAt } from '../../extraction/schema/find-schemas-at-path.ts';
import { type Reduced, leaveOut, toPathsBefore } from './leave-out.ts';
import { nameFirst, nameFirstPlaces } from '../../runtime/name-first.ts';

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
  /** What the answer is valid by; `undefined` where any shape will do. */
  readonly schema: JsonSchema | undefined;
  /** Validates a value that was valid before parts of it were left out. */
  readonly validate: (json: unknown) => ReturnType<typeof revalidateAnswer>;
}

/** An answer whose values are on the page as far as the caller wants that. */
export interface GroundedAnswer extends Pick<ValidAnswer, 'value' | 'json' | 'warnings'> {
  readonly evidence: readonly Evidence[] | undefined;
}

/** Paths in a warning that names all it can. */
const maxNamed = 10;
/** Paths or addresses in a sentence that says something else too. */
const maxInMessage = 3;

const notThere = 'is not on the page';

/**
 * Holds an answer against its page. Addresses that the page does not contain are left out whatever is asked for; other values that
 * it does not contain are counted (`report`), left out (`drop`) or a reason to fail (`require`), and so are values that are not sure.
 *
 * @throws GleanerError `validation_failed` with reason `not_grounded` or `unsure` where the answer is not valid without them.
 */
export async function groundAnswer(input: GroundAnswerInput): Promise<GroundedAnswer> {
  const { valid, session, grounding, unsure, maxWrong, given, schema, validate } = input;
  const { wantsEvidence, needsEvidence } = input;
  const { inferred } = valid;
  const missing = hasAddress(valid.json)
    ? await session.ask('missingAddresses', { value: valid.json, given })
    : { paths: [], inTexts: [] };
  const found = needsEvidence ? await ask(valid.json) : undefined;
  const unsupported = listUnsupported(found);
  const isStrict = grounding === 'require';
  if (isStrict && (unsupported.length > 0 || missing.paths.length > 0)) {
    throw notGrounded([...new Set([...unsupported, ...missing.paths])], input);
  }
  const doubtful = unsure === 'tell' ? [] : listUnsure(found);
  if (unsure === 'fail' && doubtful.length > 0) throw notSure(doubtful, input, found);
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
      ...describeGone(gone, new Set(unread), new Set(listRivalled(doubtful, found))),
      ...describeUnsupported(listUnsupported(evidence), evidence),
    ],
  };

  function isTuple(path: readonly string[]): boolean {
    return schema !== undefined && isTupleAt(schema, path);
  }

  function ask(value: unknown): Promise<readonly Evidence[]> {
    return session.ask('evidence', { value, inferred, maxWrong });
  }

  /** Leaves properties out; those that have to be there become null, where the schema allows that. */
  async function reduce(from: unknown, without: readonly string[]) {
    const first = leaveOut(from, without, { isTuple });
    const outcome = await validate(first.value);
    if (outcome.issues.length === 0) return { ...outcome, gone: first.paths };
    const second = leaveOut(from, without, { isTuple, nulled: new Set(without) });
    const nulled = await validate(second.value);
    if (nulled.issues.length === 0) return { ...nulled, gone: second.paths };
    const kept = listFaulty(second, nulled, new Set(without));
    const nulls = new Set(without.filter((path) => !kept.has(path)));
    const mixed = leaveOut(from, without, { isTuple, nulled: nulls });
    const last = await validate(mixed.value);
    if (last.issues.length === 0) return { ...last, gone: mixed.paths };
    const faulty = listFaulty(mixed, last, nulls);
    const needed = without.filter((path) => listAround(path).some((at) => faulty.has(at)));
    // A schema library may refuse the answer at any place.
    const named = needed.length > 0 ? needed : without;
    const absent = new Set(unread);
    const lacking = named.filter((path) => absent.has(path));
    throw lacking.length > 0 ? notGrounded(lacking, input) : notSure(named, input, found);

    function listFaulty(
      { paths: out }: Reduced,
      { issues }: { readonly issues: readonly Issue[] },
      nullsLeft: ReadonlySet<string>,
    ): ReadonlySet<string> {
      const gone = new Set(out.filter((path) => !nullsLeft.has(path)));
      return toPathsBefore(
        from,
        gone,
        issues.map(({ path }) => path),
      );
    }
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

/** Of some paths those of values beside which the page states something else. */
function listRivalled(
  paths: readonly string[],
  evidence: readonly Evidence[] | undefined,
): readonly string[] {
  const rivalled = new Set(
    (evidence ?? []).flatMap(({ path, rivals = [] }) => (rivals.length > 0 ? [path] : [])),
  );
  return paths.filter((path) => rivalled.has(path));
}

function notSure(
  paths: readonly string[],
  { unsure, valid: { usage } }: GroundAnswerInput,
  evidence: readonly Evidence[] | undefined,
): GleanerError<'validation_failed'> {
  const dropping = unsure === 'drop' ? '' : ' and set `unsure` to drop';
  const rivalled = listRivalled(paths, evidence);
  const named = nameFirstPlaces(rivalled.length > 0 ? rivalled : paths, maxInMessage);
  const [fault, look] =
    rivalled.length > 0
      ? [`The page does not settle ${named}.`, ' and look at their rivals in the evidence']
      : [`Not sure, though the page states nothing else for them: ${named}.`, ''];
  const message = `${fault} Make these fields optional${dropping}, or take them with \`unsure: tell\`${look}.`;
  const issues = paths.map((path) => ({ path, message: 'is not sure' }));
  return new GleanerError('validation_failed', message, {
    details: { reason: 'unsure', ...toIssueDetails(issues), usage },
  });
}

function notGrounded(
  paths: readonly string[],
  { grounding, valid: { usage } }: GroundAnswerInput,
): GleanerError<'validation_failed'> {
  const dropping = grounding === 'require' ? ' and set `grounding` to drop' : '';
  const message = `The page does not contain ${nameFirstPlaces(paths, maxInMessage)}. Ask for what the page states, or make these fields optional${dropping}.`;
  const issues = paths.map((path) => ({ path, message: notThere }));
  return new GleanerError('validation_failed', message, {
    details: { reason: 'not_grounded', ...toIssueDetails(issues), usage },
  });
}

function describeGone(
  paths: readonly string[],
  unread: ReadonlySet<string>,
  rivalled: ReadonlySet<string>,
): readonly string[] {
  // An item of a list is left out with the values in it.
  const [left, open] = [unread, rivalled].map(
    (places) => new Set(Array.from(places).flatMap((path) => listAround(path))),
  );
  const issues = paths.map((path) => ({
    path,
    message:
      left?.has(path) === true
        ? 'was left out: it is not on the page'
        : open?.has(path) === true
          ? 'was left out: the page does not settle it'
          : 'was left out: it is not sure, though the page states nothing else for it',
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
  return [
    `${paths.length} of ${evidence?.length ?? 0} values are not on the page: ${nameFirstPlaces(paths, maxNamed)}.`,
  ];
}

function describeInTexts(addresses: readonly string[]): readonly string[] {
  if (addresses.length === 0) return [];
  const named = nameFirst(addresses, maxInMessage);
  return [`The page does not contain these addresses in the answer's texts: ${named}.`];
}
