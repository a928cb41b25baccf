import type { EvaluationCase } from '../cases/evaluation-case.ts';
import type { ModelExchange } from './pipeline.ts';

/** What the parts of an engine note down while one of its calls answers a case. */
export interface CaseNotes {
  readonly case: EvaluationCase;
  readonly exchanges: ModelExchange[];
  repairs: number;
  fetches: number;
}
