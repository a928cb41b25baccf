import type { Evidence } from '../../contracts/evidence.ts';
import type { ListCoverage } from '../../contracts/list-coverage.ts';
import type { EvaluationCase } from '../cases/evaluation-case.ts';

/** One question to a model, and its answer, for the report. */
export interface ModelExchange {
  readonly prompt: string;
  readonly answer: string;
}

/** What a pipeline made of a case. Only `value` is needed; a metric whose figure is absent is not taken. */
export interface PipelineOutput {
  /** The answer: JSON, or a text. */
  readonly value: unknown;
  /** Name of the model that was asked, by which its price is found. */
  readonly model?: string | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly creditsUsed?: number | undefined;
  /** Whether a second question was asked because the first answer broke the schema. */
  readonly wasRepaired?: boolean | undefined;
  /** Whether no model was asked. */
  readonly withoutModel?: boolean | undefined;
  /** Whether the page came from a cache. */
  readonly fromCache?: boolean | undefined;
  readonly warnings?: readonly string[] | undefined;
  readonly evidence?: readonly Evidence[] | undefined;
  readonly lists?: readonly ListCoverage[] | undefined;
  readonly exchanges?: readonly ModelExchange[] | undefined;
}

/** A way to answer cases. */
export interface Pipeline {
  readonly name: string;
  /** What tells it from others, as plain JSON: it is written to results, so without secrets. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Rejects where it has no answer: that is a result, too. Ends soon after `signal` aborts. */
  run(evaluationCase: EvaluationCase, signal: AbortSignal): Promise<PipelineOutput>;
  close?(): Promise<void>;
}
