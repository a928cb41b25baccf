import { toCount } from '../../errors/to-count.ts';
import type { Metric, Score } from '../metrics/metric.ts';
import type { DescribedCase } from './describe-case.ts';
import type { CaseOutcome } from './evaluation-result.ts';
import { toScoredOutcome } from './to-scored-outcome.ts';

export interface ScoredOutcomes {
  readonly outcomes: readonly CaseOutcome[];
  /** For people: metrics that threw or gave no score. */
  readonly warnings: readonly string[];
}

/** The same outcomes with the score of each metric. A metric that throws is not taken for that case, which a warning tells. */
export async function scoreOutcomes(
  outcomes: readonly CaseOutcome[],
  cases: ReadonlyMap<string, DescribedCase>,
  metrics: readonly Metric[],
): Promise<ScoredOutcomes> {
  const faults = new Map<string, { count: number; readonly first: string }>();
  const scored: CaseOutcome[] = [];
  for (const outcome of outcomes) {
    const described = cases.get(outcome.case);
    if (described === undefined) continue;
    const taken = toScoredOutcome(described.case, outcome);
    const scores: Record<string, Score> = {};
    for (const metric of metrics) {
      try {
        const score = await metric.score(taken);
        if (score !== undefined) scores[metric.name] = checkScore(score);
      } catch (error) {
        const first = error instanceof Error ? error.message : String(error);
        const fault = faults.get(metric.name) ?? { count: 0, first };
        fault.count += 1;
        faults.set(metric.name, fault);
      }
    }
    scored.push({ ...outcome, scores });
  }
  const warnings = [...faults].map(
    ([name, { count, first }]) =>
      `The metric "${name}" could not be taken of ${toCount(count, 'outcome')}: ${first}`,
  );
  return { outcomes: scored, warnings };
}

function checkScore({ kept, total }: Score): Score {
  if (Number.isFinite(kept) && Number.isFinite(total)) return { kept, total };
  throw new TypeError('Expected a score of two finite numbers, `kept` and `total`.');
}
