import { type Issue, invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import { toCount } from '../../runtime/errors/shown-text.ts';
import type { DescribedCase } from './describe-case.ts';
import type { CaseOutcome, EvaluationResult } from './evaluation-result.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { toIssues } from '../../extraction/schema/parse/to-issues.ts';
import resultSchema from './evaluation-result.schema.json' with { type: 'json' };
import { nameFirst } from '../../runtime/name-first.ts';

/** The part of an earlier result that is compared with: outcomes of pipelines and cases that both have. */
export interface EarlierOutcomes {
  readonly startedAt: string;
  readonly gleaner: string;
  /** Ids of the cases that both have. */
  readonly cases: ReadonlySet<string>;
  /** Names of the pipelines that both have. */
  readonly pipelines: readonly string[];
  readonly outcomes: readonly CaseOutcome[];
  readonly warnings: readonly string[];
}

const action = 'compare with the earlier result';
/** Cases and pipelines that a message names. */
const maxNamed = 10;

/**
 * Checks that an earlier result is one, of this version, whose cases all are in the data set as they were then.
 *
 * @throws GleanerError `invalid_request` with what differs.
 */
export function requireEarlier(
  earlier: unknown,
  cases: ReadonlyMap<string, DescribedCase>,
  pipelines: readonly { readonly name: string }[],
): EarlierOutcomes {
  const result = parseResult(earlier);
  const issues: Issue[] = [];
  const changed: string[] = [];
  const gone: string[] = [];
  for (const { id, digest } of result.cases) {
    const now = cases.get(id)?.description.digest;
    if (now === undefined) gone.push(id);
    else if (now !== digest) changed.push(id);
  }
  if (changed.length > 0) {
    issues.push(
      toIssue(
        changed,
        'has another page, prompt, schema or expected answer now',
        'have others now',
      ),
    );
  }
  if (gone.length > 0) {
    issues.push(toIssue(gone, 'is not in the data set', 'are not in the data set'));
  }
  const names = result.pipelines.map(({ name }) => name);
  const shared = pipelines.map(({ name }) => name).filter((name) => names.includes(name));
  if (shared.length === 0) {
    issues.push({
      path: '',
      message: `It has none of these pipelines, but ${names.slice(0, maxNamed).join(', ')}.`,
    });
  }
  if (result.outcomes.some(({ error, value }) => error === undefined && value === undefined)) {
    issues.push({ path: '', message: 'It was written without its values: give the whole result.' });
  }
  if (issues.length > 0) throw invalidRequest(action, issues);
  const added = [...cases.keys()].length - result.cases.length;
  const unknown = pipelines.map(({ name }) => name).filter((name) => !names.includes(name));
  return {
    startedAt: result.startedAt,
    gleaner: result.gleaner,
    cases: new Set(result.cases.map(({ id }) => id)),
    pipelines: shared,
    outcomes: result.outcomes.filter(({ pipeline }) => shared.includes(pipeline)),
    warnings: [
      ...(added === 0
        ? []
        : [`${toCount(added, 'case')} of the data set were not in the earlier result.`]),
      ...(unknown.length === 0
        ? []
        : [`The earlier result does not know ${unknown.join(', ')}: not compared with it.`]),
    ],
  };
}

function parseResult(earlier: unknown): EvaluationResult {
  const version: unknown =
    typeof earlier === 'object' && earlier !== null ? Reflect.get(earlier, 'version') : undefined;
  if (typeof version === 'number' && version !== 1) {
    const message = `It is of version ${version}, and this Gleaner writes and reads version 1: run the comparison again.`;
    throw invalidRequest(action, [{ path: '/version', message }]);
  }
  const issues = listResultIssues(earlier, 'result');
  if (issues.length > 0) throw invalidRequest(action, issues);
  // Checked by the schema.
  return earlier as EvaluationResult;
}

function toIssue(ids: readonly string[], one: string, many: string): Issue {
  const named = nameFirst(
    ids.map((id) => `"${id}"`),
    maxNamed,
  );
  const what =
    ids.length === 1 ? `The case ${named} ${one}` : `${ids.length} cases ${many}: ${named}`;
  return { path: '', message: `${what}.` };
}

/** A whole result, or a line of a file of outcomes. */
type ResultPart = 'result' | 'logged';

// Compiled on first use: it takes some 40 ms.
let ajv: Ajv2020 | undefined;

/** What the shipped JSON Schema says against a document that should be a result, or a part of one. */
export function listResultIssues(document: unknown, part: ResultPart): readonly Issue[] {
  ajv ??= new Ajv2020({ allowUnionTypes: true, strictRequired: false, logger: false }).addSchema(
    resultSchema,
  );
  // Ajv keeps what it has compiled by the reference's object.
  const validate = ajv.compile(references[part]);
  return validate(document) ? [] : toIssues(validate.errors ?? []);
}

const references: Readonly<Record<ResultPart, { readonly $ref: string }>> = {
  result: { $ref: resultSchema.$id },
  logged: { $ref: `${resultSchema.$id}#/$defs/logged` },
};
