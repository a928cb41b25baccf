import type { Selectable } from 'kysely';
import type {
  LinkKind,
  SignInLink,
  SignInSession,
  SignInStore,
  SignedIn,
} from '../../../runtime/contracts/store/sign-in-store.ts';
import { checkActive, isSigningIn, toWayBack } from '../account-rules.ts';
import { omitUndefined } from '../../../runtime/collections.ts';
import type { Session, Tables } from './tables.ts';
import { endSessions, findLockedAccount, setAccount } from './account-operations.ts';

/** `SignInStore.createLink`. */
export async function createLink(
  session: Session,
  { unlessGoodAtMs, ...link }: Parameters<SignInStore['createLink']>[0],
): Promise<boolean> {
  const { db } = session;
  const { account, kind } = link;
  const isAlone = kind === 'confirm-address';
  // Two that ask at once wait for each other at the account's row.
  if (account !== undefined && (isAlone || unlessGoodAtMs !== undefined))
    await findLockedAccount(session, account);
  if (account !== undefined && unlessGoodAtMs !== undefined) {
    const query = { account, kind, nowMs: unlessGoodAtMs };
    if ((await findWaitingLink(session, query)) !== undefined) return false;
  }
  if (account !== undefined && isAlone) await endLinks({ db }, { account, kind });
  await db
    .insertInto('sign_in_links')
    .values({
      hash: link.hash,
      kind: link.kind,
      account: link.account ?? null,
      email: link.email ?? null,
      expires_at: link.expiresAtMs,
    })
    .execute();
  return true;
}

/** `SignInStore.findLink`. */
export async function findLink(
  { db }: Pick<Session, 'db'>,
  { hash, nowMs }: Parameters<SignInStore['findLink']>[0],
): Promise<SignInLink | undefined> {
  const row = await db
    .selectFrom('sign_in_links')
    .selectAll()
    .where('hash', '=', hash)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
  return row === undefined ? undefined : toLink(row);
}

/** `SignInStore.findWaitingLink`. */
export async function findWaitingLink(
  { db }: Session,
  { account, kind, nowMs }: Parameters<SignInStore['findWaitingLink']>[0],
): Promise<SignInLink | undefined> {
  const row = await db
    .selectFrom('sign_in_links')
    .selectAll()
    .where('account', '=', account)
    .where('kind', '=', kind)
    .where('expires_at', '>', nowMs)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : toLink(row);
}

/** `SignInStore.endLinks`. */
export async function endLinks(
  { db }: Pick<Session, 'db'>,
  { account, kind }: { readonly account: string; readonly kind: LinkKind },
): Promise<void> {
  await db
    .deleteFrom('sign_in_links')
    .where('account', '=', account)
    .where('kind', '=', kind)
    .execute();
}

/** `SignInStore.signIn`. */
export async function signIn(
  session: Session,
  { hash, session: begun, before, nowMs }: Parameters<SignInStore['signIn']>[0],
): Promise<SignedIn | undefined> {
  const { db } = session;
  const link = await findLink(session, { hash, nowMs });
  if (link === undefined) return undefined;
  // The account's row first, as every change of an account has it: then two of them wait, and none for the other.
  const account =
    link.account === undefined ? undefined : await findLockedAccount(session, link.account);
  if (!isSigningIn(link, account, nowMs) || !(await takeLink(session, hash))) return undefined;
  if (account !== undefined && link.email !== undefined) {
    await setAccount(session, account, { kind: 'verify-email' }, nowMs);
  }
  if (before !== undefined) await endSession(session, { hash: before });
  await db
    .insertInto('sessions')
    .values({
      hash: begun.hash,
      account: link.account ?? null,
      created_at: nowMs,
      expires_at: begun.expiresAtMs,
    })
    .execute();
  return link.account === undefined ? {} : { account: link.account };
}

/** `SignInStore.changeAddress`. */
export async function changeAddress(
  session: Session,
  { hash, kept, wayBack, nowMs }: Parameters<SignInStore['changeAddress']>[0],
): ReturnType<SignInStore['changeAddress']> {
  const link = await findLink(session, { hash, nowMs });
  if (link?.account === undefined || link.email === undefined) return undefined;
  const { account, email, kind, expiresAtMs } = link;
  if (kind !== 'confirm-address' && kind !== 'restore-address') return undefined;
  const before = await findLockedAccount(session, account);
  if (before === undefined) return undefined;
  checkActive(before);
  if (!(await takeLink(session, hash))) return undefined;
  const after = await setAccount(session, before, { kind: 'verify-email', email }, nowMs);
  if (before.email === after.email) return { before, after };
  if (kind === 'restore-address') {
    await session.db
      .deleteFrom('sign_in_links')
      .where('account', '=', account)
      .where('kind', '=', kind)
      .where('expires_at', '>=', expiresAtMs)
      .execute();
  }
  await endSessions(session, { account }, kept);
  const latest = await findWaitingLink(session, { account, kind: 'restore-address', nowMs });
  const back = toWayBack(link, before, wayBack, latest);
  if (back === undefined) return { before, after };
  await createLink(session, back);
  return { before, after, wayBack: back };
}

/** Of several that take a link at a time one gets it. */
async function takeLink({ db }: Session, hash: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('sign_in_links')
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst();
  return taken !== undefined;
}

/** `SignInStore.findSession`. */
export async function findSession(
  { db }: Session,
  { hash, nowMs }: Parameters<SignInStore['findSession']>[0],
): Promise<SignInSession | undefined> {
  const row = await db
    .selectFrom('sessions')
    .selectAll()
    .where('hash', '=', hash)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return omitUndefined<SignInSession>({
    hash,
    account: row.account ?? undefined,
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
  });
}

/** `SignInStore.endSession`. */
export async function endSession(
  { db }: Session,
  { hash }: { readonly hash: string },
): Promise<void> {
  await db.deleteFrom('sessions').where('hash', '=', hash).execute();
}

function toLink(row: Selectable<Tables['sign_in_links']>): SignInLink {
  return omitUndefined<SignInLink>({
    hash: row.hash,
    kind: row.kind,
    account: row.account ?? undefined,
    email: row.email ?? undefined,
    expiresAtMs: row.expires_at,
  });
}
