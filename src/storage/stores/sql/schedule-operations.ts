import type { Selectable } from 'kysely';
import type { RecipeReference } from '../../../runtime/contracts/store/recipe-store.ts';
import type {
  Schedule,
  ScheduleStore,
  ScheduleTick,
} from '../../../runtime/contracts/store/schedule-store.ts';
import { omitUndefined } from '../../../runtime/collections.ts';
import { checkCount } from '../account-rules.ts';
import { unknownEntity } from '../../../runtime/errors/store-errors.ts';
import { type Session, type Tables, prepareQuery } from './tables.ts';
import { requireLivingAccount } from './account-operations.ts';

const selectAccountSchedules = prepareQuery((db, { account }: { readonly account: string }) =>
  db.selectFrom('schedules').selectAll().where('account', '=', account).orderBy('seq'),
);

const selectDueSchedules = prepareQuery(
  (db, { dueMs, perAccount, limit }: Parameters<ScheduleStore['listDue']>[0]) =>
    db
      .selectFrom((due) =>
        due
          .selectFrom('schedules')
          .selectAll()
          .select(({ fn }) =>
            fn
              .agg<number>('row_number')
              .over((turn) => turn.partitionBy('account').orderBy('next_at').orderBy('seq'))
              .as('turn'),
          )
          .where('next_at', '<=', dueMs)
          .as('due'),
      )
      .selectAll()
      .where('turn', '<=', perAccount)
      .orderBy('turn')
      .orderBy('next_at')
      .orderBy('seq')
      .limit(limit),
);

const lockSchedule = prepareQuery(
  (db, { id }: { readonly id: string }) =>
    db.selectFrom('schedules').selectAll().where('id', '=', id),
  'wait',
);

/** What a schedule has that was refused nothing yet. */
const unrefused = { refused_ticks: 0, refusal: null, refused_at: null } as const;

const lockRecipe = prepareQuery(
  (db, { account, id }: RecipeReference) =>
    db.selectFrom('recipes').select('id').where('id', '=', id).where('account', '=', account),
  'wait',
);

/** `ScheduleStore.put`. */
export async function putSchedule(
  session: Session,
  input: Parameters<ScheduleStore['put']>[0],
): Promise<Schedule> {
  const { id, account, recipeId, cron, timeZone, nextAtMs, nowMs } = input;
  // Of schedules that are made at once each sees those before it.
  const { plan } = await requireLivingAccount(session, { id: account, nowMs });
  const before = await selectAccountSchedules(session, { account });
  // It cannot be deleted before the schedule is there, to be deleted with it.
  const [recipe] = await lockRecipe(session, { account, id: recipeId });
  if (recipe === undefined) throw unknownEntity('recipe', recipeId);
  const columns = {
    recipe_id: recipeId,
    cron,
    time_zone: timeZone,
    next_at: nextAtMs ?? null,
    paused_at: null,
    ...unrefused,
  };
  const row = await session.db
    .insertInto('schedules')
    .values({ id, account, created_at: nowMs, ...columns })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(columns).where('schedules.account', '=', account),
    )
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw unknownEntity('schedule', id);
  const isNew = before.every((schedule) => schedule.id !== id);
  if (isNew) checkCount('schedules', before.length + 1, plan);
  return toSchedule(row);
}

/** `ScheduleStore.list`. */
export async function listSchedules(
  session: Session,
  query: Parameters<ScheduleStore['list']>[0],
): Promise<readonly Schedule[]> {
  return (await selectAccountSchedules(session, query)).map(toSchedule);
}

/** `ScheduleStore.listDue`. */
export async function listDueSchedules(
  session: Session,
  query: Parameters<ScheduleStore['listDue']>[0],
): Promise<readonly Schedule[]> {
  return (await selectDueSchedules(session, query)).map(toSchedule);
}

/** `ScheduleStore.delete`. */
export async function deleteSchedule(
  { db }: Session,
  { account, id }: Parameters<ScheduleStore['delete']>[0],
): Promise<void> {
  const row = await db
    .deleteFrom('schedules')
    .where('id', '=', id)
    .where('account', '=', account)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw unknownEntity('schedule', id);
}

/** `ScheduleStore.claimTick`. */
export async function claimTick(
  { db }: Session,
  { id, dueAtMs, nextAtMs, nowMs }: Parameters<ScheduleStore['claimTick']>[0],
): Promise<boolean> {
  const row = await db
    .updateTable('schedules')
    .set({ next_at: nextAtMs ?? null })
    .where('id', '=', id)
    .where('next_at', '=', dueAtMs)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return false;
  const columns = { claimed_at: nowMs, run_id: null, error: null };
  await db
    .insertInto('ticks')
    .values({ schedule_id: id, due_at: dueAtMs, ...columns })
    // A schedule that was put again with the same next moment has this tick already.
    .onConflict((conflict) => conflict.columns(['schedule_id', 'due_at']).doUpdateSet(columns))
    .execute();
  return true;
}

/** `ScheduleStore.finishTick`. */
export async function finishTick(
  { db }: Session,
  input: Parameters<ScheduleStore['finishTick']>[0],
): Promise<void> {
  const row = await db
    .updateTable('ticks')
    .set('runId' in input ? { run_id: input.runId } : { error: input.error })
    .where('schedule_id', '=', input.id)
    .where('due_at', '=', input.dueAtMs)
    .returning('due_at')
    .executeTakeFirst();
  if (row === undefined) throw unknownEntity('tick of the schedule', input.id);
  if ('error' in input) return;
  await db
    .updateTable('schedules')
    .set(unrefused)
    .where('id', '=', input.id)
    .where('refused_ticks', '>', 0)
    .execute();
}

/** `ScheduleStore.refuseTick`. */
export async function refuseTick(
  session: Session,
  { id, dueAtMs, reason, pauseAfter, nowMs }: Parameters<ScheduleStore['refuseTick']>[0],
): Promise<Schedule | undefined> {
  const { db } = session;
  const [known] = await lockSchedule(session, { id });
  await db
    .updateTable('ticks')
    .set({ error: reason })
    .where('schedule_id', '=', id)
    .where('due_at', '=', dueAtMs)
    .execute();
  if (known === undefined) return undefined;
  if (known.refused_at !== null && known.refused_at !== dueAtMs) {
    await db
      .deleteFrom('ticks')
      .where('schedule_id', '=', id)
      .where('due_at', '=', known.refused_at)
      .execute();
  }
  const count = known.refused_ticks + 1;
  const row = await db
    .updateTable('schedules')
    .set({
      refused_ticks: count,
      refusal: reason,
      refused_at: dueAtMs,
      ...(count < pauseAfter ? {} : { paused_at: nowMs, next_at: null }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toSchedule(row);
}

/** `ScheduleStore.listTicks`. */
export async function listTicks(
  { db }: Session,
  { account, id, limit }: Parameters<ScheduleStore['listTicks']>[0],
): Promise<readonly ScheduleTick[]> {
  const rows = await db
    .selectFrom('ticks')
    .innerJoin('schedules', 'schedules.id', 'ticks.schedule_id')
    .selectAll('ticks')
    .where('schedules.account', '=', account)
    .where('schedules.id', '=', id)
    .orderBy('ticks.due_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) =>
    omitUndefined<ScheduleTick>({
      scheduleId: row.schedule_id,
      dueAtMs: row.due_at,
      claimedAtMs: row.claimed_at,
      runId: row.run_id ?? undefined,
      error: row.error ?? undefined,
    }),
  );
}

function toSchedule(row: Selectable<Tables['schedules']>): Schedule {
  return omitUndefined<Schedule>({
    id: row.id,
    account: row.account,
    recipeId: row.recipe_id,
    cron: row.cron,
    timeZone: row.time_zone,
    nextAtMs: row.next_at ?? undefined,
    refusals:
      row.refused_at === null
        ? undefined
        : { count: row.refused_ticks, reason: row.refusal ?? '', lastDueAtMs: row.refused_at },
    pausedAtMs: row.paused_at ?? undefined,
    createdAtMs: row.created_at,
  });
}
