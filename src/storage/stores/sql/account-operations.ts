import type { Selectable } from 'kysely';
import type {
  Account,
  AccountChange,
  AccountStore,
  AccountUsage,
  NewAccount,
  PlanCaps,
} from '../../../runtime/contracts/store/account-store.ts';
import type { Webhook } from '../../../runtime/contracts/store/delivery-store.ts';
import type {
  ApiKey,
  KeyStore,
  NewApiKey,
  SignedIn,
} from '../../../runtime/contracts/store/sign-in-store.ts';
import { changeAccount, checkCount, checkLiving, toEnded, toPlan } from '../account-rules.ts';
import { omitUndefined } from '../../../runtime/collections.ts';
import { checkCredits } from '../../../core/billing/credit-rules.ts';
import {
  knownEntity,
  takenEmail,
  unknownCursor,
  unknownEntity,
} from '../../../runtime/errors/store-errors.ts';
import {
  type PreparedQuery,
  type Session,
  type Tables,
  isRunJoined,
  listedColumns,
  parseJson,
  prepareQuery,
  toJson,
  toListedRun,
} from './tables.ts';
import { grantCredits } from './ledger-operations.ts';

type AccountQuery = PreparedQuery<{ readonly id: string }, Selectable<Tables['accounts']>>;

const accountById = (db: Session['db'], { id }: { readonly id: string }) =>
  db.selectFrom('accounts').selectAll().where('id', '=', id);

const selectAccount: AccountQuery = prepareQuery(accountById);

/** An account, which nothing changes until the transaction ends. */
export const lockAccount: AccountQuery = prepareQuery(accountById, 'wait');

const selectUsage = prepareQuery((db, query: Parameters<AccountStore['usage']>[0]) =>
  db
    .selectFrom('accounts')
    .leftJoin('balances', 'balances.account', 'accounts.id')
    .leftJoin('runs', (join) =>
      join.on('runs.seq', '=', (run) =>
        run
          .selectFrom('runs as newest')
          .select((row) => row.fn.max('newest.seq').as('seq'))
          .where('newest.account', '=', query.id),
      ),
    )
    .select(['accounts.plan', 'balances.balance', 'balances.held', ...listedColumns])
    .select((row) => [
      row
        .selectFrom('runs as recent')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('recent.account', '=', query.id)
        .where('recent.created_at', '>', query.sinceMs)
        .as('recent_runs'),
      row
        .selectFrom('schedules')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('schedules.account', '=', query.id)
        .as('schedules'),
    ])
    .where('accounts.id', '=', query.id),
);

/** The account, which nothing changes until the transaction ends; throws `not_found` for an unknown one and `conflict` for one that is deleted by now. */
export async function requireLivingAccount(
  session: Session,
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): Promise<Account> {
  const account = await requireLockedAccount(session, id);
  checkLiving(account, nowMs);
  return account;
}

/** `AccountStore.create`. */
export async function createAccount(session: Session, input: NewAccount): Promise<Account> {
  const { id, plan, credits, emailVerified, email, nowMs } = input;
  checkCredits(credits);
  await checkEmail(session, id, email);
  const account = omitUndefined<Account>({
    id,
    plan,
    createdAtMs: nowMs,
    email,
    emailVerifiedAtMs: emailVerified ? nowMs : undefined,
  });
  const inserted = await session.db
    .insertInto('accounts')
    .values({ id, created_at: nowMs, ...toColumns(account) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) throw knownEntity('account', id);
  await grantCredits(session, { account: id, credits, nowMs });
  return account;
}

/** `AccountStore.find`. */
export async function findAccount(
  session: Session,
  query: { readonly id: string },
): Promise<Account | undefined> {
  const [row] = await selectAccount(session, query);
  return row === undefined ? undefined : toAccount(row);
}

/** The account, which nothing changes until the transaction ends; `undefined` for an unknown one. */
export async function findLockedAccount(
  session: Session,
  id: string,
): Promise<Account | undefined> {
  const [row] = await lockAccount(session, { id });
  return row === undefined ? undefined : toAccount(row);
}

async function requireLockedAccount(session: Session, id: string): Promise<Account> {
  const account = await findLockedAccount(session, id);
  if (account === undefined) throw unknownEntity('account', id);
  return account;
}

/** `AccountStore.findByEmail`. */
export async function findAccountByEmail(
  { db }: Session,
  { email }: { readonly email: string },
): Promise<Account | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst();
  return row === undefined ? undefined : toAccount(row);
}

async function checkEmail(session: Session, id: string, email: string | undefined): Promise<void> {
  if (email === undefined) return;
  const known = await findAccountByEmail(session, { email });
  if (known !== undefined && known.id !== id) throw takenEmail();
}

/** `AccountStore.usage`. */
export async function readUsage(
  session: Session,
  query: Parameters<AccountStore['usage']>[0],
): Promise<AccountUsage | undefined> {
  const [row] = await selectUsage(session, query);
  if (row === undefined) return undefined;
  return omitUndefined<AccountUsage>({
    plan: toPlan(parseJson(row.plan) as Partial<PlanCaps>),
    credits: { balance: row.balance ?? 0, held: row.held ?? 0 },
    runs: Number(row.recent_runs),
    schedules: Number(row.schedules),
    lastRun: isRunJoined(row) ? toListedRun(row) : undefined,
  });
}

/** `AccountStore.list`. */
export async function listAccounts(
  { db }: Session,
  { limit, after, deletionDueMs }: Parameters<AccountStore['list']>[0],
): Promise<readonly Account[]> {
  let query = db.selectFrom('accounts').selectAll();
  if (after !== undefined) {
    const entry = await db
      .selectFrom('accounts')
      .select('seq')
      .where('id', '=', after)
      .executeTakeFirst();
    if (entry === undefined) throw unknownCursor('after', after);
    query = query.where('seq', '>', entry.seq);
  }
  if (deletionDueMs !== undefined) {
    query = query.where('deletion_scheduled_for', '<=', deletionDueMs);
  }
  return (await query.orderBy('seq').limit(limit).execute()).map(toAccount);
}

/** `AccountStore.change`. */
export async function applyAccountChange(
  session: Session,
  { id, change, nowMs }: Parameters<AccountStore['change']>[0],
): Promise<Account> {
  const account = await requireLockedAccount(session, id);
  const changed = await setAccount(session, account, change, nowMs);
  if (change.kind === 'confirm-deletion') await eraseContents(session, { id, nowMs });
  const { links, sessions } = toEnded(account, changed);
  if (links !== 'none') await endLinks(session, { account: id }, links);
  if (sessions) await session.db.deleteFrom('sessions').where('account', '=', id).execute();
  return changed;
}

/** Erases what a deleted account has written and got, and revokes its keys; that it had runs and keys stays, as its ledger does. */
async function eraseContents(
  { db }: Session,
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set((key) => ({ label: '', revoked_at: key.fn.coalesce('revoked_at', key.val(nowMs)) }))
    .where('account', '=', id)
    .execute();
  // Before versions and schedules, as where a single recipe is deleted.
  const recipes = await db
    .deleteFrom('recipes')
    .where('account', '=', id)
    .returning('id')
    .execute();
  for (const recipe of recipes) {
    await db.deleteFrom('recipe_versions').where('recipe_id', '=', recipe.id).execute();
  }
  await db.deleteFrom('schedules').where('account', '=', id).execute();
  await db
    .updateTable('runs')
    .set({ result: null })
    .where('account', '=', id)
    .where('result', 'is not', null)
    .execute();
  // Those under way are forgotten by who began them.
  await db.deleteFrom('answers').where('account', '=', id).where('value', 'is not', null).execute();
}

/** Writes an account that is locked as it is after a change, of which its links and sessions know nothing. */
export async function setAccount(
  session: Session,
  account: Account,
  change: AccountChange,
  nowMs: number,
): Promise<Account> {
  const { id } = account;
  const changed = changeAccount(account, change, nowMs);
  await checkEmail(session, id, changed.email);
  await session.db.updateTable('accounts').set(toColumns(changed)).where('id', '=', id).execute();
  return changed;
}

/** `SignInStore.endSessions`; all but the session called `kept`. */
export async function endSessions(session: Session, whose: SignedIn, kept?: string): Promise<void> {
  // Links first: a sign-in that has taken one is waited for, and its session found.
  await endLinks(session, whose, 'but ways back');
  const own = session.db.deleteFrom('sessions').where(...isOf(whose));
  await (kept === undefined ? own : own.where('hash', '<>', kept)).execute();
}

async function endLinks(
  { db }: Session,
  whose: SignedIn,
  which: 'all' | 'but ways back',
): Promise<void> {
  const own = db.deleteFrom('sign_in_links').where(...isOf(whose));
  await (which === 'all' ? own : own.where('kind', '<>', 'restore-address')).execute();
}

/** The condition of what belongs to an account, or to the operator. */
function isOf({ account }: SignedIn): ['account', 'is' | '=', string | null] {
  return account === undefined ? ['account', 'is', null] : ['account', '=', account];
}

function toAccount(row: Selectable<Tables['accounts']>): Account {
  return omitUndefined<Account>({
    id: row.id,
    plan: toPlan(parseJson(row.plan) as Partial<PlanCaps>),
    webhook: row.webhook === null ? undefined : (parseJson(row.webhook) as Webhook),
    createdAtMs: row.created_at,
    email: row.email ?? undefined,
    emailVerifiedAtMs: row.email_verified_at ?? undefined,
    suspendedAtMs: row.suspended_at ?? undefined,
    deletionScheduledForMs: row.deletion_scheduled_for ?? undefined,
    deletedAtMs: row.deleted_at ?? undefined,
  });
}

function toColumns(
  account: Account,
): Omit<Selectable<Tables['accounts']>, 'seq' | 'id' | 'created_at'> {
  return {
    plan: JSON.stringify(account.plan),
    webhook: toJson(account.webhook),
    email: account.email ?? null,
    email_verified_at: account.emailVerifiedAtMs ?? null,
    suspended_at: account.suspendedAtMs ?? null,
    deletion_scheduled_for: account.deletionScheduledForMs ?? null,
    deleted_at: account.deletedAtMs ?? null,
  };
}

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

const countValidKeys = prepareQuery((db, { account }: { readonly account: string }) =>
  db
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('account', '=', account)
    .where('revoked_at', 'is', null),
);

/** `KeyStore.create`. */
export async function createKey(session: Session, input: NewApiKey): Promise<ApiKey> {
  const { id, account, hash, label, last4, nowMs } = input;
  const { plan } = await requireLivingAccount(session, { id: account, nowMs });
  const inserted = await session.db
    .insertInto('api_keys')
    .values({ id, account, hash, label, last4, created_at: nowMs, revoked_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) throw knownEntity('key', id);
  const [valid] = await countValidKeys(session, { account });
  checkCount('keys', Number(valid?.count ?? 0), plan);
  await forgetRevokedKeys(session, account, plan.keys);
  return { id, account, label, last4, createdAtMs: nowMs };
}

/** Else an account that makes and revokes keys without end would fill the table. */
async function forgetRevokedKeys({ db }: Session, account: string, kept: number): Promise<void> {
  await db
    .deleteFrom('api_keys')
    .where('id', 'in', (key) =>
      key
        .selectFrom('api_keys')
        .select('id')
        .where('account', '=', account)
        .where('revoked_at', 'is not', null)
        .orderBy('revoked_at', 'desc')
        .orderBy('seq', 'desc')
        .limit(forgottenAtOnce)
        .offset(kept),
    )
    .execute();
}

/** Revoked keys that one transaction deletes. */
const forgottenAtOnce = 1_000;

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
