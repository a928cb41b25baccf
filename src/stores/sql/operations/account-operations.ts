import type { Selectable } from 'kysely';
import type {
  Account,
  AccountStore,
  AccountUsage,
  NewAccount,
  PlanCaps,
} from '../../../contracts/store/account-store.ts';
import type { Webhook } from '../../../contracts/store/delivery-store.ts';
import { changeAccount, checkLiving } from '../../rules/change-account.ts';
import { omitUndefined } from '../../rules/omit-undefined.ts';
import { checkCredits } from '../../../ledgers/credit-rules.ts';
import { knownEntity, takenEmail, unknownEntity } from '../../rules/store-errors.ts';
import { parseJson, toJson, type Session, type Tables } from '../tables.ts';
import { grantCredits } from './ledger-operations.ts';
import { prepareQuery } from '../prepare-query.ts';
import { endSessions } from './sign-in-operations.ts';
import { isRunJoined, listedColumns, toListedRun } from './run-rows.ts';

const selectAccount = prepareQuery((db, { id }: { readonly id: string }) =>
  db.selectFrom('accounts').selectAll().where('id', '=', id),
);

const lockAccount = prepareQuery(
  (db, { id }: { readonly id: string }) =>
    db.selectFrom('accounts').selectAll().where('id', '=', id),
  'wait',
);

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

async function requireLockedAccount(session: Session, id: string): Promise<Account> {
  const [row] = await lockAccount(session, { id });
  if (row === undefined) throw unknownEntity('account', id);
  return toAccount(row);
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
    plan: parseJson(row.plan) as PlanCaps,
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
    query = query.where('seq', '>', (inner) =>
      inner.selectFrom('accounts').select('seq').where('id', '=', after),
    );
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
  const changed = changeAccount(account, change, nowMs);
  await checkEmail(session, id, changed.email);
  await session.db.updateTable('accounts').set(toColumns(changed)).where('id', '=', id).execute();
  if (change.kind === 'confirm-deletion') {
    await session.db
      .updateTable('api_keys')
      .set({ revoked_at: nowMs })
      .where('account', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
    await session.db.deleteFrom('schedules').where('account', '=', id).execute();
    await endSessions(session, { account: id });
  }
  return changed;
}

function toAccount(row: Selectable<Tables['accounts']>): Account {
  return omitUndefined<Account>({
    id: row.id,
    plan: parseJson(row.plan) as PlanCaps,
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
