import { Cron } from 'croner';
import type { Account } from '../runtime/contracts/store/account-store.ts';
import { LRUCache } from 'lru-cache';
import type { Schedule, ScheduleTick } from '../runtime/contracts/store/schedule-store.ts';
import {
  type GleanerError,
  type ErrorCode,
  invalidRequest,
  isGleanerError,
} from '../runtime/errors/gleaner-error.ts';
import { createShortId } from '../core/operations/run-call.ts';
import { unknownEntity } from '../runtime/errors/store-errors.ts';
import {
  type ServiceContext,
  checkSchedulesAllowed,
  requireAccount,
  requireActiveAccount,
  resolveLimit,
} from './service-context.ts';
import pLimit from 'p-limit';
import { dispatchScheduledRun } from './runs/dispatch-run.ts';
import type { RunLifecycle } from './runs/run-lifecycle.ts';
import { createWallClock } from './wall-clock.ts';

/** A schedule to create or replace. */
export interface ScheduleInput extends Pick<Schedule, 'account' | 'recipeId'> {
  /** Id of the schedule to replace. @default a new schedule is created */
  readonly id?: string | undefined;
  /** Cron expression: five fields, or six with seconds first. */
  readonly cron: string;
  /** IANA name, e.g. `Europe/Zurich`. @default 'UTC' */
  readonly timeZone?: string | undefined;
}

/** A schedule of an account. For other accounts it does not exist. */
export type ScheduleReference = Pick<Schedule, 'account' | 'id'>;

/** Schedules of a service. Methods reject with `not_found` for a schedule that the account does not have. */
export interface Schedules {
  /**
   * Stores a schedule, which is not paused then. Rejects with `invalid_request` for an expression that has no next tick or whose ticks lie nearer to each other than the
   * plan allows, with `forbidden` on a plan without schedules, and with `conflict` beyond the plan's number of them.
   */
  put(input: ScheduleInput): Promise<Schedule>;
  /** Schedules of an account, oldest first. */
  list(account: string): Promise<readonly Schedule[]>;
  /** The next five ticks of an expression; rejects with `invalid_request` for one that cannot be read. */
  preview(input: Pick<ScheduleInput, 'cron' | 'timeZone'>): Promise<readonly number[]>;
  /** Lets a paused schedule run again from its next tick on; any other stays as it is. Rejects as `put` does. */
  resume(reference: ScheduleReference): Promise<Schedule>;
  /** Deletes a schedule; the runs that it dispatched stay. */
  delete(reference: ScheduleReference): Promise<void>;
  /** The latest ticks of a schedule, newest first: the run that each dispatched, or why it dispatched none. At most `limit`, 100 without it. */
  listTicks(
    query: ScheduleReference & { readonly limit?: number },
  ): Promise<readonly ScheduleTick[]>;
}

/** Schedules on the store. */
export function createSchedules({ store, clock }: ServiceContext): Schedules {
  const previews = new LRUCache<string, Preview>({ max: maxPreviews });

  async function put(input: ScheduleInput): Promise<Schedule> {
    const { account, recipeId, id, cron, timeZone = 'UTC' } = input;
    const owner = await requireActiveAccount(account, { store, clock });
    checkSchedulesAllowed(owner);
    if (id !== undefined) await requireSchedule({ account, id });
    const nowMs = clock.nowMs();
    const nextAtMs = parseCron({ cron, timeZone }).findNext(nowMs);
    if (nextAtMs === undefined) throw badSchedule('/cron', 'It never comes true.');
    checkInterval(cron, owner);
    return store.schedules.put({
      id: id ?? createShortId(),
      account,
      recipeId,
      cron,
      timeZone,
      nextAtMs,
      nowMs,
    });
  }

  return {
    put,
    async list(account) {
      await requireAccount(account, { store, clock });
      return store.schedules.list({ account });
    },
    async preview({ cron, timeZone = 'UTC' }) {
      const nowMs = clock.nowMs();
      const key = JSON.stringify([cron, timeZone]);
      const known = previews.get(key);
      if (known !== undefined && known.fromMs <= nowMs && nowMs < known.untilMs) return known.ticks;
      const ticks = listTicksAfter(nowMs, parseCron({ cron, timeZone }));
      previews.set(key, { fromMs: nowMs, untilMs: ticks[0] ?? Infinity, ticks });
      return ticks;
    },
    async resume(reference) {
      await requireActiveAccount(reference.account, { store, clock });
      const schedule = await requireSchedule(reference);
      return schedule.pausedAtMs === undefined ? schedule : put(schedule);
    },
    async delete(reference) {
      await requireActiveAccount(reference.account, { store, clock });
      await store.schedules.delete(reference);
    },
    async listTicks({ account, id, limit }) {
      await requireSchedule({ account, id });
      return store.schedules.listTicks({ account, id, limit: resolveLimit(limit) });
    },
  };

  async function requireSchedule({ account, id }: ScheduleReference): Promise<Schedule> {
    const schedules = await store.schedules.list({ account });
    const found = schedules.find((schedule) => schedule.id === id);
    if (found === undefined) throw unknownEntity('schedule', id);
    return found;
  }
}

function checkInterval(cron: string, { plan }: Account): void {
  const { scheduleIntervalSeconds: least } = plan;
  const seconds = findShortestInterval(cron);
  if (seconds >= least) return;
  throw badSchedule(
    '/cron',
    `It comes true twice within ${seconds} s, and the account's plan allows a run every ${least} s: let it come true less often, or ask the operator of the service.`,
  );
}

/** Ticks of an expression, the same as long as the first of them is to come. */
interface Preview {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly ticks: readonly number[];
}

/** Some 200 bytes each. To compute one takes .7 ms, to list the schedules of an account asks for each of them. */
const maxPreviews = 1_000;
/** Ticks that a preview shows. */
const previewed = 5;

function listTicksAfter(nowMs: number, parsed: ParsedCron): readonly number[] {
  const ticks: number[] = [];
  let nextMs = parsed.findNext(nowMs);
  for (; nextMs !== undefined && ticks.length < previewed; nextMs = parsed.findNext(nextMs)) {
    ticks.push(nextMs);
  }
  return ticks;
}

/** Longest cron expression, in characters: all sixty minutes named one by one have 168. */
const maxCronLength = 500;

/** When a schedule's ticks are due. */
interface ParsedCron {
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
  if (typeof cron !== 'string') throw badSchedule('/cron', 'It is no text.');
  if (cron.length > maxCronLength) throw badSchedule('/cron', 'It is too long.');
  // Croner reads a moment, and a seventh field of years, too.
  if (toFields(cron).length !== 6) {
    throw badSchedule('/cron', 'It has not five fields, or six with seconds first.');
  }
  try {
    return isHourly(cron) ? createSteadyTicks(cron, timeZone) : createWallTicks(cron, timeZone);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw badSchedule('/cron', withNamedRange(problem), cause);
  }
}

/** Whether it comes true in every hour of its days. */
function isHourly(cron: string): boolean {
  const [, , hours = ''] = toFields(cron);
  return listValues(`0 0 ${hours} * * *`, hoursOfDay, hourSeconds).length === hoursOfDay;
}

/** Goes on through an hour that the clock repeats, and past one that it skips: the hour after it has ticks of its own. */
function createSteadyTicks(cron: string, timeZone: string): ParsedCron {
  // Paused: it only computes, and starts no timer.
  const job = new Cron(cron, { timezone: timeZone, paused: true });
  return { findNext: (nowMs) => job.nextRun(new Date(nowMs))?.getTime() };
}

/** Comes true by the clock on the wall: once in an hour that it repeats, and right after one that it skips. */
function createWallTicks(cron: string, timeZone: string): ParsedCron {
  // Computed for a clock that skips and repeats nothing: croner leaves out a skipped hour of several ticks, and repeats them in a repeated one.
  const job = new Cron(cron, { utcOffset: 0, paused: true });
  const clock = createWallClock(timeZone);
  return {
    findNext(nowMs) {
      let wall = job.nextRun(new Date(clock.show(nowMs)));
      // In a repeated hour at most: what it has had the first time.
      for (; wall !== null; wall = job.nextRun(wall)) {
        const momentMs = clock.findMoment(wall.getTime());
        if (momentMs > nowMs) return momentMs;
      }
      return undefined;
    },
  };
}

/** What croner calls the fields, of which it counts days and months from 0 on, and what stands in them. */
const fieldRanges: ReadonlyMap<string, FieldRange> = new Map([
  ['second', { name: 'second', least: 0, most: 59, countsFrom: 0 }],
  ['minute', { name: 'minute', least: 0, most: 59, countsFrom: 0 }],
  ['hour', { name: 'hour', least: 0, most: 23, countsFrom: 0 }],
  ['day', { name: 'day of the month', least: 1, most: 31, countsFrom: 1 }],
  ['month', { name: 'month', least: 1, most: 12, countsFrom: 1 }],
  ['dayOfWeek', { name: 'day of the week', least: 0, most: 7, countsFrom: 0 }],
]);

interface FieldRange {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly countsFrom: number;
}

/** Croner's message of a value out of its range, with the value as it was given and the range; others as they are. */
function withNamedRange(problem: string): string {
  const [, field = '', value] =
    /^CronPattern: Invalid value for (\w+): (-?\d+)$/.exec(problem) ?? [];
  const range = fieldRanges.get(field);
  if (range === undefined) return problem;
  const { name, least, most, countsFrom } = range;
  return `There is no ${name} ${Number(value) + countsFrom}: it goes from ${least} to ${most}.`;
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

/** Matching days looked at for two that follow each other: days of a month and of a week meet within a year. */
const maxDays = 366;
/** And for how long, in milliseconds: two leap years and more. */
const maxSpanMs = 9 * 366 * 86_400_000;
const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const hoursOfDay = 24;
const dayMs = 86_400_000;

/** Ticks within a larger span of time: when the first and the last of them come, and the least that lies between two. */
interface Rhythm {
  readonly first: number;
  readonly last: number;
  readonly gap: number;
}

/**
 * Returns the seconds between the two ticks of a cron expression that lie nearest to each other, as a clock shows them that skips and repeats no hour.
 * Throws croner's error for one that cannot be read.
 *
 * It is taken from the fields instead of from the ticks, of which a day may have 86,400: seconds, minutes and hours are asked for one at a time, each by
 * the values that it may have, and days only where midnight may lie between two ticks.
 */
export function findShortestInterval(cron: string): number {
  const [seconds = '', minutes = '', hours = '', ...days] = toFields(cron);
  const minute = within(listValues(`${seconds} * * * * *`, minuteSeconds, 1), 1, instant);
  const hour = within(listValues(`0 ${minutes} * * * *`, 60, minuteSeconds), minuteSeconds, minute);
  const day = within(listValues(`0 0 ${hours} * * *`, hoursOfDay, hourSeconds), hourSeconds, hour);
  const overMidnight = dayMs / 1_000 - day.last + day.first;
  if (day.gap <= overMidnight) return day.gap;
  const between = findNearestDays(`0 0 0 ${days.join(' ')}`);
  return Math.min(day.gap, overMidnight + (between - 1) * (dayMs / 1_000));
}

const instant: Rhythm = { first: 0, last: 0, gap: Infinity };

/** The ticks of a span that has an inner rhythm at each of these values. */
function within(values: readonly number[], unitSeconds: number, inner: Rhythm): Rhythm {
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? value));
  const nearest = Math.min(...steps) * unitSeconds - inner.last + inner.first;
  return {
    first: (values[0] ?? 0) * unitSeconds + inner.first,
    last: (values.at(-1) ?? 0) * unitSeconds + inner.last,
    gap: Math.min(inner.gap, nearest),
  };
}

/** The values of the one field that an expression sets, in order. */
function listValues(cron: string, count: number, unitSeconds: number): readonly number[] {
  const ticks = createTicks(cron);
  const values: number[] = [];
  for (;;) {
    const value = (ticks.next() ?? Infinity) / 1_000 / unitSeconds;
    if (value >= count) return values;
    values.push(value);
  }
}

/** Days from one that the expression comes true on to the next, at the least; `Infinity` where there is one alone. */
function findNearestDays(cron: string): number {
  const ticks = createTicks(cron);
  let nearest = Infinity;
  let beforeMs = ticks.next();
  const endMs = (beforeMs ?? 0) + maxSpanMs;
  for (let day = 1; day < maxDays && nearest > 1 && (beforeMs ?? endMs) < endMs; day += 1) {
    const tickMs = ticks.next();
    nearest = Math.min(nearest, ((tickMs ?? Infinity) - (beforeMs ?? 0)) / dayMs);
    beforeMs = tickMs;
  }
  return nearest;
}

/** The ticks since 1970, one after the other; in UTC, where no hour is skipped or repeated. */
function createTicks(cron: string): { next(): number | undefined } {
  // UTC by its name would be asked of `Intl` for each tick.
  const job = new Cron(cron, { utcOffset: 0, paused: true });
  let last = new Date(-1);
  return {
    next() {
      const tick = job.nextRun(last);
      last = tick ?? last;
      return tick?.getTime();
    },
  };
}

/** Seconds, minutes, hours, and what says on which days: as croner reads an expression. */
function toFields(cron: string): readonly string[] {
  const expression = nicknames.get(cron.trim().toLowerCase()) ?? cron.trim();
  const fields = expression.split(/\s+/);
  return fields.length === 5 ? ['0', ...fields] : fields;
}

const nicknames: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

/** Starts the runs of schedules that fall due. */
interface ScheduleRunner {
  /** What fell due before this moment, at which the service was started, is not made up for. To be called before the first `runDue`. */
  begin(nowMs: number): void;
  /**
   * Starts runs of schedules that are due, from each account in turn, each once however many processes do so at the same time.
   * Resolves after a time slice at the latest, and soon once `stopped` aborts: what is left is taken by the next call.
   */
  runDue(stopped: AbortSignal): Promise<void>;
}

/** Refused ticks in a row with which a schedule pauses itself. */
export const refusalsBeforePause = 10;

/** A tick that no process looked for within this time was missed: the machine slept, or its clock jumped. */
const lateMs = 60_000;
/** A tick from before this process started is left for so long to processes that ran by then: they look every second. */
const othersTimeMs = 10_000;
/** Half of the second between two looks: the store has as much time for everything else. */
const sliceMs = 500;
/** More than a slice has time for. */
const batch = 500;
/** Of one account in one look; what an account has beyond that waits a second for each as many. */
const perAccount = 20;
/** Ticks under way at once: one that waits for a lock does not hold up those of other accounts. */
const atOnce = 4;

/** A tick that fell due before the service was started is not made up for, only recorded. */
export function createScheduleRunner(
  lifecycle: RunLifecycle,
  context: ServiceContext,
): ScheduleRunner {
  const { store, clock, emit } = context;
  let beganAtMs = Infinity;
  /** When the last look ended, with what it started. */
  let lookedAtMs = Infinity;
  /** When the last look came that was late. */
  let wokeAtMs = -Infinity;

  /** Resolves to what is due and this process's to start. A look that is late tells that no ticks were started meanwhile. */
  async function look(): Promise<readonly Schedule[]> {
    const nowMs = clock.nowMs();
    if (nowMs - lookedAtMs > lateMs) wokeAtMs = nowMs;
    const due = await store.schedules.listDue({ dueMs: nowMs, perAccount, limit: batch });
    // The least: a clock that is set back must not make the service miss everything until it has caught up.
    beganAtMs = Math.min(beganAtMs, nowMs);
    wokeAtMs = Math.min(wokeAtMs, nowMs);
    return due.filter(isMine);
  }

  async function runDue(stopped: AbortSignal): Promise<void> {
    const endMs = clock.monotonicMs() + sliceMs;
    const limit = pLimit(atOnce);
    const runInTime = async (schedule: Schedule): Promise<void> => {
      if (stopped.aborted || clock.monotonicMs() >= endMs) return;
      await runTick(schedule).catch((error: unknown) =>
        emit({ kind: 'fault', doing: `tick of schedule ${schedule.id}`, error }),
      );
    };
    try {
      await limit.map(await look(), runInTime);
    } finally {
      // A store that takes its time with a look does not mean that nobody looked.
      lookedAtMs = clock.nowMs();
    }
  }

  function isMine({ nextAtMs = Infinity }: Schedule): boolean {
    return nextAtMs >= beganAtMs || clock.nowMs() - nextAtMs > othersTimeMs;
  }

  async function runTick(schedule: Schedule): Promise<void> {
    const { id, nextAtMs: dueAtMs } = schedule;
    if (dueAtMs === undefined) return;
    const nowMs = clock.nowMs();
    // One that is late because others came first is run late.
    const isMissed = dueAtMs < beganAtMs || wokeAtMs - dueAtMs > lateMs;
    // What falls due while a missed one is left to others is not missed with it.
    const missedUntilMs = Math.max(beganAtMs, wokeAtMs - lateMs);
    const nextAtMs = parseCron(schedule).findNext(isMissed ? missedUntilMs - 1 : nowMs);
    if (!(await store.schedules.claimTick({ id, dueAtMs, nextAtMs, nowMs }))) return;
    const outcome = isMissed
      ? { error: 'missed: the service was not running' }
      : await dispatch(schedule);
    if ('refusal' in outcome) await refuse(schedule, dueAtMs, outcome.refusal);
    else await store.schedules.finishTick({ id, dueAtMs, ...outcome });
    const reported = 'refusal' in outcome ? { error: outcome.refusal } : outcome;
    emit({ kind: 'tick', scheduleId: id, ...reported });
  }

  async function refuse({ id, account }: Schedule, dueAtMs: number, reason: string): Promise<void> {
    const nowMs = clock.nowMs();
    const refusal = { id, dueAtMs, reason, pauseAfter: refusalsBeforePause, nowMs };
    const { pausedAtMs } = (await store.schedules.refuseTick(refusal)) ?? {};
    if (pausedAtMs === nowMs) emit({ kind: 'pause', scheduleId: id, account, error: reason });
  }

  async function dispatch({ account, recipeId }: Schedule): Promise<Outcome> {
    try {
      const { id: runId } = await dispatchScheduledRun({ account, recipeId }, lifecycle, context);
      return { runId };
    } catch (error) {
      if (isGleanerError(error) && !ownFaults.has(error.code)) {
        return { refusal: `${error.code}: ${error.message}` };
      }
      emit({ kind: 'fault', doing: `run recipe ${recipeId} by schedule`, error });
      return { error: 'internal_error: The run could not be started.' };
    }
  }

  return {
    begin(nowMs) {
      beganAtMs = nowMs;
    },
    runDue,
  };
}

/** What came of a tick: a run, a refusal that its owner can mend, or a fault of the service. */
type Outcome =
  | { readonly runId: string }
  | { readonly refusal: string }
  | { readonly error: string };

const ownFaults: ReadonlySet<ErrorCode> = new Set(['internal_error', 'service_unavailable']);
