import type { EvaluationCase } from '../cases/evaluation-case.ts';
import { describeCase, type DescribedCase } from '../result/describe-case.ts';

/**
 * Cases by id, in their order.
 *
 * @throws TypeError where there is none, one has no page, or two have one id.
 */
export async function describeCases(
  cases: readonly EvaluationCase[],
): Promise<ReadonlyMap<string, DescribedCase>> {
  if (cases.length === 0) throw new TypeError('Expected `cases` to hold at least one case.');
  const described = new Map<string, DescribedCase>();
  for (const evaluationCase of cases) {
    const { id } = evaluationCase;
    if (described.has(id)) {
      throw new TypeError(`Expected the ids of cases to be unique, got "${id}" twice.`);
    }
    described.set(id, await describeCase(evaluationCase));
  }
  return described;
}
