import { z } from 'zod';
import {
  type Field,
  type InputOf,
  maxIdempotencyKeyLength,
  parseInput,
  toInputShape,
} from '../../core/operations/parse-input.ts';
import { toRequestDigest } from '../../core/billing/create-billing.ts';
import type { Account } from '../../runtime/contracts/store/account-store.ts';
import type { RateLimits } from '../../runtime/contracts/store/request-store.ts';
import type { NewRun, Run } from '../../runtime/contracts/store/run-store.ts';
import { GleanerError, invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import { bindVariables } from '../../recipes/bind-variables.ts';
import { parseRecipe } from '../../recipes/format/parse-recipe.ts';
import {
  type ServiceContext,
  checkSchedulesAllowed,
  requireSpender,
  unknownAccount,
} from '../service-context.ts';
import { requireRecipe } from '../recipes.ts';
import type { RunLifecycle } from './run-lifecycle.ts';

/** The fields of `dispatchRun`. Over HTTP the key gives the account, the path the recipe, a header the idempotency key. */
export const dispatchInputFields = {
  account: { schema: z.string(), wire: false } as Field<string>,
  recipeId: { schema: z.string(), wire: false } as Field<string>,
  /** Values for the recipe's variables. */
  variables: {
    schema: z.record(z.string(), z.string()).optional(),
    about: 'Values for the recipe’s variables.',
  } as Field<Readonly<Record<string, string>> | undefined>,
  /** Most pages to extract; the plan's cap applies all the same. @default the plan's cap */
  maxPages: {
    schema: z.int().min(1).optional(),
    about: 'Pages to extract at most; the plan’s cap holds all the same.',
  } as Field<number | undefined>,
  /** 1 to 255 characters. For 24 hours the same key with the same input gives the first run again. */
  idempotencyKey: {
    schema: z.string().min(1).max(maxIdempotencyKeyLength).optional(),
    wire: false,
  } as Field<string | undefined>,
};

/** The input of `dispatchRun`. */
export type DispatchInput = InputOf<typeof dispatchInputFields>;

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
    const { saved } = turn;
    const first = saved && (await context.store.runs.find({ account, id: String(saved.value) }));
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
    planPages: plan.pagesPerRun,
    maxPages,
    creditsPerPage: runPagePrice,
    limits,
    quota: { limit: plan.runsPerMonth, sinceMs: nowMs - quotaWindowMs },
    idempotency: idempotencyKey === undefined ? undefined : { key: idempotencyKey, value: id },
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
      forgetKey: idempotencyKey,
    });
    throw error;
  }
  return run;
}

/** What an account has used of its plan. */
export interface Usage {
  readonly runsUsed30d: number;
  readonly runsPerMonthCap: number;
  readonly pagesPerRunCap: number;
  /** Credits of each page of a run. */
  readonly costPerPage: number;
  readonly schedulesCount: number;
  readonly schedulesAllowed: boolean;
  /** The newest run; `undefined` before the first one. */
  readonly lastRun: Omit<Run, 'result'> | undefined;
  /** Credits that the account can still spend. */
  readonly creditsRemaining: number;
}

/** Resolves to the usage of an account; rejects with `not_found` for an unknown one. */
export async function readUsage(account: string, context: ServiceContext): Promise<Usage> {
  const { store, clock, runPagePrice } = context;
  const sinceMs = clock.nowMs() - quotaWindowMs;
  const usage = await store.accounts.usage({ id: account, sinceMs });
  if (usage === undefined) throw unknownAccount(account);
  const { plan, runs, schedules, lastRun, credits } = usage;
  return {
    runsUsed30d: runs,
    runsPerMonthCap: plan.runsPerMonth,
    pagesPerRunCap: plan.pagesPerRun,
    costPerPage: runPagePrice,
    schedulesCount: schedules,
    schedulesAllowed: plan.schedulesAllowed,
    lastRun: lastRun && toRunView(lastRun),
    creditsRemaining: credits.balance - credits.held,
  };
}

/** Stands for the value of a variable, which may be a password. */
const hidden = '***';

/** Returns a run with the values of its variables replaced by `***`. */
export function toRunView<Shown extends Pick<Run, 'variables'>>(run: Shown): Shown {
  const names = Object.keys(run.variables);
  return { ...run, variables: Object.fromEntries(names.map((name) => [name, hidden])) };
}
