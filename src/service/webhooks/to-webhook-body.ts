import type { Run, RunEnding } from '../../contracts/store/run-store.ts';

/** How a run ended, before its webhook is known. */
export type RunOutcome =
  | Omit<Extract<RunEnding, { status: 'completed' }>, 'id' | 'delivery' | 'nowMs'>
  | Omit<Extract<RunEnding, { status: 'failed' | 'cancelled' }>, 'id' | 'delivery' | 'nowMs'>;

/** The flat body of a webhook, as section 6 of the HTTP contract lists it: the one place where the service writes wire names. */
export function toWebhookBody(run: Run, outcome: RunOutcome, nowMs: number): object {
  const isCompleted = outcome.status === 'completed';
  return {
    event: outcome.status,
    timestamp: new Date(nowMs).toISOString(),
    run_id: run.id,
    recipe_id: run.recipeId,
    status: outcome.status,
    pages_extracted: outcome.pagesExtracted,
    items_extracted: outcome.itemsExtracted,
    credits_used: isCompleted ? outcome.credits : 0,
    mode: isCompleted ? outcome.result.mode : '',
    drift: isCompleted ? outcome.result.drift : 0,
    warnings: isCompleted ? outcome.result.warnings : [],
    error: isCompleted ? '' : outcome.error,
  };
}
