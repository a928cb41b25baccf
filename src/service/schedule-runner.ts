import type { Schedule } from '../contracts/schedule-store.ts';
import { isGleanerError } from '../errors/gleaner-error.ts';
import { dispatchScheduledRun } from './dispatch-run.ts';
import { findNextTick } from './schedules.ts';
import type { ServiceContext } from './service-context.ts';

/** Later than this, a tick was missed: what fell due while the service was down is not made up. */
const lateMs = 60_000;
/** Due schedules taken at once; the rest follow in the same round. */
const batch = 100;

/** Starts the runs of all schedules that are due, each once whatever number of processes looks. */
export async function runDueSchedules(context: ServiceContext): Promise<void> {
  const { store, clock, tell } = context;
  for (;;) {
    const due = await store.schedules.list({ dueMs: clock.nowMs(), limit: batch });
    for (const schedule of due) {
      await runTick(schedule, context).catch((error: unknown) =>
        tell({ kind: 'fault', doing: `tick of schedule ${schedule.id}`, error }),
      );
    }
    if (due.length < batch) return;
  }
}

async function runTick(schedule: Schedule, context: ServiceContext): Promise<void> {
  const { store, clock, tell } = context;
  const { id, account, recipeId, nextAtMs: dueAtMs } = schedule;
  if (dueAtMs === undefined) return;
  const nowMs = clock.nowMs();
  const nextAtMs = findNextTick({ ...schedule, nowMs });
  const next = nextAtMs === undefined ? {} : { nextAtMs };
  if (!(await store.schedules.claimTick({ id, dueAtMs, ...next, nowMs }))) return;
  const outcome =
    nowMs - dueAtMs > lateMs
      ? { error: 'missed: the service was not running' }
      : await dispatch({ account, recipeId }, context);
  await store.schedules.finishTick({ id, dueAtMs, ...outcome });
  tell({ kind: 'tick', scheduleId: id, ...outcome });
}

async function dispatch(
  input: { readonly account: string; readonly recipeId: string },
  context: ServiceContext,
): Promise<{ readonly runId: string } | { readonly error: string }> {
  try {
    const { id: runId } = await dispatchScheduledRun(input, context);
    return { runId };
  } catch (error) {
    if (!isGleanerError(error)) throw error;
    return { error: `${error.code}: ${error.message}` };
  }
}
