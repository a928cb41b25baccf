import type { Run, RunEnding } from '../../contracts/store/run-store.ts';
import { toDoorText, type DoorWords } from '../../errors/to-door-error.ts';
import { clientAdvice } from '../client-advice.ts';

/** How a run ended, before its webhook is known. */
export type RunOutcome =
  | Omit<Extract<RunEnding, { status: 'completed' }>, 'id' | 'delivery' | 'nowMs'>
  | Omit<Extract<RunEnding, { status: 'failed' | 'cancelled' }>, 'id' | 'delivery' | 'nowMs'>;

/** A run has no fields whose names would differ. */
const words: DoorWords = { advice: clientAdvice, fields: {} };

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
    warnings: isCompleted ? outcome.result.warnings.map(toClientText) : [],
    error: isCompleted ? '' : toClientText(outcome.error),
  };
}

function toClientText(text: string): string {
  return toDoorText(text, words);
}
