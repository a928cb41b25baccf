import type { EvaluationCase } from '../cases/evaluation-case.ts';
import {
  type ModelPrices,
  type PipelineOutput,
  checkPrices,
  findMoney,
} from '../pipelines/pipeline.ts';
import type { Metric, MetricUnit, Score, ScoredOutcome } from './metric.ts';
import { loadOnce } from '../../runtime/signals/waiting.ts';
import { type ComparedAnswers, type Tally, compareAnswers, sumTallies } from './compare-answers.ts';
import { type MatchKind, toValueCredit } from './value-credit.ts';
import { isRecord } from '../../runtime/plain-json.ts';

export interface BuiltInMetricsOptions {
  /** By the name of the model; without them there is no metric of money. */
  readonly prices?: ModelPrices | undefined;
  /** How far a number may be off in the kind `tolerance`, as a part of the expected one. @default 0.01 */
  readonly tolerance?: number | undefined;
  /** Called with a sentence for people, once for each thing that is measured in another way than described. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

/**
 * The metrics that can be taken of cases: of the answers where a right one is known, whole and by field; of schemas, evidence and
 * lists; and of what it costs. docs/EVALUATION.md defines each.
 */
export function builtInMetrics(
  cases: readonly EvaluationCase[],
  options: BuiltInMetricsOptions = {},
): readonly Metric[] {
  const { prices, tolerance = 0.01, onWarning = () => {} } = options;
  if (!Number.isFinite(tolerance) || tolerance < 0) {
    throw new TypeError('Expected `tolerance` to be a number from 0 on, e.g. 0.01 for 1 %.');
  }
  if (prices !== undefined) checkPrices(prices);
  return [
    ...createAnswerMetrics(cases, tolerance, onWarning),
    ...(cases.some(({ schema }) => schema !== undefined) ? [schemaMetric()] : []),
    ...createCostMetrics(prices),
  ];
}

/** Loaded on first use: it takes 0.1 s, and data sets may have no schema. */
const loadSchemas = loadOnce(async () => {
  const [{ parseSchema }, { createSchemaValidator }] = await Promise.all([
    import('../../extraction/schema/parse/parse-schema.ts'),
    import('../../extraction/schema/validate/create-schema-validator.ts'),
  ]);
  return { parseSchema, validator: createSchemaValidator() };
});

/** Share of the answers that their case's schema allows; a failed case has none. Throws where a schema cannot be used. */
function schemaMetric(): Metric {
  return {
    name: 'schema valid',
    unit: 'share',
    better: 'higher',
    async score({ case: { schema }, output }) {
      if (schema === undefined) return undefined;
      if (output === undefined) return { kept: 0, total: 1 };
      const { parseSchema, validator } = await loadSchemas();
      const signal = new AbortController().signal;
      const issues = await validator.validate(parseSchema(schema), output.value, signal);
      return { kept: Number(issues.length === 0), total: 1 };
    },
  };
}

/** Metrics of what an answer costs, and of what a pipeline says of it: none needs to know the right one. */
function createCostMetrics(prices: ModelPrices | undefined): readonly Metric[] {
  return [
    ofOutput('unsupported values', 'share', 'lower', ({ evidence }) =>
      evidence === undefined
        ? undefined
        : {
            kept: evidence.filter(({ status }) => status === 'unsupported').length,
            total: evidence.length,
          },
    ),
    ofOutput('completeness', 'share', 'higher', ({ lists }) => {
      if (lists === undefined) return undefined;
      let [kept, total] = [0, 0];
      for (const { returned, shown } of lists) {
        kept += returned;
        total += Math.max(returned, shown);
      }
      return { kept, total };
    }),
    ofOutput('repaired', 'share', 'lower', ({ wasRepaired }) => toShare(wasRepaired)),
    ofOutput('without model', 'share', 'higher', ({ withoutModel }) => toShare(withoutModel)),
    ofOutput('from cache', 'share', 'higher', ({ fromCache }) => toShare(fromCache)),
    ofOutput('input tokens', 'tokens', 'lower', ({ inputTokens }) => toMean(inputTokens)),
    ofOutput('output tokens', 'tokens', 'lower', ({ outputTokens }) => toMean(outputTokens)),
    ofOutput('credits', 'credits', 'lower', ({ creditsUsed }) => toMean(creditsUsed)),
    ...(prices === undefined
      ? []
      : [ofOutput('money', 'money', 'lower', (output) => toMean(findMoney(output, prices)))]),
    ...(['p50', 'p95'] as const).map((aggregate): Metric => ({
      name: `latency ${aggregate}`,
      unit: 'ms',
      better: 'lower',
      aggregate,
      score: ({ latencyMs }) => ({ kept: latencyMs, total: 1 }),
    })),
    {
      name: 'failed',
      unit: 'share',
      better: 'lower',
      score: ({ output }) => ({ kept: Number(output === undefined), total: 1 }),
    },
  ];
}

/** Not taken of failed cases: what they cost is not known. */
function ofOutput(
  name: string,
  unit: MetricUnit,
  better: Metric['better'],
  score: (output: PipelineOutput) => Score | undefined,
): Metric {
  return {
    name,
    unit,
    better,
    score: ({ output }) => (output === undefined ? undefined : score(output)),
  };
}

function toShare(is: boolean | undefined): Score | undefined {
  return is === undefined ? undefined : { kept: Number(is), total: 1 };
}

function toMean(amount: number | undefined): Score | undefined {
  return amount === undefined ? undefined : { kept: amount, total: 1 };
}

type Part = 'precision' | 'recall' | 'f1';

const kinds: readonly MatchKind[] = ['normalised', 'exact', 'likeness', 'tolerance'];
const parts: readonly Part[] = ['f1', 'precision', 'recall'];
/** A field has six metrics, each of which every outcome has a score of. */
const maxFields = 100;

/**
 * Precision, recall and F1 of the whole answer in each kind, and of each field; records, and answers without a fault. None where
 * no case has an expected answer.
 */
function createAnswerMetrics(
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

/** A field of expected answers. */
interface AnswerField {
  /** As `compareAnswers` names it; empty for an answer that is no object. */
  readonly name: string;
  readonly hasTexts: boolean;
  readonly hasNumbers: boolean;
  /** Whether it holds objects in a list. */
  readonly hasRows: boolean;
}

const maxDepth = 32;

/** The fields that hold values in the expected answers of any case, in the order in which they are met. */
function listAnswerFields(cases: readonly EvaluationCase[]): readonly AnswerField[] {
  const fields = new Map<string, AnswerField>();
  for (const { expected, anyOf = false } of cases) {
    if (expected !== undefined) add(expected, '', anyOf, 0, fields);
  }
  return [...fields.values()];
}

function add(
  value: unknown,
  name: string,
  anyOf: boolean,
  depth: number,
  fields: Map<string, AnswerField>,
): void {
  const rows = Array.isArray(value) ? value.filter(isRecord) : [];
  if (depth < maxDepth && (isRecord(value) || rows.length > 0)) {
    // Choices are no rows.
    if (rows.length > 0 && !(anyOf && depth === 1)) note(fields, name, { hasRows: true });
    for (const record of isRecord(value) ? [value] : rows) {
      for (const [key, inner] of Object.entries(record)) {
        add(inner, name === '' ? key : `${name}.${key}`, anyOf, depth + 1, fields);
      }
    }
    return;
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  note(fields, name, {
    hasTexts: values.some((one) => typeof one === 'string'),
    hasNumbers: values.some((one) => typeof one === 'number'),
  });
}

function note(
  fields: Map<string, AnswerField>,
  name: string,
  found: Partial<Omit<AnswerField, 'name'>>,
): void {
  const known = fields.get(name);
  fields.set(name, {
    name,
    hasTexts: (known?.hasTexts ?? false) || (found.hasTexts ?? false),
    hasNumbers: (known?.hasNumbers ?? false) || (found.hasNumbers ?? false),
    hasRows: (known?.hasRows ?? false) || (found.hasRows ?? false),
  });
}
