import type { EvaluationCase } from '../cases/evaluation-case.ts';
import type { Metric, Score } from '../metrics/metric.ts';
import type { PipelineOutput } from '../pipelines/pipeline.ts';
import type { Interval } from '../statistics/to-interval.ts';

/** Everything that a comparison found, as plain JSON; its JSON Schema is `evaluation-result.schema.json`. */
export interface EvaluationResult {
  readonly version: 1;
  /** Versions of what ran. */
  readonly gleaner: string;
  readonly node: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly seed: number;
  readonly dataset: {
    readonly name: string;
    /** SHA-256 of all cases, hex: equal for equal data. */
    readonly digest: string;
    readonly cases: number;
    readonly sites: number;
  };
  /** Name of the pipeline that the others are compared with. */
  readonly baseline: string;
  readonly metrics: readonly MetricDescription[];
  readonly pipelines: readonly PipelineFigures[];
  /** One for each pipeline but the baseline, and each metric. */
  readonly comparisons: readonly Comparison[];
  /** How pipelines differ from themselves in an earlier result; absent where none was given. */
  readonly earlier?: EarlierComparison | undefined;
  readonly cases: readonly CaseDescription[];
  /** One for each pipeline and case. */
  readonly outcomes: readonly CaseOutcome[];
  /** Sentences for people: what was not measured, and why. */
  readonly warnings: readonly string[];
}

export interface MetricDescription extends Omit<Metric, 'score'> {
  readonly aggregate: NonNullable<Metric['aggregate']>;
}

export interface PipelineFigures {
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether each of these cases has the same answer whenever it is asked; absent in results that do not know. */
  readonly isDeterministic?: boolean | undefined;
  /** Cases that ended with an error or ran out of time. */
  readonly failed: number;
  /** By metric; absent where no case could be scored. */
  readonly figures: Readonly<Record<string, Interval & { readonly cases: number }>>;
}

/** How a pipeline differs from the baseline in one metric. */
export interface Comparison {
  readonly pipeline: string;
  readonly metric: string;
  /** The pipeline's figure minus the baseline's, over the cases that both have a score of. */
  readonly difference: Interval;
  /** Probability of such a difference where there is none, before and after correction for the number of comparisons. */
  readonly p: number;
  readonly adjustedP: number;
  readonly verdict: 'better' | 'worse' | 'no difference shown';
  /** Ids of the cases in which the pipeline does better, and worse, than the baseline. */
  readonly won: readonly string[];
  readonly lost: readonly string[];
}

/** What became of the pipelines since an earlier result. */
export interface EarlierComparison {
  /** Of the earlier result. */
  readonly startedAt: string;
  readonly gleaner: string;
  /** Cases that both have. */
  readonly cases: number;
  /** One for each pipeline that both have, and each metric: now minus then. */
  readonly comparisons: readonly Comparison[];
  /** One for each pipeline that both have, shown or not; none where no case has an expected answer, absent in results that do not know. */
  readonly changes?: readonly CaseChanges[] | undefined;
}

/** The cases that a pipeline answers better, and worse, than it did in an earlier result. */
export interface CaseChanges {
  readonly pipeline: string;
  /** By which they are: `f1`, else the first of the whole answer. */
  readonly metric: string;
  /** Ids. */
  readonly won: readonly string[];
  readonly lost: readonly string[];
}

export interface CaseDescription extends Omit<EvaluationCase, 'body' | 'cassette' | 'expected'> {
  readonly site: string;
  readonly expected?: unknown;
  /** SHA-256 of page, prompt, schema and expected answer, hex. */
  readonly digest: string;
}

/** What one pipeline made of one case; also one line of the file that a stopped comparison goes on from. */
export interface CaseOutcome extends Partial<Omit<PipelineOutput, 'warnings'>> {
  readonly pipeline: string;
  readonly case: string;
  /** `CaseDescription.digest`, so that an outcome of another page is not taken for this one's. */
  readonly digest: string;
  /** Why there is no answer; absent where there is one. */
  readonly error?: { readonly code: string; readonly message: string } | undefined;
  readonly latencyMs: number;
  readonly warnings: readonly string[];
  /** By metric. */
  readonly scores: Readonly<Record<string, Score>>;
}

type Described = Pick<MetricDescription, 'name' | 'unit' | 'better' | 'field'>;

/** The metric that stands for how good whole answers are: `f1`, else the first share that is better when higher. */
export function findQualityMetric<Metric extends Described>(
  metrics: readonly Metric[],
): Metric | undefined {
  const whole = metrics.filter(({ field }) => field === undefined);
  return (
    whole.find(({ name }) => name === 'f1') ??
    whole.find(({ unit, better }) => unit === 'share' && better === 'higher')
  );
}
