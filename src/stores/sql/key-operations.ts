import type { Selectable } from 'kysely';
import type { ApiKey, KeyStore, NewApiKey } from '../../contracts/store/key-store.ts';
import { omitUndefined } from '../rules/omit-undefined.ts';
import { knownEntity, unknownEntity } from '../rules/store-errors.ts';
import { requireLivingAccount } from './account-operations.ts';
import { prepareQuery } from './prepare-query.ts';
import type { Session, Tables } from './tables.ts';

const selectValidKey = prepareQuery((db, { hash }: { readonly hash: string }) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'account', 'label', 'last4', 'created_at', 'revoked_at'])
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null),
);

/** `KeyStore.create`. */
export async function createKey(session: Session, input: NewApiKey): Promise<ApiKey> {
  const { id, account, hash, label, last4, nowMs } = input;
  await requireLivingAccount(session, account);
  const inserted = await session.db
    .insertInto('api_keys')
    .values({ id, account, hash, label, last4, created_at: nowMs, revoked_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) throw knownEntity('key', id);
  return { id, account, label, last4, createdAtMs: nowMs };
}

/** `KeyStore.authenticate`. */
export async function authenticateKey(
  session: Session,
  input: { readonly hash: string },
): Promise<ApiKey | undefined> {
  const [row] = await selectValidKey(session, input);
  return row && toKey(row);
}

/** `KeyStore.list`. */
export async function listKeys(
  { db }: Session,
  { account }: { readonly account: string },
): Promise<readonly ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('account', '=', account)
    .orderBy('seq')
    .execute();
  return rows.map(toKey);
}

/** `KeyStore.revoke`. */
export async function revokeKey(
  { db }: Session,
  { account, id, nowMs }: Parameters<KeyStore['revoke']>[0],
): Promise<ApiKey> {
  const row = await db
    .updateTable('api_keys')
    .set((key) => ({ revoked_at: key.fn.coalesce('revoked_at', key.val(nowMs)) }))
    .where('id', '=', id)
    .where('account', '=', account)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw unknownEntity('key', id);
  return toKey(row);
}

function toKey(row: Omit<Selectable<Tables['api_keys']>, 'seq' | 'hash'>): ApiKey {
  return omitUndefined<ApiKey>({
    id: row.id,
    account: row.account,
    label: row.label,
    last4: row.last4,
    createdAtMs: row.created_at,
    revokedAtMs: row.revoked_at ?? undefined,
  });
}
