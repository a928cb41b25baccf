import type { EvaluationCase } from '../cases/evaluation-case.ts';
import type { ScoredOutcome } from '../metrics/metric.ts';
import type { CaseOutcome } from './evaluation-result.ts';

/** An outcome as metrics take it: also one that was kept, or stands in an earlier result, so that all are measured alike. */
export function toScoredOutcome(
  evaluationCase: EvaluationCase,
  outcome: Omit<CaseOutcome, 'scores'>,
): ScoredOutcome {
  const { error, latencyMs, value, warnings } = outcome;
  const { model, inputTokens, outputTokens, creditsUsed, wasRepaired, withoutModel, fromCache } =
    outcome;
  const { evidence, lists, exchanges } = outcome;
  return {
    case: evaluationCase,
    latencyMs,
    output:
      error === undefined
        ? {
            value,
            model,
            inputTokens,
            outputTokens,
            creditsUsed,
            wasRepaired,
            withoutModel,
            fromCache,
            warnings,
            evidence,
            lists,
            exchanges,
          }
        : undefined,
  };
}
