import type { Account, PlanCaps } from '../../../src/runtime/contracts/store/account-store.ts';
import type { NewDelivery } from '../../../src/runtime/contracts/store/delivery-store.ts';
import type { StoredRecipe } from '../../../src/runtime/contracts/store/recipe-store.ts';
import type { NewRun, Run, RunResult } from '../../../src/runtime/contracts/store/run-store.ts';
import type { Schedule } from '../../../src/runtime/contracts/store/schedule-store.ts';
import type { Store } from '../../../src/runtime/contracts/store/store.ts';
import { defaultPlan } from '../../../src/storage/stores/account-rules.ts';

/** The moment at which everything in the checks begins. */
export const startMs: number = Date.UTC(2026, 0, 1);

/** Caps that no check runs into. */
export const samplePlan: PlanCaps = defaultPlan;

/** A result of one page. */
export const sampleResult: RunResult = {
  pages: [{ items: [{ title: 'Brass desk lamp', price: 89.5 }] }],
  mode: 'replay',
  drift: 0,
  warnings: [],
};

/** A verified account with credits; `caps` differ from the sample plan. */
export function addAccount(
  store: Store,
  id: string,
  credits = 0,
  caps: Partial<PlanCaps> = {},
): Promise<Account> {
  return store.accounts.create({
    id,
    plan: { ...samplePlan, ...caps },
    credits,
    emailVerified: true,
    nowMs: startMs,
  });
}

/** A recipe: a store keeps any document. */
export function putRecipe(store: Store, account: string, id = 'recipe'): Promise<StoredRecipe> {
  return store.recipes.put({ id, account, document: { title: id, steps: [] }, nowMs: startMs });
}

/** A new run of two credits a page; `changes` say otherwise. */
export function addRun(store: Store, changes: Partial<NewRun> = {}): Promise<Run> {
  return store.runs.create({
    id: 'run',
    account: 'ada',
    recipeId: 'recipe',
    variables: {},
    planPages: 20,
    creditsPerPage: 2,
    quota: { limit: 50, sinceMs: startMs - 1 },
    nowMs: startMs,
    ...changes,
  });
}

/** A run that has begun, of an account that can pay it. */
export async function startSampleRun(store: Store, changes: Partial<NewRun> = {}): Promise<Run> {
  const { id } = await addRun(store, changes);
  return store.runs.start({ id, nowMs: startMs + 1 });
}

/** What ends a run well: one page, one item. */
export function completeRun(store: Store, id = 'run', delivery?: NewDelivery): Promise<Run> {
  return store.runs.end({
    id,
    status: 'completed',
    pagesExtracted: 1,
    itemsExtracted: 1,
    credits: 2,
    result: sampleResult,
    clampedByCredits: false,
    nowMs: startMs + 5,
    ...(delivery === undefined ? {} : { delivery }),
  });
}

/** What ends a run badly. */
export function stopRun(
  store: Store,
  status: 'failed' | 'cancelled',
  id = 'run',
  delivery?: NewDelivery,
): Promise<Run> {
  return store.runs.end({
    id,
    status,
    pagesExtracted: 1,
    itemsExtracted: 0,
    error: 'no items extracted',
    nowMs: startMs + 5,
    ...(delivery === undefined ? {} : { delivery }),
  });
}

export function idsOf(list: readonly { readonly id: string }[]): readonly string[] {
  return list.map(({ id }) => id);
}

/** A webhook's request. */
export function sampleDelivery(id: string): NewDelivery {
  return {
    id,
    url: `https://hooks.example/${id}`,
    headers: { authorization: `Bearer ${id}` },
    body: JSON.stringify({ event: 'completed', run_id: id }),
  };
}

/** A schedule of a recipe, due at once; `changes` say otherwise. */
export function putSchedule(
  store: Store,
  changes: Partial<Omit<Schedule, 'createdAtMs'>> = {},
): Promise<Schedule> {
  return store.schedules.put({
    id: 's1',
    account: 'ada',
    recipeId: 'r1',
    cron: '* * * * *',
    timeZone: 'Europe/Copenhagen',
    nextAtMs: startMs,
    nowMs: startMs,
    ...changes,
  });
}
