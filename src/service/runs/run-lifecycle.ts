import type { Webhook } from '../../contracts/store/delivery-store.ts';
import type { Run } from '../../contracts/store/run-store.ts';
import { isGleanerError } from '../../errors/gleaner-error.ts';
import { createShortId } from '../../operations/create-short-id.ts';
import type { RunOutcome } from '../webhooks/run-outcome.ts';
import type { ServiceContext } from '../service-context.ts';
import { toWebhookBody } from '../webhooks/to-webhook-body.ts';

/** The one way in which runs end. */
export interface RunLifecycle {
  /** Ends it, with its charge and its webhook in one transaction; rejects with `conflict` when it has ended before. */
  end(run: Run, outcome: RunOutcome): Promise<Run>;
  /** Stops a run wherever it is. Rejects with `conflict` when it has ended before. */
  cancel(run: Run, error: string): Promise<Run>;
  /** Stops all runs of an account. */
  cancelAll(account: string, error: string): Promise<void>;
  /** Ends a run badly, now or, where the store cannot be written, as soon as it can; an end it has had already stands. */
  fail(runId: string, failure: RunFailure): Promise<void>;
  /** Tries again what `fail` could not do. */
  retryFailed(): Promise<void>;
  /** Aborts the work on runs that were ended by another process. */
  abortEnded(): Promise<void>;
  /** The signal that aborts when the run is ended from elsewhere in this process; `release` when the work on it is over. */
  watch(runId: string): { readonly signal: AbortSignal; release(): void };
}

/** Why a run failed, and how far it had come. */
export type RunFailure = Pick<
  Extract<RunOutcome, { status: 'failed' | 'cancelled' }>,
  'error' | 'pagesExtracted' | 'itemsExtracted'
>;

export interface RunLifecycleOptions {
  /** Called when a webhook waits to be delivered. */
  readonly onDelivery: () => void;
}

/** Ends of runs on the store. */
export function createRunLifecycle(
  { onDelivery }: RunLifecycleOptions,
  context: ServiceContext,
): RunLifecycle {
  const { store, clock, emit } = context;
  const watched = new Map<string, AbortController>();
  const owed = new Map<string, RunFailure>();

  async function end(run: Run, outcome: RunOutcome): Promise<Run> {
    const nowMs = clock.nowMs();
    const webhook = await findWebhook(run, context);
    const isWanted =
      webhook !== undefined &&
      (webhook.events.length === 0 || webhook.events.includes(outcome.status));
    const delivery = isWanted
      ? {
          id: createShortId(),
          url: webhook.url,
          headers: webhook.headers,
          body: JSON.stringify(toWebhookBody(run, outcome, nowMs)),
        }
      : undefined;
    const ended = await store.runs.end({
      ...outcome,
      id: run.id,
      nowMs,
      ...(delivery === undefined ? {} : { delivery }),
    });
    emit({
      kind: 'run',
      runId: run.id,
      account: run.account,
      status: ended.status,
      pages: ended.pagesExtracted,
      items: ended.itemsExtracted,
      error: ended.error === undefined ? undefined : hideQueries(ended.error),
    });
    if (delivery !== undefined) onDelivery();
    return ended;
  }

  async function cancel(run: Run, error: string): Promise<Run> {
    const { pagesExtracted, itemsExtracted } = run;
    const ended = await end(run, { status: 'cancelled', error, pagesExtracted, itemsExtracted });
    watched.get(run.id)?.abort(new Error(error));
    return ended;
  }

  async function failNow(runId: string, failure: RunFailure): Promise<void> {
    const run = await store.runs.find({ account: undefined, id: runId });
    if (run !== undefined) await end(run, { status: 'failed', ...failure }).catch(ignoreEnded);
    owed.delete(runId);
  }

  return {
    end,
    cancel,
    async cancelAll(account, error) {
      // Those that are listed end one after the other, so the next list begins with others, until none is left.
      for (;;) {
        const runs = await store.runs.list({ account, unfinished: true, limit: 100 });
        if (runs.length === 0) return;
        for (const run of runs) await cancel(run, error).catch(ignoreEnded);
      }
    },
    async fail(runId, failure) {
      try {
        await failNow(runId, failure);
      } catch (error) {
        // Its credits must not stay held until somebody restarts the service.
        owed.set(runId, failure);
        emit({ kind: 'fault', doing: `end run ${runId}`, error });
      }
    },
    async retryFailed() {
      for (const [runId, failure] of owed) await failNow(runId, failure);
    },
    async abortEnded() {
      for (const [id, controller] of watched) {
        const run = await store.runs.find({ account: undefined, id });
        if (run?.completedAtMs !== undefined) controller.abort(new Error('The run was ended.'));
      }
    },
    watch(runId) {
      const controller = new AbortController();
      watched.set(runId, controller);
      return { signal: controller.signal, release: () => watched.delete(runId) };
    },
  };
}

/** The recipe's own, else the account's. */
async function findWebhook(
  { account, recipeId }: Run,
  { store }: ServiceContext,
): Promise<Webhook | undefined> {
  const recipe = await store.recipes.find({ account, id: recipeId });
  return recipe?.webhook ?? (await store.accounts.find(account))?.webhook;
}

/** A run that ended by itself meanwhile has had its end. */
function ignoreEnded(error: unknown): void {
  if (!isGleanerError(error, 'conflict')) throw error;
}

/** Messages are short; longer ones are cut before they are searched. */
const maxLength = 2_000;

/** A message for the operator: queries of URLs are their owner's, and may hold tokens. */
function hideQueries(message: string): string {
  return message
    .slice(0, maxLength)
    .replaceAll(
      /(https?:\/\/[^\s?#"]{1,500})[?#][^\s"]*/g,
      (_whole, before: string) => `${before}?…`,
    );
}
