import type { Store, StoreLedger, SweepBounds } from '../contracts/store/store.ts';
import { toLedger } from '../ledgers/memory-ledger.ts';
import { isInMinute } from './rules/request-limits.ts';
import { memoryAdmissions } from './memory/memory-admissions.ts';
import { memoryAccounts, memoryKeys } from './memory/memory-accounts.ts';
import { memoryIdempotency } from './memory/memory-idempotency.ts';
import { createMemoryData, copyJson, listNewest, type MemoryData } from './memory/memory-data.ts';
import { memoryRecipes, findRecipe } from './memory/memory-recipes.ts';
import { memoryRuns } from './memory/memory-runs.ts';
import { memorySignIns } from './memory/memory-sign-ins.ts';
import type {
  ClaimedDelivery,
  Delivery,
  DeliveryDetail,
  DeliveryStore,
} from '../contracts/store/delivery-store.ts';
import { listUsage } from './rules/list-usage.ts';
import { omitUndefined } from './rules/omit-undefined.ts';
import { unknownEntity, wrongState } from './rules/store-errors.ts';
import type { Schedule, ScheduleStore } from '../contracts/store/schedule-store.ts';

/** Creates a store in the memory of this process, for tests and first steps. */
export function memoryStore(): Store & AsyncDisposable {
  const data = createMemoryData();
  return {
    name: 'memory',
    ledger: memoryStoreLedger(data),
    admissions: memoryAdmissions(data),
    accounts: memoryAccounts(data),
    keys: memoryKeys(data),
    recipes: memoryRecipes(data),
    runs: memoryRuns(data),
    deliveries: memoryDeliveries(data),
    schedules: memorySchedules(data),
    idempotency: memoryIdempotency(data),
    signIns: memorySignIns(data),
    sweep: async (bounds) => sweepMemory(data, bounds),
    // No other store object can own anything here.
    recover: async () => [],
    ping: async () => {},
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
  };
}

/** `Store.ledger`. */
function memoryStoreLedger({ books, entries }: MemoryData): StoreLedger {
  return {
    ...toLedger(books),
    async listEntries({ account, limit }) {
      return entries
        .filter((entry) => entry.account === account)
        .reverse()
        .slice(0, limit);
    },
    async listUsage({ account, sinceMs }) {
      return listUsage(
        entries.filter((entry) => entry.account === account && entry.createdAtMs >= sinceMs),
      );
    },
  };
}

/** `Store.sweep`. */
function sweepMemory(data: MemoryData, bounds: SweepBounds): number {
  const { nowMs, holdAgeMs, runAgeMs, deliveryAgeMs, tickAgeMs, limit } = bounds;
  // The usage report shows the newest one, however old it is.
  const newest = new Map([...data.runs.values()].map(({ run }) => [run.account, run.id]));
  const gone = [
    data.books.forgetClosedHolds(Date.now() - holdAgeMs, limit),
    drop(
      data.runs,
      limit,
      ({ run }) =>
        isPast(run.completedAtMs, nowMs - runAgeMs) && newest.get(run.account) !== run.id,
    ),
    drop(data.deliveries, limit, ({ log }) => isPast(log.completedAtMs, nowMs - deliveryAgeMs)),
    drop(data.ticks, limit, (tick) => isPast(tick.claimedAtMs, nowMs - tickAgeMs)),
    drop(data.starts, limit, (starts) => !starts.some((startMs) => isInMinute(startMs, nowMs))),
    drop(data.idempotency, limit, (kept) => isPast(kept.expiresAtMs, nowMs)),
    drop(data.links, limit, (kept) => isPast(kept.expiresAtMs, nowMs)),
    drop(data.sessions, limit, (kept) => isPast(kept.expiresAtMs, nowMs)),
  ];
  return gone.reduce((sum, count) => sum + count, 0);
}

function isPast(atMs: number | undefined, beforeMs: number): boolean {
  return atMs !== undefined && atMs <= beforeMs;
}

function drop<Value>(
  things: Map<string, Value>,
  limit: number,
  isOld: (value: Value) => boolean,
): number {
  const old = [...things].filter(([, value]) => isOld(value)).slice(0, limit);
  for (const [id] of old) things.delete(id);
  return old.length;
}

/** The deliveries of a memory store. */
function memoryDeliveries({ deliveries, runs }: MemoryData): DeliveryStore {
  return {
    async claim({ nowMs }) {
      for (const [id, { log, post }] of deliveries) {
        if (log.state !== 'pending') continue;
        deliveries.set(id, { log: { ...log, state: 'attempted', attemptedAtMs: nowMs }, post });
        const { account, runId } = log;
        const recipeId = runs.get(runId)?.run.recipeId;
        return omitUndefined<ClaimedDelivery>({ ...copyJson(post), account, runId, recipeId });
      }
      return undefined;
    },
    async finish({ id, responseStatus, responseBody, error, nowMs }) {
      const known = deliveries.get(id);
      if (known === undefined) throw unknownEntity('delivery', id);
      if (known.log.state !== 'attempted') throw wrongState('delivery', id, known.log.state);
      const log = omitUndefined<Delivery>({
        ...known.log,
        state: error === undefined ? 'delivered' : 'failed',
        completedAtMs: nowMs,
        responseStatus,
        error,
      });
      deliveries.set(id, {
        ...known,
        log,
        ...(responseBody === undefined ? {} : { responseBody }),
      });
      return log;
    },
    async find({ account, id }) {
      const known = deliveries.get(id);
      if (known?.log.account !== account) return undefined;
      const { log, post, responseBody } = known;
      return omitUndefined<DeliveryDetail>({ ...log, requestBody: post.body, responseBody });
    },
    async list(query) {
      const { account, runId } = query;
      return listNewest(
        deliveries,
        query,
        ({ log }) => log.account === account && (runId ?? log.runId) === log.runId,
      ).map(({ log }) => log);
    },
  };
}

/** The schedules of a memory store. */
function memorySchedules(data: MemoryData): ScheduleStore {
  const { schedules, ticks } = data;
  return {
    async put({ id, account, recipeId, cron, timeZone, nextAtMs, nowMs }) {
      const known = schedules.get(id);
      if (known !== undefined && known.account !== account) throw unknownEntity('schedule', id);
      if (findRecipe(data, { account, id: recipeId }) === undefined) {
        throw unknownEntity('recipe', recipeId);
      }
      const schedule = omitUndefined<Schedule>({
        id,
        account,
        recipeId,
        cron,
        timeZone,
        nextAtMs,
        createdAtMs: known?.createdAtMs ?? nowMs,
      });
      schedules.set(id, schedule);
      return schedule;
    },
    async list(query) {
      const all = [...schedules.values()];
      if ('account' in query) return all.filter(({ account }) => account === query.account);
      return all
        .filter(({ nextAtMs }) => nextAtMs !== undefined && nextAtMs <= query.dueMs)
        .toSorted((a, b) => (a.nextAtMs ?? 0) - (b.nextAtMs ?? 0))
        .slice(0, query.limit);
    },
    async delete({ account, id }) {
      if (schedules.get(id)?.account !== account) throw unknownEntity('schedule', id);
      schedules.delete(id);
    },
    async claimTick({ id, dueAtMs, nextAtMs, nowMs }) {
      const schedule = schedules.get(id);
      if (schedule?.nextAtMs !== dueAtMs) return false;
      schedules.set(id, omitUndefined<Schedule>({ ...schedule, nextAtMs }));
      ticks.set(tickId(id, dueAtMs), { scheduleId: id, dueAtMs, claimedAtMs: nowMs });
      return true;
    },
    async finishTick({ id, dueAtMs, ...outcome }) {
      const tick = ticks.get(tickId(id, dueAtMs));
      if (tick === undefined) throw unknownEntity('tick of the schedule', id);
      ticks.set(tickId(id, dueAtMs), { ...tick, ...outcome });
    },
    async listTicks({ account, id, limit }) {
      if (schedules.get(id)?.account !== account) return [];
      return [...ticks.values()]
        .filter(({ scheduleId }) => scheduleId === id)
        .toSorted((a, b) => b.dueAtMs - a.dueAtMs)
        .slice(0, limit);
    },
  };
}

function tickId(scheduleId: string, dueAtMs: number): string {
  return JSON.stringify([scheduleId, dueAtMs]);
}
