import type { Selectable } from 'kysely';
import type { ApiKey, KeyStore, NewApiKey } from '../../../contracts/store/key-store.ts';
import { omitUndefined } from '../../rules/omit-undefined.ts';
import { knownEntity, unknownEntity } from '../../rules/store-errors.ts';
import { requireLivingAccount } from './account-operations.ts';
import { prepareQuery } from '../prepare-query.ts';
import type { Session, Tables } from '../tables.ts';

const selectValidKey = prepareQuery((db, query: Parameters<KeyStore['authenticate']>[0]) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account')
    .select(['api_keys.id', 'account', 'label', 'last4', 'api_keys.created_at'])
    .select(['revoked_at', 'last_used_at'])
    .where('hash', '=', query.hash)
    .where('revoked_at', 'is', null)
    .where((row) =>
      row.or([
        row('deletion_scheduled_for', 'is', null),
        row('deletion_scheduled_for', '>', query.nowMs),
      ]),
    ),
);

/** `KeyStore.create`. */
export async function createKey(session: Session, input: NewApiKey): Promise<ApiKey> {
  const { id, account, hash, label, last4, nowMs } = input;
  await requireLivingAccount(session, { id: account, nowMs });
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
  query: Parameters<KeyStore['authenticate']>[0],
): Promise<ApiKey | undefined> {
  const [row] = await selectValidKey(session, query);
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

/** `KeyStore.markUsed`. */
export async function markKeyUsed(
  { db }: Session,
  { id, atMs }: Parameters<KeyStore['markUsed']>[0],
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: atMs })
    .where('id', '=', id)
    .where((key) => key.or([key('last_used_at', 'is', null), key('last_used_at', '<', atMs)]))
    .execute();
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
    lastUsedAtMs: row.last_used_at ?? undefined,
  });
}
