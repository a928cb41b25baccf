import type { EvaluationCase } from '../cases/evaluation-case.ts';
import type { PipelineOutput } from '../pipelines/pipeline.ts';

export type MetricUnit = 'share' | 'count' | 'tokens' | 'credits' | 'money' | 'ms';

/** A case with what a pipeline made of it. */
export interface ScoredOutcome {
  readonly case: EvaluationCase;
  /** `undefined` where the pipeline failed or ran out of time. */
  readonly output: PipelineOutput | undefined;
  readonly latencyMs: number;
}

/** A case's part in a figure: the figure of many cases is the sum of `kept` over the sum of `total`. A mean has `total: 1`. */
export interface Score {
  readonly kept: number;
  readonly total: number;
}

/** A number that tells how well, or at what cost, a pipeline does. */
export interface Metric {
  /** Unique, e.g. `f1` or `f1 of price`. */
  readonly name: string;
  readonly unit: MetricUnit;
  readonly better: 'higher' | 'lower';
  /** How cases are put together: `ratio` sums both parts, the others take that quantile of `kept / total`. @default 'ratio' */
  readonly aggregate?: 'ratio' | 'p50' | 'p95' | undefined;
  /** The field that it looks at; `undefined` for the whole answer. */
  readonly field?: string | undefined;
  /**
   * `undefined` where it cannot be taken. A failed case counts as an empty answer wherever `expected` is known. It may be a promise:
   * a schema from a data set is checked on a thread, and a metric of one's own may ask a model.
   */
  score(outcome: ScoredOutcome): Score | undefined | Promise<Score | undefined>;
}
