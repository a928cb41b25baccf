import { GleanerError } from '../../errors/gleaner-error.ts';
import type { Maintenance } from './create-maintenance.ts';
import type { RunLifecycle } from '../runs/run-lifecycle.ts';
import type { ServiceContext } from '../service-context.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.ts';

/** What a service has under way, and its end. */
export interface Shutdown {
  /** Work that the end waits for; refused once that has begun. */
  track<Result>(kind: WorkKind, start: () => Promise<Result>): Promise<Result>;
  /** Throws `service_unavailable` once the end has begun. */
  checkOpen(): void;
  readonly hasBegun: boolean;
  /** Takes no more work, lets what is under way end for `drainMs`, aborts the rest, and frees what it held. */
  close(drainMs: number): Promise<void>;
}

/** Dispatches are over before the queue is emptied, calls have the time of the drain. */
export type WorkKind = 'call' | 'dispatch';

export interface ShutdownParts {
  /** Aborts what is under way. */
  readonly closing: AbortController;
  /** Ends the work on runs; gives those that wait and that no worker will take. */
  readonly stopQueue: () => Promise<readonly string[]>;
  readonly maintenance: Maintenance;
  readonly lifecycle: RunLifecycle;
  readonly sender: WebhookSender;
  /** Closes what the service made for itself; last of all. */
  readonly closeOwn: () => Promise<void>;
}

/** Ends the parts of a service in their order. */
export function createShutdown(
  { closing, stopQueue, maintenance, lifecycle, sender, closeOwn }: ShutdownParts,
  { clock, emit, retries }: Pick<ServiceContext, 'clock' | 'emit' | 'retries'>,
): Shutdown {
  const underWay: Readonly<Record<WorkKind, Set<Promise<unknown>>>> = {
    call: new Set(),
    dispatch: new Set(),
  };
  let closed: Promise<void> | undefined;

  function checkOpen(): void {
    if (closed === undefined) return;
    throw new GleanerError(
      'service_unavailable',
      'The service is shutting down: try again later.',
      shuttingDown,
    );
  }

  async function end(drainMs: number): Promise<void> {
    if (drainMs <= 0) closing.abort(shutDown());
    const cancelDrain = clock.after(drainMs, () => closing.abort(shutDown()));
    await maintenance.stop();
    // The runs that they queue are given back by the queue.
    await Promise.allSettled(underWay.dispatch);
    const [lost] = await Promise.all([stopQueue(), Promise.allSettled(underWay.call)]);
    cancelDrain();
    closing.abort(shutDown());
    for (const runId of lost) {
      const { message: error } = shutDown();
      await lifecycle.fail(runId, { error, pagesExtracted: 0, itemsExtracted: 0 });
    }
    await sender.close();
    await retries.close().catch((error: unknown) => {
      // The next process to open the store cleans up after this one.
      emit({ kind: 'fault', doing: 'shut down', error });
    });
    await closeOwn();
  }

  return {
    checkOpen,
    get hasBegun() {
      return closed !== undefined;
    },
    async track(kind, start) {
      checkOpen();
      const work = start();
      underWay[kind].add(work);
      try {
        return await work;
      } finally {
        underWay[kind].delete(work);
      }
    },
    close: (drainMs) => (closed ??= end(drainMs)),
  };
}

/** Marks the error of a shutdown, so that it is not taken for a fault of the model, the browser or the store. */
const shuttingDown = { details: { reason: 'shutting_down' } } as const;

function shutDown(): GleanerError<'service_unavailable'> {
  return new GleanerError('service_unavailable', 'The service was shut down.', shuttingDown);
}
