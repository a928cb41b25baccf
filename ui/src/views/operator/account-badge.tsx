import type { AccountDetail } from '../../../../src/web/dashboard/dashboard-api.ts';
import { Badge } from '../../components/feedback/badge.tsx';

/** What an account may do. */
export function AccountBadge({ account }: { readonly account: AccountDetail }) {
  if (account.deletedAtMs !== undefined) return <Badge>Deleted</Badge>;
  if (account.deletionScheduledForMs !== undefined) return <Badge look="bad">To be deleted</Badge>;
  if (account.suspendedAtMs !== undefined) return <Badge look="bad">Suspended</Badge>;
  if (account.emailVerifiedAtMs === undefined) return <Badge>Not verified</Badge>;
  return <Badge look="good">Active</Badge>;
}
