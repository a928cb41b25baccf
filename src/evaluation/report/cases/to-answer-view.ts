import type { Evidence } from '../../../contracts/evidence.ts';
import { toFigureText } from '../figures/to-figure-text.ts';
import type {
  CaseDescription,
  CaseOutcome,
  MetricDescription,
} from '../../result/evaluation-result.ts';
import { cutText } from './cut-text.ts';
import type { AnswerRow, AnswerView } from './case-view.ts';
import { toFieldRows } from './to-field-rows.ts';

/** How much of an answer is shown. */
export interface AnswerLimits {
  readonly maxRows: number;
  /** Characters of a value. */
  readonly maxValue: number;
  /** Characters of a prompt or an answer of a model. */
  readonly maxExchange: number;
}

/** Metrics that are said of a case; the others stand for all cases. */
const maxShares = 3;
const maxPath = 100;
/** Most warnings and exchanges of an answer. */
const maxNotes = 50;

/** What is shown of an outcome; `numberOf` gives the number of a place that is marked in the page. */
export function toAnswerView(
  outcome: CaseOutcome,
  description: CaseDescription,
  metrics: readonly MetricDescription[],
  numberOf: (evidence: Evidence) => number | undefined,
  limits: AnswerLimits,
): AnswerView {
  const evidenceOf = new Map(outcome.evidence?.map((evidence) => [evidence.path, evidence]));
  const { rows, omitted } =
    outcome.error === undefined || description.expected !== undefined
      ? toFieldRows(description.expected, outcome.value, {
          anyOf: description.anyOf,
          maxRows: limits.maxRows,
        })
      : { rows: [], omitted: 0 };
  const { exchanges = [], warnings, error } = outcome;
  return {
    ...(error === undefined
      ? {}
      : { error: `${error.code}: ${cutText(error.message, limits.maxExchange)}` }),
    rows: rows.map((row) => toAnswerRow(row, evidenceOf.get(row.path), numberOf, limits.maxValue)),
    facts: [
      ...listFacts(outcome, metrics),
      ...(omitted === 0 ? [] : [`${omitted} further values are left out`]),
    ],
    warnings: warnings.slice(0, maxNotes).map((warning) => cutText(warning, limits.maxValue)),
    exchanges: exchanges.slice(0, maxNotes).map(({ prompt, answer }) => ({
      prompt: cutText(prompt, limits.maxExchange),
      answer: cutText(answer, limits.maxExchange),
    })),
  };
}

function toAnswerRow(
  row: AnswerRow,
  evidence: Evidence | undefined,
  numberOf: (evidence: Evidence) => number | undefined,
  maxValue: number,
): AnswerRow {
  const { expected, actual } = row;
  const cut = {
    ...row,
    ...(expected === undefined ? {} : { expected: cutText(expected, maxValue) }),
    ...(actual === undefined ? {} : { actual: cutText(actual, maxValue) }),
  };
  if (evidence === undefined || actual === undefined) return cut;
  const place = numberOf(evidence);
  const isUnseen = 'kind' in evidence && evidence.kind !== 'text' && evidence.snippet !== undefined;
  return {
    ...cut,
    status: evidence.status,
    ...('rule' in evidence ? { rule: evidence.rule } : {}),
    ...(place === undefined ? {} : { place }),
    ...(isUnseen
      ? { snippet: `${evidence.kind}: ${cutText(evidence.snippet ?? '', maxValue)}` }
      : {}),
  };
}

function listFacts(outcome: CaseOutcome, metrics: readonly MetricDescription[]): readonly string[] {
  const shares = metrics.filter(
    ({ field, unit, better }) => field === undefined && unit === 'share' && better === 'higher',
  );
  const facts = shares.slice(0, maxShares).flatMap(({ name, unit }) => {
    const score = outcome.scores[name];
    return score === undefined || score.total <= 0
      ? []
      : [`${name} ${toFigureText(score.kept / score.total, unit)}`];
  });
  for (const { path, returned, shown } of outcome.lists ?? []) {
    facts.push(
      `${path === '' ? 'list' : cutText(path, maxPath)}: ${returned} of ${shown} items that the page shows`,
    );
  }
  const { latencyMs, inputTokens, outputTokens, creditsUsed } = outcome;
  facts.push(toFigureText(latencyMs, 'ms'));
  if (inputTokens !== undefined) facts.push(`${toFigureText(inputTokens, 'tokens')} in`);
  if (outputTokens !== undefined) facts.push(`${toFigureText(outputTokens, 'tokens')} out`);
  if (creditsUsed !== undefined) facts.push(toFigureText(creditsUsed, 'credits'));
  if (outcome.wasRepaired === true) facts.push('repaired');
  if (outcome.fromCache === true) facts.push('from the cache');
  if (outcome.withoutModel === true) facts.push('without a model');
  return facts;
}
