import type { Schedule, ScheduleStore } from '../../contracts/store/schedule-store.ts';
import { omitUndefined } from '../rules/omit-undefined.ts';
import { unknownEntity } from '../rules/store-errors.ts';
import type { MemoryData } from './memory-data.ts';
import { findRecipe } from './memory-recipes.ts';

/** The schedules of a memory store. */
export function memorySchedules(data: MemoryData): ScheduleStore {
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
