import { addAll } from '../../../runtime/collections.ts';
import type { ErrorObject } from 'ajv';
import { GleanerError, type Issue } from '../../../runtime/errors/gleaner-error.ts';
import { toCount } from '../../../runtime/errors/shown-text.ts';
import { toJsonPointer } from '../../../runtime/plain-json.ts';
import { nameFirst } from '../../../runtime/name-first.ts';

/** Ajv reports every branch of every alternative; joining them takes time for each level they are nested. */
const maxErrors = 1_000;
const maxMembersShown = 10;
const maxTextShown = 80;

/** Returns Ajv's errors as issues for people: one for each path and kind, without values of the page. */
export function toIssues(errors: readonly ErrorObject[]): readonly Issue[] {
  const issues = new Map<string, Issue>();
  for (const error of joinBranches(errors.slice(0, maxErrors))) {
    const issue = toIssue(error);
    issues.set(`${issue.path}\n${issue.message}`, issue);
  }
  return [...issues.values()];
}

/** Joins the errors of alternatives: Ajv reports the errors of each branch and then the failed choice. */
function joinBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      if (error.keyword !== 'if' || kept.length === 0) kept.push(error);
      continue;
    }
    const branches: ErrorObject[] = [];
    for (let last = kept.at(-1); last !== undefined; last = kept.at(-1)) {
      if (!isAtOrBelow(last.instancePath, error.instancePath)) break;
      branches.push(last);
      kept.pop();
    }
    branches.reverse();
    const isType = (branch: ErrorObject): boolean =>
      branch.keyword === 'type' && branch.instancePath === error.instancePath;
    const types = branches.filter(isType).flatMap((branch) => branch.params['type'] as unknown);
    const rest = branches.filter((branch) => !isType(branch));
    if (rest.length > 0) addAll(kept, rest);
    else if (types.length > 0) {
      kept.push({ ...error, keyword: 'type', params: { type: types.flat() } });
    } else kept.push(error);
  }
  return kept;
}

function isAtOrBelow(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}/`);
}

function toIssue({ instancePath, keyword, params }: ErrorObject): Issue {
  const given = params as Params;
  const property = propertyOf.get(keyword);
  const path =
    property === undefined ? instancePath : instancePath + toJsonPointer([String(given[property])]);
  const describe = messages.get(keyword);
  return { path, message: describe?.(given) ?? `does not fulfil ${show(keyword)}` };
}

type Params = Readonly<Record<string, unknown>>;

/** The parameter that names the property at fault, by keyword. */
const propertyOf: ReadonlyMap<string, string> = new Map(
  Object.entries({
    required: 'missingProperty',
    dependencies: 'missingProperty',
    dependentRequired: 'missingProperty',
    additionalProperties: 'additionalProperty',
    unevaluatedProperties: 'unevaluatedProperty',
    propertyNames: 'propertyName',
  }),
);

const isMissingBeside = ({ property }: Params): string =>
  `is missing, and must be there together with ${show(property)}`;
const isNotAmong = (): string => 'is not among the properties that the schema allows';
const isBeyond = ({ comparison, limit }: Params): string =>
  `must be ${String(comparison)} ${String(limit)}`;
const hasAtLeast =
  (...unit: readonly [string, string?]) =>
  ({ limit }: Params): string =>
    `must have at least ${toCount(Number(limit), ...unit)}`;
const hasAtMost =
  (...unit: readonly [string, string?]) =>
  ({ limit, len }: Params): string =>
    `must have at most ${toCount(Number(limit ?? len), ...unit)}`;

/** What is wrong, by keyword. */
const messages: ReadonlyMap<string, (params: Params) => string> = new Map(
  Object.entries({
    required: () => 'is missing',
    dependencies: isMissingBeside,
    dependentRequired: isMissingBeside,
    additionalProperties: isNotAmong,
    unevaluatedProperties: isNotAmong,
    propertyNames: () => 'has a name that is not allowed',
    type: ({ type }: Params) => `must be ${listOf(type, 'or')}`,
    enum: ({ allowedValues }: Params) => `must be one of ${showMembers(allowedValues)}`,
    const: ({ allowedValue }: Params) => `must be ${show(allowedValue)}`,
    format: ({ format }: Params) => `must have the format ${show(format)}`,
    pattern: ({ pattern }: Params) => `must match the pattern ${show(pattern)}`,
    minimum: isBeyond,
    maximum: isBeyond,
    exclusiveMinimum: isBeyond,
    exclusiveMaximum: isBeyond,
    multipleOf: ({ multipleOf }: Params) => `must be a multiple of ${String(multipleOf)}`,
    minLength: hasAtLeast('character'),
    maxLength: hasAtMost('character'),
    minItems: hasAtLeast('item'),
    maxItems: hasAtMost('item'),
    items: hasAtMost('item'),
    additionalItems: hasAtMost('item'),
    unevaluatedItems: hasAtMost('item'),
    minProperties: hasAtLeast('property', 'properties'),
    maxProperties: hasAtMost('property', 'properties'),
    uniqueItems: () => 'must not hold the same item twice',
    contains: () => 'does not hold the items it must contain',
    not: () => 'has a form that the schema excludes',
    oneOf: () => 'must match exactly one of the forms under "oneOf"',
    'false schema': () => 'must not be there',
  }),
);

function listOf(value: unknown, word: string): string {
  const names = [...new Set([value].flat().map(String))];
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} ${word} ${last}`;
}

function showMembers(value: unknown): string {
  const members = Array.isArray(value) ? value : [];
  return nameFirst(members.slice(0, maxMembersShown).map(show), maxMembersShown, members.length);
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > maxTextShown ? `${text.slice(0, maxTextShown)}…` : text;
}

const maxQuoted = 200;

/** The `invalid_request` for a schema as a whole: `what` goes on after "The schema". The message of the cause is quoted. */
export function unusableSchema(what: string, cause?: unknown): GleanerError<'invalid_request'> {
  const quoted = cause === undefined ? '' : `: ${quote(cause)}`;
  const message = `${what}${quoted}`;
  return new GleanerError('invalid_request', `The schema ${message}.`, {
    details: { issues: [{ path: '/schema', message }] },
    cause,
  });
}

/** What is thrown may be anything, an object that throws when it is read included. */
function quote(thrown: unknown): string {
  try {
    // The message of an error may be no text.
    const message: unknown = thrown instanceof Error ? thrown.message : thrown;
    return String(message).slice(0, maxQuoted).replace(/\.$/, '');
  } catch {
    return 'it threw what cannot be read';
  }
}
