import type { Delivery, NewDelivery } from '../../contracts/store/delivery-store.ts';
import type { Balance } from '../../contracts/ledger.ts';
import type { NewRun, Run, RunEnding } from '../../contracts/store/run-store.ts';

/** The run as it begins; `effectiveCap` is 0 when not one page is affordable. */
export function toNewRun(input: NewRun, { balance, held }: Balance): Run {
  const { id, account, recipeId, recipeRevision, variables, maxPages, creditsPerPage, nowMs } =
    input;
  const affordable =
    creditsPerPage === 0 ? maxPages : Math.floor((balance - held) / creditsPerPage);
  return {
    id,
    account,
    recipeId,
    ...(recipeRevision === undefined ? {} : { recipeRevision }),
    status: 'queued',
    variables,
    effectiveCap: Math.min(maxPages, affordable),
    clampedByCredits: affordable < maxPages,
    creditsPerPage,
    pagesExtracted: 0,
    itemsExtracted: 0,
    creditsUsed: 0,
    createdAtMs: nowMs,
  };
}

/** The run after its end; the values of its variables, which may be passwords, are not needed any more. */
export function toEnded(run: Run, ending: RunEnding): Run {
  const { status, pagesExtracted, itemsExtracted, nowMs } = ending;
  const variables = Object.fromEntries(Object.keys(run.variables).map((name) => [name, '']));
  const counts = { pagesExtracted, itemsExtracted };
  const ended = { ...run, ...counts, status, variables, completedAtMs: nowMs };
  if (ending.status !== 'completed') return { ...ended, error: ending.error };
  return {
    ...ended,
    creditsUsed: ending.credits,
    clampedByCredits: run.clampedByCredits || ending.clampedByCredits,
    drift: ending.result.drift,
    result: ending.result,
  };
}

/** The delivery that reports a run's end, before it is attempted. */
export function toPending(run: Run, ending: RunEnding, { id, url }: NewDelivery): Delivery {
  return {
    id,
    account: run.account,
    runId: run.id,
    event: ending.status,
    url,
    state: 'pending',
    createdAtMs: ending.nowMs,
  };
}
