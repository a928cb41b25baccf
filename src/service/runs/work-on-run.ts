import type { Bill, Billing } from '../../runtime/contracts/billing.ts';
import type { RecipeFingerprints } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { StoredRecipe } from '../../runtime/contracts/store/recipe-store.ts';
import type { Run } from '../../runtime/contracts/store/run-store.ts';
import { isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { toDuration } from '../../runtime/errors/shown-text.ts';
import { findFingerprints } from '../../recipes/format/read-recipe-json.ts';
import { runRecipe, type DeliveredRun } from '../../core/runs/run-recipe.ts';
import { withSpan } from '../../runtime/signals/with-span.ts';
import { requireRecipe } from '../recipes.ts';
import { type ServiceContext, beginLease } from '../service-context.ts';
import { findJoinedQueue } from './dispatch-run.ts';
import type { RunLifecycle } from './run-lifecycle.ts';

interface RunCountSoFar {
  pages: number;
  items: number;
}

/** Takes a queued run to its one end. Never rejects: no caller waits for it. */
export async function workOnRun(
  runId: string,
  lifecycle: RunLifecycle,
  context: ServiceContext,
): Promise<void> {
  const { store, clock, emit } = context;
  const soFar: RunCountSoFar = { pages: 0, items: 0 };
  const watched = lifecycle.watch(runId);
  const lease = beginLease(store);
  const startedMs = clock.monotonicMs();
  const startedAtMs = clock.nowMs();
  let isBegun = false;
  try {
    const run = await store.runs.start({ id: runId, nowMs: startedAtMs });
    isBegun = true;
    const billing = runBilling(run, soFar, lifecycle, context);
    await withSpan('run recipe', { 'gleaner.run_id': runId }, () =>
      replay({ run, soFar, billing, signals: [watched.signal, ...lease.signals] }, context),
    );
  } catch (error) {
    const isEnded = isGleanerError(error, 'conflict') || error === watched.signal.reason;
    // The run was ended before or during the work; that end stands.
    if (isEnded || (!isBegun && isGleanerError(error, 'not_found'))) return;
    // Cut off from the store: the run is no longer this process's, and those that recover it end it.
    if (lease.isLost()) return;
    if (
      !isBegun &&
      isGleanerError(error, 'service_unavailable') &&
      findJoinedQueue(context) !== undefined
    ) {
      await leaveToQueue(runId, startedAtMs, lifecycle, context);
      return;
    }
    await lifecycle.fail(runId, {
      error: describe(error, clock.monotonicMs() - startedMs, context),
      pagesExtracted: soFar.pages,
      itemsExtracted: soFar.items,
    });
    if (isOurFault(error, context)) emit({ kind: 'fault', doing: `run ${runId}`, error });
  } finally {
    watched.release();
  }
}

/** The store was away when the run should have begun. The run waits on, and is queued again. */
async function leaveToQueue(
  runId: string,
  startedAtMs: number,
  lifecycle: RunLifecycle,
  { store, retries }: ServiceContext,
): Promise<void> {
  await retries.attempt(`look whether run ${runId} began`, async () => {
    const run = await store.runs.find({ account: undefined, id: runId });
    // It began, and only the answer was lost: nothing works on it. One that began later is another process's.
    const isMine = run?.status === 'running' && run.startedAtMs === startedAtMs;
    if (!isMine) return;
    await lifecycle.fail(runId, { error: couldNotRun, pagesExtracted: 0, itemsExtracted: 0 });
  });
}

interface ReplayInput {
  readonly run: Run;
  /** Kept up to date. */
  readonly soFar: RunCountSoFar;
  readonly billing: Billing;
  /** They abort when the run was ended from elsewhere, or belongs to this process no more. */
  readonly signals: readonly AbortSignal[];
}

async function replay(input: ReplayInput, context: ServiceContext): Promise<void> {
  const { run, soFar, billing, signals } = input;
  const { operations, store, stopping, maxRunMs, allowExpressions } = context;
  const recipe = await requireDispatched(run, store);
  const { fingerprints } = await runRecipe(
    recipe.document,
    {
      account: run.account,
      variables: run.variables,
      timeoutMs: maxRunMs,
      allowExpressions,
      fingerprints: resolveFingerprints(recipe),
      signal: AbortSignal.any([stopping, ...signals]),
      onProgress: ({ pages, items }) => Object.assign(soFar, { pages, items }),
    },
    {
      ...operations,
      billing,
      // The price of the day of its dispatch. Pages that items link to are no pages of the contract, which prices those alone.
      prices: { ...operations.prices, runPage: run.creditsPerPage, followedPage: 0 },
      // Where credits made the cap smaller than what was asked for, they are what ends the run.
      maxPlanPages: Math.min(
        run.maxPages ?? Infinity,
        run.clampedByCredits ? Infinity : run.effectiveCap,
      ),
    },
  );
  await saveFingerprints(recipe, fingerprints, context);
}

/** The recipe as it was when the run was dispatched; as it is now where that version is no longer kept. */
async function requireDispatched(
  { account, recipeId: id, recipeRevision: revision }: Run,
  store: ServiceContext['store'],
): Promise<StoredRecipe> {
  const recipe = await requireRecipe({ account, id }, store);
  if (revision === undefined || revision === recipe.revision) return recipe;
  const version = await store.recipes.findVersion({ account, id, revision });
  if (version === undefined) return recipe;
  const { fingerprints: _ofAnotherVersion, ...rest } = recipe;
  return { ...rest, revision, document: version.document };
}

/**
 * What this recipe's own runs learnt, else what its document carries (`undefined` leaves it in place), else none: never
 * what the engine keeps of an equal recipe.
 */
function resolveFingerprints({
  document,
  fingerprints,
}: StoredRecipe): RecipeFingerprints | undefined {
  // Parsed with the recipe, like what its document carries.
  if (fingerprints !== undefined) return fingerprints as RecipeFingerprints;
  const isObject = typeof document === 'object' && document !== null;
  const carriesOwn = isObject && findFingerprints(document) !== undefined;
  return carriesOwn ? undefined : { version: 1, targets: {} };
}

/** The run has ended by now: an error here concerns the operator alone. */
async function saveFingerprints(
  { account, id, revision }: StoredRecipe,
  fingerprints: RecipeFingerprints,
  { store, emit }: ServiceContext,
): Promise<void> {
  try {
    await store.recipes.saveFingerprints({ account, id, revision, fingerprints });
  } catch (error) {
    emit({ kind: 'fault', doing: `keep the fingerprints of recipe ${id}`, error });
  }
}

/** Billing of one run, whose first page was held when it was dispatched: its bill is the hold that the store keeps with it. */
function runBilling(
  run: Run,
  soFar: RunCountSoFar,
  lifecycle: RunLifecycle,
  { store }: ServiceContext,
): Billing {
  const { id, clampedByCredits, creditsPerPage } = run;
  const bill: Bill = {
    id,
    // The cap of the run is what was affordable when it was dispatched.
    creditsRemaining: clampedByCredits ? (run.effectiveCap - 1) * creditsPerPage : Infinity,
    async extend() {
      const { pages: pagesExtracted, items: itemsExtracted } = soFar;
      await store.runs.advance({ id, pagesExtracted, itemsExtracted });
    },
    async commit({ credits, value, beforePost }) {
      // It is `runRecipe` that commits.
      const delivered = value as DeliveredRun;
      const { pagesExtracted, itemsExtracted, result } = delivered;
      await withSpan('post credits', { 'gleaner.pages': pagesExtracted }, () =>
        lifecycle.end(
          run,
          {
            status: 'completed',
            pagesExtracted,
            itemsExtracted,
            credits,
            clampedByCredits: delivered.clampedByCredits,
            result: { ...result, pages: result.pages.map(({ items }) => ({ items })) },
          },
          beforePost,
        ),
      );
      // A poll reports what is left; a failed read here would be reported as a fault of a run that has ended.
      return { creditsRemaining: bill.creditsRemaining };
    },
    // The end of the run frees its hold.
    release: async () => {},
  };
  return { open: async () => ({ state: 'open', bill }) };
}

const couldNotRun = 'The service could not run the recipe: try again later.';

/** Timers may fire that much early by the clock that deadlines are measured with. */
const earlyMs = 2;

/** Returns the error that a run's owner sees; faults of the operator are reported without their causes. */
function describe(error: unknown, tookMs: number, context: ServiceContext): string {
  const { stopping, maxRunMs } = context;
  if (stopping.aborted && error === stopping.reason) return 'The service was shut down.';
  if (isOurFault(error, context)) return couldNotRun;
  if (isGleanerError(error, 'validation_failed')) {
    const { reason } = error.details;
    if (reason === 'no_items') return 'no items extracted';
    if (reason === 'timed_out' && tookMs > maxRunMs - earlyMs) {
      return `timed out after ${toDuration(maxRunMs)}: split the recipe into several`;
    }
  }
  return isGleanerError(error) ? error.message : '';
}

/** Whether it is for the operator to mend: messages of such errors may name the operator's files and hosts. */
function isOurFault(error: unknown, { stopping }: ServiceContext): boolean {
  if (stopping.aborted && error === stopping.reason) return false;
  return (
    !isGleanerError(error) ||
    error.code === 'internal_error' ||
    error.code === 'service_unavailable'
  );
}
