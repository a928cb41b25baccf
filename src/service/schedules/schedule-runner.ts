import type { Schedule } from '../../contracts/store/schedule-store.ts';
import { isGleanerError } from '../../errors/gleaner-error.ts';
import { dispatchScheduledRun } from '../runs/dispatch-run.ts';
import type { RunLifecycle } from '../runs/run-lifecycle.ts';
import { parseCron } from './schedules.ts';
import type { ServiceContext } from '../service-context.ts';

/** Starts the runs of schedules that fall due. */
export interface ScheduleRunner {
  /** Starts the runs of all schedules that are due, each once however many processes do so at the same time. */
  runDue(): Promise<void>;
}

/** A tick that is later than this was missed although the process ran: the machine slept, or its clock jumped. */
const lateMs = 60_000;
/** A tick from before this process started is left for so long to processes that ran by then: they look every second. */
const othersTimeMs = 10_000;
/** Due schedules taken at once; the rest follow in the same round. */
const batch = 100;

/** A tick that fell due before the first look is not made up for, only recorded. */
export function createScheduleRunner(
  lifecycle: RunLifecycle,
  context: ServiceContext,
): ScheduleRunner {
  const { store, clock, emit } = context;
  let beganAtMs = Infinity;

  async function runDue(): Promise<void> {
    // The least: a clock that is set back must not make the service miss everything until it has caught up.
    beganAtMs = Math.min(beganAtMs, clock.nowMs());
    for (;;) {
      const due = await store.schedules.list({ dueMs: clock.nowMs(), limit: batch });
      const mine = due.filter(isMine);
      for (const schedule of mine) {
        await runTick(schedule).catch((error: unknown) =>
          emit({ kind: 'fault', doing: `tick of schedule ${schedule.id}`, error }),
        );
      }
      if (due.length < batch || mine.length === 0) return;
    }
  }

  function isMine({ nextAtMs = Infinity }: Schedule): boolean {
    return nextAtMs >= beganAtMs || clock.nowMs() - nextAtMs > othersTimeMs;
  }

  async function runTick(schedule: Schedule): Promise<void> {
    const { id, account, recipeId, nextAtMs: dueAtMs } = schedule;
    if (dueAtMs === undefined) return;
    const nowMs = clock.nowMs();
    const nextAtMs = parseCron(schedule).findNext(nowMs);
    const next = nextAtMs === undefined ? {} : { nextAtMs };
    if (!(await store.schedules.claimTick({ id, dueAtMs, ...next, nowMs }))) return;
    const isMissed = dueAtMs < beganAtMs || nowMs - dueAtMs > lateMs;
    const outcome = isMissed
      ? { error: 'missed: the service was not running' }
      : await dispatch({ account, recipeId });
    await store.schedules.finishTick({ id, dueAtMs, ...outcome });
    emit({ kind: 'tick', scheduleId: id, ...outcome });
  }

  async function dispatch(input: {
    readonly account: string;
    readonly recipeId: string;
  }): Promise<{ readonly runId: string } | { readonly error: string }> {
    try {
      const { id: runId } = await dispatchScheduledRun(input, lifecycle, context);
      return { runId };
    } catch (error) {
      if (isGleanerError(error) && error.code !== 'internal_error') {
        return { error: `${error.code}: ${error.message}` };
      }
      emit({ kind: 'fault', doing: `run recipe ${input.recipeId} by schedule`, error });
      return { error: 'internal_error: The run could not be started.' };
    }
  }

  return { runDue };
}
