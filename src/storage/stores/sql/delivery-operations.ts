import { sql, type Selectable } from 'kysely';
import type {
  ClaimedDelivery,
  Delivery,
  DeliveryDetail,
  DeliveryStore,
  NewDelivery,
  Webhook,
} from '../../../runtime/contracts/store/delivery-store.ts';
import type { Run, RunEnding } from '../../../runtime/contracts/store/run-store.ts';
import { omitUndefined } from '../../../runtime/collections.ts';
import { knownEntity, unknownEntity, wrongState } from '../../../runtime/errors/store-errors.ts';
import { parseJson, requirePlace, type Session, type Tables } from './tables.ts';

/** The oldest one that no other process is just claiming. */
function lockPending(
  { db, hasNeighbours }: Session,
  passOver: readonly string[],
): Promise<
  | Pick<
      Selectable<Tables['deliveries']>,
      'id' | 'account' | 'run_id' | 'url' | 'headers' | 'signing_secret' | 'body'
    >
  | undefined
> {
  return (
    db
      .selectFrom('deliveries')
      .select(['id', 'account', 'run_id', 'url', 'headers', 'signing_secret', 'body'])
      // A literal: with a parameter the partial index is not used, and all of the log would be read.
      .where('state', '=', sql.lit('pending'))
      .$if(passOver.length > 0, (query) => query.where('account', 'not in', passOver))
      .orderBy('seq')
      .limit(1)
      .$if(hasNeighbours, (query) => query.forUpdate().skipLocked())
      .executeTakeFirst()
  );
}

/** Writes the delivery that reports a run's end, to be attempted later. */
export async function insertDelivery(
  { db }: Session,
  { id: runId, account }: Run,
  { status: event, nowMs }: RunEnding,
  { id, url, headers, signingSecret, body }: NewDelivery,
): Promise<void> {
  const inserted = await db
    .insertInto('deliveries')
    .values({
      id,
      account,
      run_id: runId,
      event,
      url,
      headers: JSON.stringify(headers),
      signing_secret: signingSecret ?? null,
      body,
      state: 'pending',
      created_at: nowMs,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) throw knownEntity('delivery', id);
}

/** `DeliveryStore.claim`. */
export async function claimDelivery(
  session: Session,
  { nowMs, passOver = [] }: Parameters<DeliveryStore['claim']>[0],
): Promise<ClaimedDelivery | undefined> {
  const { db, owner } = session;
  const row = await lockPending(session, passOver);
  if (row === undefined) return undefined;
  await db
    .updateTable('deliveries')
    .set({ state: 'attempted', attempted_at: nowMs, headers: null, signing_secret: null, owner })
    .where('id', '=', row.id)
    .execute();
  const run = await db
    .selectFrom('runs')
    .select('recipe_id')
    .where('id', '=', row.run_id)
    .executeTakeFirst();
  return omitUndefined<ClaimedDelivery>({
    id: row.id,
    account: row.account,
    runId: row.run_id,
    recipeId: run?.recipe_id,
    url: row.url,
    headers: row.headers === null ? {} : (parseJson(row.headers) as Webhook['headers']),
    body: row.body ?? '',
    signingSecret: row.signing_secret ?? undefined,
  });
}

/** Ends the attempts of store objects that are gone: how they went is lost. */
export async function endLostAttempts(
  { db }: Session,
  { owners, nowMs }: { readonly owners: readonly string[]; readonly nowMs: number },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({
      state: 'failed',
      owner: null,
      completed_at: nowMs,
      error:
        'The process ended before the receiver answered: it may have arrived, and is not sent again.',
    })
    .where('owner', 'in', owners)
    .where('state', '=', 'attempted')
    .execute();
}

/** `DeliveryStore.finish`. */
export async function finishDelivery(
  { db }: Session,
  { id, responseStatus, responseBody, error, nowMs }: Parameters<DeliveryStore['finish']>[0],
): Promise<Delivery> {
  const row = await db
    .updateTable('deliveries')
    .set({
      state: error === undefined ? 'delivered' : 'failed',
      owner: null,
      completed_at: nowMs,
      response_status: responseStatus ?? null,
      response_body: responseBody ?? null,
      error: error ?? null,
    })
    .where('id', '=', id)
    .where('state', '=', 'attempted')
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) return toDelivery(row);
  const known = await db
    .selectFrom('deliveries')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  throw known === undefined
    ? unknownEntity('delivery', id)
    : wrongState('delivery', id, known.state);
}

/** `DeliveryStore.find`. */
export async function findDelivery(
  { db }: Session,
  { account, id }: Parameters<DeliveryStore['find']>[0],
): Promise<DeliveryDetail | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('account', '=', account)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return omitUndefined<DeliveryDetail>({
    ...toDelivery(row),
    requestBody: row.body ?? undefined,
    responseBody: row.response_body ?? undefined,
  });
}

/** `DeliveryStore.list`. */
export async function listDeliveries(
  session: Session,
  { account, runId, limit, before }: Parameters<DeliveryStore['list']>[0],
): Promise<readonly Delivery[]> {
  let query = session.db.selectFrom('deliveries').selectAll().where('account', '=', account);
  if (runId !== undefined) query = query.where('run_id', '=', runId);
  if (before !== undefined)
    query = query.where('seq', '<', await requirePlace(session, 'deliveries', { before, account }));
  return (await query.orderBy('seq', 'desc').limit(limit).execute()).map(toDelivery);
}

function toDelivery(row: Selectable<Tables['deliveries']>): Delivery {
  return omitUndefined<Delivery>({
    id: row.id,
    account: row.account,
    runId: row.run_id,
    event: row.event,
    url: row.url,
    state: row.state,
    createdAtMs: row.created_at,
    attemptedAtMs: row.attempted_at ?? undefined,
    completedAtMs: row.completed_at ?? undefined,
    responseStatus: row.response_status ?? undefined,
    error: row.error ?? undefined,
  });
}
