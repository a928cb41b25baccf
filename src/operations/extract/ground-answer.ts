import type { Evidence } from '../../contracts/evidence.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import type { PageSession } from '../../page-session/create-page-sessions.ts';
import { describeIssueGroup, groupIssues } from '../group-issues.ts';
import type { Grounding } from './extract-input.ts';
import { leaveOut } from './leave-out.ts';
import type { ValidAnswer } from './validate-answer.ts';

export interface GroundAnswerInput {
  readonly valid: ValidAnswer;
  readonly session: PageSession;
  readonly grounding: Grounding;
  /** Whether the caller wants to see the evidence. */
  readonly wantsEvidence: boolean;
  /** The caller's prompt and schema: addresses in them are not the page's. */
  readonly given: string;
  /** Validates a value that was valid before parts of it were left out. */
  readonly validate: (json: unknown) => Promise<Revalidated>;
}

/** A verdict on a value from which parts were left out. */
export interface Revalidated {
  readonly value: unknown;
  readonly json: unknown;
  readonly issues: readonly Issue[];
}

/** An answer whose values are on the page as far as the caller wants that. */
export interface GroundedAnswer {
  readonly value: unknown;
  readonly json: unknown;
  readonly evidence: readonly Evidence[] | undefined;
  readonly warnings: readonly string[];
}

/** Issues in an error, and paths in a warning. */
const maxIssues = 100;
const maxNamed = 10;

const notThere = 'is not on the page';

/**
 * Holds an answer against its page. Addresses that the page does not contain are left out whatever is asked for; other values that
 * it does not contain are counted (`report`), left out (`drop`) or a reason to fail (`require`).
 *
 * @throws GleanerError `validation_failed` with reason `not_grounded` where the answer is not valid without them.
 */
export async function groundAnswer(input: GroundAnswerInput): Promise<GroundedAnswer> {
  const { valid, session, grounding, wantsEvidence, given, validate } = input;
  const { inferred, usage } = valid;
  const missing = hasAddress(valid.json)
    ? await session.ask('missingAddresses', { value: valid.json, given })
    : { paths: [], inTexts: [] };
  const needsEvidence = wantsEvidence || grounding !== 'report';
  const found = needsEvidence ? await ask(valid.json) : undefined;
  const unsupported = listUnsupported(found);
  const isStrict = grounding === 'require';
  if (isStrict && (unsupported.length > 0 || missing.paths.length > 0)) {
    throw notGrounded([...new Set([...unsupported, ...missing.paths])], usage);
  }
  const paths =
    grounding === 'drop' ? [...new Set([...unsupported, ...missing.paths])] : missing.paths;
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
      ...describeGone(gone),
      ...describeUnsupported(listUnsupported(evidence), evidence),
    ],
  };

  function ask(value: unknown): Promise<readonly Evidence[]> {
    return session.ask('evidence', { value, inferred });
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
    if (last.issues.length > 0) throw notGrounded(without, usage);
    return { ...last, gone: mixed.paths };
  }
}

function listUnsupported(evidence: readonly Evidence[] | undefined): readonly string[] {
  return (evidence ?? []).flatMap(({ path, status }) => (status === 'unsupported' ? [path] : []));
}

function notGrounded(
  paths: readonly string[],
  usage: ValidAnswer['usage'],
): GleanerError<'validation_failed'> {
  const named = paths.slice(0, 3).map((path) => (path === '' ? 'the whole value' : path));
  const more = paths.length > named.length ? ` and ${paths.length - named.length} more` : '';
  const message = `The page does not contain ${named.join(', ')}${more}. Ask for what the page states, or make these fields optional and set \`grounding\` to drop.`;
  const issues = paths.slice(0, maxIssues).map((path) => ({ path, message: notThere }));
  return new GleanerError('validation_failed', message, {
    details: { reason: 'not_grounded', issues, usage },
  });
}

function describeGone(paths: readonly string[]): readonly string[] {
  const issues = paths.map((path) => ({ path, message: 'was left out: it is not on the page' }));
  return groupIssues(issues).map((group) =>
    group.count === 1
      ? `The value at ${group.first.path} ${group.first.message}.`
      : `${describeIssueGroup(group, group.first.path)}.`,
  );
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

/** Whether a text of a value holds an address; most results have none. */
function hasAddress(value: unknown): boolean {
  const pending = [value];
  for (const next of pending) {
    if (typeof next === 'string' && next.includes('//')) return true;
    if (typeof next === 'object' && next !== null) pending.push(...Object.values(next));
  }
  return false;
}
