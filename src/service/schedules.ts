import { Cron } from 'croner';
import type { Schedule, ScheduleTick } from '../contracts/schedule-store.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import { invalidRequest } from '../errors/invalid-request.ts';
import { createShortId } from '../operations/create-short-id.ts';
import { unknownAccount } from './find-spender.ts';
import type { ServiceContext } from './service-context.ts';

export interface ScheduleInput {
  readonly account: string;
  readonly recipeId: string;
  /** Absent: a new schedule. */
  readonly id?: string | undefined;
  /** Five fields, or six with seconds first. */
  readonly cron: string;
  /** IANA name. @default 'UTC' */
  readonly timeZone?: string | undefined;
}

/** Everything that can be done with schedules. */
export interface Schedules {
  /** Rejects with `forbidden` on a plan without schedules. */
  put(input: ScheduleInput): Promise<Schedule>;
  list(account: string): Promise<readonly Schedule[]>;
  delete(reference: { readonly account: string; readonly id: string }): Promise<void>;
  /** What came of its latest ticks, newest first. */
  listTicks(query: {
    readonly account: string;
    readonly id: string;
    readonly limit?: number;
  }): Promise<readonly ScheduleTick[]>;
}

/** Schedules on the store. */
export function createSchedules({ store, clock }: ServiceContext): Schedules {
  return {
    async put({ account, recipeId, id, cron, timeZone = 'UTC' }) {
      const found = await store.accounts.find(account);
      if (found === undefined) throw unknownAccount(account);
      if (!found.plan.schedulesAllowed) {
        throw new GleanerError('forbidden', 'The account’s plan has no schedules.');
      }
      const nowMs = clock.nowMs();
      const nextAtMs = findNextTick({ cron, timeZone, nowMs });
      return store.schedules.put({
        id: id ?? createShortId(),
        account,
        recipeId,
        cron,
        timeZone,
        ...(nextAtMs === undefined ? {} : { nextAtMs }),
        nowMs,
      });
    },
    list: (account) => store.schedules.list({ account }),
    delete: (reference) => store.schedules.delete(reference),
    listTicks: ({ limit = 100, ...query }) => store.schedules.listTicks({ ...query, limit }),
  };
}

/** The first moment after `nowMs` at which a cron expression comes true; throws `invalid_request` on one that cannot be read. */
export function findNextTick({
  cron,
  timeZone,
  nowMs,
}: {
  readonly cron: string;
  readonly timeZone: string;
  readonly nowMs: number;
}): number | undefined {
  try {
    // Paused: it only computes, and starts no timer.
    const job = new Cron(cron, { timezone: timeZone, paused: true });
    return job.nextRun(new Date(nowMs))?.getTime();
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw invalidRequest(
      'set the schedule',
      [
        {
          path: isTimeZone(timeZone) ? '/cron' : '/timeZone',
          message: `${problem} Expected a cron expression such as "0 6 * * 1-5" and an IANA time zone such as "Europe/Berlin".`,
        },
      ],
      cause,
    );
  }
}

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // The one way to ask is to try.
    return false;
  }
}
