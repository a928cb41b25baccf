import type { AnswerState, AnswerStore } from '../../contracts/store/answer-store.ts';
import type { Balance } from '../../contracts/ledger.ts';
import { idempotencyKeyReused, unknownEntity } from '../rules/store-errors.ts';
import { parseJson } from './json-text.ts';
import { postHold } from './ledger-operations.ts';
import type { Session } from './tables.ts';

/** `AnswerStore.begin`. */
export async function beginAnswer(
  session: Session,
  { account, key, digest, expiresAtMs, nowMs }: Parameters<AnswerStore['begin']>[0],
): Promise<AnswerState> {
  const { db, owner } = session;
  await db.deleteFrom('answers').where('expires_at', '<=', nowMs).execute();
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
    .executeTakeFirstOrThrow();
  if (known.value === null && known.owner !== owner && session.isGone(known.owner)) {
    await db
      .updateTable('answers')
      .set({ digest, expires_at: expiresAtMs, owner })
      .where('account', '=', account)
      .where('key', '=', key)
      .execute();
    return { state: 'new' };
  }
  if (known.digest !== digest) throw idempotencyKeyReused();
  return known.value === null
    ? { state: 'busy' }
    : { state: 'answered', value: parseJson(known.value) };
}

/** `AnswerStore.complete`. */
export async function completeAnswer(
  session: Session,
  input: Parameters<AnswerStore['complete']>[0] & { readonly nowMs: number },
): Promise<Balance> {
  const { post, nowMs, ...answer } = input;
  await rememberAnswer(session, answer);
  return postHold(session, { ...post, nowMs });
}

/** `AnswerStore.forget`. */
export async function forgetAnswer(
  { db }: Session,
  { account, key }: Parameters<AnswerStore['forget']>[0],
): Promise<void> {
  await db
    .deleteFrom('answers')
    .where('account', '=', account)
    .where('key', '=', key)
    .where('value', 'is', null)
    .execute();
}

/** Keeps the answer of a key that was taken. */
export async function rememberAnswer(
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
