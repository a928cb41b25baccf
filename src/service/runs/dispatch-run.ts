import { toRequestDigest } from '../../billing/to-request-digest.ts';
import type { Account } from '../../contracts/store/account-store.ts';
import type { RateLimits } from '../../contracts/store/admission-store.ts';
import type { NewRun, Run } from '../../contracts/store/run-store.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { parseInput, toInputShape } from '../../operations/parse-input.ts';
import { bindVariables } from '../../recipe/variables/bind-variables.ts';
import { parseRecipe } from '../../recipe/parse/parse-recipe.ts';
import { checkSchedulesAllowed, requireSpender } from '../require-account.ts';
import { requireRecipe } from '../recipes/recipes.ts';
import type { ServiceContext } from '../service-context.ts';
import { dispatchInputFields, type DispatchInput } from './dispatch-input.ts';
import type { RunLifecycle } from './run-lifecycle.ts';

const shape = toInputShape(dispatchInputFields);

/** Checks account, recipe and variables, holds the credits of the first page, and queues the run. */
export async function dispatchRun(
  input: DispatchInput,
  lifecycle: RunLifecycle,
  context: ServiceContext,
): Promise<Run> {
  const { fields, issues } = parseInput(shape, input);
  if (fields === undefined) throw invalidRequest('dispatch the run', issues);
  const { account, recipeId, variables = {}, maxPages, idempotencyKey: key } = fields;
  if (key === undefined) return admitRun(input, lifecycle, context);
  const digest = toRequestDigest({ operation: 'run', recipeId, variables, maxPages });
  const turn = await context.idempotency.take({ account, key, digest, signal: undefined });
  try {
    const { kept } = turn;
    const first = kept && (await context.store.runs.find({ account, id: String(kept.value) }));
    // The store may have deleted the first run because of its age.
    const run = first ?? (await admitRun(input, lifecycle, context));
    turn.end();
    return run;
  } catch (error) {
    await turn.fail();
    throw error;
  }
}

async function admitRun(
  input: DispatchInput,
  lifecycle: RunLifecycle,
  context: ServiceContext,
): Promise<Run> {
  const account = await requireSpender(input.account, context);
  const revision = await checkRecipe(input, context);
  return queueRun({ ...input, revision, limits: account.plan }, account, lifecycle, context);
}

/** Dispatches a run without the limits on requests, because a schedule makes no request. */
export async function dispatchScheduledRun(
  input: DispatchInput,
  lifecycle: RunLifecycle,
  context: ServiceContext,
): Promise<Run> {
  const account = await requireSpender(input.account, context);
  checkSchedulesAllowed(account);
  const revision = await checkRecipe(input, context);
  return queueRun({ ...input, revision }, account, lifecycle, context);
}

/** Resolves to the recipe's revision, where the recipe can be run with these variables. */
async function checkRecipe(
  { account, recipeId, variables }: DispatchInput,
  { store }: ServiceContext,
): Promise<number> {
  const recipe = await requireRecipe({ account, id: recipeId }, store);
  bindVariables(parseRecipe(recipe.document), variables ?? {});
  if (recipe.enabled) return recipe.revision;
  throw new GleanerError(
    'conflict',
    `The recipe "${recipeId}" is disabled: enable it before it is run.`,
  );
}

/** The rolling window of the monthly quota: 30 days. */
export const quotaWindowMs: number = 30 * 24 * 60 * 60 * 1_000;

/**
 * Creates and queues a run in one transaction, where store and queue can share one: then runs belong to the queue until they
 * begin.
 */
export function findJoinedQueue({
  store,
  queue,
}: Pick<ServiceContext, 'store' | 'queue'>): ((run: NewRun) => Promise<Run>) | undefined {
  const { queued } = store.runs;
  if (queued === undefined || queue.pushWithin === undefined) return undefined;
  return (run) =>
    queued.create(run, async (transaction) => queue.pushWithin?.(run.id, transaction));
}

async function queueRun(
  {
    recipeId,
    revision,
    variables = {},
    maxPages,
    idempotencyKey,
    limits,
  }: DispatchInput & { readonly revision: number; readonly limits?: RateLimits },
  { id: account, plan }: Account,
  lifecycle: RunLifecycle,
  { operations, store, queue, clock, runPagePrice }: ServiceContext,
): Promise<Run> {
  const nowMs = clock.nowMs();
  const id = operations.createId('run');
  const newRun: NewRun = {
    id,
    account,
    recipeId,
    recipeRevision: revision,
    variables,
    maxPages: Math.min(maxPages ?? plan.pagesPerRun, plan.pagesPerRun),
    creditsPerPage: runPagePrice,
    ...(limits === undefined ? {} : { limits }),
    quota: { limit: plan.runsPerMonth, sinceMs: nowMs - quotaWindowMs },
    ...(idempotencyKey === undefined ? {} : { idempotency: { key: idempotencyKey, value: id } }),
    nowMs,
  };
  const createQueued = findJoinedQueue({ store, queue });
  if (createQueued !== undefined) return createQueued(newRun);
  const run = await store.runs.create(newRun);
  try {
    await queue.push(id);
  } catch (error) {
    // No process would work on the run, and the credits of its first page would stay held.
    await lifecycle.fail(id, {
      error: 'The run could not be queued.',
      pagesExtracted: 0,
      itemsExtracted: 0,
      ...(idempotencyKey === undefined ? {} : { forgetKey: idempotencyKey }),
    });
    throw error;
  }
  return run;
}
