import { useState } from 'react';
import type { ApiKey } from '../../api/shapes.ts';
import { useApi } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { Button } from '../../components/controls/button.tsx';
import { ConfirmButton } from '../../components/controls/confirm-button.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Table } from '../../components/data/table.tsx';
import { texts } from '../../texts/en.ts';
import { NewKey } from './new-key.tsx';

const t = texts.keys;

/** The API keys of an account. */
export function Keys() {
  const keys = useApi('GET /keys');
  const [isMaking, setMaking] = useState(false);
  const make = (
    <Button look="primary" onClick={() => setMaking(true)}>
      {t.make}
    </Button>
  );
  return (
    <>
      <PageHeader title={t.title} lead={t.lead}>
        {make}
      </PageHeader>
      <Loaded query={keys}>
        {(data) =>
          data.keys.length === 0 ? (
            <Empty title={t.none}>
              <p>{t.noneLead}</p>
            </Empty>
          ) : (
            <KeyTable keys={data.keys.toReversed()} />
          )
        }
      </Loaded>
      {isMaking && <NewKey onClose={() => setMaking(false)} />}
    </>
  );
}

function KeyTable({ keys }: { readonly keys: readonly ApiKey[] }) {
  const revoke = useChange('DELETE /keys/{id}', ['GET /keys']);
  return (
    <Table
      label={t.title}
      rows={keys}
      rowKey={(key) => key.id}
      columns={[
        { label: t.label, cell: (key) => key.label },
        { label: t.key, cell: (key) => <span className="mono">…{key.last4}</span> },
        { label: t.made, look: 'nowrap', cell: (key) => <Moment at={key.createdAtMs} /> },
        {
          label: t.lastUsed,
          look: 'nowrap',
          cell: (key) => <Moment at={key.lastUsedAtMs} none={texts.common.never} />,
        },
        {
          label: t.state,
          look: 'nowrap',
          cell: (key) =>
            key.revokedAtMs === undefined ? (
              <Badge look="good">{t.active}</Badge>
            ) : (
              <Badge>
                {t.revoked} <Moment at={key.revokedAtMs} />
              </Badge>
            ),
        },
        {
          label: '',
          look: 'end',
          cell: (key) =>
            key.revokedAtMs === undefined && (
              <ConfirmButton
                label={t.revoke}
                name={t.revokeOne(key.label)}
                title={t.revokeOne(key.label)}
                action={t.revoke}
                onConfirm={() => revoke.mutateAsync({ parameters: { id: key.id } })}
              >
                <p>{t.revokeLead(key.last4)}</p>
              </ConfirmButton>
            ),
        },
      ]}
    />
  );
}
