import type { EvaluationCase } from '../cases/evaluation-case.ts';
import { compareAnswers, type ComparedAnswers, sumTallies } from './compare-answers.ts';
import type { Tally } from './create-tally.ts';
import { type AnswerField, listAnswerFields } from './list-answer-fields.ts';
import type { Metric, Score, ScoredOutcome } from './metric.ts';
import { type MatchKind, toValueCredit } from './value-credit.ts';

type Part = 'precision' | 'recall' | 'f1';

const kinds: readonly MatchKind[] = ['normalised', 'exact', 'likeness', 'tolerance'];
const parts: readonly Part[] = ['f1', 'precision', 'recall'];
/** A field has six metrics, each of which every outcome has a score of. */
const maxFields = 100;

/**
 * Precision, recall and F1 of the whole answer in each kind, and of each field; records, and answers without a fault. None where
 * no case has an expected answer.
 */
export function createAnswerMetrics(
  cases: readonly EvaluationCase[],
  tolerance: number,
  onWarning: (warning: string) => void,
): readonly Metric[] {
  const fields = listAnswerFields(cases);
  if (fields.length === 0) return [];
  const compare = createComparer(tolerance, onWarning);
  const whole = describeAll(fields);
  // The fields of rows have metrics, the list that holds them has none.
  const named = fields.filter(
    ({ name, hasRows, hasTexts, hasNumbers }) =>
      name !== '' && (!hasRows || hasTexts || hasNumbers),
  );
  if (named.length > maxFields) {
    onWarning(
      `The expected answers name ${named.length} fields; the first ${maxFields} have metrics of their own, and the others count in those of the whole answer.`,
    );
  }
  return [
    ...listKinds(whole).flatMap((kind) =>
      parts.map((part) =>
        toMetric(kind, part, undefined, (outcome) => sumTallies(compare(outcome, kind).fields)),
      ),
    ),
    {
      name: 'answers without fault',
      unit: 'share',
      better: 'higher',
      score: (outcome) => {
        if (outcome.case.expected === undefined) return undefined;
        const { wrong, missed } = sumTallies(compare(outcome, 'normalised').fields);
        const isFaultless = outcome.output !== undefined && wrong === 0 && missed === 0;
        return { kept: Number(isFaultless), total: 1 };
      },
    },
    ...(whole.hasRows
      ? parts.map((part): Metric =>
          withTally(
            `record ${part}`,
            part,
            undefined,
            (outcome) => compare(outcome, 'normalised').records,
          ),
        )
      : []),
    ...named
      .slice(0, maxFields)
      .flatMap((field) =>
        listKinds(field).flatMap((kind) =>
          (kind === 'normalised' ? parts : (['f1'] as const)).map((part) =>
            toMetric(kind, part, field.name, (outcome) =>
              compare(outcome, kind).fields.get(field.name),
            ),
          ),
        ),
      ),
  ];
}

/** The kinds that can differ from `normalised` for what is expected. */
function listKinds({ hasTexts, hasNumbers }: Omit<AnswerField, 'name'>): readonly MatchKind[] {
  return kinds.filter(
    (kind) => (kind !== 'likeness' || hasTexts) && (kind !== 'tolerance' || hasNumbers),
  );
}

function describeAll(fields: readonly AnswerField[]): Omit<AnswerField, 'name'> {
  return {
    hasTexts: fields.some(({ hasTexts }) => hasTexts),
    hasNumbers: fields.some(({ hasNumbers }) => hasNumbers),
    hasRows: fields.some(({ hasRows }) => hasRows),
  };
}

type Compare = (outcome: ScoredOutcome, kind: MatchKind) => ComparedAnswers;

/** All metrics of an outcome look at the same comparison, which is made once for each kind. */
function createComparer(tolerance: number, onWarning: (warning: string) => void): Compare {
  const known = new WeakMap<ScoredOutcome, Map<MatchKind, ComparedAnswers>>();
  const warned = new Set<string>();
  return (outcome, kind) => {
    const byKind = known.get(outcome) ?? new Map<MatchKind, ComparedAnswers>();
    known.set(outcome, byKind);
    const before = byKind.get(kind);
    if (before !== undefined) return before;
    const { id, expected, anyOf = false } = outcome.case;
    const compared = compareAnswers({
      expected,
      answer: outcome.output,
      anyOf,
      creditOf: toValueCredit(kind, tolerance),
    });
    byKind.set(kind, compared);
    if (!compared.isBest && !warned.has(id)) {
      warned.add(id);
      onWarning(
        `Lists of the case "${id}" are too long to be matched in the best way: equal items are, and others with the best of the nearest, so that its figures may be a little low.`,
      );
    }
    return compared;
  };
}

function toMetric(
  kind: MatchKind,
  part: Part,
  field: string | undefined,
  tallyOf: (outcome: ScoredOutcome) => Readonly<Tally> | undefined,
): Metric {
  const name = kind === 'normalised' ? part : `${part} (${kind})`;
  return withTally(field === undefined ? name : `${name} of ${field}`, part, field, tallyOf);
}

function withTally(
  name: string,
  part: Part,
  field: string | undefined,
  tallyOf: (outcome: ScoredOutcome) => Readonly<Tally> | undefined,
): Metric {
  return {
    name,
    unit: 'share',
    better: 'higher',
    ...(field === undefined ? {} : { field }),
    score(outcome) {
      if (outcome.case.expected === undefined) return undefined;
      const tally = tallyOf(outcome);
      return tally === undefined ? undefined : toScore(tally, part);
    },
  };
}

/** Sums over cases are those of all their values: micro-averages. */
function toScore({ right, wrong, missed }: Readonly<Tally>, part: Part): Score {
  if (part === 'precision') return { kept: right, total: right + wrong };
  if (part === 'recall') return { kept: right, total: right + missed };
  return { kept: 2 * right, total: 2 * right + wrong + missed };
}
