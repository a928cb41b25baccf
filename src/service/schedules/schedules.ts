import { Cron } from 'croner';
import type { Schedule, ScheduleTick } from '../../contracts/store/schedule-store.ts';
import type { GleanerError } from '../../errors/gleaner-error.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { createShortId } from '../../operations/create-short-id.ts';
import { unknownEntity } from '../../stores/rules/store-errors.ts';
import { checkSchedulesAllowed, requireAccount, requireLivingAccount } from '../require-account.ts';
import type { ServiceContext } from '../service-context.ts';

/** A schedule to create or replace. */
export interface ScheduleInput {
  readonly account: string;
  readonly recipeId: string;
  /** Id of the schedule to replace. @default a new schedule is created */
  readonly id?: string | undefined;
  /** Cron expression: five fields, or six with seconds first. */
  readonly cron: string;
  /** IANA name, e.g. `Europe/Zurich`. @default 'UTC' */
  readonly timeZone?: string | undefined;
}

/** A schedule of an account. For other accounts it does not exist. */
export interface ScheduleReference {
  readonly account: string;
  readonly id: string;
}

/** Schedules of a service. Methods reject with `not_found` for a schedule that the account does not have. */
export interface Schedules {
  /** Stores a schedule. Rejects with `invalid_request` for an expression that has no next tick, with `forbidden` on a plan without schedules. */
  put(input: ScheduleInput): Promise<Schedule>;
  /** Schedules of an account, oldest first. */
  list(account: string): Promise<readonly Schedule[]>;
  /** The next five ticks of an expression; rejects with `invalid_request` for one that cannot be read. */
  preview(input: Pick<ScheduleInput, 'cron' | 'timeZone'>): Promise<readonly number[]>;
  /** Deletes a schedule; the runs that it dispatched stay. */
  delete(reference: ScheduleReference): Promise<void>;
  /** The latest ticks of a schedule, newest first: the run that each dispatched, or why it dispatched none. At most `limit`, 100 without it. */
  listTicks(
    query: ScheduleReference & { readonly limit?: number },
  ): Promise<readonly ScheduleTick[]>;
}

/** Schedules on the store. */
export function createSchedules({ store, clock }: ServiceContext): Schedules {
  return {
    async put({ account, recipeId, id, cron, timeZone = 'UTC' }) {
      checkSchedulesAllowed(await requireLivingAccount(account, { store, clock }));
      if (id !== undefined) await requireSchedule({ account, id });
      const nowMs = clock.nowMs();
      const nextAtMs = parseCron({ cron, timeZone }).findNext(nowMs);
      if (nextAtMs === undefined) throw badSchedule('/cron', 'It never comes true.');
      return store.schedules.put({
        id: id ?? createShortId(),
        account,
        recipeId,
        cron,
        timeZone,
        nextAtMs,
        nowMs,
      });
    },
    async list(account) {
      await requireAccount(account, { store, clock });
      return store.schedules.list({ account });
    },
    async preview({ cron, timeZone = 'UTC' }) {
      const parsed = parseCron({ cron, timeZone });
      const ticks: number[] = [];
      let nextMs = parsed.findNext(clock.nowMs());
      for (; nextMs !== undefined && ticks.length < previewed; nextMs = parsed.findNext(nextMs)) {
        ticks.push(nextMs);
      }
      return ticks;
    },
    delete: (reference) => store.schedules.delete(reference),
    async listTicks({ account, id, limit = 100 }) {
      await requireSchedule({ account, id });
      return store.schedules.listTicks({ account, id, limit });
    },
  };

  async function requireSchedule({ account, id }: ScheduleReference): Promise<void> {
    const schedules = await store.schedules.list({ account });
    if (!schedules.some((schedule) => schedule.id === id)) throw unknownEntity('schedule', id);
  }
}

/** Ticks that a preview shows. */
const previewed = 5;
/** Longest cron expression, in characters: all sixty minutes named one by one have 168. */
const maxCronLength = 500;

/** When a schedule's ticks are due. */
export interface ParsedCron {
  /** The first moment after `nowMs` at which the expression comes true; `undefined` when it never does again. */
  findNext(nowMs: number): number | undefined;
}

/** Reads a cron expression in a time zone; throws `invalid_request` for one that cannot be read. */
export function parseCron({
  cron,
  timeZone,
}: {
  readonly cron: string;
  readonly timeZone: string;
}): ParsedCron {
  if (!isTimeZone(timeZone)) throw badSchedule('/timeZone', 'There is no such time zone.');
  if (cron.length > maxCronLength) throw badSchedule('/cron', 'It is too long.');
  try {
    // Paused: it only computes, and starts no timer.
    const job = new Cron(cron, { timezone: timeZone, paused: true });
    return { findNext: (nowMs) => job.nextRun(new Date(nowMs))?.getTime() };
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw badSchedule('/cron', problem, cause);
  }
}

function badSchedule(
  path: '/cron' | '/timeZone',
  problem: string,
  cause?: unknown,
): GleanerError<'invalid_request'> {
  const message = `${problem} Expected a cron expression such as "0 6 * * 1-5" and an IANA time zone such as "Europe/Berlin".`;
  return invalidRequest('set the schedule', [{ path, message }], cause);
}

function isTimeZone(name: string): boolean {
  try {
    return name !== '' && Intl.DateTimeFormat('en', { timeZone: name }) instanceof Object;
  } catch {
    // The one way to ask is to try.
    return false;
  }
}
