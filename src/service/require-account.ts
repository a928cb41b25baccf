import type { Account } from '../contracts/store/account-store.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import { toCurrentAccount } from '../stores/rules/change-account.ts';
import { deletedAccount } from '../stores/rules/store-errors.ts';
import type { ServiceContext } from './service-context.ts';

type AccountContext = Pick<ServiceContext, 'store' | 'clock'>;

/** Resolves to the account as it is now, deleted or not; rejects with `not_found` for an unknown one. */
export async function requireAccount(
  id: string,
  { store, clock }: AccountContext,
): Promise<Account> {
  const account = await store.accounts.find(id);
  if (account === undefined) throw unknownAccount(id);
  return toCurrentAccount(account, clock.nowMs());
}

/** The account; throws `not_found` for an unknown one and `conflict` for one that is deleted by now. */
export async function requireLivingAccount(id: string, context: AccountContext): Promise<Account> {
  const account = await requireAccount(id, context);
  if (account.deletedAtMs !== undefined) throw deletedAccount(id);
  return account;
}

/**
 * The account, when it may spend credits. Rejects, in the contract's order, with `not_found` (also for a deleted account),
 * `email_verification_required`, `account_deletion_pending`, and `forbidden` for a suspended one.
 */
export async function requireSpender(id: string, context: AccountContext): Promise<Account> {
  const account = await requireAccount(id, context);
  checkSpender(account);
  return account;
}

/** Throws what `requireSpender` rejects with, for an account as it is now. */
export function checkSpender(account: Omit<Account, 'plan' | 'webhook'>): void {
  if (account.deletedAtMs !== undefined) throw unknownAccount(account.id);
  if (account.emailVerifiedAtMs === undefined) {
    throw new GleanerError(
      'email_verification_required',
      'The account’s e-mail address is not verified: verify it, then try again.',
    );
  }
  if (account.deletionScheduledForMs !== undefined) {
    const deletionScheduledFor = new Date(account.deletionScheduledForMs).toISOString();
    throw new GleanerError(
      'account_deletion_pending',
      `The account will be deleted on ${deletionScheduledFor} and cannot spend credits: cancel the deletion first.`,
      { details: { deletionScheduledFor } },
    );
  }
  if (account.suspendedAtMs !== undefined) {
    throw new GleanerError(
      'forbidden',
      'The account is suspended: ask the operator of the service.',
    );
  }
}

/** The error for an account that does not exist. */
export function unknownAccount(id: string): GleanerError<'not_found'> {
  return new GleanerError('not_found', `There is no account "${id}".`);
}

/** Throws `forbidden` on a plan without schedules. */
export function checkSchedulesAllowed({ plan }: Account): void {
  if (plan.schedulesAllowed) return;
  throw new GleanerError(
    'forbidden',
    'The account’s plan has no schedules: ask the operator of the service.',
  );
}
