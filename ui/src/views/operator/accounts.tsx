import { useState } from 'react';
import { usePages } from '../../api/use-pages.ts';
import { toHref } from '../../app/use-place.ts';
import { Button } from '../../components/controls/button.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { formatNumber } from '../../components/data/format-number.ts';
import { LoadedPages } from '../../components/feedback/loaded-pages.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Table } from '../../components/data/table.tsx';
import { AccountBadge } from './account-badge.tsx';
import { NewAccount } from './new-account.tsx';

/** Every account of a service. */
export function Accounts() {
  const [isMaking, setMaking] = useState(false);
  const pages = usePages('GET /operator/accounts', {}, ({ accounts }) => accounts);
  return (
    <>
      <PageHeader title="Accounts" lead="Everyone who uses this service.">
        <Button look="primary" onClick={() => setMaking(true)}>
          New account
        </Button>
      </PageHeader>
      <div className="stack">
        <LoadedPages
          pages={pages}
          empty={
            <Empty title="No accounts yet">
              <p>Make one: its owner then gets keys and recipes of his own.</p>
            </Empty>
          }
        >
          {(accounts) => (
            <Table
              label="Accounts"
              rows={accounts}
              rowKey={(account) => account.id}
              columns={[
                {
                  label: 'Account',
                  cell: ({ id }) => (
                    <a className="mono" href={toHref(`/accounts/${id}`)}>
                      {id}
                    </a>
                  ),
                },
                { label: 'State', cell: (account) => <AccountBadge account={account} /> },
                {
                  label: 'Credits',
                  look: 'number',
                  cell: ({ credits }) => formatNumber(credits.balance),
                },
                {
                  label: 'Created',
                  look: 'nowrap',
                  cell: ({ createdAtMs }) => <Moment at={createdAtMs} />,
                },
              ]}
            />
          )}
        </LoadedPages>
      </div>
      {isMaking && <NewAccount onClose={() => setMaking(false)} />}
    </>
  );
}
