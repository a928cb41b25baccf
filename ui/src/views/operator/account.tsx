import { useState } from 'react';
import type { AccountDetail } from '../../../../src/web/dashboard/dashboard-api.ts';
import { useApi } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';
import type { ViewProps } from '../../app/find-view.ts';
import { toHref } from '../../app/use-place.ts';
import { Button } from '../../components/controls/button.tsx';
import { ConfirmButton } from '../../components/controls/confirm-button.tsx';
import { Facts } from '../../components/data/facts.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { formatNumber } from '../../components/data/format-number.ts';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Section } from '../../components/layout/section.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { AccountBadge } from './account-badge.tsx';
import { PlanForm } from './plan-form.tsx';

const stale = ['GET /operator/accounts/{id}', 'GET /operator/accounts'] as const;

/** One account, as its operator sees and changes it. */
export function Account({ parameters: [id = ''] }: ViewProps) {
  const account = useApi('GET /operator/accounts/{id}', { parameters: { id } });
  return (
    <>
      <PageHeader
        title={`Account ${id}`}
        parent={{ href: toHref('/accounts'), label: 'Accounts' }}
      />
      <Loaded query={account}>
        {(account) => (
          <div className="stack stack-wide">
            <div className="card">
              <Facts
                facts={[
                  ['State', <AccountBadge key="state" account={account} />],
                  ['Credits', formatNumber(account.credits.balance)],
                  ['Created', <Moment key="created" at={account.createdAtMs} />],
                ]}
              />
            </div>
            <Grant id={id} />
            <PlanForm account={account} />
            <Suspension account={account} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Grant({ id }: { readonly id: string }) {
  const [credits, setCredits] = useState('');
  const grant = useChange('POST /operator/accounts/{id}/grants', stale);
  return (
    <Section title="Grant credits">
      <form
        className="stack form"
        onSubmit={(event) => {
          event.preventDefault();
          grant.mutate(
            { parameters: { id }, body: { credits: Number(credits) } },
            { onSuccess: () => setCredits('') },
          );
        }}
      >
        <TextField
          label="Credits"
          hint="A negative number takes back."
          type="number"
          required
          value={credits}
          onChange={setCredits}
        />
        {grant.error !== null && <FailureNotice error={grant.error} />}
        <div>
          <Button type="submit" isBusy={grant.isPending}>
            Grant credits
          </Button>
        </div>
      </form>
    </Section>
  );
}

function Suspension({ account }: { readonly account: AccountDetail }) {
  const parameters = { id: account.id };
  const suspend = useChange('PUT /operator/accounts/{id}/suspension', stale);
  const resume = useChange('DELETE /operator/accounts/{id}/suspension', stale);
  return (
    <Section
      title="Suspension"
      lead="A suspended account can be read. Its runs under way are cancelled, and calls, runs and changes are refused."
    >
      {resume.error !== null && <FailureNotice error={resume.error} />}
      <div>
        {account.suspendedAtMs === undefined ? (
          <ConfirmButton
            label="Suspend"
            look="danger"
            title="Suspend this account?"
            action="Suspend"
            onConfirm={() => suspend.mutateAsync({ parameters })}
          >
            <p>
              A suspended account can be read. Its runs under way are cancelled, and calls, runs and
              changes are refused.
            </p>
          </ConfirmButton>
        ) : (
          <Button isBusy={resume.isPending} onClick={() => resume.mutate({ parameters })}>
            Resume
          </Button>
        )}
      </div>
    </Section>
  );
}
