import { isGleanerError } from '../../errors/gleaner-error.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { SweepBounds } from '../../contracts/store/store.ts';
import type { Retention } from '../resolve-service-options.ts';
import type { RunLifecycle } from '../runs/run-lifecycle.ts';
import { createScheduleRunner } from '../schedules/schedule-runner.ts';
import type { ServiceContext } from '../service-context.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.ts';

/** What is done once a second: due schedules, deletions and webhooks, what dead processes left behind, and what is old. */
export interface Maintenance {
  /**
   * Resolves after the first round, so that nothing of a former process is left when the service works; rejects when the
   * store cannot be used. Once is enough.
   */
  start(): Promise<void>;
  /** Begins no further round, and waits for the one under way. */
  stop(): Promise<void>;
}

export interface MaintenanceParts {
  readonly accounts: Accounts;
  readonly lifecycle: RunLifecycle;
  readonly sender: WebhookSender;
}

/** Cron expressions may name seconds. */
const roundMs = 1_000;
/** A worker takes a run within a second; one that waits for so long may have been lost by its queue. */
const waitingMs = 30_000;
/** Runs looked at in one round: those behind them are reached when the oldest have been taken. */
const maxWaiting = 100;
/** What is kept for days may stay an hour longer. */
const sweepEveryMs = 60 * 60 * 1_000;

/** Works in rounds, one after the other. */
export function createMaintenance(parts: MaintenanceParts, context: ServiceContext): Maintenance {
  const { store, queue, clock, retention, emit } = context;
  const { lifecycle, sender } = parts;
  const scheduleRunner = createScheduleRunner(lifecycle, context);
  let cancelNext: (() => void) | undefined;
  let round: Promise<void> | undefined;
  let isStopped = false;
  let nextSweepMs = -Infinity;
  let nextQueueMs = -Infinity;
  /** Jobs whose last round failed. */
  const failing = new Set<string>();

  const jobs: Readonly<Record<string, () => Promise<void>>> = {
    'end lost runs': () => endLostRuns(parts, context),
    'queue lost runs again': () => queueAgain(),
    'abort runs that other processes ended': () => lifecycle.abortEnded(),
    'send waiting webhooks': async () => sender.wake(),
    'run due schedules': () => scheduleRunner.runDue(),
    'confirm due deletions': () => confirmDueDeletions(parts, context),
    'forget what is old': () => forgetOld(),
  };

  /** Deletes one batch each round, so that other jobs are not held up; when nothing is left, pauses for a while. */
  async function forgetOld(): Promise<void> {
    if (clock.monotonicMs() < nextSweepMs) return;
    const gone = await store.sweep(toSweepBounds(retention, clock.nowMs()));
    if (gone === 0) nextSweepMs = clock.monotonicMs() + sweepEveryMs;
  }

  /** A queue that still has the run does nothing. */
  async function queueAgain(): Promise<void> {
    const { queued } = store.runs;
    if (queued === undefined || clock.monotonicMs() < nextQueueMs) return;
    const createdBeforeMs = clock.nowMs() - waitingMs;
    for (const id of await queued.list({ createdBeforeMs, limit: maxWaiting })) {
      await queue.push(id);
    }
    nextQueueMs = clock.monotonicMs() + waitingMs / 2;
  }

  async function work(): Promise<void> {
    for (const [doing, job] of Object.entries(jobs)) {
      if (isStopped) return;
      await job().then(
        () => failing.delete(doing),
        (error: unknown) => {
          // Once, and not every second for as long as the store is away.
          if (!failing.has(doing)) emit({ kind: 'fault', doing, error });
          failing.add(doing);
        },
      );
    }
    if (!isStopped) cancelNext = clock.after(roundMs, () => (round = work()));
  }

  return {
    async start() {
      if (round !== undefined) return round;
      await endLostRuns(parts, context);
      await (round = work());
    },
    async stop() {
      isStopped = true;
      cancelNext?.();
      await round;
    },
  };
}

async function endLostRuns(
  { lifecycle }: MaintenanceParts,
  { store }: ServiceContext,
): Promise<void> {
  for (const { id, pagesExtracted, itemsExtracted } of await store.recover()) {
    const error = 'The service was restarted while the run was under way.';
    await lifecycle.fail(id, { error, pagesExtracted, itemsExtracted });
  }
}

async function confirmDueDeletions(
  { accounts }: MaintenanceParts,
  { store, clock, emit }: ServiceContext,
): Promise<void> {
  const due = await store.accounts.list({ limit: 100, deletionDueMs: clock.nowMs() });
  for (const { id } of due) {
    await accounts.confirmDeletion(id).catch((error: unknown) => {
      // Its owner may have cancelled the deletion in the last moment; others must not wait for a broken one.
      if (!isGleanerError(error, 'conflict')) {
        emit({ kind: 'fault', doing: `delete account ${id}`, error });
      }
    });
  }
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Many times the longest call: a second try to post or void a hold comes within the call's deadline. */
const holdAgeMs = dayMs;
/** One batch takes the writer some 10 ms, in which others wait. */
const batch = 500;

/** The ages from which ended things are deleted. */
function toSweepBounds(retention: Retention, nowMs: number): SweepBounds {
  return {
    nowMs,
    holdAgeMs,
    runAgeMs: retention.runDays * dayMs,
    deliveryAgeMs: retention.deliveryDays * dayMs,
    tickAgeMs: retention.tickDays * dayMs,
    limit: batch,
  };
}
