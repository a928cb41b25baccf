import { loadOnce } from '../runtime/signals/waiting.ts';
import type { EvaluationResult } from './result/evaluation-result.ts';
import type { ComparePipelinesInput } from './run/comparison-input.ts';

const load = loadOnce(() => import('./run/run-comparison.ts'));

/**
 * Runs every pipeline on every case, and measures how they do and differ. A case that fails is a result; pipelines take turns,
 * so that what slows the machine down for a while slows all of them.
 *
 * @throws TypeError that names what cannot be used: a pipeline, a case, an option, a file of outcomes that is none.
 * @throws GleanerError `invalid_request` for an earlier result that cannot be compared, with what differs.
 *
 * Rejects with the signal's reason where it aborts before there is any outcome.
 */
export async function comparePipelines(input: ComparePipelinesInput): Promise<EvaluationResult> {
  const { runComparison } = await load();
  return runComparison(input);
}
