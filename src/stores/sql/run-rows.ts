import type { Selectable } from 'kysely';
import type { Run, RunResult } from '../../contracts/run-store.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { parseJson, toJson } from './json-text.ts';
import type { Tables } from './tables.ts';

/** All but the result, which may be large, and what is the store's own affair. */
export const listedColumns = [
  'id',
  'account',
  'recipe_id',
  'status',
  'variables',
  'effective_cap',
  'clamped_by_credits',
  'credits_per_page',
  'pages_extracted',
  'items_extracted',
  'credits_used',
  'created_at',
  'started_at',
  'completed_at',
  'error',
] as const;

/** The run that a row holds. */
export function toRun(row: Omit<Selectable<Tables['runs']>, 'seq' | 'held' | 'owner'>): Run {
  return omitUndefined<Run>({
    id: row.id,
    account: row.account,
    recipeId: row.recipe_id,
    status: row.status,
    variables: parseJson(row.variables) as Run['variables'],
    effectiveCap: row.effective_cap,
    clampedByCredits: row.clamped_by_credits === 1,
    creditsPerPage: row.credits_per_page,
    pagesExtracted: row.pages_extracted,
    itemsExtracted: row.items_extracted,
    creditsUsed: row.credits_used,
    createdAtMs: row.created_at,
    startedAtMs: row.started_at ?? undefined,
    completedAtMs: row.completed_at ?? undefined,
    error: row.error ?? undefined,
    result: row.result === null ? undefined : (parseJson(row.result) as RunResult),
  });
}

/** What changes in the life of a run. */
export function toColumns(
  run: Run,
): Pick<
  Selectable<Tables['runs']>,
  | 'status'
  | 'clamped_by_credits'
  | 'pages_extracted'
  | 'items_extracted'
  | 'credits_used'
  | 'started_at'
  | 'completed_at'
  | 'error'
  | 'result'
> {
  return {
    status: run.status,
    clamped_by_credits: run.clampedByCredits ? 1 : 0,
    pages_extracted: run.pagesExtracted,
    items_extracted: run.itemsExtracted,
    credits_used: run.creditsUsed,
    started_at: run.startedAtMs ?? null,
    completed_at: run.completedAtMs ?? null,
    error: run.error ?? null,
    result: toJson(run.result),
  };
}
