import type { ErrorObject } from 'ajv';
import type { Issue } from '../../errors/error-codes.ts';
import { toCount } from '../../errors/to-count.ts';
import { toJsonPointer } from '../json-pointer.ts';

/** More teach nothing, and a repair call could not carry them. */
const maxIssues = 100;
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
    if (issues.size >= maxIssues) break;
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
    if (rest.length > 0) kept.push(...rest);
    else if (types.length > 0) {
      kept.push({ ...error, keyword: 'type', params: { type: types.flat() } });
    } else kept.push(error);
  }
  return kept;
}

function isAtOrBelow(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}/`);
}

function toIssue(error: ErrorObject): Issue {
  const { instancePath: path, keyword } = error;
  const params = error.params as Readonly<Record<string, unknown>>;
  const at = (name: unknown): string => path + toJsonPointer([String(name)]);
  switch (keyword) {
    case 'required':
      return { path: at(params['missingProperty']), message: 'is missing' };
    case 'dependencies':
    case 'dependentRequired':
      return {
        path: at(params['missingProperty']),
        message: `is missing, and must be there together with ${show(params['property'])}`,
      };
    case 'additionalProperties':
      return {
        path: at(params['additionalProperty']),
        message: 'is not among the properties that the schema allows',
      };
    case 'unevaluatedProperties':
      return {
        path: at(params['unevaluatedProperty']),
        message: 'is not among the properties that the schema allows',
      };
    case 'propertyNames':
      return { path: at(params['propertyName']), message: 'has a name that is not allowed' };
    case 'type':
      return { path, message: `must be ${listOf(params['type'], 'or')}` };
    case 'enum':
      return { path, message: `must be one of ${showMembers(params['allowedValues'])}` };
    case 'const':
      return { path, message: `must be ${show(params['allowedValue'])}` };
    case 'format':
      return { path, message: `must have the format ${show(params['format'])}` };
    case 'pattern':
      return { path, message: `must match the pattern ${show(params['pattern'])}` };
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return {
        path,
        message: `must be ${String(params['comparison'])} ${String(params['limit'])}`,
      };
    case 'multipleOf':
      return { path, message: `must be a multiple of ${String(params['multipleOf'])}` };
    case 'minLength':
      return {
        path,
        message: `must have at least ${toCount(Number(params['limit']), 'character')}`,
      };
    case 'maxLength':
      return {
        path,
        message: `must have at most ${toCount(Number(params['limit']), 'character')}`,
      };
    case 'minItems':
      return { path, message: `must have at least ${toCount(Number(params['limit']), 'item')}` };
    case 'maxItems':
    case 'items':
    case 'additionalItems':
    case 'unevaluatedItems':
      return {
        path,
        message: `must have at most ${toCount(Number(params['limit'] ?? params['len']), 'item')}`,
      };
    case 'minProperties':
      return {
        path,
        message: `must have at least ${toCount(Number(params['limit']), 'property', 'properties')}`,
      };
    case 'maxProperties':
      return {
        path,
        message: `must have at most ${toCount(Number(params['limit']), 'property', 'properties')}`,
      };
    case 'uniqueItems':
      return { path, message: 'must not hold the same item twice' };
    case 'contains':
      return { path, message: 'does not hold the items it must contain' };
    case 'not':
      return { path, message: 'has a form that the schema excludes' };
    case 'oneOf':
      return { path, message: 'must match exactly one of the forms under "oneOf"' };
    case 'false schema':
      return { path, message: 'must not be there' };
    default:
      return { path, message: `does not fulfil ${show(keyword)}` };
  }
}

function listOf(value: unknown, word: string): string {
  const names = [...new Set([value].flat().map(String))];
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} ${word} ${last}`;
}

function showMembers(value: unknown): string {
  const members = Array.isArray(value) ? value : [];
  const shown = members.slice(0, maxMembersShown).map(show).join(', ');
  return members.length > maxMembersShown
    ? `${shown} and ${members.length - maxMembersShown} more`
    : shown;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > maxTextShown ? `${text.slice(0, maxTextShown)}…` : text;
}
