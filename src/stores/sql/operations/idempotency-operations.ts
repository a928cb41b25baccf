import type {
  IdempotencyState,
  IdempotencyStore,
} from '../../../contracts/store/idempotency-store.ts';
import type { Balance } from '../../../contracts/ledger.ts';
import { idempotencyKeyReused, unknownEntity } from '../../rules/store-errors.ts';
import { parseJson, type Session } from '../tables.ts';
import { postHold } from './ledger-operations.ts';

/** `IdempotencyStore.begin`. */
export async function beginKeyedRequest(
  session: Session,
  input: Parameters<IdempotencyStore['begin']>[0],
): Promise<IdempotencyState> {
  const { account, key, digest, expiresAtMs, nowMs } = input;
  const { db, owner } = session;
  await db
    .deleteFrom('answers')
    .where('account', '=', account)
    .where('key', '=', key)
    .where('expires_at', '<=', nowMs)
    .execute();
  const inserted = await db
    .insertInto('answers')
    .values({ account, key, digest, value: null, expires_at: expiresAtMs, owner })
    .onConflict((conflict) => conflict.columns(['account', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (inserted !== undefined) return { state: 'new' };
  const known = await db
    .selectFrom('answers')
    .select(['digest', 'value', 'owner'])
    .where('account', '=', account)
    .where('key', '=', key)
    .executeTakeFirst();
  // Forgotten since: the key is free again.
  if (known === undefined) return beginKeyedRequest(session, input);
  if (known.value === null && (await session.fence([known.owner])).length > 0) {
    const taken = await db
      .updateTable('answers')
      .set({ digest, expires_at: expiresAtMs, owner })
      .where('account', '=', account)
      .where('key', '=', key)
      .where('owner', '=', known.owner)
      .where('value', 'is', null)
      .returning('key')
      .executeTakeFirst();
    // Of several processes that find it abandoned one gets it, and the others find that one's.
    return taken === undefined ? beginKeyedRequest(session, input) : { state: 'new' };
  }
  if (known.digest !== digest) throw idempotencyKeyReused();
  return known.value === null
    ? { state: 'busy' }
    : { state: 'kept', value: parseJson(known.value) };
}

/** `IdempotencyStore.complete`. */
export async function completeKeyedRequest(
  session: Session,
  input: Parameters<IdempotencyStore['complete']>[0] & { readonly nowMs: number },
): Promise<Balance> {
  const { post, nowMs, ...kept } = input;
  await keepValue(session, kept);
  return postHold(session, { ...post, nowMs });
}

/** `IdempotencyStore.forget`. */
export async function forgetKeyedRequest(
  { db }: Session,
  { account, key }: Parameters<IdempotencyStore['forget']>[0],
): Promise<void> {
  await db
    .deleteFrom('answers')
    .where('account', '=', account)
    .where('key', '=', key)
    .where('value', 'is', null)
    .execute();
}

/** Forgets the key of a failed dispatch, only where the key still belongs to that run. */
export async function forgetDispatch(
  { db }: Session,
  {
    account,
    key,
    runId,
  }: { readonly account: string; readonly key: string; readonly runId: string },
): Promise<void> {
  await db
    .deleteFrom('answers')
    .where('account', '=', account)
    .where('key', '=', key)
    .where('value', '=', JSON.stringify(runId))
    .execute();
}

/** Keeps a value under a key that was taken. */
export async function keepValue(
  { db }: Session,
  input: { readonly account: string; readonly key: string; readonly value: unknown },
): Promise<void> {
  const { account, key, value } = input;
  const row = await db
    .updateTable('answers')
    .set({ value: JSON.stringify(value ?? null) })
    .where('account', '=', account)
    .where('key', '=', key)
    .returning('key')
    .executeTakeFirst();
  if (row === undefined) throw unknownEntity('idempotency key', key);
}
