import type { Account } from '../contracts/store/account-store.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import { deletedAccount } from '../stores/rules/refusals.ts';
import type { ServiceContext } from './service-context.ts';

/** The account, if it exists and may spend credits; checked in the order that the contract gives. */
export async function findSpender(id: string, { store }: ServiceContext): Promise<Account> {
  const account = await store.accounts.find(id);
  if (account === undefined || account.deletedAtMs !== undefined) throw unknownAccount(id);
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
  return account;
}

/** The account, unless it is unknown or deleted. */
export async function findLiving(
  id: string,
  { store }: Pick<ServiceContext, 'store'>,
): Promise<Account> {
  const account = await store.accounts.find(id);
  if (account === undefined) throw unknownAccount(id);
  if (account.deletedAtMs !== undefined) throw deletedAccount(id);
  return account;
}

/** The error for an account that nobody knows. */
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
