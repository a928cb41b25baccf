import { toDigest } from '../cases/to-digest.ts';
import type { Metric } from '../metrics/metric.ts';
import type { Pipeline } from '../pipelines/pipeline.ts';
import {
  compareFigures,
  type CompareFiguresInput,
  type CompareFiguresResult,
} from '../statistics/compare-figures.ts';
import type { DescribedCase } from '../result/describe-case.ts';
import type {
  CaseOutcome,
  EarlierComparison,
  EvaluationResult,
  MetricDescription,
} from '../result/evaluation-result.ts';
import type { EarlierOutcomes } from '../result/require-earlier.ts';

export interface ToResultInput extends Pick<EvaluationResult, 'startedAt' | 'seed' | 'warnings'> {
  readonly versions: { readonly gleaner: string; readonly node: string };
  readonly draws: number | undefined;
  /** Name of the data set. */
  readonly name: string;
  readonly cases: ReadonlyMap<string, DescribedCase>;
  readonly pipelines: readonly Pipeline[];
  /** Name of the pipeline that the others are compared with. */
  readonly reference: string;
  readonly metrics: readonly Metric[];
  /** Scored. */
  readonly outcomes: readonly CaseOutcome[];
  /** Scored by the same metrics. */
  readonly earlier: EarlierOutcomes | undefined;
}

/** The result of a comparison: its outcomes with the figures that follow from them. */
export function toResult(input: ToResultInput): EvaluationResult {
  const { versions, startedAt, seed, draws, name, pipelines, reference, metrics, outcomes } = input;
  const cases = [...input.cases.values()].map(({ description }) => description);
  const compared = compareFamilies({ metrics, cases, outcomes, baseline: reference, seed, draws });
  const since = input.earlier === undefined ? undefined : compareEarlier(input, input.earlier);
  return {
    version: 1,
    ...versions,
    startedAt,
    seed,
    dataset: {
      name,
      digest: toDigest(cases.map(({ id, digest }) => [id, digest])),
      cases: cases.length,
      sites: new Set(cases.map(({ site }) => site)).size,
    },
    baseline: reference,
    metrics: metrics.map(describeMetric),
    pipelines: pipelines.map((pipeline) => ({
      name: pipeline.name,
      options: pipeline.options,
      failed: outcomes.filter(
        (outcome) => outcome.pipeline === pipeline.name && outcome.error !== undefined,
      ).length,
      figures: compared.figures.get(pipeline.name) ?? {},
    })),
    comparisons: compared.comparisons,
    ...(since === undefined ? {} : { earlier: since.earlier }),
    cases,
    outcomes,
    warnings: [...new Set([...input.warnings, ...compared.warnings, ...(since?.warnings ?? [])])],
  };
}

function describeMetric({ name, unit, better, aggregate, field }: Metric): MetricDescription {
  return {
    name,
    unit,
    better,
    aggregate: aggregate ?? 'ratio',
    ...(field === undefined ? {} : { field }),
  };
}

/** No name of a pipeline begins with it: names are shown to people. */
const earlierMark = '\u0000';

/** Each pipeline against itself in the earlier result, over the cases that both have. */
function compareEarlier(
  { metrics, outcomes, seed, draws, ...input }: ToResultInput,
  earlier: EarlierOutcomes,
): { readonly earlier: EarlierComparison; readonly warnings: readonly string[] } {
  const isShared = ({ pipeline, case: id }: CaseOutcome): boolean =>
    earlier.pipelines.includes(pipeline) && earlier.cases.has(id);
  const cases = [...input.cases.values()].map(({ description }) => description);
  const { comparisons, warnings } = compareFamilies({
    // What the machine did on another day is no noise of the sites, and would pass for a difference.
    metrics: metrics.filter(({ unit }) => unit !== 'ms'),
    cases: cases.filter(({ id }) => earlier.cases.has(id)),
    outcomes: [
      ...outcomes.filter(isShared),
      ...earlier.outcomes.map((outcome) => ({
        ...outcome,
        pipeline: `${earlierMark}${outcome.pipeline}`,
      })),
    ],
    baseline: new Map(earlier.pipelines.map((name) => [name, `${earlierMark}${name}`])),
    seed,
    draws,
  });
  const { startedAt, gleaner } = earlier;
  return { earlier: { startedAt, gleaner, cases: earlier.cases.size, comparisons }, warnings };
}

/**
 * The metrics of the whole answer are one family of comparisons and those of fields another: corrected together, the many
 * fields of a schema would hide what is shown of the whole.
 */
function compareFamilies({
  draws,
  ...given
}: Omit<CompareFiguresInput, 'metrics' | 'draws'> & {
  readonly metrics: readonly Metric[];
  readonly draws: number | undefined;
}): CompareFiguresResult {
  const input = { ...given, ...(draws === undefined ? {} : { draws }) };
  const whole = compareFigures({ ...input, metrics: input.metrics.filter(isWhole) });
  const fields = compareFigures({
    ...input,
    metrics: input.metrics.filter((metric) => !isWhole(metric)),
  });
  return {
    figures: new Map(
      [...whole.figures].map(([name, figures]) => [
        name,
        { ...figures, ...fields.figures.get(name) },
      ]),
    ),
    comparisons: [...whole.comparisons, ...fields.comparisons],
    warnings: whole.warnings,
  };
}

function isWhole({ field }: Metric): boolean {
  return field === undefined;
}
