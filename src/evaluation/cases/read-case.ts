import type { EvaluationCase } from './evaluation-case.ts';

/** A case with the file, and the line of it, that describes it. */
export interface ReadCase {
  readonly place: string;
  readonly evaluationCase: EvaluationCase;
}
