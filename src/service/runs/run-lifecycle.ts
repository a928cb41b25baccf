import type { Webhook } from '../../runtime/contracts/store/delivery-store.ts';
import type { Run } from '../../runtime/contracts/store/run-store.ts';
import { isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { createShortId } from '../../core/operations/run-call.ts';
import { toWebhookBody, type RunOutcome } from '../webhooks/webhook.ts';
import type { ServiceContext } from '../service-context.ts';

/** Ends runs: every end of a run goes through here. */
export interface RunLifecycle {
  /**
   * Ends a run, with its charge and its webhook in one transaction; rejects with `conflict` when it has already ended, and
   * with what `beforePost` throws, which is called right before that transaction.
   */
  end(run: Run, outcome: RunOutcome, beforePost?: () => void): Promise<Run>;
  /** Cancels a run, in whatever process it runs. Rejects with `conflict` when it has already ended. */
  cancel(run: Run, error: string): Promise<Run>;
  /** Cancels all unfinished runs of an account now or, where the store refuses, by a retry later. */
  cancelAll(account: string, error: string): Promise<void>;
  /** Fails a run now or, where the store refuses, by a retry later. Does nothing to a run that has already ended. */
  fail(runId: string, failure: RunFailure): Promise<void>;
  /** Aborts the work on runs that were ended by another process. */
  abortEnded(): Promise<void>;
  /** Returns a signal that aborts when the run is ended by other code of this process. Call `release` when the work is over. */
  watch(runId: string): { readonly signal: AbortSignal; release(): void };
}

/** Why a run failed, and what it had extracted by then. */
type RunFailure = Pick<
  Extract<RunOutcome, { status: 'failed' | 'cancelled' }>,
  'error' | 'pagesExtracted' | 'itemsExtracted' | 'forgetKey'
>;

interface RunLifecycleOptions {
  /** Called when a webhook waits to be delivered. */
  readonly onDelivery: () => void;
}

/** Runs listed at once, to be stopped. */
const batch = 100;

/** Ends runs on the store. */
export function createRunLifecycle(
  { onDelivery }: RunLifecycleOptions,
  context: ServiceContext,
): RunLifecycle {
  const { store, clock, emit, retries } = context;
  const watched = new Map<string, AbortController>();

  async function end(run: Run, outcome: RunOutcome, beforePost?: () => void): Promise<Run> {
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
          signingSecret: webhook.signingSecret,
          body: JSON.stringify(toWebhookBody(run, outcome, nowMs)),
        }
      : undefined;
    beforePost?.();
    const ended = await store.runs.end({ ...outcome, id: run.id, nowMs, delivery });
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

  async function endSurely(runId: string, outcome: RunOutcome): Promise<void> {
    await retries.attempt(`end run ${runId}`, async () => {
      const run = await store.runs.find({ account: undefined, id: runId });
      if (run !== undefined) await end(run, outcome).catch(ignoreEnded);
    });
  }

  function abort(runId: string, error: string): void {
    watched.get(runId)?.abort(new Error(error));
  }

  return {
    end,
    async cancel(run, error) {
      const { pagesExtracted, itemsExtracted } = run;
      const ended = await end(run, { status: 'cancelled', error, pagesExtracted, itemsExtracted });
      abort(run.id, error);
      return ended;
    },
    async cancelAll(account, error) {
      let before: string | undefined;
      for (;;) {
        const runs = await store.runs.list({ account, unfinished: true, limit: batch, before });
        for (const { id, pagesExtracted, itemsExtracted } of runs) {
          await endSurely(id, { status: 'cancelled', error, pagesExtracted, itemsExtracted });
          abort(id, error);
        }
        if (runs.length < batch) return;
        before = runs.at(-1)?.id;
      }
    },
    fail: (runId, failure) => endSurely(runId, { status: 'failed', ...failure }),
    async abortEnded() {
      for (const id of watched.keys()) {
        const run = await store.runs.find({ account: undefined, id });
        if (run?.completedAtMs !== undefined) abort(id, 'The run was ended.');
      }
    },
    watch(runId) {
      const controller = new AbortController();
      watched.set(runId, controller);
      return { signal: controller.signal, release: () => watched.delete(runId) };
    },
  };
}

/** The recipe's own, else the account's; none for a suspended account, for which nothing is sent. */
async function findWebhook(
  { account, recipeId }: Run,
  { store }: ServiceContext,
): Promise<Webhook | undefined> {
  const owner = await store.accounts.find(account);
  if (owner?.suspendedAtMs !== undefined) return undefined;
  const recipe = await store.recipes.find({ account, id: recipeId });
  return recipe?.webhook ?? owner?.webhook;
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
