import type { AccountDetail } from '../../../../src/web/dashboard/dashboard-api.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { texts } from '../../texts/en.ts';

const t = texts.operator.states;

/** What an account may do. */
export function AccountBadge({ account }: { readonly account: AccountDetail }) {
  if (account.deletedAtMs !== undefined) return <Badge>{t.deleted}</Badge>;
  if (account.deletionScheduledForMs !== undefined) return <Badge look="bad">{t.deleting}</Badge>;
  if (account.suspendedAtMs !== undefined) return <Badge look="bad">{t.suspended}</Badge>;
  if (account.emailVerifiedAtMs === undefined) return <Badge>{t.unverified}</Badge>;
  return <Badge look="good">{t.active}</Badge>;
}
