import type {
  SignedIn,
  SignInLink,
  SignInSession,
  SignInStore,
} from '../../../contracts/store/sign-in-store.ts';
import { omitUndefined } from '../../rules/omit-undefined.ts';
import type { Session } from '../tables.ts';

/** `SignInStore.createLink`. */
export async function createLink({ db }: Session, link: SignInLink): Promise<void> {
  await db
    .insertInto('sign_in_links')
    .values({
      hash: link.hash,
      account: link.account ?? null,
      email: link.email ?? null,
      expires_at: link.expiresAtMs,
    })
    .execute();
}

/** `SignInStore.takeLink`. */
export async function takeLink(
  { db }: Session,
  { hash, nowMs }: Parameters<SignInStore['takeLink']>[0],
): Promise<SignInLink | undefined> {
  const row = await db
    .deleteFrom('sign_in_links')
    .where('hash', '=', hash)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined || row.expires_at <= nowMs) return undefined;
  return omitUndefined<SignInLink>({
    hash,
    account: row.account ?? undefined,
    email: row.email ?? undefined,
    expiresAtMs: row.expires_at,
  });
}

/** `SignInStore.createSession`. */
export async function createSession({ db }: Session, session: SignInSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      hash: session.hash,
      account: session.account ?? null,
      created_at: session.createdAtMs,
      expires_at: session.expiresAtMs,
    })
    .execute();
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

/** `SignInStore.endSessions`. */
export async function endSessions({ db }: Session, { account }: SignedIn): Promise<void> {
  for (const table of ['sessions', 'sign_in_links'] as const) {
    const all = db.deleteFrom(table);
    const own =
      account === undefined ? all.where('account', 'is', null) : all.where('account', '=', account);
    await own.execute();
  }
}
