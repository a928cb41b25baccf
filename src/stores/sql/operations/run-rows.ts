import type { Selectable } from 'kysely';
import type { Run, RunResult } from '../../../contracts/store/run-store.ts';
import { omitUndefined } from '../../rules/omit-undefined.ts';
import { parseJson, toJson, type Tables } from '../tables.ts';

/** All but the result, which may be large, and what is the store's own affair. */
export const listedColumns = [
  'runs.id',
  'runs.account',
  'runs.recipe_id',
  'runs.recipe_revision',
  'runs.status',
  'runs.variables',
  'runs.effective_cap',
  'runs.clamped_by_credits',
  'runs.credits_per_page',
  'runs.pages_extracted',
  'runs.items_extracted',
  'runs.credits_used',
  'runs.created_at',
  'runs.started_at',
  'runs.completed_at',
  'runs.error',
  'runs.drift',
] as const;

type FullRow = Omit<Selectable<Tables['runs']>, 'seq' | 'held' | 'owner'>;
type ListedRow = Omit<FullRow, 'result'>;
type Nullable<Row> = { readonly [Name in keyof Row]: Row[Name] | null };

/** The run that the columns of a list hold. */
export function toListedRun(row: ListedRow): Run {
  return toRun({ ...row, result: null });
}

/** Whether the columns of a list are those of a run: where nothing was joined, all of them are null. */
export function isRunJoined<Row extends Nullable<ListedRow>>(row: Row): row is Row & ListedRow {
  return row.id !== null;
}

/** The run that a row holds. */
export function toRun(row: FullRow): Run {
  return omitUndefined<Run>({
    id: row.id,
    account: row.account,
    recipeId: row.recipe_id,
    recipeRevision: row.recipe_revision ?? undefined,
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
    drift: row.drift ?? undefined,
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
  | 'drift'
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
    drift: run.drift ?? null,
    result: toJson(run.result),
  };
}
