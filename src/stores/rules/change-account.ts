import type { Account, AccountChange } from '../../contracts/store/account-store.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { omitUndefined } from './omit-undefined.ts';
import { deletedAccount } from './store-errors.ts';

/**
 * The account as it counts at a moment: once its days of grace are over it is deleted, whether or not somebody has
 * confirmed that.
 */
export function toCurrentAccount(account: Account, nowMs: number): Account {
  const { deletionScheduledForMs: dueMs } = account;
  if (dueMs === undefined || dueMs > nowMs) return account;
  return omitUndefined<Account>({
    ...account,
    deletionScheduledForMs: undefined,
    deletedAtMs: dueMs,
  });
}

/** Throws `conflict` for an account that is deleted at that moment. */
export function checkLiving(account: Account, nowMs: number): void {
  if (toCurrentAccount(account, nowMs).deletedAtMs !== undefined) throw deletedAccount(account.id);
}

/**
 * The account after a change; the same one when it has happened before. Throws `conflict` for a deleted account, unless the
 * deletion is what is confirmed, and where there is no deletion to cancel or to confirm.
 */
export function changeAccount(account: Account, change: AccountChange, nowMs: number): Account {
  const { kind } = change;
  const current = toCurrentAccount(account, nowMs);
  if (current.deletedAtMs !== undefined) {
    if (kind === 'confirm-deletion') return current;
    throw deletedAccount(account.id);
  }
  switch (kind) {
    case 'verify-email':
      return omitUndefined<Account>({
        ...account,
        email: change.email ?? account.email,
        emailVerifiedAtMs: account.emailVerifiedAtMs ?? nowMs,
      });
    case 'suspend':
      return { ...account, suspendedAtMs: account.suspendedAtMs ?? nowMs };
    case 'resume':
      return omitUndefined<Account>({ ...account, suspendedAtMs: undefined });
    case 'set-plan':
      return { ...account, plan: change.plan };
    case 'set-webhook':
      return omitUndefined<Account>({ ...account, webhook: change.webhook });
    case 'request-deletion':
      return {
        ...account,
        deletionScheduledForMs: account.deletionScheduledForMs ?? change.scheduledForMs,
      };
    case 'cancel-deletion':
      checkRequested(account);
      return omitUndefined<Account>({ ...account, deletionScheduledForMs: undefined });
    case 'confirm-deletion':
      break;
  }
  checkRequested(account);
  return omitUndefined<Account>({
    ...account,
    email: undefined,
    deletionScheduledForMs: undefined,
    deletedAtMs: nowMs,
  });
}

function checkRequested({ id, deletionScheduledForMs }: Account): void {
  if (deletionScheduledForMs !== undefined) return;
  throw new GleanerError(
    'conflict',
    `The deletion of the account "${id}" was not requested: request it first.`,
  );
}
