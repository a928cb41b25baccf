import { getOrMake } from '../../runtime/collections.ts';
import type { Evidence } from '../../runtime/contracts/evidence.ts';
import { GleanerError, type Issue, toIssueDetails } from '../../runtime/errors/gleaner-error.ts';
import { hasAddress } from '../page-session/foreseen-questions.ts';
import type { PageSession } from '../page-session/page-question.ts';
import type { Grounding, Unsure } from './parse-extract-input.ts';
import { describeIssueGroup, groupIssues } from '../operations/parse-input.ts';
import type { ValidAnswer, revalidateAnswer } from './validate-answer.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { listApplicableAtPath } from '../../extraction/schema/find-schemas-at-path.ts';
import { findAtPath, parseJsonPointer, toJsonPointer } from '../../runtime/plain-json.ts';

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

interface LeaveOutOptions {
  /** Pointers at which a null takes the place of the part, for properties that have to be there. */
  readonly nulled?: ReadonlySet<string>;
  /** Whether the items of the list at a path mean something by their positions. */
  readonly isTuple?: (path: readonly string[]) => boolean;
}

/**
 * Returns a JSON value without the parts at the given pointers: properties and items go, and an item of a list that holds
 * nothing else goes with them. A tuple goes as a whole where an item would take the place of one before it.
 */
export function leaveOut(
  value: unknown,
  paths: readonly string[],
  { nulled = new Set(), isTuple = () => false }: LeaveOutOptions = {},
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
    const isMoved = kept.some(([name], index) => name !== `${index}`);
    const isBroken = Array.isArray(at) && isMoved && isTuple(parseJsonPointer(path) ?? []);
    if (isBroken || (isItem && kept.every(([, member]) => isEmpty(member)))) {
      gone.splice(before, gone.length, path);
      return leftOut;
    }
    return Array.isArray(at) ? kept.map(([, member]) => member) : Object.fromEntries(kept);
  }

  const reduced = reduce(value, root, '', false);
  return { value: reduced === leftOut ? null : reduced, paths: gone };
}

/** The paths, in the value as it was, of what stands at these paths after parts were left out. */
function toPathsBefore(
  value: unknown,
  gone: ReadonlySet<string>,
  paths: readonly string[],
): ReadonlySet<string> {
  /** By list, the items that stayed. */
  const stayed = new Map<string, readonly number[]>();
  const toBefore = (before: string, name: string): string => {
    const list = findAtPath(value, parseJsonPointer(before) ?? []);
    if (!Array.isArray(list)) return before + toJsonPointer([name]);
    const kept = getOrMake(stayed, before, () =>
      [...list.keys()].filter((at) => !gone.has(`${before}/${at}`)),
    );
    return `${before}/${kept[Number(name)] ?? name}`;
  };
  return new Set(paths.map((path) => (parseJsonPointer(path) ?? []).reduce(toBefore, '')));
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
  /** What the answer is valid by; `undefined` where any shape will do. */
  readonly schema: JsonSchema | undefined;
  /** Validates a value that was valid before parts of it were left out. */
  readonly validate: (json: unknown) => ReturnType<typeof revalidateAnswer>;
}

/** An answer whose values are on the page as far as the caller wants that. */
export interface GroundedAnswer extends Pick<ValidAnswer, 'value' | 'json' | 'warnings'> {
  readonly evidence: readonly Evidence[] | undefined;
}

/** Paths in a warning. */
const maxNamed = 10;

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
  if (unsure === 'fail' && doubtful.length > 0) throw notSure(doubtful, input);
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

  function isTuple(path: readonly string[]): boolean {
    const schemas = schema === undefined ? [] : listApplicableAtPath(schema, path);
    return schemas.some(({ prefixItems }) => prefixItems !== undefined);
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
    throw lacking.length > 0 ? notGrounded(lacking, input) : notSure(named, input);

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

function notSure(
  paths: readonly string[],
  { unsure, valid: { usage } }: GroundAnswerInput,
): GleanerError<'validation_failed'> {
  const dropping = unsure === 'drop' ? '' : ' and set `unsure` to drop';
  const message = `The page does not settle ${nameFirst(paths)}. Make these fields optional${dropping}, or take them with \`unsure: tell\` and look at their rivals in the evidence.`;
  const issues = paths.map((path) => ({ path, message: 'is not sure' }));
  return new GleanerError('validation_failed', message, {
    details: { reason: 'unsure', ...toIssueDetails(issues), usage },
  });
}

function nameFirst(paths: readonly string[]): string {
  const named = paths.slice(0, 3).map((path) => (path === '' ? 'the whole value' : path));
  const more = paths.length > named.length ? ` and ${paths.length - named.length} more` : '';
  return `${named.join(', ')}${more}`;
}

function notGrounded(
  paths: readonly string[],
  { grounding, valid: { usage } }: GroundAnswerInput,
): GleanerError<'validation_failed'> {
  const dropping = grounding === 'require' ? ' and set `grounding` to drop' : '';
  const message = `The page does not contain ${nameFirst(paths)}. Ask for what the page states, or make these fields optional${dropping}.`;
  const issues = paths.map((path) => ({ path, message: notThere }));
  return new GleanerError('validation_failed', message, {
    details: { reason: 'not_grounded', ...toIssueDetails(issues), usage },
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
